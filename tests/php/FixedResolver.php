<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use Portcullis\HostResolver;

/** Answers from an array and remembers what it was asked. */
final class FixedResolver implements HostResolver
{
    /** @var list<string> */
    public array $asked = [];

    /** @param array<string, list<string>> $answers */
    public function __construct(private readonly array $answers = [])
    {
    }

    public function resolve(string $host): array
    {
        $this->asked[] = $host;

        return $this->answers[$host] ?? [];
    }
}
