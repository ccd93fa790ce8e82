<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Package;

class PackageManager
{
    /**
     * @param string $packageKey
     *
     * @return bool
     */
    public function isPackageActive($packageKey)
    {
        return false;
    }

    /**
     * @param string $packageKey
     *
     * @return PackageInterface
     */
    public function getPackage($packageKey)
    {
        throw new \LogicException('Stub this method.', 1);
    }
}
