<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\UnavailableToolsResolverInterface;
use Portcullis\Typo3\Gate\RunGate;
use Portcullis\Typo3\Gate\Verification;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * The refusals of the native gate.
 */
final readonly class NativeUnavailableTools implements UnavailableToolsResolverInterface
{
    public function __construct(
        private UnavailableToolsResolverInterface $inner,
        private Module $module,
        private RunGate $gate,
        private Verification $verification,
    ) {}

    public function unavailable(LlmConfiguration $configuration, ?BackendUserAuthentication $user): array
    {
        if (!$this->module->answers()) {
            return $this->inner->unavailable($configuration, $user);
        }
        $native = $this->gate->unavailable($configuration, $user);
        if (!$this->verification->isOn()) {
            return $native;
        }
        // Upstream asks the policy, which is decorated as well and has asked both sides; what only it refuses is added.
        $refused = array_map(static fn(ToolPolicyDecision $decision): string => $decision->toolName, $native);
        foreach ($this->inner->unavailable($configuration, $user) as $decision) {
            if (!in_array($decision->toolName, $refused, true)) {
                $this->verification->report($decision->toolName, 'none', $decision->reason->value);
                $native[] = $decision;
            }
        }

        return $native;
    }
}
