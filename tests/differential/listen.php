<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/* Accepts every connection on the ports 80, 443 and 8443 of every address, and closes it. */

$servers = [];
foreach ([80, 443, 8443] as $port) {
    $context = stream_context_create(['socket' => ['ipv6_v6only' => false, 'backlog' => 512]]);
    $servers[] = stream_socket_server("tcp://[::]:$port", $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context)
        ?: exit("differential: port $port: $message\n");
}
while (true) {
    [$ready, $none] = [$servers, null];
    if (stream_select($ready, $none, $none, 3600) > 0) {
        foreach ($ready as $server) {
            $connection = @stream_socket_accept($server, 0);
            is_resource($connection) && fclose($connection);
        }
    }
}
