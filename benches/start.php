<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Module start: the time of `php -n -r ''` with the module less the time without it, medians of 41 alternating runs. Argument: the module.
 */

$commands = [
    'with' => [PHP_BINARY, '-n', '-d', 'extension=' . $argv[1], '-r', ''],
    'without' => [PHP_BINARY, '-n', '-r', ''],
];
$times = ['with' => [], 'without' => []];
for ($run = 0; $run < 41; $run++) {
    foreach ($commands as $side => $command) {
        $began = hrtime(true);
        proc_close(proc_open($command, [], $pipes));
        $times[$side][] = (hrtime(true) - $began) / 1e6;
    }
}
array_walk($times, static fn (array &$side) => sort($side));
printf("%-22s %8.2f ms   PHP without it %.2f ms\n", 'module start', $times['with'][20] - $times['without'][20], $times['without'][20]);
