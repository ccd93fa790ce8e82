<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Portcullis\Typo3\Gate\Approval;

/**
 * Stands in for the class of this name in all versions of nr_llm that have it.
 */
final class ToolApprovalRule
{
    public static function requiresApproval(?ToolInterface $tool): bool
    {
        return $tool !== null && Approval::isRequired($tool);
    }
}
