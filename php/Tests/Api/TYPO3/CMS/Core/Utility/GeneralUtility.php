<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Utility;

class GeneralUtility
{
    /**
     * @template T of object
     *
     * @param class-string<T> $className
     *
     * @return T
     */
    public static function makeInstance(string $className, mixed ...$constructorArguments): object
    {
        return new $className(...$constructorArguments);
    }
}
