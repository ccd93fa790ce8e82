<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/**
 * The demo's web site, over TLS: one article, and one address that has moved to where nobody should follow.
 *
 * Argument: a PEM file with the certificate and its key.
 */

$context = stream_context_create(['ssl' => ['local_cert' => $argv[1]]]);
$listening = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
$server = stream_socket_server('tls://93.184.215.14:443', $code, $message, $listening, $context);
if ($server === false) {
    exit("demo: the web site cannot start: $message\n");
}
echo "ready\n";

while (true) {
    $client = @stream_socket_accept($server, -1);
    if ($client === false) {
        // A handshake that the other side gave up.
        continue;
    }
    $target = explode(' ', (string) fgets($client))[1] ?? '';
    $body = (string) match ($target) {
        '/tide' => file_get_contents(__DIR__ . '/site/tide.html'),
        default => '',
    };
    $head = match ($target) {
        '/tide' => ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=utf-8'],
        '/moved' => ['HTTP/1.1 302 Found', 'Location: http://127.0.0.1/admin'],
        default => ['HTTP/1.1 404 Not Found'],
    };
    $length = 'Content-Length: ' . strlen($body);
    fwrite($client, implode("\r\n", [...$head, $length, 'Connection: close', '', $body]));
    fclose($client);
}
