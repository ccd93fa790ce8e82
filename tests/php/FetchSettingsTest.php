<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\FetchSettings;

final class FetchSettingsTest extends TestCase
{
    public function testWithoutSettingsEveryCallNeedsApprovalAndNoProxyIsPermitted(): void
    {
        $settings = new FetchSettings();
        self::assertTrue($settings->approvalRequired());
        self::assertFalse($settings->proxyPermitted());
        self::assertSame([], $settings->problems());
    }

    public function testTheSwitchesCountOnlyWithAnAllowlist(): void
    {
        $without = new FetchSettings(skipApprovalWithAllowlist: true, allowViaProxy: true);
        self::assertTrue($without->approvalRequired());
        self::assertFalse($without->proxyPermitted());

        $with = new FetchSettings('example.org', '', true, true);
        self::assertFalse($with->approvalRequired());
        self::assertTrue($with->proxyPermitted());
    }

    public function testAListWithATypoIsUnreadableAndSaysWhich(): void
    {
        $settings = new FetchSettings('example.org, https://example.net', '', true, true);
        self::assertTrue($settings->approvalRequired());
        self::assertFalse($settings->proxyPermitted());
        self::assertCount(1, $settings->problems());
        self::assertStringContainsString('https://example.net', $settings->problems()[0]);
    }

    public function testUnreadableSettingsSwitchEverythingOff(): void
    {
        $settings = FetchSettings::unreadable();
        self::assertTrue($settings->approvalRequired());
        self::assertFalse($settings->proxyPermitted());
        self::assertNotSame([], $settings->problems());
    }

    public function testBytesThatAreNoTextMakeAListUnreadable(): void
    {
        foreach (["\xff", "example.org\0", str_repeat('a', 10_000_000)] as $list) {
            self::assertNotSame([], (new FetchSettings($list))->problems());
            self::assertNotSame([], (new FetchSettings('', $list))->problems());
        }
    }

    public function testToArrayShowsWhatWasRead(): void
    {
        $array = (new FetchSettings('Example.ORG, *.example.net:8443', '192.0.2.1'))->toArray();
        self::assertSame(['Example.ORG', '*.example.net:8443'], $array['allowedHosts']);
        self::assertSame(['192.0.2.1'], $array['deniedHosts']);
        self::assertTrue($array['approvalRequired']);
        self::assertSame([], $array['problems']);
    }
}
