<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * The native gate as upstream's policy, for nr_llm 0.33.
 */
final readonly class NativeToolCallPolicy implements ToolCallPolicyInterface
{
    public function __construct(private ToolCallPolicyInterface $inner, private PolicyAnswers $answers) {}

    public function decide(string $toolName, LlmConfiguration $configuration, ?BackendUserAuthentication $user): ToolPolicyDecision
    {
        return $this->answers->decide(
            $toolName,
            $configuration,
            $user,
            null,
            fn(): ToolPolicyDecision => $this->inner->decide($toolName, $configuration, $user),
        );
    }

    public function filterOfferable(?array $requested, LlmConfiguration $configuration, ?BackendUserAuthentication $user): array
    {
        return $this->answers->filterOfferable(
            $requested,
            $configuration,
            $user,
            null,
            fn(): array => $this->inner->filterOfferable($requested, $configuration, $user),
        );
    }

    public function explain(?array $requested, LlmConfiguration $configuration, ?BackendUserAuthentication $user): array
    {
        return $this->answers->explain(
            $requested,
            $configuration,
            $user,
            null,
            fn(): array => $this->inner->explain($requested, $configuration, $user),
        );
    }
}
