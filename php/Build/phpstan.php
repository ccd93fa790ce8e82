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
// Classes that were written for the other versions alone.
$others = Generation::isLater()
    ? [$php . '/Classes/Bridge/NativeToolCallPolicy.php']
    : [$php . '/Classes/Bridge/NativeRunToolCallPolicy.php', $php . '/Classes/Egress/InjectedGuard.php', $php . '/Tests/Unit/Later'];
// What the later versions add, and, first come first served, what they declare otherwise.
$declared = [$php . '/Tests/Api/Netresearch', $php . '/Tests/Api/Later', $php . '/Tests/Api/TYPO3'];
if (Generation::isLater()) {
    [$declared[0], $declared[1]] = [$declared[1], $declared[0]];
}

return [
    'includes' => [$packages . '/phpstan/phpstan-phpunit/extension.neon', $packages . '/phpstan/phpstan-strict-rules/rules.neon'],
    'parameters' => [
        'level' => 'max',
        'phpVersion' => 80200,
        'tmpDir' => dirname($packages) . '/phpstan-' . (Generation::isLater() ? 'later' : '0.33'),
        'paths' => [$php . '/Classes', $php . '/Configuration', $php . '/Tests/Unit', $php . '/Tests/Integration/InstallationTest.php', $php . '/Shims/install.php', $php . '/Shims/known.php', ...$shims],
        'excludePaths' => ['analyse' => $others],
        'scanDirectories' => [dirname($php) . '/stubs', ...$declared],
        'scanFiles' => [$php . '/Tests/Generation.php'],
        'ignoreErrors' => [
            // Static in PHPUnit 11 and not in 9.6: the tests run with both.
            ['identifier' => 'staticMethod.dynamicCall', 'path' => $php . '/Tests/*'],
            // Which of its methods upstream's composer has differs between the versions.
            ['identifier' => 'function.alreadyNarrowedType', 'path' => $php . '/Classes/Gate/SkillDeclarations.php', 'reportUnmatched' => false],
            ['identifier' => 'function.impossibleType', 'path' => $php . '/Classes/Gate/SkillDeclarations.php', 'reportUnmatched' => false],
            // A shim's constructor is upstream's, whatever of it the shim needs.
            ['identifier' => 'property.onlyWritten', 'path' => $php . '/Shims/ExternalUrlGuard.php', 'reportUnmatched' => false],
        ],
    ],
];
