<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\AddressClassifier;
use Portcullis\AddressKind;

final class AddressClassifierTest extends TestCase
{
    public function testPublicAddressesArePublic(): void
    {
        foreach (['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111'] as $ip) {
            self::assertTrue(AddressClassifier::isPublic($ip), $ip);
            self::assertSame(AddressKind::PublicUnicast, AddressClassifier::kindOf($ip), $ip);
        }
    }

    public function testOtherAddressesAreNotAndTellTheirKind(): void
    {
        $kinds = [
            '127.0.0.1' => AddressKind::Loopback,
            '10.0.0.8' => AddressKind::PrivateUse,
            '100.64.0.1' => AddressKind::Shared,
            '169.254.169.254' => AddressKind::Metadata,
            '::ffff:8.8.8.8' => AddressKind::EmbeddedIpv4,
            '64:ff9b::808:808' => AddressKind::Nat64,
            'fe80::1' => AddressKind::LinkLocal,
        ];
        foreach ($kinds as $ip => $kind) {
            self::assertFalse(AddressClassifier::isPublic($ip), $ip);
            self::assertSame($kind, AddressClassifier::kindOf($ip), $ip);
        }
    }

    public function testWhatIsNoLiteralIsNotPublicAndHasNoKind(): void
    {
        foreach (['', 'example.org', '1.1.1', '01.1.1.1', '[::1]', 'fe80::1%eth0', "1.1.1.1\0", "\xff", ' 1.1.1.1', str_repeat('1', 10_000_000)] as $text) {
            self::assertFalse(AddressClassifier::isPublic($text));
            try {
                AddressClassifier::kindOf($text);
                self::fail('no ValueError');
            } catch (\ValueError $error) {
                self::assertStringContainsString('$ip) must be an IPv4 or IPv6 address', $error->getMessage());
            }
        }
    }

    public function testNumericFormsOfHostsAreRecognised(): void
    {
        foreach (['2130706433', '0x7f.1', '127.1', 'example.123', '0177.0.0.1'] as $host) {
            self::assertTrue(AddressClassifier::isNumericHost($host), $host);
        }
        foreach (['example.org', '127.0.0.1', '1e100.net', '', "\xff"] as $host) {
            self::assertFalse(AddressClassifier::isNumericHost($host), $host);
        }
    }
}
