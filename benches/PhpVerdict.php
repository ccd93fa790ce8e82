<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Benches;

/** What {@see PhpRules} answers. */
final class PhpVerdict
{
    public function __construct(
        public readonly ?string $reason,
        public readonly string $message,
        public readonly ?string $url = null,
        public readonly ?string $host = null,
        public readonly ?int $port = null,
    ) {
    }
}
