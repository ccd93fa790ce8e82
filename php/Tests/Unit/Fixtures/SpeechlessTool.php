<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

final class SpeechlessTool extends PlainTool
{
    public function requiresAdmin(): bool
    {
        throw new \RuntimeException('This tool is broken.', 1);
    }
}
