<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;

/** The stubs are the public contract: module and stubs declare the same, in both directions. */
final class StubsTest extends TestCase
{
    public function testModuleAndStubsDeclareTheSameClasses(): void
    {
        self::assertSame(array_keys($this->stubs()), array_keys($this->module()));
    }

    public function testEveryClassHasTheSameMembersOnBothSides(): void
    {
        $module = $this->module();
        foreach ($this->stubs() as $name => $stub) {
            self::assertSame($stub, $module[$name], $name);
        }
    }

    public function testEveryStubIsDocumented(): void
    {
        foreach (glob(__DIR__ . '/../../stubs/*.php') as $file) {
            $source = (string) file_get_contents($file);
            self::assertStringContainsString('SPDX-License-Identifier: MIT OR Apache-2.0', $source, $file);
            self::assertMatchesRegularExpression('~\*/\n(?:final )?(?:class|interface|enum) ~', $source, $file);
            preg_match_all('~^(?<before>.*)\n    (?:public|case) (?<member>.*)~m', $source, $members, PREG_SET_ORDER);
            foreach ($members as $member) {
                self::assertStringEndsWith('*/', $member['before'], $file . ': ' . $member['member']);
            }
        }
    }

    private function stubs(): array
    {
        return $this->describe('-n', __DIR__ . '/describe.php', __DIR__ . '/../../stubs');
    }

    private function module(): array
    {
        return $this->describe('-n', '-d', 'extension=' . getenv('PORTCULLIS_SO'), __DIR__ . '/describe.php');
    }

    private function describe(string ...$arguments): array
    {
        $command = implode(' ', array_map('escapeshellarg', [PHP_BINARY, ...$arguments]));
        $json = (string) shell_exec($command);

        return json_decode($json, true, 16, JSON_THROW_ON_ERROR);
    }
}
