<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Reports;

interface StatusProviderInterface
{
    /**
     * @return Status[]
     */
    public function getStatus(): array;

    public function getLabel(): string;
}
