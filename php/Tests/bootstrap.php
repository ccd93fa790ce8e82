<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * EXTENSION_VENDOR: the autoload file of Composer packages, or of a TYPO3 installation. UPSTREAM=later: declare the versions of
 * nr_llm after 0.33.
 */

use Portcullis\Typo3\Tests\Generation;

if (!extension_loaded('portcullis')) {
    fwrite(STDERR, "The module is not loaded: run `make test-extension`.\n");
    exit(1);
}

$vendor = (string)getenv('EXTENSION_VENDOR');
if ($vendor !== '') {
    require $vendor;
}
require_once __DIR__ . '/Generation.php';

spl_autoload_register(static function (string $class): void {
    $path = str_replace('\\', '/', $class) . '.php';
    $shim = Generation::shims()[$class] ?? null;
    $files = match (true) {
        $shim !== null => [dirname(__DIR__) . '/Shims/' . $shim],
        str_starts_with($class, 'Portcullis\\Typo3\\Tests\\') => [__DIR__ . substr($path, strlen('Portcullis/Typo3/Tests'))],
        str_starts_with($class, 'Portcullis\\Typo3\\') => [dirname(__DIR__) . '/Classes' . substr($path, strlen('Portcullis/Typo3'))],
        default => [...(Generation::isLater() ? [__DIR__ . '/Api/Later/' . $path] : []), __DIR__ . '/Api/' . $path],
    };
    foreach ($files as $file) {
        if (is_file($file)) {
            require $file;

            return;
        }
    }
});
