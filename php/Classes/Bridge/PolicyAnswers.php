<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Model\Skill;
use Netresearch\NrLlm\Domain\ValueObject\SkillToolAllowList;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Portcullis\AllowList;
use Portcullis\Typo3\Gate\RunGate;
use Portcullis\Typo3\Gate\Verification;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * Who answers for upstream's policy: native code, native code and upstream together, or upstream alone. Shared by the decorators
 * of both generations, which differ in their parameters only.
 */
final readonly class PolicyAnswers
{
    public function __construct(
        private Module $module,
        private RunGate $gate,
        private Verification $verification,
    ) {}

    /**
     * @param SkillToolAllowList|null        $run      what the run stored, in versions of nr_llm that know it
     * @param \Closure(): ToolPolicyDecision $upstream
     */
    public function decide(
        string $name,
        LlmConfiguration $configuration,
        ?BackendUserAuthentication $user,
        ?SkillToolAllowList $run,
        \Closure $upstream,
    ): ToolPolicyDecision {
        if (!$this->module->answers()) {
            return $this->gate->withheld($upstream());
        }
        $native = $this->gate->decide($name, $configuration, $user, self::native($run));

        return $this->verification->isOn() ? $this->verification->decisions([$native], [$upstream()])[0] ?? $native : $native;
    }

    /**
     * @param list<string>|null                    $names
     * @param \Closure(): list<ToolPolicyDecision> $upstream
     *
     * @return list<ToolPolicyDecision>
     */
    public function explain(
        ?array $names,
        LlmConfiguration $configuration,
        ?BackendUserAuthentication $user,
        ?SkillToolAllowList $run,
        \Closure $upstream,
    ): array {
        if (!$this->module->answers()) {
            return array_map($this->gate->withheld(...), $upstream());
        }
        $native = $this->gate->explain($names, $configuration, $user, self::native($run));

        return $this->verification->isOn() ? $this->verification->decisions($native, $upstream()) : $native;
    }

    /**
     * @param list<string>|null        $names
     * @param \Closure(): list<string> $upstream
     *
     * @return list<string>
     */
    public function filterOfferable(
        ?array $names,
        LlmConfiguration $configuration,
        ?BackendUserAuthentication $user,
        ?SkillToolAllowList $run,
        \Closure $upstream,
    ): array {
        if (!$this->module->answers()) {
            return array_values(array_filter($upstream(), fn(string $name): bool => !$this->gate->withholds($name)));
        }
        $native = [];
        foreach ($this->gate->explain($names, $configuration, $user, self::native($run)) as $decision) {
            if ($decision->allowed) {
                $native[] = $decision->toolName;
            }
        }

        return $this->verification->isOn() ? $this->verification->names('offerable', $native, $upstream()) : $native;
    }

    /**
     * @param list<Skill>                    $forcedSkills
     * @param \Closure(): SkillToolAllowList $upstream
     */
    public function allowListOfRun(LlmConfiguration $configuration, array $forcedSkills, \Closure $upstream): SkillToolAllowList
    {
        if (!$this->module->answers()) {
            return $upstream();
        }
        $native = new SkillToolAllowList($this->gate->allowListOfRun($configuration, $forcedSkills));

        return $this->verification->isOn() ? $native->intersect($upstream()) : $native;
    }

    private static function native(?SkillToolAllowList $run): ?AllowList
    {
        return $run === null ? null : new AllowList($run->toolNames);
    }
}
