<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Guard: time per URL and per address, from PHP, against the same rules in PHP (PhpRules.php) in the same run. Each figure is the best
 * of seven rounds, which alternate, so that what else the machine does hits both sides. The names are never resolved.
 */

use Portcullis\AddressClassifier;
use Portcullis\Benches\PhpRules;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchSettings;
use Portcullis\OwnSites;
use Portcullis\ProxyView;

require __DIR__ . '/PhpRules.php';

const ROUNDS = 7;
const REPEAT = 400;

$urls = [
    'https://example.org/', 'https://www.example.org/a/b/c.html?d=e&f=g#h', 'HTTPS://Example.COM:443/x/../y', 'http://93.184.215.14/',
    'https://[2606:4700:4700::1111]/dns', 'https://a.very.long.sub.domain.of.example.net/' . str_repeat('path/', 20),
    'http://127.0.0.1/', 'http://2130706433/', 'http://169.254.169.254/latest/', 'https://user:pw@example.org/', 'ftp://example.org/',
    'https://example.org:8443/', 'https://www.mysite.example/', 'https://bad.example.net/', 'http://printer.local/', "http://example.org/a\tb",
];
$addresses = ['93.184.215.14', '10.0.0.8', '127.0.0.1', '169.254.169.254', '240.0.0.1', '2606:4700:4700::1111', '::1', 'fe80::1', '2001:db8::1', '::ffff:1.1.1.1'];

$sites = new OwnSites(['https://www.mysite.example/']);
$guard = new EgressGuard(new EgressPolicy($sites), new FetchSettings('', 'bad.example.net'), new ProxyView(null, [], []));
$rules = new PhpRules(['www.mysite.example'], ['bad.example.net' => true], []);

foreach ($urls as $url) {
    $reason = $guard->checkWithoutResolving($url)->reason?->value;
    $reason === $rules->refuses($url) || exit("the two sides disagree on $url\n");
}
foreach ($addresses as $address) {
    AddressClassifier::isPublic($address) === $rules->isPublic($address) || exit("the two sides disagree on $address\n");
}

report('guard, one URL', $urls, static fn (string $url) => $guard->checkWithoutResolving($url), static fn (string $url) => $rules->refuses($url));
report('guard, one address', $addresses, static fn (string $ip) => AddressClassifier::isPublic($ip), static fn (string $ip) => $rules->isPublic($ip));

function report(string $what, array $inputs, Closure $module, Closure $php): void
{
    $best = ['module' => INF, 'php' => INF];
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach (['module' => $module, 'php' => $php] as $side => $call) {
            $began = hrtime(true);
            for ($i = 0; $i < REPEAT; $i++) {
                foreach ($inputs as $input) {
                    $call($input);
                }
            }
            $best[$side] = min($best[$side], (hrtime(true) - $began) / REPEAT / count($inputs) / 1000);
        }
    }
    printf("%-22s %8.2f µs   PHP %8.2f µs   %5.1f times as fast\n", $what, $best['module'], $best['php'], $best['php'] / $best['module']);
}
