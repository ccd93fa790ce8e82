<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Egress;

use PHPUnit\Framework\TestCase;
use Portcullis\ApprovalPreview;
use Portcullis\Typo3\Egress\Preview;

final class PreviewTest extends TestCase
{
    private const UPSTREAM = ['Heading', 'Address', 'Host', 'Query'];

    public function testAShortAddressIsShownInTheReadersLanguage(): void
    {
        foreach (['https://example.org/', ' https://example.org/a?b=c ', 'https://example.org/' . str_repeat('a', 400)] as $url) {
            self::assertSame(self::UPSTREAM, Preview::complete(self::UPSTREAM, $url));
        }
    }

    public function testALongAddressIsShownWhole(): void
    {
        foreach (['path' => 'https://evil.example/' . str_repeat('x', 8000) . 'SECRET', 'query' => 'https://evil.example/?q=' . str_repeat('y', 8000) . 'SECRET'] as $where => $url) {
            $lines = Preview::complete(self::UPSTREAM, $url);
            self::assertLessThanOrEqual(20, count($lines), 'more lines are not shown');
            foreach ($lines as $line) {
                self::assertLessThanOrEqual(500, strlen($line), 'longer lines are cut');
            }
            self::assertStringContainsString('Address: ' . $url, implode('', $lines), $where);
            self::assertContains('Host: evil.example', $lines);
        }
    }

    public function testCharactersThatNobodySeesAreShownAsTheyAreSent(): void
    {
        $lines = implode("\n", Preview::complete(self::UPSTREAM, "https://example.org/?q=a\u{200b}b\u{e0041}"));
        self::assertStringContainsString('q=a%E2%80%8Bb%F3%A0%81%81', $lines);
        self::assertMatchesRegularExpression('/^[\x20-\x7e\n]*$/D', $lines);
    }

    public function testWhatCannotBeShownWholeIsSaid(): void
    {
        $lines = Preview::complete(self::UPSTREAM, 'https://example.org/?q=' . str_repeat("\u{e4}", 4000));
        self::assertStringContainsString('more than can be shown', $lines[1]);
        self::assertLessThanOrEqual(20, count($lines));
    }

    public function testWhatIsNoAddressIsRefusedInUpstreamsWords(): void
    {
        foreach ([null, 7, [], '', 'no address', "\xff"] as $argument) {
            self::assertSame(['Upstream refuses.'], Preview::complete(['Upstream refuses.'], $argument));
            self::assertSame(ApprovalPreview::lines($argument), Preview::complete(self::UPSTREAM, $argument));
        }
    }
}
