<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Gate;

use Netresearch\NrLlm\Domain\Enum\SkillTrustLevel;
use Netresearch\NrLlm\Domain\Model\Task;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Netresearch\NrLlm\Service\Tool\AllowedToolsResolver;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

/**
 * The shim of upstream's resolver, constructed as upstream's container does.
 */
final class AllowedToolsResolverTest extends TestCase
{
    protected function tearDown(): void
    {
        unset($GLOBALS['TYPO3_CONF_VARS']);
    }

    public function testTheUnionOfWhatIsDeclaredInItsOrder(): void
    {
        $task = new Task();
        $task->addSkill(World::skill('["c", "a"]', 'first_party', 'task'));
        $run = World::run('local', '', World::skill('["b", "a"]'), World::skill('', 'first_party', 'silent'));
        self::assertSame(['b', 'a', 'c'], $this->resolver()->resolve($run, $task));
        self::assertSame(['b', 'a'], $this->resolver()->resolve($run));
    }

    public function testNobodyDeclaresAnythingIsNotTheSameAsNothing(): void
    {
        self::assertNull($this->resolver()->resolve(World::run('local', '', World::skill(''))));
        self::assertSame([], $this->resolver()->resolve(World::run('local', '', World::skill('[]'))));
    }

    public function testADeclarationThatCannotBeReadDeclaresNothing(): void
    {
        foreach (['[a', 'a, b', '7', 'null', '"a"', "\xff"] as $broken) {
            self::assertSame([], $this->resolver()->resolve(World::run('local', '', World::skill($broken))), $broken);
        }
        self::assertSame(['a'], $this->resolver()->resolve(World::run('local', '', World::skill('[a', 'first_party', 'broken'), World::skill('["a", 7]'))));
    }

    public function testGroupsNarrowAndOnlyCommasAllowNone(): void
    {
        $skill = World::skill('["files_tool", "b", "a"]');
        self::assertSame(['b', 'a'], $this->resolver()->resolve(World::run('local', 'content', $skill)));
        self::assertSame(['a', 'b'], $this->resolver()->resolve(World::run('local', 'content, nobody_knows')));
        self::assertSame([], $this->resolver()->resolve(World::run('local', ' , ,', $skill)));
        self::assertSame(['files_tool', 'b', 'a'], $this->resolver()->resolve(World::run('local', '', $skill)));
    }

    public function testWhichSkillsAreInEffectIsUpstreamsChoice(): void
    {
        $low = World::skill('["a"]', 'community', 'low');
        $off = World::skill('["a"]', 'first_party', 'off');
        $off->setEnabled(false);
        $orphan = World::skill('["a"]', 'first_party', 'orphan');
        $orphan->setOrphaned(true);
        $run = World::run('local', '', $low, $off, $orphan, World::skill('["b"]', 'verified', 'high'));
        self::assertSame(['b'], $this->resolver(SkillTrustLevel::VERIFIED)->resolve($run));
        self::assertSame(['a', 'b'], $this->resolver()->resolve($run));
    }

    public function testATrustFloorThatCannotBeReadLetsOnlyFirstPartySkillsGrantAndTheOthersStillRestrict(): void
    {
        $run = World::run('local', '', World::skill('["a"]', 'verified', 'verified'));
        foreach (['verifed', 7, ['list']] as $floor) {
            $GLOBALS['TYPO3_CONF_VARS'] = ['EXTENSIONS' => ['nr_llm' => ['skills' => ['minTrustLevel' => $floor]]]];
            self::assertSame([], $this->resolver()->resolve($run), var_export($floor, true));
            self::assertSame(['b'], $this->resolver()->resolve(World::run('local', '', World::skill('["a"]', 'verified', 'v'), World::skill('["b"]'))));
        }
        foreach (['text', ['skills' => 'text']] as $settings) {
            $GLOBALS['TYPO3_CONF_VARS'] = ['EXTENSIONS' => ['nr_llm' => $settings]];
            self::assertSame([], $this->resolver()->resolve($run));
        }
        foreach ([[], ['nr_llm' => []], ['nr_llm' => ['skills' => []]], ['nr_llm' => ['skills' => ['minTrustLevel' => 'verified']]]] as $settings) {
            $GLOBALS['TYPO3_CONF_VARS'] = ['EXTENSIONS' => $settings];
            self::assertSame(['a'], $this->resolver()->resolve($run), var_export($settings, true));
        }
    }

    public function testNoSkillIsLostForTheBytesOfItsIdentifier(): void
    {
        $run = World::run('local', '', World::skill('["a"]', 'first_party', "\xfe"), World::skill('["b"]', 'first_party', "\xff"));
        self::assertSame(['a', 'b'], $this->resolver()->resolve($run));
    }

    public function testDigitalNamesStayNames(): void
    {
        self::assertSame(['12'], $this->resolver()->resolve(World::run('local', '', World::skill('["12"]'))));
    }

    private function resolver(SkillTrustLevel $floor = SkillTrustLevel::UNTRUSTED): AllowedToolsResolver
    {
        return new AllowedToolsResolver(
            new SkillComposer(minTrustLevel: $floor),
            new ToolRegistry([new PlainTool('a'), new PlainTool('b', 'content', false, false), new PlainTool('files_tool', 'files')]),
        );
    }
}
