<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Enum;

enum ToolEgressScope: string
{
    case NONE = 'none';
    case OWN_SITE = 'own_site';
    case CONFIGURED_ENDPOINT = 'configured_endpoint';
}
