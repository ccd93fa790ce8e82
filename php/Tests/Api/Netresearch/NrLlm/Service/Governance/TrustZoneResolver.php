<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Governance;

use Netresearch\NrLlm\Domain\Enum\TrustZone;
use Netresearch\NrLlm\Domain\Model\LlmConfiguration;

final readonly class TrustZoneResolver
{
    public function zoneFor(LlmConfiguration $configuration): TrustZone
    {
        return TrustZone::tryFrom($configuration->getProvider()?->getTrustZone() ?? '') ?? TrustZone::EXTERNAL_GLOBAL;
    }
}
