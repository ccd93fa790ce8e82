<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Command;

use Symfony\Component\Console\Output\OutputInterface;

/**
 * How the commands print. URLs, names and settings are foreign text: never formatted, and without control characters.
 */
final class Output
{
    public static function line(OutputInterface $output, string $line): void
    {
        $plain = preg_replace('/[\p{C}\p{Zl}\p{Zp}]/u', '?', $line) ?? preg_replace('/[^\x20-\x7e]/', '?', $line);
        $output->writeln($plain ?? '?', OutputInterface::OUTPUT_RAW);
    }

    /**
     * @param array<array-key, string> $rows names that look like numbers are ints to PHP
     */
    public static function rows(OutputInterface $output, array $rows): void
    {
        $width = max([0, ...array_map(static fn(int|string $name): int => strlen((string)$name), array_keys($rows))]);
        foreach ($rows as $name => $value) {
            self::line($output, rtrim(str_pad((string)$name, $width + 2) . $value));
        }
    }

    /**
     * @param array<string, mixed> $data
     */
    public static function json(OutputInterface $output, array $data): void
    {
        $flags = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR;
        $output->writeln(json_encode($data, $flags), OutputInterface::OUTPUT_RAW);
    }
}
