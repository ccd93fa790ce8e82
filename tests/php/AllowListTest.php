<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\AllowList;
use Portcullis\Skill;

final class AllowListTest extends TestCase
{
    public function testNoRestrictionAndNoToolAreDifferentLists(): void
    {
        self::assertNull((new AllowList())->names());
        self::assertTrue((new AllowList())->allows('a'));
        self::assertSame([], (new AllowList([]))->names());
        self::assertFalse((new AllowList([]))->allows('a'));
    }

    public function testNamesThatLookLikeNumbersStayStrings(): void
    {
        $list = new AllowList(['12', '007', ...array_keys(['99' => true]), '12', '-0']);
        self::assertSame(['12', '007', '99', '-0'], $list->names());
        self::assertTrue($list->allows('99') && !$list->allows('7'));
        self::assertSame(['12', '007', '99', '-0'], AllowList::fromStored($list->toStored())->names());
        self::assertSame(['99', '12'], (new AllowList(['99', '12', 'x']))->intersect($list)->names());
    }

    public function testWhatIsNoNameIsAnError(): void
    {
        foreach ([[null], [1.5], [true], [[]], [new \stdClass()]] as $names) {
            try {
                new AllowList($names);
                self::fail('no TypeError');
            } catch (\TypeError $error) {
                self::assertStringContainsString('position 0', $error->getMessage());
            }
        }
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage('position 1');
        new AllowList(['a', "\xff"]);
    }

    public function testSkillsDeclareTheirUnion(): void
    {
        $skills = [new Skill(1, 'a', '["b","a"]', 'verified'), new Skill(1, 'b', null), new Skill(2, 'a', ['c', 'a', 7, null])];
        self::assertSame(['b', 'a', 'c'], AllowList::ofSkills($skills)->names());
        self::assertSame(['b', 'a'], AllowList::ofSkills($skills, 'verified')->names());
        self::assertNull(AllowList::ofSkills([new Skill(1, 'a', '')])->names());
        self::assertNull(AllowList::ofSkills([])->names());
        self::assertSame([], AllowList::ofSkills([new Skill(1, 'a', '[]')])->names());
    }

    public function testABrokenDeclarationGrantsNothingAndIsReported(): void
    {
        $deep = '["a",' . str_repeat('[', 1_000_000);
        foreach (['{', '"a"', 'null', "[\"\xff\"]", $deep, ["\xff"], false, 12, new \stdClass()] as $stored) {
            $skill = new Skill(7, "tone\n", $stored);
            self::assertTrue($skill->broken);
            self::assertSame([], $skill->allowedTools);
            $list = AllowList::ofSkills([$skill]);
            self::assertSame([], $list->names());
            self::assertSame(['the allowed tools of the skill "tone\u{a}" (source 7) are not a JSON array or object'], $list->warnings());
            self::assertNull(AllowList::ofSkills([$skill], compatible: true)->names());
        }
    }

    public function testAnUnreadableFloorLetsFirstPartySkillsAloneGrant(): void
    {
        $skills = [new Skill(1, 'a', '["a"]', 'verified'), new Skill(1, 'b', '["b"]', 'first_party')];
        foreach ([false, '', 'trusted', 1, []] as $floor) {
            $list = AllowList::ofSkills($skills, $floor);
            self::assertSame(['b'], $list->names());
            self::assertCount(1, $list->warnings());
        }
        self::assertSame([], AllowList::ofSkills([$skills[0]], false)->names());
    }

    public function testAStoredListIsReadBackOrAllowsNothing(): void
    {
        self::assertNull(AllowList::fromStored(null));
        self::assertNull(AllowList::fromStored(''));
        self::assertNull(AllowList::fromStored((new AllowList())->toStored())->names());
        self::assertSame([], AllowList::fromStored((new AllowList([]))->toStored())->names());
        foreach (['[]', 'null', '{"tools":"a"}', "\xff", false, ['a'], str_repeat('[', 100_000)] as $stored) {
            $list = AllowList::fromStored($stored);
            self::assertSame([], $list->names());
            self::assertCount(1, $list->warnings());
        }
    }

    public function testAHundredThousandSkillsAreNoTrouble(): void
    {
        $skills = [];
        for ($i = 0; $i < 100_000; $i++) {
            $skills[] = new Skill(1, (string) $i, '["a","b"]');
        }
        self::assertSame(['a', 'b'], AllowList::ofSkills($skills)->names());
    }

    public function testASkillShowsWhatWasRead(): void
    {
        $row = ['source' => 3, 'identifier' => '42', 'enabled' => false, 'orphaned' => true, 'trust' => 'community', 'allowedTools' => ['5'], 'broken' => false];
        self::assertSame($row, (new Skill(3, '42', '["5"]', 'community', false, true))->toArray());
        self::assertSame('untrusted', (new Skill(3, '42', trust: 'Verified'))->trust);
        $this->expectException(\ValueError::class);
        new Skill(3, "\xff");
    }
}
