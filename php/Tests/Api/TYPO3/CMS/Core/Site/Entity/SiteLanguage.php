<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Site\Entity;

use Psr\Http\Message\UriInterface;

class SiteLanguage
{
    public function getBase(): UriInterface
    {
        throw new \LogicException('Stub this method.', 1);
    }
}
