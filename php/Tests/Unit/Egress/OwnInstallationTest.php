<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Egress;

use Netresearch\NrLlm\Domain\Enum\ToolEgressScope;
use Netresearch\NrLlm\Service\Tool\EgressPolicyService;
use PHPUnit\Framework\TestCase;
use Portcullis\AddressClassifier;
use Portcullis\Typo3\Egress\OwnInstallation;
use Portcullis\Typo3\Tests\Generation;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainSite;
use Portcullis\Typo3\Tests\Unit\Fixtures\Sites;

/**
 * Sites of TYPO3 as the native policy sees them, alone and through the shim of upstream's service.
 */
final class OwnInstallationTest extends TestCase
{
    public function testEveryBaseOfASiteIsAnOwnHost(): void
    {
        $hosts = OwnInstallation::of($this->sites())->sites()->hosts();
        sort($hosts);
        self::assertSame(['2001:db8::1', 'example.de', 'shop.example.com', 'stage.example.com', 'stage.example.de', 'www.example.com'], $hosts);
    }

    public function testTheSitesAreReadOnceForAsLongAsTypo3HandsOutTheSame(): void
    {
        $site = new PlainSite('https://www.example.com/');
        $sites = new Sites($site);
        for ($i = 0; $i < 5; ++$i) {
            self::assertTrue(OwnInstallation::of($sites)->sites()->contains('www.example.com'));
            self::assertSame(['www.example.com:443'], (new EgressPolicyService($sites))->allowedHosts());
            self::assertSame('https://www.example.com/x', (new EgressPolicyService($sites))->resolveAllowedUrl('system', '/x'));
        }
        self::assertSame(1, $site->read);

        $sites->sites[] = new PlainSite('https://new.example.com/');
        self::assertTrue(OwnInstallation::of($sites)->sites()->contains('new.example.com'));
        self::assertSame(2, $site->read);
    }

    public function testOnlyPublicAddressesOfThisServerCount(): void
    {
        foreach (OwnInstallation::serverAddresses() as $address) {
            self::assertTrue(AddressClassifier::isPublic($address), $address);
        }
        self::assertNotContains('127.0.0.1', OwnInstallation::serverAddresses());
    }

    public function testABrokenSiteConfigurationIsReadAsFarAsItGoes(): void
    {
        $broken = [['baseVariants' => 'text'], ['baseVariants' => ['text', ['base' => 7]]], ['languages' => 'text'], ['languages' => ['text']]];
        foreach ($broken as $configuration) {
            self::assertSame(['www.example.com'], OwnInstallation::of(new Sites(new PlainSite('https://www.example.com/', $configuration)))->sites()->hosts());
        }
    }

    public function testTheShimReachesActiveBasesAndNothingElse(): void
    {
        $policy = new EgressPolicyService($this->sites());
        self::assertSame('https://www.example.com/a?b=c', $policy->resolveAllowedUrl('system', '/a?b=c'));
        self::assertSame('https://www.example.com/a', $policy->resolveAllowedUrl('system', 'https://www.example.com:443/a'));
        self::assertSame('http://shop.example.com:8080/', $policy->resolveAllowedUrl('system', 'http://shop.example.com:8080/'));
        $refused = [
            ['system', 'https://stage.example.com/', 'a variant'], ['system', 'https://www.example.com:8443/', 'another port'],
            ['system', 'http://www.example.com/', 'another scheme'], ['system', '//www.example.com/', 'no scheme'],
            ['system', 'https://user:pw@www.example.com/', 'credentials'], ['system', 'https://www.example.com.evil.example/', 'another host'],
            ['system', 'http://127.0.0.1:6379/', 'an inner service'], ['content', '/a', 'no scope'], ['rag', '/a', 'another scope'], ['web', '/a', 'another scope'],
        ];
        foreach ($refused as [$group, $url, $why]) {
            self::assertNull($policy->resolveAllowedUrl($group, $url), $why);
        }
    }

    public function testTheShimReachesDeclaredEndpoints(): void
    {
        $policy = new EgressPolicyService($this->sites());
        self::assertSame('http://solr.example:8983/q', $policy->resolveConfiguredEndpoint('rag', 'http://solr.example:8983/q', ['solr.example:8983']));
        self::assertNull($policy->resolveConfiguredEndpoint('rag', 'http://solr.example/q', ['solr.example:8983']));
        self::assertNull($policy->resolveConfiguredEndpoint('system', 'http://solr.example:8983/q', ['solr.example:8983']));
    }

    public function testScopesComeBackInUpstreamsType(): void
    {
        $policy = new EgressPolicyService($this->sites());
        self::assertSame(ToolEgressScope::OWN_SITE, $policy->scopeFor('system'));
        self::assertSame(ToolEgressScope::CONFIGURED_ENDPOINT, $policy->scopeFor('rag'));
        self::assertSame(ToolEgressScope::NONE, $policy->scopeFor('content'));
        // A version without external pages has no such scope.
        self::assertSame(Generation::isLater() ? 'external_filtered' : 'none', $policy->scopeFor('web')->value);
    }

    public function testHostsOfActiveBasesCarryTheirPorts(): void
    {
        self::assertSame(['www.example.com:443', 'shop.example.com:8080'], (new EgressPolicyService($this->sites()))->allowedHosts());
    }

    private function sites(): Sites
    {
        return new Sites(
            new PlainSite(
                'https://www.example.com/',
                [
                    'baseVariants' => [['base' => 'https://Stage.Example.com:8443/', 'condition' => 'false'], ['base' => 'http://[2001:db8::1]/']],
                    'languages' => [['baseVariants' => [['base' => 'https://stage.example.de./']]]],
                ],
                ['https://www.example.com/en/', 'https://example.de/', '/fr/'],
            ),
            new PlainSite('http://shop.example.com:8080/'),
            new PlainSite('/only-a-path/'),
        );
    }
}
