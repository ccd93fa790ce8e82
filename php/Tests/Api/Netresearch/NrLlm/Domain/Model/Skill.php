<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Model;

class Skill
{
    protected int $source = 0;
    protected string $identifier = '';
    protected string $allowedTools = '';
    protected string $trustLevel = '';
    protected bool $enabled = true;
    protected bool $orphaned = false;

    public function getSource(): int
    {
        return $this->source;
    }

    public function setSource(int $source): void
    {
        $this->source = $source;
    }

    public function getIdentifier(): string
    {
        return $this->identifier;
    }

    public function setIdentifier(string $identifier): void
    {
        $this->identifier = $identifier;
    }

    public function getAllowedTools(): string
    {
        return $this->allowedTools;
    }

    public function setAllowedTools(string $allowedTools): void
    {
        $this->allowedTools = $allowedTools;
    }

    public function getTrustLevel(): string
    {
        return $this->trustLevel;
    }

    public function setTrustLevel(string $trustLevel): void
    {
        $this->trustLevel = $trustLevel;
    }

    public function isEnabled(): bool
    {
        return $this->enabled;
    }

    public function setEnabled(bool $enabled): void
    {
        $this->enabled = $enabled;
    }

    public function isOrphaned(): bool
    {
        return $this->orphaned;
    }

    public function setOrphaned(bool $orphaned): void
    {
        $this->orphaned = $orphaned;
    }
}
