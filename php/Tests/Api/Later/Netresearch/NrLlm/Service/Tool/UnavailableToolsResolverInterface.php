<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

interface UnavailableToolsResolverInterface
{
    /**
     * @return list<ToolPolicyDecision>
     */
    public function unavailable(LlmConfiguration $configuration, ?BackendUserAuthentication $user): array;
}
