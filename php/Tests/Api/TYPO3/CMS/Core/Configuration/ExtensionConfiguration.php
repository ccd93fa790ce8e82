<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Configuration;

class ExtensionConfiguration
{
    public function get(string $extension, string $path = ''): mixed
    {
        return null;
    }
}
