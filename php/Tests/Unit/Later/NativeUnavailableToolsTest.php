<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use Netresearch\NrLlm\Domain\Enum\ToolDataClass;
use Netresearch\NrLlm\Domain\Enum\ToolDenialReason;
use Netresearch\NrLlm\Domain\Enum\TrustZone;
use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\UnavailableToolsResolverInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\NativeUnavailableTools;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\RemoteTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\UpstreamAvailability;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

final class NativeUnavailableToolsTest extends TestCase
{
    public function testRefusalsComeInTheOrderOfTheRegistryAndRemoteOnesForAdministratorsOnly(): void
    {
        $world = $this->world();
        self::assertSame(['off', 'for_admins'], $this->names($world, World::user(false)));
        self::assertSame(['off', 'remote'], $this->names($world, World::user(true)));
        self::assertSame(['off', 'for_admins'], $this->names($world, null));
    }

    public function testVerifyAddsWhatOnlyUpstreamRefuses(): void
    {
        $world = $this->world(['verify' => '1']);
        self::assertSame(['off', 'for_admins', 'plain'], $this->names($world, null, ['plain', 'off']));
        self::assertCount(1, $world->logger->records);
    }

    public function testWithoutTheModuleUpstreamAnswers(): void
    {
        self::assertSame(['plain'], $this->names($this->world([], false), null, ['plain']));
    }

    /**
     * @param list<string> $upstream
     *
     * @return list<string>
     */
    private function names(World $world, ?BackendUserAuthentication $user, array $upstream = []): array
    {
        $inner = new class ($upstream) implements UnavailableToolsResolverInterface {
            /**
             * @param list<string> $names
             */
            public function __construct(private readonly array $names) {}

            public function unavailable(LlmConfiguration $configuration, ?BackendUserAuthentication $user): array
            {
                return array_map(static fn(string $name): ToolPolicyDecision => new ToolPolicyDecision(
                    $name,
                    false,
                    ToolDataClass::PUBLIC_CONTENT,
                    TrustZone::LOCAL,
                    ToolDataClass::SECRET_ADJACENT,
                    ToolDenialReason::TOOL_DISABLED,
                ), $this->names);
            }
        };
        $gate = $world->gate(new UpstreamAvailability(['plain', 'for_admins']));
        $tools = new NativeUnavailableTools($inner, $world->module, $gate, $world->verification());

        return array_map(static fn(ToolPolicyDecision $decision): string => $decision->toolName, $tools->unavailable(World::run(), $user));
    }

    /**
     * @param array<string, mixed> $bridge
     */
    private function world(array $bridge = [], bool $module = true): World
    {
        return new World([
            new PlainTool('off'),
            new PlainTool('plain'),
            new RemoteTool('remote', 'mcp_x', true),
            new PlainTool('for_admins', 'system', true),
        ], $bridge, $module);
    }
}
