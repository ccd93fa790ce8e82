<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Model\Skill;
use Netresearch\NrLlm\Domain\Model\Task;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use Portcullis\AllowList;
use Portcullis\Availability;
use Portcullis\GateInput;
use Portcullis\ToolGate;

/**
 * The native allow-list of a run: what the shims of upstream's resolver hand their calls to.
 */
final readonly class AllowedTools
{
    private ToolFacts $tools;

    public function __construct(private SkillComposer $composer, ToolRegistry $registry)
    {
        $this->tools = new ToolFacts($registry);
    }

    /**
     * What the skills of configuration and task declare, within the groups of the configuration.
     *
     * @return list<string>|null
     */
    public function ofConfiguration(LlmConfiguration $configuration, ?Task $task): ?array
    {
        $declared = SkillDeclarations::of($this->composer, $configuration, self::skillsOf($task));

        return $this->withinGroups($declared->allowList(), $configuration);
    }

    /**
     * What the skills declare, the forced ones included, whatever the groups are: what a run stores.
     *
     * @param list<Skill> $forced
     * @param list<Skill> $invoked
     *
     * @return list<string>|null
     */
    public function ofRun(LlmConfiguration $configuration, ?Task $task, array $forced, array $invoked = []): ?array
    {
        return SkillDeclarations::of($this->composer, $configuration, [...self::skillsOf($task), ...$forced], $invoked)->allowList()->names();
    }

    /**
     * @return list<string>|null
     */
    public function withinGroups(AllowList $list, LlmConfiguration $configuration): ?array
    {
        $input = new GateInput(allowedGroups: $configuration->getAllowedToolGroups(), runAllowList: $list);

        return (new ToolGate($this->tools->registry(), new Availability(), $input))->allowList()->names();
    }

    /**
     * @return list<Skill>
     */
    private static function skillsOf(?Task $task): array
    {
        return $task === null ? [] : iterator_to_array($task->getSkills(), false);
    }
}
