<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use TYPO3\CMS\Core\Site\Entity\Site;
use TYPO3\CMS\Core\Site\SiteFinder;

/**
 * Sites as TYPO3 hands them out.
 */
final class Sites extends SiteFinder
{
    /** @var list<Site> */
    public array $sites;

    public function __construct(Site ...$sites)
    {
        $this->sites = array_values($sites);
    }

    public function getAllSites(bool $useCache = true): array
    {
        return $this->sites;
    }
}
