<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use Netresearch\NrLlm\Domain\Enum\ToolDenialReason;
use Netresearch\NrLlm\Domain\ValueObject\SkillToolAllowList;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\NativeRunToolCallPolicy;
use Portcullis\Typo3\Bridge\PolicyAnswers;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\UpstreamAvailability;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

/**
 * What a run stores at its start, and how it binds the later decisions.
 */
final class RunAllowListTest extends TestCase
{
    public function testARunStoresWhatItsSkillsAndTheForcedOnesDeclare(): void
    {
        $policy = $this->policy(new World());
        $forced = [World::skill('["c"]', 'first_party', 'forced')];
        self::assertSame(['a', 'b', 'c'], $policy->skillAllowListForRun(World::run('local', '', World::skill('["a", "b"]')), $forced)->toolNames);
        self::assertNull($policy->skillAllowListForRun(World::run('local', '', World::skill('')))->toolNames);
        self::assertSame([], $policy->skillAllowListForRun(World::run('local', '', World::skill('[]')))->toolNames);
        self::assertSame([], $policy->skillAllowListForRun(World::run('local', '', World::skill('{broken')))->toolNames);
    }

    public function testTheStoredListDecidesAndTheGroupsOfTheConfigurationStill(): void
    {
        $policy = $this->policy(new World([new PlainTool('a'), new PlainTool('b'), new PlainTool('f', 'files')]));
        // The configuration's own skills do not count a second time: the caller has narrowed the list by them.
        $run = World::run('local', 'content', World::skill('["a"]'));
        $names = ['a', 'b', 'f'];
        self::assertSame(['a'], $policy->filterOfferable($names, $run, null));
        self::assertSame(['b'], $policy->filterOfferable($names, $run, null, new SkillToolAllowList(['b', 'f'])));
        self::assertSame(['a', 'b'], $policy->filterOfferable($names, $run, null, new SkillToolAllowList(null)));
        self::assertSame([], $policy->filterOfferable($names, $run, null, new SkillToolAllowList([])));
        self::assertSame(ToolDenialReason::CONFIGURATION_GROUP, $policy->decide('a', $run, null, new SkillToolAllowList(['b']))->reason);
        self::assertTrue($policy->explain(['b'], $run, null, new SkillToolAllowList(['b']))[0]->allowed);
    }

    public function testVerifyStoresWhatBothAllow(): void
    {
        $policy = $this->policy(new World([], ['verify' => '1']), ['b', 'c']);
        self::assertSame(['b'], $policy->skillAllowListForRun(World::run('local', '', World::skill('["a", "b"]')))->toolNames);
    }

    public function testWithoutTheModuleUpstreamsListIsStored(): void
    {
        $policy = $this->policy(new World([], [], false), ['x']);
        self::assertSame(['x'], $policy->skillAllowListForRun(World::run('local', '', World::skill('["a"]')))->toolNames);
    }

    /**
     * @param list<string>|null $upstream
     */
    private function policy(World $world, ?array $upstream = null): NativeRunToolCallPolicy
    {
        $inner = $this->createStub(ToolCallPolicyInterface::class);
        $inner->method('skillAllowListForRun')->willReturn(new SkillToolAllowList($upstream));
        $gate = $world->gate(new UpstreamAvailability($world->registry->names()));

        return new NativeRunToolCallPolicy($inner, new PolicyAnswers($world->module, $gate, $world->verification()));
    }
}
