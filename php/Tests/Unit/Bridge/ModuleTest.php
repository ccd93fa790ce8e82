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

    public function testTheEnvironmentTakesTheBridgeOutOfTheWay(): void
    {
        putenv(Module::SWITCH . '=off');
        $module = new Module();
        self::assertTrue($module->isLoaded());
        self::assertFalse($module->answers());
        self::assertStringContainsString(Module::SWITCH, $module->absence());
    }
}
