<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Enum;

enum TrustZone: string
{
    case LOCAL = 'local';
    case PRIVATE_HOSTED = 'privateHosted';
    case EXTERNAL_EU = 'externalEu';
    case EXTERNAL_GLOBAL = 'externalGlobal';
}
