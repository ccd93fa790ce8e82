<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\DeadlineException;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\EgressScope;
use Portcullis\FetchException;
use Portcullis\FetchLimits;
use Portcullis\FetchSettings;
use Portcullis\OwnSites;
use Portcullis\PageReader;
use Portcullis\PortcullisException;
use Portcullis\ProxyView;
use Portcullis\RefusalReason;
use Portcullis\RefusedException;

/** What can be tested without a server; pages are read in tests/e2e. */
final class PageReaderTest extends TestCase
{
    public function testARefusalIsAnExceptionWithReasonAndHop(): void
    {
        try {
            $this->reader()->read(" https://169.254.169.254/latest\n");
            self::fail('not refused');
        } catch (RefusedException $exception) {
            self::assertSame(RefusalReason::Address, $exception->reason());
            self::assertSame(0, $exception->hop());
            self::assertSame(0, $exception->getCode());
            self::assertStringStartsWith('Refused: https://169.254.169.254/latest', $exception->getMessage());
            self::assertSame(__FILE__, $exception->getFile());
        }
    }

    public function testSecretsInTheUrlAreNotRepeated(): void
    {
        try {
            $this->reader()->read('https://user:hunter2@10.0.0.8/?api_key=hunter3');
            self::fail('not refused');
        } catch (RefusedException $exception) {
            self::assertStringNotContainsString('hunter', $exception->getMessage());
        }
    }

    public function testAnEmptyAnswerOfTheResolverRefuses(): void
    {
        $this->expectException(RefusedException::class);
        $this->expectExceptionMessage('does not resolve');
        $this->reader()->read('https://example.org/', new FixedResolver());
    }

    public function testAResolverThatTakesTheWholeTimeEndsTheRead(): void
    {
        $reader = new PageReader($this->guard(), new FetchLimits(seconds: 0.05));
        $resolver = new class implements \Portcullis\HostResolver {
            public function resolve(string $host): array
            {
                usleep(80_000);

                return ['10.0.0.8'];
            }
        };
        $this->expectException(DeadlineException::class);
        $this->expectExceptionMessage('time limit is used up');
        $reader->read('https://example.org/', $resolver);
    }

    public function testTheGroupIsTheCallers(): void
    {
        $reader = new PageReader($this->guard(), null, 'news');
        try {
            $reader->read('http://10.0.0.8/');
            self::fail('not refused');
        } catch (RefusedException $exception) {
            self::assertSame(RefusalReason::Address, $exception->reason());
        }
        $this->expectException(RefusedException::class);
        $this->expectExceptionMessage('not permitted to reach external hosts');
        (new PageReader($this->guard(), null, 'content'))->read('http://10.0.0.8/');
    }

    public function testTheExceptionsAreAFamilyThatPhpCodeCanUse(): void
    {
        $previous = new \LogicException('cause');
        $own = new class('mine', 7, $previous) extends RefusedException {
        };
        self::assertInstanceOf(FetchException::class, $own);
        self::assertInstanceOf(PortcullisException::class, $own);
        self::assertInstanceOf(\RuntimeException::class, $own);
        self::assertSame(['mine', 7, $previous], [$own->getMessage(), $own->getCode(), $own->getPrevious()]);
        self::assertNull($own->reason());
        self::assertSame(0, $own->hop());
        self::assertSame(1, (new DeadlineException('x', 1))->getCode());
    }

    public function testObjectsCannotBeSerialisedClonedOrExtended(): void
    {
        $reader = $this->reader();
        foreach ([static fn () => serialize($reader), static fn () => clone $reader, static fn () => unserialize('O:21:"Portcullis\PageReader":0:{}')] as $attempt) {
            try {
                $attempt();
                self::fail('no exception');
            } catch (\Throwable $error) {
                self::assertNotInstanceOf(\PHPUnit\Framework\Exception::class, $error);
            }
        }
        self::assertTrue((new \ReflectionClass(PageReader::class))->isFinal());
    }

    private function reader(): PageReader
    {
        return new PageReader($this->guard());
    }

    private function guard(): EgressGuard
    {
        $policy = new EgressPolicy(new OwnSites(['https://www.mysite.example/']), ['news' => EgressScope::ExternalFiltered]);

        return new EgressGuard($policy, new FetchSettings(), new ProxyView(null, [], []));
    }
}
