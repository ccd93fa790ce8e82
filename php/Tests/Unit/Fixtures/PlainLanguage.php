<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Psr\Http\Message\UriInterface;
use TYPO3\CMS\Core\Site\Entity\SiteLanguage;

final class PlainLanguage extends SiteLanguage
{
    public function __construct(private readonly string $of) {}

    public function getBase(): UriInterface
    {
        return new PlainUri($this->of);
    }
}
