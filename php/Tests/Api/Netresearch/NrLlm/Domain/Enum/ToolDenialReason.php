<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Enum;

enum ToolDenialReason: string
{
    case NONE = 'none';
    case NOT_REGISTERED = 'notRegistered';
    case TOOL_DISABLED = 'toolDisabled';
    case REQUIRES_ADMIN = 'requiresAdmin';
    case CONFIGURATION_GROUP = 'configurationGroup';
    case TRUST_ZONE = 'trustZone';
}
