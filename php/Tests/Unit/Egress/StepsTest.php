<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Egress;

use PHPUnit\Framework\TestCase;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchSettings;
use Portcullis\HostResolver;
use Portcullis\OwnSites;
use Portcullis\ProxyView;
use Portcullis\RefusalReason;
use Portcullis\Typo3\Egress\Steps;

final class StepsTest extends TestCase
{
    public function testEveryRuleIsListedAndWhatFollowsARefusalWasNotAsked(): void
    {
        $steps = Steps::of($this->guard()->checkWithoutResolving('ftp://example.org/'), false);
        self::assertSame(array_column(RefusalReason::cases(), 'value'), array_column($steps, 'reason'));
        self::assertSame(range(1, 18), array_column($steps, 'rule'));
        self::assertSame(['passed', 'passed', 'refused', 'not asked'], array_slice(array_column($steps, 'result'), 0, 4));
        self::assertNotContains('passed', array_slice(array_column($steps, 'result'), 3));
        foreach ($steps as $step) {
            self::assertNotSame($step['reason'], $step['means'], 'every rule is explained');
        }
    }

    public function testALiteralHasNoNameToResolveAndWithoutDnsNobodyIsAsked(): void
    {
        self::assertSame(['no name', 'no name', 'no name'], $this->dns('https://1.1.1.1/', true));
        self::assertSame(['not asked', 'not asked', 'not asked'], $this->dns('https://example.org/', false));
    }

    public function testANameThatLeadsToThisServerIsRefusedAfterItResolved(): void
    {
        $resolver = new class implements HostResolver {
            public function resolve(string $host): array
            {
                return ['93.184.215.99'];
            }
        };
        $steps = Steps::of($this->guard()->check('https://mine.example.org/', 'web', $resolver), true);
        self::assertSame('refused', $steps[5]['result']);
        self::assertSame('passed', $steps[14]['result']);
        self::assertSame('not asked', $steps[15]['result']);
    }

    /**
     * @return list<string>
     */
    private function dns(string $url, bool $resolved): array
    {
        return array_column(array_slice(Steps::of($this->guard()->checkWithoutResolving($url), $resolved), 14, 3), 'result');
    }

    private function guard(): EgressGuard
    {
        return new EgressGuard(new EgressPolicy(new OwnSites([], [], ['93.184.215.99'])), new FetchSettings(), new ProxyView(null, [], []));
    }
}
