<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The time limit of the whole read is used up.
 */
class DeadlineException extends FetchException
{
}
