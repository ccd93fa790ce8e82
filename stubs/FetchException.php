<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * A page could not be read. The message is in fixed words and repeats nothing that a server said.
 */
class FetchException extends PortcullisException
{
}
