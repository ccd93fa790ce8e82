<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use Netresearch\NrLlm\Domain\Enum\ToolDataClass;
use Netresearch\NrLlm\Domain\Enum\ToolDenialReason;
use Netresearch\NrLlm\Domain\Enum\TrustZone;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\NativeRunToolCallPolicy;
use Portcullis\Typo3\Bridge\NativeToolCallPolicy;
use Portcullis\Typo3\Bridge\PolicyAnswers;
use Portcullis\Typo3\Gate\SingleSwitch;
use Portcullis\Typo3\Tests\Generation;
use Portcullis\Typo3\Tests\Unit\Fixtures\ClassifiedRemoteTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\ClassifiedTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\SpeechlessTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\UpstreamAvailability;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

/**
 * The decorator of upstream's policy, in the class that fits the declared generation.
 */
final class NativeToolCallPolicyTest extends TestCase
{
    private int $upstreamAsked = 0;

    public function testEachReasonAndItsValuesComeBackInUpstreamsTypes(): void
    {
        $world = $this->world();
        $policy = $this->policy($world);
        $run = World::run('externalGlobal', 'content, code, system');
        $editor = World::user(false);

        $expected = [
            'read' => [true, ToolDenialReason::NONE, ToolDataClass::EDITOR_CONTENT],
            'nobody_knows' => [false, ToolDenialReason::NOT_REGISTERED, ToolDataClass::SECRET_ADJACENT],
            'switched_off' => [false, ToolDenialReason::TOOL_DISABLED, ToolDataClass::EDITOR_CONTENT],
            'for_admins' => [false, ToolDenialReason::REQUIRES_ADMIN, ToolDataClass::SYSTEM_DIAGNOSTICS],
            'other_group' => [false, ToolDenialReason::CONFIGURATION_GROUP, ToolDataClass::EDITOR_CONTENT],
            'too_secret' => [false, ToolDenialReason::TRUST_ZONE, ToolDataClass::SECRET_ADJACENT],
        ];
        foreach ($expected as $name => [$allowed, $reason, $class]) {
            $decision = $policy->decide($name, $run, $editor);
            self::assertEquals(
                new ToolPolicyDecision($name, $allowed, $class, TrustZone::EXTERNAL_GLOBAL, ToolDataClass::EDITOR_CONTENT, $reason),
                $decision,
                $name,
            );
        }
        self::assertEquals(
            array_map(static fn(string $name): ToolPolicyDecision => $policy->decide($name, $run, $editor), array_keys($expected)),
            $policy->explain(array_keys($expected), $run, $editor),
        );
        self::assertSame(['read'], $policy->filterOfferable(array_keys($expected), $run, $editor));
        self::assertSame(['read', 'for_admins'], $policy->filterOfferable(['read', 'for_admins'], World::run('local'), World::user(true)));
        self::assertSame([], $policy->filterOfferable(['for_admins'], World::run('local'), null));
        self::assertSame(0, $this->upstreamAsked, 'upstream is not asked');
    }

    public function testWithoutARequestTheToolsThatAreOnAreExplained(): void
    {
        $policy = $this->policy($this->world());
        $names = array_map(static fn(ToolPolicyDecision $decision): string => $decision->toolName, $policy->explain(null, World::run(), World::user(true)));
        self::assertSame(['read', 'for_admins', 'other_group', 'too_secret', 'remote'], $names);
    }

    public function testEveryZoneAndClassIsTranslated(): void
    {
        $ceilings = ['local' => 'secretAdjacent', 'privateHosted' => 'systemDiagnostics', 'externalEu' => 'internalConfiguration', 'externalGlobal' => 'editorContent', '' => 'editorContent'];
        foreach ($ceilings as $zone => $ceiling) {
            foreach (ToolDataClass::cases() as $class) {
                $world = new World([new ClassifiedTool('tool', 'content', $class)]);
                $decision = $this->policy($world, ['tool'])->decide('tool', World::run($zone), null);
                self::assertSame([$zone === '' ? 'externalGlobal' : $zone, $ceiling, $class], [$decision->zone->value, $decision->ceiling->value, $decision->dataClass]);
                $rank = static fn(ToolDataClass $of): int => (int)array_search($of, ToolDataClass::cases(), true);
                self::assertSame($rank($class) <= $rank(ToolDataClass::from($ceiling)), $decision->allowed);
            }
        }
    }

    public function testObserveModeLetsLocalToolsThroughAndNoRemoteOne(): void
    {
        $world = $this->world();
        $world->stored['nr_llm'] = ['tools' => ['dataClassEnforcement' => 'observe']];
        $policy = $this->policy($world);
        $local = $policy->decide('too_secret', World::run('externalGlobal'), null);
        self::assertSame([true, true, ToolDenialReason::TRUST_ZONE], [$local->allowed, $local->observedOnly, $local->reason]);
        self::assertFalse($policy->decide('remote', World::run('externalGlobal'), World::user(true))->allowed);
    }

    public function testSwitchesAreReadOnceForAnyNumberOfTools(): void
    {
        $tools = [];
        for ($i = 0; $i < 60; ++$i) {
            $tools[] = new PlainTool('tool_' . $i);
        }
        $world = new World($tools);
        foreach ($tools as $tool) {
            $tool->specifications = 0;
        }
        $availability = new UpstreamAvailability($world->registry->names());
        $policy = $this->policy($world, $availability);
        self::assertCount(60, $policy->explain(null, World::run(), null));
        self::assertSame(1, $availability->asked);
        self::assertSame(0, array_sum(array_column($tools, 'specifications')), 'no specification is built to decide');
    }

    public function testOneDecisionAsksForOneSwitchWhereThatCanBeAsked(): void
    {
        $availability = new class ([]) extends UpstreamAvailability implements SingleSwitch {
            public function isEnabled(string $name): bool
            {
                return $name === 'read';
            }
        };
        $policy = $this->policy($this->world(), $availability);
        self::assertTrue($policy->decide('read', World::run(), null)->allowed);
        self::assertSame(ToolDenialReason::TOOL_DISABLED, $policy->decide('other_group', World::run(), null)->reason);
        self::assertSame(0, $availability->asked);
    }

    public function testABrokenDeclarationLeavesNoToolAndIsLogged(): void
    {
        $world = $this->world();
        $policy = $this->policy($world);
        $decision = $policy->decide('read', World::run('local', '', World::skill('[read')), null);
        self::assertSame(ToolDenialReason::CONFIGURATION_GROUP, $decision->reason);
        $policy->decide('read', World::run('local', '', World::skill('[read')), null);
        self::assertCount(1, $world->logger->records, 'each thing is said once');
        $warning = $world->logger->records[0]['context']['warning'];
        self::assertIsString($warning);
        self::assertStringContainsString('skill', $warning);
        self::assertTrue($policy->decide('read', World::run('local', '', World::skill('["read"]')), null)->allowed);
        self::assertTrue($policy->decide('read', World::run('local', '', World::skill('')), null)->allowed);
    }

    public function testAToolThatCannotSayWhatItIsIsNotRegistered(): void
    {
        $world = new World([new SpeechlessTool('broken'), new PlainTool('fine')]);
        $policy = $this->policy($world, ['broken', 'fine']);
        self::assertSame(ToolDenialReason::NOT_REGISTERED, $policy->decide('broken', World::run(), null)->reason);
        self::assertTrue($policy->decide('fine', World::run(), null)->allowed);
        self::assertSame('error', $world->logger->records[0]['level']);
    }

    public function testADigitalNameThatBecameAnIntIsStillAName(): void
    {
        $world = new World([new PlainTool('12')]);
        $policy = $this->policy($world);
        $names = array_keys(array_fill_keys($world->registry->names(), true));
        self::assertSame(['12'], $policy->filterOfferable($names, World::run(), null));
        self::assertSame(['12'], $policy->filterOfferable(null, World::run(), null));
    }

    public function testANameThatIsNoTextIsNotRegistered(): void
    {
        $decision = $this->policy($this->world())->decide("\xff", World::run(), null);
        self::assertSame(["\xff", false, ToolDenialReason::NOT_REGISTERED], [$decision->toolName, $decision->allowed, $decision->reason]);
    }

    public function testVerifyTakesWhatBothAllowAndLogsEachDifference(): void
    {
        $world = $this->world(['verify' => '1']);
        $policy = $this->policy($world, null, ['read' => false, 'switched_off' => true]);
        $run = World::run();

        $decision = $policy->decide('read', $run, null);
        self::assertSame([false, ToolDenialReason::TOOL_DISABLED], [$decision->allowed, $decision->reason], 'upstream refuses');
        self::assertFalse($policy->explain(['switched_off'], $run, null)[0]->allowed, 'native code refuses');
        self::assertSame([], $policy->filterOfferable(['read', 'switched_off'], $run, null));
        self::assertCount(4, $world->logger->records);
        foreach ($world->logger->records as $record) {
            self::assertSame('warning', $record['level']);
        }
    }

    public function testVerifyDropsWhatUpstreamHasNoAnswerAbout(): void
    {
        $world = $this->world(['verify' => '1']);
        $names = array_map(
            static fn(ToolPolicyDecision $decision): string => $decision->toolName,
            // Upstream has other tools switched on, and nothing to say about most of ours.
            $this->policy($world, ['read', 'other_group'], ['read' => true])->explain(null, World::run(), null),
        );
        self::assertSame(['read'], $names);
        self::assertSame('no answer', $world->logger->records[0]['context']['upstream']);
    }

    public function testVerifyLogsNothingWhereBothAgree(): void
    {
        $world = $this->world(['verify' => '1']);
        $policy = $this->policy($world, null, ['read' => true]);
        self::assertTrue($policy->decide('read', World::run(), null)->allowed);
        self::assertSame(['read'], $policy->filterOfferable(['read'], World::run(), null));
        self::assertSame([], $world->logger->records);
    }

    public function testWithoutTheModuleUpstreamDecides(): void
    {
        $world = $this->world(module: false);
        $policy = $this->policy($world, null, ['read' => false, 'switched_off' => true]);
        self::assertFalse($policy->decide('read', World::run(), null)->allowed);
        self::assertTrue($policy->explain(['switched_off'], World::run(), null)[0]->allowed);
        self::assertSame(['switched_off'], $policy->filterOfferable(['read', 'switched_off'], World::run(), null));
        self::assertSame(4, $this->upstreamAsked);
    }

    public function testWhereNativeCodeIsRequiredNoToolRunsWithoutIt(): void
    {
        $world = $this->world(['required' => '1'], false);
        $policy = $this->policy($world, null, ['read' => true]);
        $decision = $policy->decide('read', World::run(), null);
        self::assertSame([false, ToolDenialReason::TOOL_DISABLED], [$decision->allowed, $decision->reason]);
        self::assertFalse($policy->explain(['read'], World::run(), null)[0]->allowed);
        self::assertSame([], $policy->filterOfferable(['read'], World::run(), null));
        self::assertStringContainsString('not loaded', $world->requirement()->reason());
    }

    public function testTheBridgeCanBeSwitchedOffByTheEnvironment(): void
    {
        putenv(Module::SWITCH . '=off');
        try {
            $policy = $this->policy($this->world(), null, ['read' => false]);
            self::assertFalse($policy->decide('read', World::run(), null)->allowed);
            self::assertSame(1, $this->upstreamAsked);
        } finally {
            putenv(Module::SWITCH);
        }
    }

    /**
     * @param array<string, mixed> $bridge
     */
    private function world(array $bridge = [], bool $module = true): World
    {
        return new World([
            new PlainTool('read'),
            new PlainTool('switched_off', 'content', false, false),
            new PlainTool('for_admins', 'system', true),
            new PlainTool('other_group', 'files'),
            new ClassifiedTool('too_secret', 'code', ToolDataClass::SECRET_ADJACENT),
            new ClassifiedRemoteTool('remote', 'mcp_x', ToolDataClass::SECRET_ADJACENT, true),
        ], $bridge, $module);
    }

    /**
     * @param UpstreamAvailability|list<string>|null $enabled  null: what the tools say
     * @param array<string, bool>                    $upstream its answers
     */
    private function policy(World $world, UpstreamAvailability|array|null $enabled = null, array $upstream = []): ToolCallPolicyInterface
    {
        $decide = function (string $name) use ($upstream): ToolPolicyDecision {
            ++$this->upstreamAsked;

            return new ToolPolicyDecision(
                $name,
                $upstream[$name],
                ToolDataClass::EDITOR_CONTENT,
                TrustZone::LOCAL,
                ToolDataClass::SECRET_ADJACENT,
                $upstream[$name] ? ToolDenialReason::NONE : ToolDenialReason::TOOL_DISABLED,
            );
        };
        /** @var \Closure(mixed): list<string> $names */
        $names = static function (mixed $names) use ($upstream): array {
            return is_array($names) ? array_values(array_filter($names, is_string(...))) : array_keys($upstream);
        };
        $inner = $this->createStub(ToolCallPolicyInterface::class);
        $inner->method('decide')->willReturnCallback($decide);
        $inner->method('explain')->willReturnCallback(static fn(?array $asked): array => array_map($decide, $names($asked)));
        $inner->method('filterOfferable')->willReturnCallback(
            static fn(?array $asked): array => array_values(array_filter($names($asked), static fn(string $name): bool => $decide($name)->allowed)),
        );
        if (!$enabled instanceof UpstreamAvailability) {
            $on = array_filter($world->registry->names(), static fn(string $name): bool => $world->registry->get($name)?->isEnabledByDefault() ?? false);
            $enabled = new UpstreamAvailability($enabled ?? array_values($on));
        }
        $answers = new PolicyAnswers($world->module, $world->gate($enabled), $world->verification());

        return Generation::isLater() ? new NativeRunToolCallPolicy($inner, $answers) : new NativeToolCallPolicy($inner, $answers);
    }
}
