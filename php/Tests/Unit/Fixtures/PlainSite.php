<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Psr\Http\Message\UriInterface;
use TYPO3\CMS\Core\Site\Entity\Site;
use TYPO3\CMS\Core\Site\Entity\SiteLanguage;

final class PlainSite extends Site
{
    /** How often its configuration was asked for. */
    public int $read = 0;

    /**
     * @param array<string, mixed> $configuration
     * @param list<string>         $languages
     */
    public function __construct(private readonly string $of, array $configuration = [], private readonly array $languages = [])
    {
        parent::__construct('site', 1, $configuration);
    }

    public function getBase(): UriInterface
    {
        return new PlainUri($this->of);
    }

    public function getAllLanguages(): array
    {
        return array_map(static fn(string $base): SiteLanguage => new PlainLanguage($base), $this->languages);
    }

    public function getConfiguration(): array
    {
        ++$this->read;

        return parent::getConfiguration();
    }
}
