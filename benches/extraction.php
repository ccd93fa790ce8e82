<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Extraction: MB/s of HtmlExtractor over ten real pages from 30 KB to 1.5 MB, where the shared data is there, else over the demo's
 * page; geometric mean over pages, each the best of several rounds. Beside it, in the same run and on the same bytes, the rules of
 * extraction in PHP (PhpExtractor, on masterminds/html5), and PHP's own DOMDocument::loadHTML: the least a PHP extractor has to do.
 */

use Portcullis\HtmlExtractor;

require __DIR__ . '/PhpExtractor.php';

const SMALLEST = 30_000;
const LARGEST = 1_500_000;

$shared = getenv('PORTCULLIS_SHARED') ?: __DIR__ . '/../../shared';
$sizes = [];
foreach (glob($shared . '/corpus/pages/html/*.html.gz') as $file) {
    // A gzip file ends with the length of what it holds.
    $sizes[$file] = unpack('V', substr(file_get_contents($file), -4))[1];
}
$sizes = array_filter($sizes, static fn (int $size): bool => $size >= SMALLEST && $size <= LARGEST);
asort($sizes);
$files = array_keys($sizes);
$pages = [];
for ($i = 0; $i < 10 && $files !== []; $i++) {
    // Steps of equal ratio between the sizes, the largest page last.
    $wanted = SMALLEST * (end($sizes) / SMALLEST) ** (($i + 1) / 10);
    usort($files, static fn (string $a, string $b): int => abs($sizes[$a] - $wanted) <=> abs($sizes[$b] - $wanted));
    $pages[] = gzdecode(file_get_contents(array_shift($files)));
}
if ($pages === []) {
    echo "extraction: without the shared pages, the demo's page only\n";
    $pages = array_map('file_get_contents', glob(__DIR__ . '/../demo/site/*.html'));
}

libxml_use_internal_errors(true);
$extractor = new HtmlExtractor();
$rules = PhpExtractor::load($shared . '/composer') ? new PhpExtractor() : null;
$logarithms = ['module' => 0.0, 'rules' => 0.0, 'dom' => 0.0];
foreach ($pages as $page) {
    $logarithms['module'] += log(speed($page, 5, static fn () => $extractor->extract($page, 'https://page.example/')));
    $logarithms['rules'] += $rules === null ? 0.0 : log(speed($page, 2, static fn () => $rules->extract($page, 'https://page.example/')));
    $logarithms['dom'] += log(speed($page, 5, static function () use ($page): void {
        (new DOMDocument())->loadHTML($page);
        libxml_clear_errors();
    }));
}
$mean = array_map(static fn (float $sum): float => exp($sum / count($pages)), $logarithms);
$over = sprintf('(%d pages, %.1f MB)', count($pages), array_sum(array_map('strlen', $pages)) / 1e6);
$line = "%-22s %8.0f MB/s %-5s %7.1f MB/s %5.1f times as fast %s\n";
if ($rules === null) {
    echo "extraction: skipped beside the PHP rules, masterminds/html5 is not installed\n";
} else {
    printf($line, 'extraction', $mean['module'], 'PHP', $mean['rules'], $mean['module'] / $mean['rules'], $over);
}
printf($line, 'extraction', $mean['module'], 'DOM', $mean['dom'], $mean['module'] / $mean['dom'], $over);

function speed(string $page, int $rounds, Closure $call): float
{
    $best = INF;
    $repeat = max(1, intdiv(1_000_000, strlen($page) * (6 - $rounds)));
    for ($round = 0; $round < $rounds; $round++) {
        $began = hrtime(true);
        for ($i = 0; $i < $repeat; $i++) {
            $call();
        }
        $best = min($best, (hrtime(true) - $began) / $repeat);
    }

    return strlen($page) / 1e6 / ($best / 1e9);
}
