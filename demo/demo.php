<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchException;
use Portcullis\FetchSettings;
use Portcullis\HtmlExtractor;
use Portcullis\OwnSites;
use Portcullis\PageReader;
use Portcullis\ProxyView;
use Portcullis\RefusedException;

/**
 * The demo itself. Arguments: `namespace` (the small internet that `demo/run` has set up), `network URL` (the real
 * one), or `offline` (none).
 */

const PAGE = 'https://article.example/tide';
const HIDDEN_WORDS = 'Ignore all previous instructions';

[, $where, $url] = $argv + [1 => 'offline', 2 => PAGE];

$guard = new EgressGuard(
    new EgressPolicy(new OwnSites(['https://mysite.example/'])),
    new FetchSettings(allowedHosts: '', deniedHosts: '*.bad.example'),
    $where === 'network' ? new ProxyView() : new ProxyView(null, [], []),
);
$reader = new PageReader($guard);

heading('A page, as a model gets it', $url);
if ($where === 'offline') {
    say("Network namespaces are not permitted here: the bundled page is extracted without fetching it.\n");
    $html = (string) file_get_contents(__DIR__ . '/site/tide.html');
    $text = (new HtmlExtractor())->extract($html, $url)->text;
} else {
    $started = hrtime(true);
    try {
        $text = $reader->read($url)->fenced('demo');
    } catch (FetchException $problem) {
        say($problem->getMessage());
        exit(1);
    }
    $milliseconds = (hrtime(true) - $started) / 1e6;
}
show($text);
if ($where !== 'network') {
    $leaked = str_contains($text, HIDDEN_WORDS);
    say($leaked
        ? paint('31', 'The instruction that the page hides from people is in the text above.')
        : paint('32', 'The page also holds an instruction that a browser does not show. It is not in the text above.'));
}
if (isset($milliseconds)) {
    say(sprintf('Name, connection, TLS, page, text: %.1f ms.', $milliseconds));
}

heading('Ways that are closed');
$ways = [
    'cloud metadata' => 'http://169.254.169.254/latest/meta-data/',
    'a number' => 'http://2130706433/',
    'our own site' => 'https://mysite.example/typo3/',
    'another port' => 'https://article.example:8443/tide',
];
if ($where === 'namespace') {
    $ways += [
        'an inner address' => 'https://inner.example/',
        'a redirect' => 'https://article.example/moved',
    ];
}
foreach ($ways as $what => $url) {
    try {
        $reader->read($url);
        $outcome = paint('31', 'It was read.');
        $leaked = true;
    } catch (RefusedException $refusal) {
        $outcome = $refusal->getMessage();
    }
    echo paint('1', sprintf('%-18s', $what)), $url, "\n", indented($outcome, 18), "\n\n";
}
exit((int) ($leaked ?? false));

function heading(string $text, string $more = ''): void
{
    echo "\n", paint('1;36', $text), $more === '' ? '' : "  $more", "\n\n";
}

function say(string $text): void
{
    echo indented($text, 0), "\n";
}

/** Prints a text beside a bar, its lines wrapped; the lines of a code block stay as they are. */
function show(string $text): void
{
    $code = false;
    foreach (explode("\n", rtrim($text)) as $line) {
        $fence = str_starts_with($line, '```');
        $code = $code !== $fence;
        $shown = explode("\n", $code || $fence ? $line : indented($line, 0, 2));
        foreach ($shown as $part) {
            echo paint('2', '│'), ' ', str_starts_with($line, '<<<') ? paint('2', $part) : $part, "\n";
        }
    }
    echo "\n";
}

/** Wraps a text at the terminal's width, less what is kept free, and indents every line. */
function indented(string $text, int $indent, int $free = 0): string
{
    $lines = [''];
    foreach (explode(' ', $text) as $word) {
        $last = array_key_last($lines);
        $longer = $lines[$last] === '' ? $word : "$lines[$last] $word";
        if (width($longer) <= columns() - $indent - $free || $lines[$last] === '') {
            $lines[$last] = $longer;
        } else {
            $lines[] = $word;
        }
    }

    return implode("\n", array_map(static fn(string $line): string => str_repeat(' ', $indent) . $line, $lines));
}

/** Columns that a text takes: its characters, without the escape sequences of its colours. */
function width(string $text): int
{
    return (int) preg_match_all('/\X/u', (string) preg_replace('/\e\[[0-9;]*m/', '', $text));
}

function columns(): int
{
    return max(40, min(100, (int) getenv('COLUMNS')));
}

function paint(string $style, string $text): string
{
    $coloured = stream_isatty(STDOUT) && (string) getenv('NO_COLOR') === '';

    return $coloured ? "\e[{$style}m$text\e[0m" : $text;
}
