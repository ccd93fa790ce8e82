<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;

/** `bin/portcullis gate`, as an operator calls it. */
final class GateCommandTest extends TestCase
{
    public function testTheDemosWorldIsDecided(): void
    {
        [$status, $output, $errors] = $this->gate(__DIR__ . '/../../demo/world.json');
        self::assertSame([0, ''], [$status, $errors]);
        self::assertMatchesRegularExpression('/^read_records +allowed +editorContent$/m', $output);
        self::assertMatchesRegularExpression('/^fetch_logs +denied +systemDiagnostics +trustZone$/m', $output);
        self::assertMatchesRegularExpression('/^delete_record +denied +editorContent +configurationGroup$/m', $output);
        self::assertStringContainsString('3 of 9 allowed; zone externalEu, which may receive up to internalConfiguration', $output);
        self::assertStringNotContainsString("\e[", $output);
    }

    public function testWithoutToolsTheBuiltInOnesAreDecidedForNobody(): void
    {
        $answer = $this->decided([]);
        self::assertCount(60, $answer['decisions']);
        self::assertContains('requiresAdmin', array_column($answer['decisions'], 'reason'));
        self::assertSame([null, [], []], [$answer['allowList'], $answer['leftOut'], $answer['warnings']]);
    }

    public function testNamesThatLookLikeNumbersAreNames(): void
    {
        $answer = $this->decided([
            'tools' => [['name' => '12', 'group' => '7'], ['name' => '007', 'group' => '8']],
            'overrides' => ['tools' => ['007' => true], 'groups' => ['7' => false]],
            'skills' => [['source' => 1, 'identifier' => '3', 'allowedTools' => '["12","007"]']],
        ]);
        self::assertSame(['12', '007'], $answer['allowList']);
        self::assertSame(['12', '007'], array_column($answer['decisions'], 'toolName'));
        self::assertSame(['toolDisabled', 'trustZone'], array_column($answer['decisions'], 'reason'));
    }

    public function testInputThatCannotBeReadIsAWarningAndOpensNothing(): void
    {
        [$status, $output] = $this->gateOf(['skills' => [['source' => 1, 'identifier' => "a\e[31m", 'allowedTools' => '{']], 'configuration' => ['zone' => 'local']]);
        self::assertSame(0, $status);
        self::assertStringContainsString('0 of 60 allowed', $output);
        self::assertStringContainsString('warning: the allowed tools of the skill', $output);
        self::assertStringNotContainsString("\e", $output);
    }

    public function testObservedToolsAndRemoteToolsLeftOutAreTold(): void
    {
        [, $output] = $this->gateOf([
            'tools' => [['name' => 'a', 'group' => 'accounts'], ['name' => 'a', 'group' => 'mcp_x', 'remote' => true]],
            'configuration' => ['enforcement' => 'observe'],
        ]);
        self::assertMatchesRegularExpression('/^a +observed +secretAdjacent +trustZone$/m', $output);
        self::assertStringContainsString('left out: the remote tool a', $output);
    }

    public function testMisuseIsToldAndHasAStatusOfItsOwn(): void
    {
        $worlds = [
            ['tool' => []], ['tools' => 'builtin'], ['tools' => ['a']], ['tools' => [['name' => 'a']]], ['tools' => [['name' => 'a', 'group' => 'b', 'admin' => true]]],
            ['tools' => [['name' => 'a', 'group' => 'b'], ['name' => 'a', 'group' => 'b']]], ['overrides' => ['tool' => []]], ['overrides' => ['tools' => 1]],
            ['skills' => [['identifier' => 'a']]], ['user' => 'root'], ['user' => true], ['configuration' => ['allowedGroup' => '']],
            ['configuration' => ['admin' => true]], ['requested' => [null]], 'text',
        ];
        $calls = [[], ['a', 'b'], [__DIR__], ['/nonexistent'], ['--nonsense'], [__FILE__]];
        $answers = [...array_map(fn (array $call): array => $this->gate(...$call), $calls), ...array_map($this->gateOf(...), $worlds)];
        foreach ($answers as $at => [$status, $output, $errors]) {
            self::assertSame([2, ''], [$status, $output], "$at: $errors");
            self::assertStringStartsWith('portcullis: ', $errors);
        }
    }

    private function decided(mixed $world): array
    {
        [$status, $output, $errors] = $this->gateOf($world, '--json');
        self::assertSame([0, ''], [$status, $errors]);

        return json_decode($output, true, 16, JSON_THROW_ON_ERROR);
    }

    /** @return array{int, string, string} */
    private function gateOf(mixed $world, string ...$options): array
    {
        $file = tempnam(sys_get_temp_dir(), 'world');
        file_put_contents($file, json_encode($world, JSON_THROW_ON_ERROR));
        try {
            return $this->gate($file, ...$options);
        } finally {
            unlink($file);
        }
    }

    /** @return array{int, string, string} */
    private function gate(string ...$arguments): array
    {
        $command = [PHP_BINARY, '-n', '-d', 'extension=' . getenv('PORTCULLIS_SO'), __DIR__ . '/../../bin/portcullis', 'gate', ...$arguments];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $output = (string) stream_get_contents($pipes[1]);
        $errors = (string) stream_get_contents($pipes[2]);

        return [proc_close($process), $output, $errors];
    }
}
