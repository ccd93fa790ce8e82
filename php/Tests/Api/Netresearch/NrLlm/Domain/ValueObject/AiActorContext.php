<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\ValueObject;

final readonly class AiActorContext
{
    private function __construct(public int $backendUserUid) {}

    public static function backendUser(int $uid): self
    {
        return new self($uid);
    }

    public static function anonymous(): self
    {
        return new self(0);
    }
}
