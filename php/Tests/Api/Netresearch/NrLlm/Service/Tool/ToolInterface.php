<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Netresearch\NrLlm\Domain\ValueObject\ToolResult;
use Netresearch\NrLlm\Domain\ValueObject\ToolSpec;

interface ToolInterface
{
    public function getSpec(): ToolSpec;

    /**
     * @param array<string, mixed> $arguments
     */
    public function execute(array $arguments, ToolExecutionContext $context): ToolResult;

    public function isEnabledByDefault(): bool;

    public function requiresAdmin(): bool;

    public function getGroup(): string;
}
