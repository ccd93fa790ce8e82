<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Egress;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Egress\FetchConfiguration;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

final class FetchConfigurationTest extends TestCase
{
    public function testWhatIsStoredIsHandedOnAsItIs(): void
    {
        $settings = FetchConfiguration::fromStored(['tools' => ['fetchExternalUrl' => [
            'allowedHosts' => 'example.org, *.example.net',
            'deniedHosts' => 'bad.example',
            'skipApprovalWithAllowlist' => '1',
            'allowViaProxy' => '1',
        ]]]);
        self::assertSame(
            ['allowedHosts' => ['example.org', '*.example.net'], 'deniedHosts' => ['bad.example'], 'approvalRequired' => false, 'proxyPermitted' => true, 'problems' => []],
            $settings->toArray(),
        );
    }

    public function testAnAbsentKeyHasItsDefault(): void
    {
        foreach ([[], ['tools' => []], ['tools' => ['fetchExternalUrl' => []]]] as $stored) {
            $settings = FetchConfiguration::fromStored($stored)->toArray();
            self::assertSame([[], []], [$settings['allowedHosts'], $settings['deniedHosts']]);
            self::assertTrue($settings['approvalRequired']);
        }
    }

    public function testWhatHasTheWrongShapeCannotBeRead(): void
    {
        $wrong = [
            null, 'text', 7, ['tools' => 'text'], ['tools' => ['fetchExternalUrl' => 'text']],
            ['tools' => ['fetchExternalUrl' => ['allowedHosts' => ['example.org']]]], ['tools' => ['fetchExternalUrl' => ['deniedHosts' => 7]]],
        ];
        foreach ($wrong as $stored) {
            $settings = FetchConfiguration::fromStored($stored);
            self::assertNull($settings->toArray()['allowedHosts'], var_export($stored, true));
            self::assertTrue($settings->approvalRequired());
        }
    }

    public function testASwitchIsOnForThreeValuesOnly(): void
    {
        foreach ([[true, true], [1, true], ['1', true], ['true', false], ['on', false], [2, false], ['', false]] as [$stored, $on]) {
            $settings = FetchConfiguration::fromStored(['tools' => ['fetchExternalUrl' => ['allowedHosts' => 'example.org', 'skipApprovalWithAllowlist' => $stored]]]);
            self::assertSame(!$on, $settings->approvalRequired(), var_export($stored, true));
        }
    }

    public function testAnEntryThatUpstreamWouldDropMakesTheListUnreadable(): void
    {
        $settings = FetchConfiguration::fromStored(['tools' => ['fetchExternalUrl' => ['allowedHosts' => 'example.org, 2001:db8:::1', 'skipApprovalWithAllowlist' => '1']]]);
        self::assertNull($settings->toArray()['allowedHosts']);
        self::assertTrue($settings->approvalRequired());
        self::assertCount(1, $settings->problems());
    }

    public function testAConfigurationThatThrowsCannotBeRead(): void
    {
        $world = new World();
        $world->stored = [];
        self::assertNull(FetchConfiguration::of($world->configuration())->toArray()['allowedHosts']);
    }
}
