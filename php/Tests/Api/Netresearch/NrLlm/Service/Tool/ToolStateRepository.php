<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use TYPO3\CMS\Core\Database\ConnectionPool;

final readonly class ToolStateRepository
{
    public function __construct(private ConnectionPool $connectionPool) {}

    /**
     * @return array<string, bool>
     */
    public function overrides(): array
    {
        return $this->connectionPool->overrides('tool');
    }
}
