<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Site\Entity;

use Psr\Http\Message\UriInterface;

class Site
{
    /**
     * @param array<string, mixed> $configuration
     */
    public function __construct(protected string $identifier, protected int $rootPageId, protected array $configuration) {}

    public function getBase(): UriInterface
    {
        throw new \LogicException('Stub this method.', 1);
    }

    /**
     * @return SiteLanguage[]
     */
    public function getAllLanguages(): array
    {
        return [];
    }

    /**
     * @return array<string, mixed>
     */
    public function getConfiguration(): array
    {
        return $this->configuration;
    }
}
