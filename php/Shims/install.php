<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * Composer includes this file with every request, before TYPO3 starts: no container, no settings and no cache exist yet, and
 * no class of upstream has been loaded.
 */

use Composer\Autoload\ClassLoader;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\Shims;

if ((new Module())->answers()) {
    /** @var array<string, array<string, string>> $known */
    $known = require __DIR__ . '/known.php';
    Shims::install(ClassLoader::getRegisteredLoaders(), $known, __DIR__);
}
