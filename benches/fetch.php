<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Fetch: one TLS page over loopback, name resolution and extraction included, against ext-curl that only gets the same bytes (its name
 * given, its connection not reused). Medians of 101 alternating reads. Runs inside demo/world.
 */

use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchSettings;
use Portcullis\OwnSites;
use Portcullis\PageReader;
use Portcullis\ProxyView;

const URL = 'https://article.example/tide';
const READS = 101;

$guard = new EgressGuard(new EgressPolicy(new OwnSites([])), new FetchSettings(), new ProxyView(null, [], []));
$reader = new PageReader($guard);
$curl = static function (): string {
    $handle = curl_init(URL);
    curl_setopt_array($handle, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_RESOLVE => ['article.example:443:93.184.215.14'],
        CURLOPT_CAINFO => getenv('SSL_CERT_FILE'),
        CURLOPT_ENCODING => '',
        CURLOPT_FRESH_CONNECT => true,
        CURLOPT_SSL_SESSIONID_CACHE => false,
    ]);
    $body = curl_exec($handle);

    return is_string($body) ? $body : exit('curl: ' . curl_error($handle) . "\n");
};
$module = static fn (): string => $reader->read(URL)->text;

$times = ['module' => [], 'curl' => []];
for ($i = 0; $i < READS; $i++) {
    foreach (['module' => $module, 'curl' => $curl] as $side => $read) {
        $began = hrtime(true);
        strlen($read()) > 1000 || exit("the page is not the page\n");
        $times[$side][] = (hrtime(true) - $began) / 1e6;
    }
}
array_walk($times, static fn (array &$side) => sort($side));
[$module, $curl] = [$times['module'][intdiv(READS, 2)], $times['curl'][intdiv(READS, 2)]];
printf("%-22s %8.2f ms   curl %7.2f ms   %5.2f times its time\n", 'fetch, one TLS page', $module, $curl, $module / $curl);
