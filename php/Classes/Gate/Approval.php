<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Netresearch\NrLlm\Service\Tool\ConfigurableApprovalInterface;
use Netresearch\NrLlm\Service\Tool\RemoteApprovalInterface;
use Netresearch\NrLlm\Service\Tool\RemoteToolInterface;
use Netresearch\NrLlm\Service\Tool\RequiresApprovalInterface;
use Netresearch\NrLlm\Service\Tool\ToolEffectInterface;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use Portcullis\Effect;
use Portcullis\Tool;

/**
 * What a tool says of its effect and its approval, put to the native rule. A tool that fails to answer is taken at its worst.
 */
final readonly class Approval
{
    public static function isRequired(ToolInterface $tool): bool
    {
        // The rule looks at neither name nor group.
        return (new Tool(
            'tool',
            'group',
            effect: self::effect($tool),
            remote: $tool instanceof RemoteToolInterface,
            approvalMarker: $tool instanceof RequiresApprovalInterface,
            approval: self::declared($tool),
        ))->requiresApproval;
    }

    private static function effect(ToolInterface $tool): ?string
    {
        try {
            return $tool instanceof ToolEffectInterface ? $tool->getEffect()->value : null;
        } catch (\Exception) {
            return Effect::NonIdempotentWrite->value;
        }
    }

    private static function declared(ToolInterface $tool): ?bool
    {
        try {
            return $tool instanceof RemoteApprovalInterface || $tool instanceof ConfigurableApprovalInterface
                ? $tool->requiresApproval()
                : null;
        } catch (\Throwable) {
            return true;
        }
    }
}
