<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Netresearch\NrLlm\Domain\ValueObject\ToolResult;
use Netresearch\NrLlm\Domain\ValueObject\ToolSpec;
use Netresearch\NrLlm\Service\Tool\ToolExecutionContext;
use Netresearch\NrLlm\Service\Tool\ToolInterface;

class PlainTool implements ToolInterface
{
    public int $specifications = 0;

    public int $groupsAsked = 0;

    public function __construct(
        private readonly string $name,
        private readonly string $group = 'content',
        private readonly bool $admin = false,
        private readonly bool $enabled = true,
    ) {}

    public function getSpec(): ToolSpec
    {
        ++$this->specifications;

        return ToolSpec::function($this->name, 'About ' . $this->name, []);
    }

    public function execute(array $arguments, ToolExecutionContext $context): ToolResult
    {
        return ToolResult::text($this->name);
    }

    public function isEnabledByDefault(): bool
    {
        return $this->enabled;
    }

    public function requiresAdmin(): bool
    {
        return $this->admin;
    }

    public function getGroup(): string
    {
        ++$this->groupsAsked;

        return $this->group;
    }
}
