<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\DnsResolver;
use Portcullis\HostResolver;

/** What needs no name server; names are looked up in tests/e2e. */
final class DnsResolverTest extends TestCase
{
    public function testItIsAHostResolver(): void
    {
        self::assertInstanceOf(HostResolver::class, new DnsResolver());
    }

    public function testWhatNoNameServerIsAskedAboutDoesNotResolve(): void
    {
        $resolver = new DnsResolver();
        $began = hrtime(true);
        foreach (['', '.', 'localhost', 'printer.local', 'intranet', '127.0.0.1', '[::1]', '127.1', '0x7f.1', 'a_b.example', "b\xc3\xbccher.example", "a\0b.example", 'user@www.example.org', 'www.example.org:80'] as $host) {
            self::assertSame([], $resolver->resolve($host), $host);
        }
        self::assertLessThan(1e9, hrtime(true) - $began, 'a server was waited for');
    }
}
