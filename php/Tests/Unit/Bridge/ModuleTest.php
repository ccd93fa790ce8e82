<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Module;

final class ModuleTest extends TestCase
{
    protected function tearDown(): void
    {
        putenv(Module::SWITCH);
    }

    public function testTheModuleOfThisProcessAnswersAndSaysWhatItIs(): void
    {
        $module = new Module();
        self::assertTrue($module->answers());
        self::assertSame('', $module->absence());
        self::assertSame(phpversion('portcullis'), $module->version());
        self::assertArrayHasKey('DNS servers', $module->facts());
        self::assertArrayHasKey('Address table', $module->facts());
    }

    public function testAMissingModuleSaysSoAndNothingElse(): void
    {
        $module = new Module(false);
        self::assertFalse($module->answers());
        self::assertStringContainsString('not loaded', $module->absence());
        self::assertNull($module->version());
        self::assertSame([], $module->facts());
    }

    public function testAModuleThatLacksAClassDoesNotAnswerAndNamesTheClass(): void
    {
        $module = new Module(null, ['Portcullis\\Fence', 'Portcullis\\NotYetWritten']);
        self::assertSame([true, true, false, false], [$module->isLoaded(), $module->isTooOld(), $module->isUsable(), $module->answers()]);
        self::assertStringContainsString('it lacks Portcullis\\NotYetWritten', $module->absence());
        self::assertFalse((new Module(false, ['Portcullis\\NotYetWritten']))->isTooOld());
    }

    public function testEveryNativeClassThatTheExtensionUsesIsInTheModule(): void
    {
        $folder = dirname(__DIR__, 3);
        $used = [];
        foreach (['/Classes/*/*.php', '/Shims/*.php'] as $pattern) {
            foreach ((array)glob($folder . $pattern) as $file) {
                preg_match_all('/^use (Portcullis\\\\\w+);/m', (string)file_get_contents((string)$file), $matches);
                array_push($used, ...$matches[1]);
            }
        }
        self::assertGreaterThan(15, count(array_unique($used)));
        foreach ($used as $class) {
            self::assertTrue(class_exists($class, false) || interface_exists($class, false), $class);
        }
    }

    public function testTheEnvironmentTakesTheBridgeOutOfTheWay(): void
    {
        putenv(Module::SWITCH . '=off');
        $module = new Module();
        self::assertTrue($module->isLoaded());
        self::assertFalse($module->answers());
        self::assertStringContainsString(Module::SWITCH, $module->absence());
    }
}
