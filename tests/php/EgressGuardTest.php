<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\AddressKind;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\EgressScope;
use Portcullis\FetchSettings;
use Portcullis\HostResolver;
use Portcullis\OwnSites;
use Portcullis\ProxyView;
use Portcullis\RefusalReason;

final class EgressGuardTest extends TestCase
{
    public function testAPublicNameIsAllowedAndTellsWhatToConnectTo(): void
    {
        $resolver = new FixedResolver(['example.org' => ['93.184.215.14', '2606:2800:21f::1']]);
        $verdict = $this->guard()->check('HTTPS://Example.org./a/../b?c=d#e', 'web', $resolver);

        self::assertTrue($verdict->allowed);
        self::assertNull($verdict->reason);
        self::assertSame('', $verdict->message);
        self::assertSame('https://example.org/b?c=d', $verdict->url);
        self::assertSame('example.org', $verdict->host);
        self::assertSame(443, $verdict->port);
        self::assertSame(['93.184.215.14', '2606:2800:21f::1'], $verdict->addresses);
        self::assertSame('example.org:443:93.184.215.14,[2606:2800:21f::1]', $verdict->curlResolve());
        self::assertSame(['example.org'], $resolver->asked);
    }

    public function testALiteralNeedsNoResolver(): void
    {
        $resolver = new FixedResolver();
        $verdict = $this->guard()->check('http://1.1.1.1/', 'web', $resolver);

        self::assertTrue($verdict->allowed);
        self::assertSame(['1.1.1.1'], $verdict->addresses);
        self::assertNull($verdict->curlResolve());
        self::assertSame([], $resolver->asked);
    }

    /** @dataProvider refusals */
    public function testEachRuleRefusesWithItsReason(RefusalReason $reason, string $phrase, string $url, string $group = 'web'): void
    {
        $resolver = new FixedResolver([
            'inner.example.org' => ['93.184.215.14', '10.0.0.8'],
            'denied.example.org' => ['93.184.215.77'],
            'mine.example.org' => ['93.184.215.99'],
        ]);
        $settings = new FetchSettings('', 'bad.example.net, 93.184.215.77');
        $verdict = $this->guard($settings)->check($url, $group, $resolver);

        self::assertFalse($verdict->allowed);
        self::assertSame($reason, $verdict->reason);
        self::assertStringContainsString($phrase, $verdict->message);
        self::assertLessThanOrEqual(300 + strlen((string) $verdict->host), strlen($verdict->message));
    }

    /** @return iterable<string, array{0: RefusalReason, 1: string, 2: string, 3?: string}> */
    public static function refusals(): iterable
    {
        yield 'scope' => [RefusalReason::Scope, 'not permitted to reach external hosts', 'https://example.org/', 'content'];
        yield 'url' => [RefusalReason::Url, 'cannot be parsed', 'http:example.org'];
        yield 'a null byte' => [RefusalReason::Url, 'cannot be parsed', "https://example.org/\0"];
        yield 'too long' => [RefusalReason::Url, 'cannot be parsed', 'https://example.org/' . str_repeat('a', 10_000_000)];
        yield 'scheme' => [RefusalReason::Scheme, 'only http and https', 'ftp://example.org/'];
        yield 'credentials' => [RefusalReason::Credentials, 'credentials', 'https://user:secret@example.org/'];
        yield 'host' => [RefusalReason::Host, 'no valid host', "https://b\u{fc}cher.example/"];
        yield 'bytes that are no UTF-8' => [RefusalReason::Host, 'no valid host', "https://\xff.example/"];
        yield 'own site' => [RefusalReason::OwnSite, 'host of this installation', 'https://www.mysite.example:8080/'];
        yield 'own address' => [RefusalReason::OwnSite, 'host of this installation', 'https://mine.example.org/'];
        yield 'denylist' => [RefusalReason::Denylisted, 'denylist', 'https://bad.example.net/'];
        yield 'port' => [RefusalReason::Port, 'port 8080', 'http://example.org:8080/'];
        yield 'numeric host' => [RefusalReason::NumericHost, 'numeric host', 'http://2130706433/'];
        yield 'address' => [RefusalReason::Address, 'is private, loopback, link-local or reserved', 'http://169.254.169.254/'];
        yield 'special name' => [RefusalReason::SpecialName, 'does not resolve', 'http://printer.local/'];
        yield 'unresolvable' => [RefusalReason::Unresolvable, 'does not resolve', 'https://nowhere.example.org/'];
        yield 'private answer' => [RefusalReason::PrivateAnswer, 'resolves to a private', 'https://inner.example.org/'];
        yield 'denied answer' => [RefusalReason::DeniedAnswer, 'denylist', 'https://denied.example.org/'];
    }

    public function testUnreadableListsRefuseEverything(): void
    {
        foreach ([FetchSettings::unreadable(), new FetchSettings('https://example.org'), new FetchSettings('', '*')] as $settings) {
            $verdict = $this->guard($settings)->check('https://example.org/', 'web', new FixedResolver());
            self::assertSame(RefusalReason::ListsUnreadable, $verdict->reason);
        }
    }

    public function testAnAllowlistRefusesAllOthersAndTheMessageNamesNoEntry(): void
    {
        $verdict = $this->guard(new FetchSettings('secret-partner.example'))->check('https://example.org/', 'web', new FixedResolver());
        self::assertSame(RefusalReason::NotAllowlisted, $verdict->reason);
        self::assertStringNotContainsString('secret-partner', $verdict->message);
    }

    public function testAProxyRefusesUnlessPermitted(): void
    {
        $proxy = new ProxyView('http://proxy.example:3128', [], []);
        $resolver = new FixedResolver(['example.org' => ['93.184.215.14']]);
        self::assertSame(RefusalReason::Proxy, $this->guard(null, $proxy)->check('https://example.org/', 'web', $resolver)->reason);
        self::assertTrue($this->guard(new FetchSettings('example.org', '', false, true), $proxy)->check('https://example.org/', 'web', $resolver)->allowed);
    }

    public function testTheOperatorLearnsKindAndEntryWhichTheMessageKeepsToItself(): void
    {
        $verdict = $this->guard()->check('http://10.0.0.8/');
        self::assertSame(AddressKind::PrivateUse, $verdict->kind);
        $verdict = $this->guard(new FetchSettings('', '*.example.net'))->check('https://bad.example.net/');
        self::assertSame('*.example.net', $verdict->entry);
        self::assertStringNotContainsString('*.example.net', $verdict->message);
    }

    public function testANonAsciiHostIsToldItsALabel(): void
    {
        self::assertStringContainsString('xn--bcher-kva.example', $this->guard()->check("https://b\u{fc}cher.example/")->message);
    }

    public function testWithoutResolvingANamePassesAndALiteralIsJudged(): void
    {
        self::assertTrue($this->guard()->checkWithoutResolving('https://example.org/')->allowed);
        self::assertSame(RefusalReason::Address, $this->guard()->checkWithoutResolving('https://127.0.0.1/')->reason);
    }

    public function testAnswersThatAreNoAddressesRefuse(): void
    {
        foreach ([['localhost'], ['93.184.215.14', ''], [1], [null], [[]], ["\xff"], ['[2606:2800:21f::1]'], [' 93.184.215.14'], ["93.184.215.14\0"], ['0x5db8d70e']] as $answer) {
            $resolver = $this->createMock(HostResolver::class);
            $resolver->method('resolve')->willReturn($answer);
            self::assertSame(RefusalReason::PrivateAnswer, $this->guard()->check('https://example.org/', 'web', $resolver)->reason);
        }
    }

    public function testAnExceptionOfTheResolverArrives(): void
    {
        $resolver = new class implements HostResolver {
            public function resolve(string $host): array
            {
                throw new \DomainException('mine');
            }
        };
        $this->expectException(\DomainException::class);
        $this->expectExceptionMessage('mine');
        $this->guard()->check('https://example.org/', 'web', $resolver);
    }

    public function testAResolverThatConstructsTheGuardAnewChangesNothing(): void
    {
        $guard = $this->guard();
        $resolver = new class($guard) implements HostResolver {
            public function __construct(private readonly EgressGuard $guard)
            {
            }

            public function resolve(string $host): array
            {
                $sites = new OwnSites([]);
                $this->guard->__construct(new EgressPolicy($sites), new FetchSettings(), new ProxyView(null, [], []));

                return ['10.0.0.8'];
            }
        };
        self::assertSame(RefusalReason::PrivateAnswer, $guard->check('https://example.org/', 'web', $resolver)->reason);
    }

    public function testAVerdictBecomesAnArrayOfPlainValues(): void
    {
        $array = $this->guard()->check('http://10.0.0.8/')->toArray();
        self::assertSame(['allowed', 'reason', 'message', 'url', 'host', 'port', 'addresses', 'kind', 'entry'], array_keys($array));
        self::assertSame('address', $array['reason']);
        self::assertSame('private', $array['kind']);
        self::assertSame(80, $array['port']);
    }

    public function testWrongTypesAreTypeErrors(): void
    {
        $guard = $this->guard();
        foreach ([[[]], [null], [new \stdClass()], ['https://example.org/', []], ['https://example.org/', 'web', new \stdClass()]] as $arguments) {
            try {
                $guard->check(...$arguments);
                self::fail('no TypeError');
            } catch (\TypeError $error) {
                self::assertNotSame('', $error->getMessage());
            }
        }
    }

    private function guard(?FetchSettings $settings = null, ?ProxyView $proxy = null): EgressGuard
    {
        $sites = new OwnSites(['https://www.mysite.example/'], ['https://staging.mysite.example/'], ['93.184.215.99']);

        return new EgressGuard(new EgressPolicy($sites), $settings ?? new FetchSettings(), $proxy ?? new ProxyView(null, [], []));
    }
}
