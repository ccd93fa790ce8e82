<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Site;

use TYPO3\CMS\Core\Site\Entity\Site;

class SiteFinder
{
    /**
     * @return Site[]
     */
    public function getAllSites(bool $useCache = true): array
    {
        return [];
    }
}
