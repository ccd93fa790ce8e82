<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Extraction: MB/s of HtmlExtractor over the demo's page and, where the shared data is there, over ten real pages of different sizes;
 * geometric mean over pages, each the best of five rounds. Beside it, in the same run, PHP's own DOMDocument::loadHTML on the same
 * bytes: the least a PHP extractor has to do before it starts.
 */

use Portcullis\HtmlExtractor;

$shared = getenv('PORTCULLIS_SHARED') ?: __DIR__ . '/../../shared';
$pages = array_map('file_get_contents', glob(__DIR__ . '/../demo/site/*.html'));
$real = glob($shared . '/corpus/pages/html/*.html.gz');
usort($real, static fn (string $a, string $b): int => filesize($a) <=> filesize($b));
for ($i = 0; $i < 10 && $real !== []; $i++) {
    $pages[] = gzdecode(file_get_contents($real[(int) ((count($real) - 1) * ($i + 1) / 10)]));
}
if ($real === []) {
    echo "extraction: without the shared pages, the demo's page only\n";
}

libxml_use_internal_errors(true);
$extractor = new HtmlExtractor();
$logarithms = ['module' => 0.0, 'dom' => 0.0];
$bytes = 0;
foreach ($pages as $page) {
    $bytes += strlen($page);
    $logarithms['module'] += log(speed($page, static fn () => $extractor->extract($page, 'https://page.example/')));
    $logarithms['dom'] += log(speed($page, static function () use ($page): void {
        (new DOMDocument())->loadHTML($page);
        libxml_clear_errors();
    }));
}
$mean = array_map(static fn (float $sum): float => exp($sum / count($pages)), $logarithms);
printf(
    "%-22s %8.0f MB/s DOM %9.0f MB/s %5.1f times as fast (%d pages, %.1f MB)\n",
    'extraction', $mean['module'], $mean['dom'], $mean['module'] / $mean['dom'], count($pages), $bytes / 1e6,
);

function speed(string $page, Closure $call): float
{
    $best = INF;
    $repeat = max(1, intdiv(1_000_000, strlen($page)));
    for ($round = 0; $round < 5; $round++) {
        $began = hrtime(true);
        for ($i = 0; $i < $repeat; $i++) {
            $call();
        }
        $best = min($best, (hrtime(true) - $began) / $repeat);
    }

    return strlen($page) / 1e6 / ($best / 1e9);
}
