<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

interface ToolCallPolicyInterface
{
    public function decide(string $toolName, LlmConfiguration $configuration, ?BackendUserAuthentication $user): ToolPolicyDecision;

    /**
     * @param list<string>|null $requested
     *
     * @return list<string>
     */
    public function filterOfferable(?array $requested, LlmConfiguration $configuration, ?BackendUserAuthentication $user): array;

    /**
     * @param list<string>|null $requested
     *
     * @return list<ToolPolicyDecision>
     */
    public function explain(?array $requested, LlmConfiguration $configuration, ?BackendUserAuthentication $user): array;
}
