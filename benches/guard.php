<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Guard: time per URL and per address, from PHP, against the same rules in PHP (PhpRules.php) in the same run. Each figure is the best
 * of seven rounds, which alternate, so that what else the machine does hits both sides. Names are never resolved.
 */

use Portcullis\AddressClassifier;
use Portcullis\Benches\PhpRules;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchSettings;
use Portcullis\OwnSites;
use Portcullis\ProxyView;

require __DIR__ . '/PhpRules.php';
require __DIR__ . '/PhpVerdict.php';

const ROUNDS = 7;
const REPEAT = 400;

$urls = [
    'https://example.org/', 'https://www.example.org/a/b/c.html?d=e&f=g#h', 'HTTPS://Example.COM:443/x/../y', 'http://93.184.215.14/',
    'https://[2606:4700:4700::1111]/dns', 'https://a.very.long.sub.domain.of.example.net/' . str_repeat('path/', 20),
    'http://127.0.0.1/', 'http://2130706433/', 'http://169.254.169.254/latest/', 'https://user:pw@example.org/', 'ftp://example.org/',
    'https://example.org:8443/', 'https://www.mysite.example/', 'https://bad.example.net/', 'http://printer.local/', "http://example.org/a\tb",
];
$addresses = ['93.184.215.14', '10.0.0.8', '127.0.0.1', '169.254.169.254', '240.0.0.1', '2606:4700:4700::1111', '::1', 'fe80::1', '2001:db8::1', '::ffff:1.1.1.1'];

$sites = new OwnSites(['https://www.mysite.example/', 'https://mysite.example/']);
$denied = 'bad.example.net, *.denied.example, 192.0.2.1';
$guard = new EgressGuard(new EgressPolicy($sites), new FetchSettings('', $denied), new ProxyView(null, [], []));
$rules = new PhpRules(['www.mysite.example' => true, 'mysite.example' => true], '', $denied, [[], []]);

foreach ($urls as $url) {
    [$ours, $theirs] = [$guard->checkWithoutResolving($url), $rules->check($url, 'web')];
    [$ours->reason?->value, $ours->url, $ours->host, $ours->port] === [$theirs->reason, $theirs->url, $theirs->host, $theirs->port]
        || exit("the two sides disagree on $url\n");
}
foreach ($addresses as $address) {
    AddressClassifier::isPublic($address) === $rules->isPublic($address) || exit("the two sides disagree on $address\n");
}

$best = array_fill_keys(['urls', 'php urls', 'addresses', 'php addresses'], INF);
for ($round = 0; $round < ROUNDS; $round++) {
    // Plain loops: a closure around each call would be most of what is measured.
    $began = hrtime(true);
    for ($i = 0; $i < REPEAT; $i++) {
        foreach ($urls as $url) {
            $guard->checkWithoutResolving($url);
        }
    }
    $best['urls'] = min($best['urls'], hrtime(true) - $began);
    $began = hrtime(true);
    for ($i = 0; $i < REPEAT; $i++) {
        foreach ($urls as $url) {
            $rules->check($url, 'web');
        }
    }
    $best['php urls'] = min($best['php urls'], hrtime(true) - $began);
    $began = hrtime(true);
    for ($i = 0; $i < REPEAT; $i++) {
        foreach ($addresses as $address) {
            AddressClassifier::isPublic($address);
        }
    }
    $best['addresses'] = min($best['addresses'], hrtime(true) - $began);
    $began = hrtime(true);
    for ($i = 0; $i < REPEAT; $i++) {
        foreach ($addresses as $address) {
            $rules->isPublic($address);
        }
    }
    $best['php addresses'] = min($best['php addresses'], hrtime(true) - $began);
}
report('guard, one URL', $best['urls'], $best['php urls'], count($urls));
report('guard, one address', $best['addresses'], $best['php addresses'], count($addresses));

function report(string $what, float $module, float $php, int $inputs): void
{
    $each = REPEAT * $inputs * 1000;
    printf("%-22s %8.2f µs   PHP %8.2f µs   %5.1f times as fast\n", $what, $module / $each, $php / $each, $php / $module);
}
