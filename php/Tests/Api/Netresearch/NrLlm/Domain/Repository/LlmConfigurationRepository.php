<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Repository;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;

class LlmConfigurationRepository
{
    public function findDefault(): ?LlmConfiguration
    {
        return null;
    }

    public function findOneByIdentifier(string $identifier): ?LlmConfiguration
    {
        return null;
    }

    /**
     * @param int $uid
     *
     * @return object|null
     */
    public function findByUid($uid)
    {
        return null;
    }
}
