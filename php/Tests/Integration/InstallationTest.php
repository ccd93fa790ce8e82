<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Integration;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\Upstream;

/**
 * A real TYPO3 with nr_llm and this extension, in processes of its own: with the module, without it, and with a container that was
 * compiled the other way round.
 */
final class InstallationTest extends TestCase
{
    private const POLICY = 'Netresearch\\NrLlm\\Service\\Tool\\ToolCallPolicyInterface';

    public function testACompiledContainerIsUsedWithAndWithoutTheModule(): void
    {
        foreach ([true, false] as $compiledWithTheModule) {
            $this->flush();
            $this->typo3($compiledWithTheModule, 'list');

            [$status, $text] = $this->typo3(true, 'portcullis:status', '--json');
            $states = $this->states($text);
            self::assertSame(0, $status, $text);
            self::assertNotSame([], $states);
            self::assertSame([], array_diff($states, ['native', 'absent']), $text);

            [$status, $text] = $this->typo3(false, 'portcullis:status', '--json');
            self::assertSame(1, $status, $text);
            self::assertSame('no module', $this->stateThatIsThere($text), $text);
        }
    }

    public function testTheEnvironmentTakesTheBridgeOutOfTheWay(): void
    {
        [$status, $text] = $this->typo3(true, 'portcullis:status', '--json', [Module::SWITCH => 'off']);
        self::assertSame([1, 'switched off'], [$status, $this->stateThatIsThere($text)]);
    }

    public function testTheCommandsAreListed(): void
    {
        foreach ([true, false] as $module) {
            [$status, $text] = $this->typo3($module, 'list', 'portcullis');
            self::assertSame(0, $status);
            foreach (['portcullis:status', 'portcullis:check', 'portcullis:gate'] as $command) {
                self::assertStringContainsString($command, $text);
            }
        }
    }

    public function testCheckKnowsTheSitesOfTheInstallation(): void
    {
        self::assertSame(1, $this->typo3(true, 'portcullis:check', '--no-dns', [], 'http://127.0.0.1/')[0]);
        self::assertSame(0, $this->typo3(true, 'portcullis:check', '--no-dns', [], 'https://example.org/')[0]);
        self::assertSame(2, $this->typo3(false, 'portcullis:check', '--no-dns', [], 'https://example.org/')[0]);
    }

    public function testThePolicyIsDecoratedAndDecidesAsUpstreamDoes(): void
    {
        $native = $this->boot(true, 'policy');
        $upstream = $this->boot(true, 'policy', [Module::SWITCH => 'off']);
        $without = $this->boot(false, 'policy');
        self::assertSame(Upstream::decoratorOf(self::POLICY), $native['class']);
        self::assertSame($native['class'], $without['class'], 'the same container');
        self::assertIsArray($native['decisions']);
        self::assertGreaterThan(40, count($native['decisions']));
        self::assertSame($upstream['decisions'], $native['decisions']);
        self::assertSame($upstream['decisions'], $without['decisions']);
    }

    public function testAShimHasTheFaceOfTheClassItStandsInFor(): void
    {
        $shims = $this->boot(true, 'faces');
        self::assertGreaterThan(2, count($shims));
        self::assertSame($this->boot(true, 'faces', [Module::SWITCH => 'off']), $shims);
    }

    public function testExplainingAllToolsIsTenTimesAsFast(): void
    {
        $native = $this->boot(true, 'time');
        $upstream = $this->boot(true, 'time', [Module::SWITCH => 'off']);
        self::assertGreaterThan(40, $native['tools']);
        self::assertIsNumeric($native['milliseconds']);
        self::assertIsNumeric($upstream['milliseconds']);
        self::assertGreaterThan(10 * (float)$native['milliseconds'], (float)$upstream['milliseconds']);
    }

    private function flush(): void
    {
        [$status, $text] = $this->typo3(true, 'cache:flush');
        self::assertSame(0, $status, $text);
    }

    /**
     * @return list<string>
     */
    private function states(string $json): array
    {
        $data = json_decode($json, true);
        self::assertIsArray($data, $json);
        self::assertIsArray($data['bridge']);

        return array_map(static fn(mixed $state): string => is_string($state) ? $state : '', array_values($data['bridge']));
    }

    /**
     * The one state of all classes that this version of nr_llm has.
     */
    private function stateThatIsThere(string $json): string
    {
        $states = array_values(array_diff($this->states($json), ['absent']));
        self::assertNotSame([], $states);
        self::assertCount(1, array_unique($states), $json);

        return $states[0];
    }

    /**
     * @param array<string, string> $environment
     *
     * @return array{int, string}
     */
    private function typo3(bool $module, string $command, string $option = '', array $environment = [], string ...$arguments): array
    {
        return $this->php($module, [getenv('TYPO3') . '/vendor/bin/typo3', $command, ...($option === '' ? [] : [$option]), ...array_values($arguments)], $environment);
    }

    /**
     * @param array<string, string> $environment
     *
     * @return array<array-key, mixed>
     */
    private function boot(bool $module, string $what, array $environment = []): array
    {
        [$status, $text] = $this->php($module, [__DIR__ . '/boot.php', $what], $environment);
        $data = json_decode($text, true);
        self::assertSame(0, $status, $text);
        self::assertIsArray($data, $text);

        return $data;
    }

    /**
     * @param list<string>          $arguments
     * @param array<string, string> $environment
     *
     * @return array{int, string}
     */
    private function php(bool $module, array $arguments, array $environment): array
    {
        $extension = $module ? ['-d', 'extension=' . getenv('PORTCULLIS_SO')] : [];
        $process = proc_open(
            [PHP_BINARY, ...$extension, ...$arguments],
            [1 => ['pipe', 'w'], 2 => STDERR],
            $pipes,
            null,
            $environment + getenv(),
        );
        self::assertIsResource($process);
        $text = (string)stream_get_contents($pipes[1]);

        return [proc_close($process), $text];
    }
}
