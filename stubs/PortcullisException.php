<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The parent of all exceptions of this module. The class of an exception is its kind; the code is always 0.
 */
class PortcullisException extends \RuntimeException
{
}
