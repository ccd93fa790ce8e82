<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\ValueObject;

use Netresearch\NrLlm\Domain\Enum\ToolDataClass;
use Netresearch\NrLlm\Domain\Enum\ToolDenialReason;
use Netresearch\NrLlm\Domain\Enum\TrustZone;

final readonly class ToolPolicyDecision
{
    public function __construct(
        public string $toolName,
        public bool $allowed,
        public ToolDataClass $dataClass,
        public TrustZone $zone,
        public ToolDataClass $ceiling,
        public ToolDenialReason $reason = ToolDenialReason::NONE,
        public bool $observedOnly = false,
    ) {}

    public function message(): string
    {
        return $this->toolName . ': ' . $this->reason->value;
    }
}
