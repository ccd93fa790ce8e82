<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\ValueObject;

final readonly class ToolResult
{
    private function __construct(public string $content, public bool $isError) {}

    public static function text(string $content): self
    {
        return new self($content, false);
    }

    public static function error(string $content): self
    {
        return new self($content, true);
    }
}
