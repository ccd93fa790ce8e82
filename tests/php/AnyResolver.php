<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use Portcullis\HostResolver;

/** Gives the same answer for every name. */
final class AnyResolver implements HostResolver
{
    /** @param list<string> $answer */
    public function __construct(private readonly array $answer)
    {
    }

    public function resolve(string $host): array
    {
        return $this->answer;
    }
}
