<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use Netresearch\NrLlm\Service\Tool\Web\HostResolverInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\NativeHostResolver;

final class NativeHostResolverTest extends TestCase
{
    public function testTheModuleResolvesAndAsksNobodyAboutNamesForLocalUse(): void
    {
        // These need no name server: the module knows that they are no public names, and upstream would have said otherwise.
        foreach (['localhost', 'printer.local', 'single', '10.0.0.1', '2130706433', ''] as $host) {
            self::assertSame([], $this->resolver(new Module())->resolve($host), $host);
        }
    }

    public function testWithoutTheModuleUpstreamResolves(): void
    {
        self::assertSame(['192.0.2.1'], $this->resolver(new Module(false))->resolve('localhost'));
    }

    private function resolver(Module $module): NativeHostResolver
    {
        $inner = new class implements HostResolverInterface {
            public function resolve(string $host): array
            {
                return ['192.0.2.1'];
            }
        };

        return new NativeHostResolver($inner, $module);
    }
}
