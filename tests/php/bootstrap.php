<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

if (!extension_loaded('portcullis')) {
    fwrite(STDERR, "The module is not loaded: run `make test-phpunit`.\n");
    exit(1);
}

require __DIR__ . '/AnyResolver.php';
require __DIR__ . '/FixedResolver.php';
