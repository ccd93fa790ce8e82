<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\ValueObject;

final readonly class SkillToolAllowList
{
    /**
     * @param list<string>|null $toolNames
     */
    public function __construct(public ?array $toolNames) {}

    public function intersect(self $other): self
    {
        if ($this->toolNames === null || $other->toolNames === null) {
            return $this->toolNames === null ? $other : $this;
        }

        return new self(array_values(array_intersect($this->toolNames, $other->toolNames)));
    }
}
