<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use TYPO3\CMS\Core\Package\MetaData;
use TYPO3\CMS\Core\Package\PackageInterface;
use TYPO3\CMS\Core\Package\PackageManager;

/**
 * An installation with or without nr_llm.
 */
final class Packages extends PackageManager
{
    public function __construct(private readonly bool $nrLlm = true) {}

    public function isPackageActive($packageKey)
    {
        return $packageKey === 'nr_llm' && $this->nrLlm;
    }

    public function getPackage($packageKey)
    {
        return new class implements PackageInterface {
            public function getPackageMetaData(): MetaData
            {
                return new class ('nr_llm') extends MetaData {
                    public function getVersion()
                    {
                        return '0.33.0';
                    }
                };
            }
        };
    }
}
