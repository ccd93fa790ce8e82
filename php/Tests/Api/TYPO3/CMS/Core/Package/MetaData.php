<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Package;

class MetaData
{
    /**
     * @param string $packageKey
     */
    public function __construct(protected $packageKey) {}

    /**
     * @return string
     */
    public function getVersion()
    {
        return '';
    }
}
