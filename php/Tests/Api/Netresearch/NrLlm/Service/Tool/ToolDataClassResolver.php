<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Netresearch\NrLlm\Domain\Enum\ToolDataClass;

final readonly class ToolDataClassResolver
{
    public function __construct(public ToolRegistry $registry) {}

    public function classForTool(ToolInterface $tool): ToolDataClass
    {
        return $tool instanceof ToolDataClassInterface ? $tool->getDataClass() : match ($tool->getGroup()) {
            'content', 'editing', 'files' => ToolDataClass::EDITOR_CONTENT,
            'rag', 'web' => ToolDataClass::PUBLIC_CONTENT,
            'structure', 'configuration' => ToolDataClass::INTERNAL_CONFIGURATION,
            'code' => ToolDataClass::SOURCE_CODE,
            'system' => ToolDataClass::SYSTEM_DIAGNOSTICS,
            default => ToolDataClass::SECRET_ADJACENT,
        };
    }
}
