<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Psr\Log\LoggerInterface;
use Psr\Log\LoggerTrait;

final class RecordingLogger implements LoggerInterface
{
    use LoggerTrait;

    /** @var list<array{level: string, message: string, context: array<string, mixed>}> */
    public array $records = [];

    public function log($level, string|\Stringable $message, array $context = []): void
    {
        $this->records[] = ['level' => is_string($level) ? $level : '', 'message' => (string)$message, 'context' => array_combine(array_map(strval(...), array_keys($context)), $context)];
    }

    /**
     * @return list<string>
     */
    public function messages(): array
    {
        return array_column($this->records, 'message');
    }
}
