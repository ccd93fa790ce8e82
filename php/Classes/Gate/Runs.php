<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Repository\LlmConfigurationRepository;
use Netresearch\NrLlm\Domain\ValueObject\AiActorContext;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\ActingBackendUserResolverInterface;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * The gate's decisions about a run that would start now, through the container's own policy: what a run would meet.
 */
final readonly class Runs
{
    public function __construct(
        private ToolCallPolicyInterface $policy,
        private ToolRegistry $registry,
        private LlmConfigurationRepository $configurations,
        private ActingBackendUserResolverInterface $users,
    ) {}

    /**
     * @param string|null $name its identifier or its uid; null: the default one
     */
    public function configuration(?string $name): ?LlmConfiguration
    {
        if ($name === null) {
            return $this->configurations->findDefault();
        }
        $configuration = $this->configurations->findOneByIdentifier($name);
        if ($configuration === null && ctype_digit($name)) {
            $configuration = $this->configurations->findByUid((int)$name);
        }

        return $configuration instanceof LlmConfiguration ? $configuration : null;
    }

    public function user(int $uid): ?BackendUserAuthentication
    {
        return $this->users->resolve(AiActorContext::backendUser($uid));
    }

    /**
     * @return list<ToolPolicyDecision> about every registered tool
     */
    public function decisions(LlmConfiguration $configuration, ?BackendUserAuthentication $user): array
    {
        return $this->policy->explain((new ToolFacts($this->registry))->names(), $configuration, $user);
    }
}
