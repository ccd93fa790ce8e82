<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\ValueObject\SkillToolAllowList;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * The native gate as upstream's policy, for the versions of nr_llm in which a run stores its allow-list.
 */
final readonly class NativeRunToolCallPolicy implements ToolCallPolicyInterface
{
    public function __construct(private ToolCallPolicyInterface $inner, private PolicyAnswers $answers) {}

    public function decide(string $toolName, LlmConfiguration $configuration, ?BackendUserAuthentication $user, ?SkillToolAllowList $runAllowList = null): ToolPolicyDecision
    {
        return $this->answers->decide(
            $toolName,
            $configuration,
            $user,
            $runAllowList,
            fn(): ToolPolicyDecision => $this->inner->decide($toolName, $configuration, $user, $runAllowList),
        );
    }

    public function filterOfferable(?array $requested, LlmConfiguration $configuration, ?BackendUserAuthentication $user, ?SkillToolAllowList $runAllowList = null): array
    {
        return $this->answers->filterOfferable(
            $requested,
            $configuration,
            $user,
            $runAllowList,
            fn(): array => $this->inner->filterOfferable($requested, $configuration, $user, $runAllowList),
        );
    }

    public function explain(?array $requested, LlmConfiguration $configuration, ?BackendUserAuthentication $user, ?SkillToolAllowList $runAllowList = null): array
    {
        return $this->answers->explain(
            $requested,
            $configuration,
            $user,
            $runAllowList,
            fn(): array => $this->inner->explain($requested, $configuration, $user, $runAllowList),
        );
    }

    public function skillAllowListForRun(LlmConfiguration $configuration, array $forcedSkills = []): SkillToolAllowList
    {
        return $this->answers->allowListOfRun(
            $configuration,
            $forcedSkills,
            fn(): SkillToolAllowList => $this->inner->skillAllowListForRun($configuration, $forcedSkills),
        );
    }
}
