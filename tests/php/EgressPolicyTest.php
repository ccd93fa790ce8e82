<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\EgressPolicy;
use Portcullis\EgressScope;
use Portcullis\OwnSites;

final class EgressPolicyTest extends TestCase
{
    public function testGroupsHaveTheScopesThatAreBuiltInOrDeclared(): void
    {
        $policy = new EgressPolicy(new OwnSites([]), ['crm' => EgressScope::ConfiguredEndpoint, '42' => EgressScope::OwnSite]);
        self::assertSame(EgressScope::OwnSite, $policy->scopeFor('system'));
        self::assertSame(EgressScope::ConfiguredEndpoint, $policy->scopeFor('rag'));
        self::assertSame(EgressScope::ExternalFiltered, $policy->scopeFor('web'));
        self::assertSame(EgressScope::ConfiguredEndpoint, $policy->scopeFor('crm'));
        self::assertSame(EgressScope::OwnSite, $policy->scopeFor('42'));
        self::assertSame(EgressScope::None, $policy->scopeFor('WEB'));
        self::assertSame(EgressScope::None, $policy->scopeFor("web\0"));
        self::assertSame(EgressScope::None, $policy->scopeFor("\xff"));
    }

    public function testOwnSiteUrlsAreThoseOfActiveBasesOnly(): void
    {
        $policy = new EgressPolicy(new OwnSites(['https://www.own.example/', 'http://[2001:db8::1]:8080/'], ['https://staging.own.example/']));
        self::assertSame('https://www.own.example/page', $policy->resolveAllowedUrl('system', '/page'));
        self::assertSame('https://www.own.example/x', $policy->resolveAllowedUrl('system', 'https://WWW.own.example:443/x'));
        self::assertSame('http://[2001:db8::1]:8080/x', $policy->resolveAllowedUrl('system', 'http://[2001:DB8::1]:8080/x'));
        foreach (['//www.own.example/', 'https://staging.own.example/', 'https://www.own.example:444/', 'https://u@www.own.example/', 'page', '', "/\0"] as $input) {
            self::assertNull($policy->resolveAllowedUrl('system', $input), $input);
        }
        self::assertNull($policy->resolveAllowedUrl('web', '/page'));
    }

    public function testConfiguredEndpointsAreComparedByHostAndPort(): void
    {
        $policy = new EgressPolicy(new OwnSites([]));
        self::assertSame('https://search.example/q', $policy->resolveConfiguredEndpoint('rag', 'https://search.example/q', ['search.example']));
        self::assertSame('http://[2001:db8::2]:9200/', $policy->resolveConfiguredEndpoint('rag', 'http://[2001:db8::2]:9200/', ['[2001:db8::2]:9200']));
        self::assertNull($policy->resolveConfiguredEndpoint('rag', 'https://other.example/', ['search.example']));
        self::assertNull($policy->resolveConfiguredEndpoint('system', 'https://search.example/q', ['search.example']));
    }

    public function testWrongThingsInArraysAreTypeErrors(): void
    {
        $attempts = [
            static fn () => new EgressPolicy(new OwnSites([]), ['x' => 'none']),
            static fn () => new EgressPolicy(new OwnSites([]), ['x' => null]),
            static fn () => new OwnSites([1]),
            static fn () => new OwnSites(['https://own.example/'], [[]]),
            static fn () => (new EgressPolicy(new OwnSites([])))->resolveConfiguredEndpoint('rag', 'https://a.example/', [new \stdClass()]),
        ];
        foreach ($attempts as $attempt) {
            try {
                $attempt();
                self::fail('no TypeError');
            } catch (\TypeError $error) {
                self::assertStringContainsString('position 0', $error->getMessage());
            }
        }
    }

    public function testOwnSitesKnowTheirHostsInEverySpelling(): void
    {
        $sites = new OwnSites(['https://WWW.Own.example.:8443/path', '/only/a/path', 'http://[2001:db8::1]/'], ['//variant.example/'], ['192.0.2.1']);
        self::assertSame(['www.own.example', '2001:db8::1', 'variant.example'], $sites->hosts());
        foreach (['www.own.example', 'WWW.OWN.EXAMPLE.', '[2001:0db8::1]', 'variant.example', '192.0.2.1'] as $host) {
            self::assertTrue($sites->contains($host), $host);
        }
        self::assertFalse($sites->contains('own.example'));
        self::assertSame(['192.0.2.1', '2001:db8::1'], $sites->toArray()['addresses']);
        $this->expectException(\ValueError::class);
        new OwnSites([], [], ['own.example']);
    }
}
