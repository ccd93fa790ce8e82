<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * PHPStan's configuration, once for nr_llm 0.33 and once (UPSTREAM=later) for the versions after it: both declare some classes in
 * different ways, and so do the shims of the two. EXTENSION_VENDOR is the autoload file of the packages.
 */

use Portcullis\Typo3\Tests\Generation;

require_once dirname(__DIR__) . '/Tests/Generation.php';

$php = dirname(__DIR__);
$packages = dirname((string)getenv('EXTENSION_VENDOR'));
$shims = array_map(static fn(string $shim): string => $php . '/Shims/' . $shim, array_values(Generation::shims()));
$later = ['NativeFetchExternalUrlTool', 'NativeHostResolver', 'NativeRunToolCallPolicy', 'NativeUnavailableTools'];
$skipped = Generation::isLater()
    ? [$php . '/Classes/Bridge/NativeToolCallPolicy.php']
    : [
        $php . '/Tests/Unit/Later',
        $php . '/Classes/Egress/InjectedGuard.php',
        ...array_map(static fn(string $class): string => $php . '/Classes/Bridge/' . $class . '.php', $later),
    ];

return [
    'includes' => [$packages . '/phpstan/phpstan-phpunit/extension.neon', $packages . '/phpstan/phpstan-strict-rules/rules.neon'],
    'parameters' => [
        'level' => 'max',
        'phpVersion' => 80200,
        'tmpDir' => dirname($packages) . '/phpstan-' . (Generation::isLater() ? 'later' : '0.33'),
        'paths' => [$php . '/Classes', $php . '/Configuration', $php . '/Tests/Unit', ...$shims],
        'excludePaths' => ['analyse' => $skipped],
        'scanDirectories' => [
            dirname($php) . '/stubs',
            ...(Generation::isLater() ? [$php . '/Tests/Api/Later'] : []),
            $php . '/Tests/Api/Netresearch',
            $php . '/Tests/Api/TYPO3',
        ],
        'scanFiles' => [$php . '/Tests/Generation.php', ...$shims],
    ],
];
