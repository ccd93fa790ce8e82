<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use Netresearch\NrLlm\Domain\ValueObject\ToolResult;
use Netresearch\NrLlm\Service\Tool\Builtin\FetchExternalUrlTool;
use Netresearch\NrLlm\Service\Tool\ToolExecutionContext;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\NativeFetchExternalUrlTool;
use Portcullis\Typo3\Egress\Guards;
use Portcullis\Typo3\Tests\Unit\Fixtures\Packages;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainSite;
use Portcullis\Typo3\Tests\Unit\Fixtures\Sites;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

/**
 * The decorated tool, as far as it needs no network: what is refused never reaches a name server.
 */
final class NativeFetchExternalUrlToolTest extends TestCase
{
    private FetchExternalUrlTool $upstream;

    protected function setUp(): void
    {
        $this->upstream = new FetchExternalUrlTool();
    }

    public function testWhatTheToolIsRemainsUpstreams(): void
    {
        $tool = $this->tool(new World());
        self::assertEquals($this->upstream->getSpec(), $tool->getSpec());
        self::assertSame(['web', false, false], [$tool->getGroup(), $tool->requiresAdmin(), $tool->isEnabledByDefault()]);
        self::assertTrue($tool->mayViewerReadPreview([], World::user(false)));
    }

    public function testRefusalsAreErrorsInOneLineAndUpstreamIsNotAsked(): void
    {
        $refused = [
            'http://127.0.0.1/' => 'private, loopback', 'https://www.example.com/' => 'host of this installation', 'file:///etc/passwd' => 'only http and https',
            'https://example.org:8443/' => 'port 8443', 'http://[::ffff:10.0.0.1]/' => 'private, loopback', '  http://169.254.169.254/  ' => 'private, loopback',
            'http://printer.local/' => 'does not resolve', 'https://bad.example/' => 'denylist',
        ];
        foreach ($refused as $url => $phrase) {
            $result = $this->call(new World(), ['url' => $url]);
            self::assertTrue($result->isError, $url);
            self::assertStringStartsWith('Refused: ', $result->content, $url);
            self::assertStringContainsString($phrase, $result->content, $url);
            self::assertStringNotContainsString("\n", $result->content, $url);
        }
        self::assertSame([], $this->upstream->asked);
    }

    public function testWithoutAUrlNothingIsRead(): void
    {
        foreach ([[], ['url' => ''], ['url' => "  \n"], ['url' => null], ['url' => []], ['url' => true]] as $arguments) {
            $result = $this->call(new World(), $arguments);
            self::assertSame([true, 'Error: "url" is required.'], [$result->isError, $result->content]);
        }
        self::assertTrue($this->call(new World(), ['url' => 2130706433])->isError);
    }

    public function testListsThatCannotBeReadRefuseEverything(): void
    {
        $world = new World();
        $result = $this->call($world, ['url' => 'https://example.org/'], ['deniedHosts' => 'https://bad.example']);
        self::assertStringContainsString('cannot be read', $result->content);
    }

    public function testApprovalIsAskedForWhenEitherSideDoes(): void
    {
        $allowlist = ['allowedHosts' => 'example.org', 'skipApprovalWithAllowlist' => '1'];
        foreach ([
            [true, $allowlist, true, true, 'upstream asks'],
            [false, [], true, true, 'native code asks: there is no allowlist'],
            [false, $allowlist, true, false, 'nobody asks'],
            [false, ['allowedHosts' => 'example.org, [1:2]', 'skipApprovalWithAllowlist' => '1'], true, true, 'an allowlist that cannot be read is none'],
            [false, [], false, false, 'without the module upstream answers'],
        ] as [$upstream, $settings, $module, $asked, $why]) {
            $this->upstream->approval = $upstream;
            self::assertSame($asked, $this->tool(new World([], [], $module), $settings)->requiresApproval(), $why);
        }
    }

    public function testThePreviewIsUpstreamsAsLongAsItShowsEverything(): void
    {
        $tool = $this->tool(new World());
        self::assertSame('upstream', $tool->previewCall(['url' => 'https://example.org/'], ToolExecutionContext::none())[0]);
        $long = 'https://example.org/?q=' . str_repeat('a', 4000) . 'END';
        self::assertStringContainsString('END', implode('', $tool->previewCall(['url' => $long], ToolExecutionContext::none())));
        self::assertSame(
            'upstream',
            $this->tool(new World([], [], false))->previewCall(['url' => $long], ToolExecutionContext::none())[0],
        );
    }

    public function testWithoutTheModuleUpstreamFetches(): void
    {
        $result = $this->call(new World([], [], false), ['url' => 'https://example.org/']);
        self::assertSame([false, 'upstream'], [$result->isError, $result->content]);
        self::assertSame(['execute'], $this->upstream->asked);
    }

    public function testWhereNativeCodeIsRequiredNothingIsFetchedWithoutItAndTheMessageSaysWhy(): void
    {
        $result = $this->call(new World([], ['required' => '1'], false), ['url' => 'https://example.org/']);
        self::assertTrue($result->isError);
        self::assertStringContainsString('not loaded', $result->content);
        self::assertStringContainsString('bridge.required', $result->content);
        self::assertSame([], $this->upstream->asked);
    }

    /**
     * @param array<string, mixed> $arguments
     * @param array<string, mixed> $settings
     */
    private function call(World $world, array $arguments, array $settings = ['deniedHosts' => 'bad.example']): ToolResult
    {
        return $this->tool($world, $settings)->execute($arguments, ToolExecutionContext::none());
    }

    /**
     * @param array<string, mixed> $settings
     */
    private function tool(World $world, array $settings = []): NativeFetchExternalUrlTool
    {
        $world->stored['nr_llm'] = ['tools' => ['fetchExternalUrl' => $settings]];
        $guards = new Guards(new Sites(new PlainSite('https://www.example.com/')), $world->configuration(), new Packages());

        return new NativeFetchExternalUrlTool($this->upstream, $world->module, $world->requirement(), $guards, $world->logger);
    }
}
