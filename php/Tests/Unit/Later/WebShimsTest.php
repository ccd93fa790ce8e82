<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use Netresearch\NrLlm\Service\Tool\EgressPolicyService;
use Netresearch\NrLlm\Service\Tool\Web\ExternalFetchSettings;
use Netresearch\NrLlm\Service\Tool\Web\ExternalUrlGuard;
use Netresearch\NrLlm\Service\Tool\Web\HostResolverInterface;
use Netresearch\NrLlm\Service\Tool\Web\HtmlTextExtractor;
use Netresearch\NrLlm\Service\Tool\Web\IpAddressClassifier;
use Netresearch\NrLlm\Service\Tool\Web\ProxyDetector;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainSite;
use Portcullis\Typo3\Tests\Unit\Fixtures\Sites;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

/**
 * The shims of upstream's web classes, constructed as upstream's container does.
 */
final class WebShimsTest extends TestCase
{
    /** @var list<string> */
    private array $resolved = [];

    protected function tearDown(): void
    {
        unset($GLOBALS['TYPO3_CONF_VARS']);
    }

    public function testAnAllowedTargetCarriesWhatTheConnectionNeeds(): void
    {
        $target = $this->guard()->check('web', 'HTTPS://Example.org./a/../b?c=d#e');
        self::assertSame(
            [true, '', 'https://example.org/b?c=d', 'example.org', 443, ['93.184.215.14', '2606:2800:21f::1']],
            [$target->allowed, $target->reason, $target->url, $target->host, $target->port, $target->addresses],
        );
        self::assertSame(['example.org'], $this->resolved);
    }

    public function testEachRuleRefusesInWordsThatUpstreamsCallersEnd(): void
    {
        $refused = [
            'not permitted to reach external hosts' => ['https://example.org/', 'content'],
            'cannot be parsed' => ['http:example.org', 'web'],
            'only http and https' => ['ftp://example.org/', 'web'],
            'credentials' => ['https://user@example.org/', 'web'],
            'no valid host' => ["https://b\u{fc}cher.example/", 'web'],
            'host of this installation' => ['https://stage.example.com:8080/', 'web'],
            'denylist' => ['https://bad.example.net/', 'web'],
            'port 8080' => ['http://example.org:8080/', 'web'],
            'numeric host' => ['http://2130706433/', 'web'],
            'is private, loopback, link-local or reserved' => ['http://169.254.169.254/', 'web'],
            'does not resolve' => ['https://nowhere.example.org/', 'web'],
            'resolves to a private' => ['https://inner.example.org/', 'web'],
            'on the denylist' => ['https://denied.example.org/', 'web'],
        ];
        $guard = $this->guard(['deniedHosts' => 'bad.example.net, 93.184.215.77']);
        foreach ($refused as $phrase => [$url, $group]) {
            $target = $guard->check($group, $url);
            self::assertFalse($target->allowed, $url);
            self::assertStringContainsString($phrase, $target->reason, $url);
            self::assertStringEndsNotWith('.', $target->reason, $url);
            self::assertSame(['', '', 0, []], [$target->url, $target->host, $target->port, $target->addresses], $url);
        }
    }

    public function testTheListsAreReadAsStored(): void
    {
        self::assertTrue($this->guard(['allowedHosts' => 'example.org'])->check('web', 'https://example.org/')->allowed);
        self::assertStringContainsString('allowlist', $this->guard(['allowedHosts' => 'other.example'])->check('web', 'https://example.org/')->reason);
        // Upstream drops the second entry and goes on.
        foreach ([['allowedHosts' => 'example.org, 2001:db8:::1'], ['deniedHosts' => ['list']]] as $stored) {
            self::assertStringContainsString('cannot be read', $this->guard($stored)->check('web', 'https://example.org/')->reason);
        }
    }

    public function testAProxyRefusesUnlessPermittedAndSeenInEitherView(): void
    {
        $proxy = ['HTTPS_PROXY' => 'http://proxy.example:3128'];
        self::assertStringContainsString('HTTP proxy', $this->guard([], $proxy)->check('web', 'https://example.org/')->reason);
        self::assertTrue($this->guard([], $proxy + ['NO_PROXY' => 'example.org'])->check('web', 'https://example.org/')->allowed);
        self::assertTrue($this->guard(['allowedHosts' => 'example.org', 'allowViaProxy' => '1'], $proxy)->check('web', 'https://example.org/')->allowed);
        foreach (['cli' => false, 'fpm-fcgi' => true] as $sapi => $allowed) {
            $guard = $this->guard([], ['HTTP_PROXY' => 'http://proxy.example:3128'], $sapi);
            self::assertSame($allowed, $guard->check('web', 'http://example.org/')->allowed, $sapi);
        }
        $GLOBALS['TYPO3_CONF_VARS'] = ['HTTP' => ['proxy' => 'http://proxy.example:3128']];
        self::assertStringContainsString('HTTP proxy', $this->guard()->check('web', 'https://example.org/')->reason);
    }

    public function testAddresses(): void
    {
        $classifier = new IpAddressClassifier();
        foreach (['93.184.215.14' => true, '2606:2800:21f::1' => true, '10.0.0.1' => false, '::ffff:8.8.8.8' => false, 'example.org' => false, '' => false] as $address => $public) {
            self::assertSame($public, $classifier->isPublic($address), $address);
        }
        foreach (['2130706433' => true, '0x7f.1' => true, '127.1' => true, '127.0.0.1' => false, 'example.org' => false, '' => false] as $host => $numeric) {
            self::assertSame($numeric, $classifier->isAmbiguousNumericHost((string)$host), (string)$host);
        }
    }

    public function testText(): void
    {
        $html = '<title>Tides</title><nav>Menu</nav><main><h1>High water</h1><p>See <a href="/table">the table</a>.</p><script>x</script></main>';
        $page = (new HtmlTextExtractor())->extract($html, 'https://example.org/dir/');
        self::assertSame('Tides', $page['title']);
        self::assertStringContainsString('the table (https://example.org/table)', $page['text']);
        foreach (['Menu', 'script', 'x<'] as $dropped) {
            self::assertStringNotContainsString($dropped, $page['text']);
        }
        self::assertSame(['title' => '', 'text' => ''], (new HtmlTextExtractor())->extract('', 'https://example.org/'));
    }

    public function testTextOfAPageEndsWhereUpstreamsBoundIs(): void
    {
        $html = '<p>begin</p>' . str_repeat(' ', HtmlTextExtractor::MAX_PARSE_BYTES) . '<p>behind</p>';
        self::assertStringNotContainsString('behind', (new HtmlTextExtractor())->extract($html, 'https://example.org/')['text']);
    }

    /**
     * @param array<string, mixed>       $settings
     * @param array<string, string>|null $environment
     */
    private function guard(array $settings = [], ?array $environment = [], ?string $sapi = null): ExternalUrlGuard
    {
        $world = new World();
        $world->stored['nr_llm'] = ['tools' => ['fetchExternalUrl' => $settings]];
        $resolver = $this->createStub(HostResolverInterface::class);
        $resolver->method('resolve')->willReturnCallback(function (string $host): array {
            $this->resolved[] = $host;

            return [
                'example.org' => ['93.184.215.14', '2606:2800:21f::1'],
                'inner.example.org' => ['93.184.215.14', '10.0.0.8'],
                'denied.example.org' => ['93.184.215.77'],
            ][$host] ?? [];
        });

        return new ExternalUrlGuard(
            new EgressPolicyService(new Sites(new PlainSite('https://www.example.com/', ['baseVariants' => [['base' => 'https://stage.example.com/']]]))),
            $resolver,
            new IpAddressClassifier(),
            new ExternalFetchSettings($world->configuration()),
            new ProxyDetector($environment, $sapi),
        );
    }
}
