<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\ValueObject;

final readonly class ToolSpec
{
    /**
     * @param array<string, mixed> $parameters
     */
    private function __construct(public string $name, public string $description, public array $parameters) {}

    /**
     * @param array<string, mixed> $parameters
     */
    public static function function(string $name, string $description, array $parameters): self
    {
        return new self($name, $description, $parameters);
    }
}
