<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Model\Skill;
use Netresearch\NrLlm\Domain\Model\Task;
use Netresearch\NrLlm\Domain\ValueObject\SkillToolAllowList;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Portcullis\AllowList;
use Portcullis\Typo3\Gate\AllowedTools;

/**
 * Stands in for the class of this name in the versions of nr_llm in which a run can invoke process skills.
 */
final readonly class AllowedToolsResolver
{
    private AllowedTools $tools;

    public function __construct(
        private SkillComposer $composer,
        private ToolRegistry $registry,
    ) {
        $this->tools = new AllowedTools($this->composer, $this->registry);
    }

    /**
     * @return list<string>|null
     */
    public function resolve(LlmConfiguration $config, ?Task $task = null): ?array
    {
        return $this->tools->ofConfiguration($config, $task);
    }

    /**
     * @param list<Skill> $runSkills
     * @param list<Skill> $invokedSkills
     */
    public function resolveForRun(LlmConfiguration $config, array $runSkills, ?Task $task = null, array $invokedSkills = []): SkillToolAllowList
    {
        return new SkillToolAllowList($this->tools->ofRun($config, $task, $runSkills, $invokedSkills));
    }

    /**
     * @return list<string>|null
     */
    public function applyGroupGateTo(SkillToolAllowList $list, LlmConfiguration $config): ?array
    {
        return $this->tools->withinGroups(new AllowList($list->toolNames), $config);
    }
}
