<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

final class SettingsTest extends TestCase
{
    public function testASwitchIsOnForThreeValuesOnly(): void
    {
        foreach ([[true, true], [1, true], ['1', true], ['0', false], ['', false], ['on', false], ['true', false], [2, false], [null, false], [[], false]] as [$stored, $on]) {
            $settings = (new World([], ['verify' => $stored, 'required' => $stored]))->settings();
            self::assertSame([$on, $on], [$settings->verify(), $settings->required()], var_export($stored, true));
        }
    }

    public function testNothingStoredIsTheDefault(): void
    {
        $world = new World();
        foreach ([[], ['portcullis' => null], ['portcullis' => 'text'], ['portcullis' => ['bridge' => 'text']]] as $stored) {
            $world->stored = $stored;
            self::assertFalse($world->settings()->verify());
            self::assertFalse($world->settings()->required());
        }
    }
}
