<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Psr\Http\Message\UriInterface;
use TYPO3\CMS\Core\Site\Entity\Site;
use TYPO3\CMS\Core\Site\Entity\SiteLanguage;
use TYPO3\CMS\Core\Site\SiteFinder;

/**
 * Sites as TYPO3 hands them out.
 */
final class Sites extends SiteFinder
{
    public int $asked = 0;

    /** @var list<Site> */
    public array $sites;

    public function __construct(Site ...$sites)
    {
        $this->sites = array_values($sites);
    }

    public function getAllSites(bool $useCache = true): array
    {
        ++$this->asked;

        return $this->sites;
    }

    /**
     * @param array<string, mixed> $configuration
     * @param list<string>         $languages
     */
    public static function site(string $base, array $configuration = [], array $languages = []): Site
    {
        return new class ($base, $configuration, $languages) extends Site {
            public int $read = 0;

            /**
             * @param array<string, mixed> $configuration
             * @param list<string>         $languages
             */
            public function __construct(private readonly string $of, array $configuration, private readonly array $languages)
            {
                parent::__construct('site', 1, $configuration);
            }

            public function getBase(): UriInterface
            {
                return new PlainUri($this->of);
            }

            public function getAllLanguages(): array
            {
                return array_map(static fn(string $base): SiteLanguage => new class ($base) extends SiteLanguage {
                    public function __construct(private readonly string $of) {}

                    public function getBase(): UriInterface
                    {
                        return new PlainUri($this->of);
                    }
                }, $this->languages);
            }

            public function getConfiguration(): array
            {
                ++$this->read;

                return parent::getConfiguration();
            }
        };
    }
}
