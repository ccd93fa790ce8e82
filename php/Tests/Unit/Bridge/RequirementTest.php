<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

final class RequirementTest extends TestCase
{
    public function testNothingIsWithheldUnlessTheSettingSaysSo(): void
    {
        $requirement = (new World(module: false))->requirement();
        foreach (['web', 'content', 'system'] as $group) {
            self::assertFalse($requirement->withholds($group));
        }
    }

    public function testWithoutTheModuleAllToolsAreWithheldAndTheReasonIsSaidOnce(): void
    {
        $world = new World([], ['required' => '1'], false);
        $requirement = $world->requirement();
        foreach (['web', 'content', 'anything'] as $group) {
            self::assertTrue($requirement->withholds($group), $group);
        }
        self::assertStringContainsString('not loaded', $requirement->reason());
        self::assertCount(1, $world->logger->records);
        self::assertSame('error', $world->logger->records[0]['level']);
    }

    public function testOnlyTheToolsConcernedAreWithheld(): void
    {
        self::assertSame(['system', 'rag', 'web'], Replacements::concernedGroups('Netresearch\\NrLlm\\Service\\Tool\\EgressPolicyService'));
        self::assertSame(['web'], Replacements::concernedGroups('Netresearch\\NrLlm\\Service\\Tool\\Web\\ExternalUrlGuard'));
        self::assertNull(Replacements::concernedGroups('Netresearch\\NrLlm\\Service\\Tool\\ToolCallPolicyInterface'));
    }
}
