<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * A rule refused the URL or a redirect's target.
 */
class RefusedException extends FetchException
{
    /** @internal set by the module */
    protected ?RefusalReason $reason = null;
    /** @internal set by the module */
    protected int $hop = 0;

    /** The rule; null only on an exception that PHP code made itself. */
    public function reason(): ?RefusalReason {}

    /** 0: the URL that was asked for, 1: the target of the first redirect, and so on. */
    public function hop(): int {}
}
