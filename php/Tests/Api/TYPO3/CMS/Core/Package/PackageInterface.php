<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Package;

interface PackageInterface
{
    public function getPackageMetaData(): MetaData;
}
