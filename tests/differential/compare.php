<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Makes URLs from pieces that parsers are known to disagree about, and from the shared vectors where they are there, and asks for each
 * that the guard accepts: does parse_url name the same host and port in it and in the text that is sent, and does curl, given that
 * text and the checked addresses and nothing else, connect to one of them? Argument: seconds. The seed is printed; SEED in the environment repeats a run.
 */

use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchSettings;
use Portcullis\HostResolver;
use Portcullis\OwnSites;
use Portcullis\ProxyView;
use Portcullis\Verdict;

const ADDRESSES = ['93.184.215.14', '2606:2800:21f::1'];

const SCHEMES = ['http', 'https', 'HTTP', 'hTTps', 'http:', 'ftp', '', "\thttp", 'http%3a'];
const SEPARATORS = ['://', '://', '://', '://', '://', ':/', ':', ':///', ':\\\\', '://\\', '//'];
const USERINFO = ['', '', '', '', '', '', '', 'u@', 'u:p@', '@', 'example.net@', '%40', "127.0.0.1\\@"];
const HOSTS = [
    'example.org', 'EXAMPLE.org', 'www.example.org.', 'a.b-c.example.org', 'xn--bcher-kva.example', 'xn--fa-hia.example', 'r3---sn.example.org',
    '93.184.215.14', '1.1.1.1', '8.8.8.8.', '[2606:2800:21f::1]', '[2606:2800:021F:0:0:0:0:1]', '[::ffff:1.1.1.1]', '127.0.0.1', '127.1', '2130706433', '0x7f000001',
    '0177.0.0.1', '[::1]', '[fe80::1%25lo]', "b\u{fc}cher.example", "\u{ff11}.1.1.1", 'ex%61mple.org', 'example.org%00.net', 'exa_mple.org', '-a.example', 'a..b', '1.1.1.1.example.org',
    'example.org#', 'example.org\\', "example\u{3002}org", "ex\u{ad}ample.org", '0', '0x', 'example.0x', 'example.1', '1e100.net', 'localhost', 'a.localhost',
];
const PORTS = ['', '', '', '', '', ':', ':80', ':443', ':0080', ':8443', ':0', ':65536', ':+80', ': 80', ':80:443', ':8o'];
const TAILS = ['', '/', '/a', '/a/../b', '/%2e%2E/x', '//x', '/a?b=c', '?b', '#f', '/?#', '/@example.net', '/:80', '/\\example.net', "/\u{fc}", "/a?'\"<>^`{|}", '/a;b=c', '/%', '/%zz', '?@example.net/', '#@example.net/', '/..//../x', '/.%2e'];
const NOISE = ['@', ':', '/', '\\', '?', '#', '[', ']', '.', '%', "\t", "\n", "\r", "\0", ' ', "\x7f", "\xc2\xad", "\u{2100}", "\u{ff0e}", '0', 'x', '-', '&', ';', '%00', '%2f', '%40'];

final class Fixed implements HostResolver
{
    public function resolve(string $host): array
    {
        return ADDRESSES;
    }
}

$seed = (int) (getenv('SEED') ?: random_int(1, PHP_INT_MAX));
mt_srand($seed);
$end = microtime(true) + (float) $argv[1];
$guard = new EgressGuard(new EgressPolicy(new OwnSites([])), new FetchSettings(), new ProxyView(null, [], []));
$resolver = new Fixed();
$corpus = vectors();
$curl = curl_init();
$counts = ['tried' => 0, 'accepted' => 0, 'connected' => 0];
while (microtime(true) < $end) {
    $url = make($corpus);
    $counts['tried']++;
    $verdict = $guard->check($url, 'web', $resolver);
    if (!$verdict->allowed) {
        continue;
    }
    $counts['accepted']++;
    foreach ([$url, (string) $verdict->url] as $text) {
        by_parse_url($text, $verdict);
    }
    $guard->check((string) $verdict->url, 'web', $resolver)->url === $verdict->url || differs('the guard reads its own text otherwise', $url, $verdict);
    // A connection costs some hundred times a parse.
    if ($counts['accepted'] % 8 === 0) {
        $counts['connected']++;
        by_curl($curl, $url, $verdict);
    }
}
printf("differential: seed %d, %d tried, %d accepted, %d connected by curl\n", $seed, ...array_values($counts));
if ($counts['connected'] === 0) {
    exit("differential: nothing was compared\n");
}
echo "1 passed, 0 failed\n";

function by_parse_url(string $text, Verdict $verdict): void
{
    $parts = parse_url($text);
    $host = rtrim(strtolower(trim($parts['host'] ?? '', '[]')), '.');
    $packed = @inet_pton($host);
    $host = $packed === false ? $host : inet_ntop($packed);
    $port = $parts['port'] ?? (strtolower($parts['scheme'] ?? '') === 'https' ? 443 : 80);
    if ($host !== $verdict->host || $port !== $verdict->port) {
        differs("parse_url reads $host:$port in " . addcslashes($text, "\0..\37\177..\377"), $text, $verdict);
    }
}

function by_curl(CurlHandle $curl, string $url, Verdict $verdict): void
{
    curl_reset($curl);
    curl_setopt_array($curl, [
        CURLOPT_URL => $verdict->url,
        CURLOPT_CONNECT_ONLY => true,
        CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
        CURLOPT_SSL_VERIFYPEER => false,
        CURLOPT_FRESH_CONNECT => true,
        CURLOPT_TIMEOUT => 5,
        // The checked host at the checked addresses; every other name is nowhere.
        CURLOPT_RESOLVE => $verdict->curlResolve() === null ? [] : [$verdict->curlResolve()],
    ]);
    curl_exec($curl);
    // TLS fails against the silent server; the connection below it is what counts.
    $peer = (string) curl_getinfo($curl, CURLINFO_PRIMARY_IP);
    $port = curl_getinfo($curl, CURLINFO_PRIMARY_PORT);
    if (!in_array(@inet_pton($peer), array_map('inet_pton', $verdict->addresses), true) || $port !== $verdict->port) {
        differs("curl connects to '$peer' port $port: " . curl_error($curl), $url, $verdict);
    }
}

function differs(string $how, string $url, Verdict $verdict): never
{
    $show = static fn (string $text): string => addcslashes($text, "\0..\37\177..\377");
    printf("differential: seed %d: %s\n  url      %s\n  accepted %s, host %s port %d\n", $GLOBALS['seed'], $show($how), $show($url), $verdict->url, $verdict->host, $verdict->port);
    exit(1);
}

/** @param list<string> $corpus */
function make(array $corpus): string
{
    if ($corpus !== [] && mt_rand(0, 3) === 0) {
        $url = pick($corpus);
    } else {
        $url = pick(SCHEMES) . pick(SEPARATORS) . pick(USERINFO) . pick(HOSTS) . pick(PORTS) . pick(TAILS);
    }
    for ($i = mt_rand(-4, 2); $i > 0; $i--) {
        $at = mt_rand(0, strlen($url));
        $url = substr($url, 0, $at) . pick(NOISE) . substr($url, $at + mt_rand(0, 1));
    }

    return $url;
}

/** @param list<string> $of */
function pick(array $of): string
{
    return $of[mt_rand(0, count($of) - 1)];
}

/** @return list<string> */
function vectors(): array
{
    $file = (getenv('PORTCULLIS_SHARED') ?: __DIR__ . '/../../../shared') . '/vectors/urls.jsonl';
    $lines = is_file($file) ? file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) : [];

    return array_map(static fn (string $line): string => json_decode($line, true, 16, JSON_THROW_ON_ERROR)['url'], $lines);
}
