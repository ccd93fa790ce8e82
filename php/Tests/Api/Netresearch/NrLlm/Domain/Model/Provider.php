<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Model;

class Provider
{
    protected string $trustZone = '';

    public function getTrustZone(): string
    {
        return $this->trustZone;
    }

    public function setTrustZone(string $trustZone): void
    {
        $this->trustZone = $trustZone;
    }
}
