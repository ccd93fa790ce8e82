<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;

/** `bin/portcullis check`, as an operator calls it. */
final class CommandTest extends TestCase
{
    public function testAnAllowedUrlPassesEveryRule(): void
    {
        [$status, $output] = $this->check('http://1.1.1.1/');
        self::assertSame(0, $status);
        self::assertSame(15, substr_count($output, 'passed'));
        self::assertSame(3, preg_match_all('/no name$/m', $output));
        self::assertStringContainsString('allowed', $output);
        self::assertStringNotContainsString("\e[", $output);
    }

    public function testARefusalNamesTheRuleAndWhatWasNotAsked(): void
    {
        [$status, $output] = $this->check('http://10.0.0.8:8080/', '--allowed', '10.0.0.8:8080');
        self::assertSame(1, $status);
        self::assertMatchesRegularExpression('/^13 .* refused$/m', $output);
        self::assertMatchesRegularExpression('/^18 .* not asked$/m', $output);
        self::assertMatchesRegularExpression('/^kind +private$/m', $output);
    }

    public function testListsOwnSitesAndProxiesCanBeGiven(): void
    {
        foreach ([
            'denylisted' => ['--denied', '*.example.org'],
            'own-site' => ['--own=https://www.example.org/'],
            'not-allowlisted' => ['--allowed', 'example.net'],
            'lists-unreadable' => ['--allowed', 'https://example.org'],
            'proxy' => ['--proxy', 'http://proxy.example:3128'],
            'scope' => ['--group', 'content'],
        ] as $reason => $options) {
            [$status, $output] = $this->check('https://www.example.org/', '--json', '--no-dns', ...$options);
            self::assertSame(1, $status, $reason);
            self::assertSame($reason, json_decode($output, true, 8, JSON_THROW_ON_ERROR)['reason']);
        }
    }

    public function testWithoutDnsTheLastRulesAreLeftOut(): void
    {
        [$status, $output] = $this->check('https://www.example.org/', '--no-dns', '--json');
        $steps = json_decode($output, true, 8, JSON_THROW_ON_ERROR)['steps'];
        self::assertSame(0, $status);
        self::assertCount(18, $steps);
        self::assertSame(array_fill(0, 14, 'passed'), array_column(array_slice($steps, 0, 14), 'result'));
        self::assertSame(array_fill(0, 4, 'not asked'), array_column(array_slice($steps, 14), 'result'));
    }

    public function testMisuseIsToldAndHasAStatusOfItsOwn(): void
    {
        foreach ([[], ['a', 'b'], ['--nonsense', 'x'], ['x', '--allowed'], ['x', '--own-address', 'no-address'], ['x', '--json=1']] as $arguments) {
            [$status, $output, $errors] = $this->check(...$arguments);
            self::assertSame(2, $status);
            self::assertSame('', $output);
            self::assertStringStartsWith('portcullis: ', $errors);
        }
    }

    public function testEscapeSequencesInAnArgumentDoNotReachTheTerminal(): void
    {
        foreach ([["https://example.org/\e[31m"], ['https://example.org/', '--denied', "\e[31m"], ["--\e[31m"]] as $arguments) {
            [, $output, $errors] = $this->check(...$arguments);
            self::assertStringNotContainsString("\e", $output . $errors);
        }
    }

    /** @return array{int, string, string} */
    private function check(string ...$arguments): array
    {
        $command = [PHP_BINARY, '-n', '-d', 'extension=' . getenv('PORTCULLIS_SO'), __DIR__ . '/../../bin/portcullis', 'check', ...$arguments];
        // Without the proxies of whoever runs the tests.
        $environment = array_filter(getenv(), static fn (string $name): bool => !str_ends_with(strtolower($name), '_proxy'), ARRAY_FILTER_USE_KEY);
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes, null, $environment);
        self::assertIsResource($process);
        $output = (string) stream_get_contents($pipes[1]);
        $errors = (string) stream_get_contents($pipes[2]);

        return [proc_close($process), $output, $errors];
    }
}
