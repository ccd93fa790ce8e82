<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use Netresearch\NrLlm\Domain\Model\Task;
use Netresearch\NrLlm\Domain\ValueObject\SkillToolAllowList;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Netresearch\NrLlm\Service\Tool\AllowedToolsResolver;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

/**
 * What the shim of upstream's resolver adds in the versions in which a run stores its list and can invoke process skills.
 */
final class RunAllowedToolsResolverTest extends TestCase
{
    public function testARunsListLeavesTheGroupsAlone(): void
    {
        $run = World::run('local', 'content', World::skill('["f", "a"]'));
        $list = $this->resolver()->resolveForRun($run, [World::skill('["b"]', 'first_party', 'forced')]);
        self::assertSame(['f', 'a', 'b'], $list->toolNames);
        $task = new Task();
        $task->addSkill(World::skill('["t"]', 'first_party', 'task'));
        self::assertSame(['f', 'a', 't', 'b'], $this->resolver()->resolveForRun($run, [World::skill('["b"]', 'first_party', 'forced')], $task)->toolNames);
        self::assertSame(['a', 'b'], $this->resolver()->applyGroupGateTo($list, $run));
        self::assertSame(['a', 'b'], $this->resolver()->applyGroupGateTo(new SkillToolAllowList(null), $run));
        self::assertNull($this->resolver()->applyGroupGateTo(new SkillToolAllowList(null), World::run()));
        self::assertSame([], $this->resolver()->applyGroupGateTo(new SkillToolAllowList([]), World::run()));
    }

    public function testWhatUpstreamDoesNotVouchForDeclaresNothing(): void
    {
        $skill = World::skill('["a"]');
        $skill->setSource(901);
        self::assertSame([], $this->resolver()->resolve(World::run('local', '', $skill)));
    }

    public function testAProcessSkillHasASayOnlyInARunThatInvokesIt(): void
    {
        $process = World::skill('["a"]', 'first_party', 'process');
        $process->setSource(902);
        $run = World::run('local', '', $process);
        self::assertNull($this->resolver()->resolveForRun($run, [])->toolNames);
        self::assertSame(['a'], $this->resolver()->resolveForRun($run, [], null, [$process])->toolNames);
        $process->setAllowedTools('');
        self::assertSame([], $this->resolver()->resolveForRun($run, [], null, [$process])->toolNames);
    }

    public function testAnInvokedSkillWithoutAnOpinionRestrictsNothing(): void
    {
        self::assertNull($this->resolver()->resolveForRun(World::run(), [], null, [World::skill('')])->toolNames);
    }

    public function testARunThatInvokesASkillThatIsNotInEffectIsNotFreeForThat(): void
    {
        $off = World::skill('["a"]', 'first_party', 'off');
        $off->setEnabled(false);
        self::assertSame([], $this->resolver()->resolveForRun(World::run(), [], null, [$off])->toolNames);
    }

    public function testADeclarationThatUpstreamTakesForNoneDeclaresNothing(): void
    {
        self::assertSame([], $this->resolver()->resolve(World::run('local', '', World::skill('["a"'))));
        self::assertNull($this->resolver()->resolve(World::run('local', '', World::skill(''))));
    }

    private function resolver(): AllowedToolsResolver
    {
        return new AllowedToolsResolver(new SkillComposer(), new ToolRegistry([new PlainTool('a'), new PlainTool('b'), new PlainTool('f', 'files')]));
    }
}
