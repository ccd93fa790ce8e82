<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Model\Task;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Portcullis\Typo3\Gate\AllowedTools;

/**
 * Stands in for the class of this name in nr_llm 0.33.
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
}
