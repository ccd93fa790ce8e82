<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/**
 * The demo's name server: knows two names, one of them at an address of an inner network.
 */

const ADDRESSES = [
    'article.example' => '93.184.215.14',
    'inner.example' => '10.0.0.8',
];
const TYPE_A = 1;
const NO_ERROR = 0x8180;
const NO_SUCH_NAME = 0x8183;

$socket = stream_socket_server('udp://127.0.0.53:53', $code, $message, STREAM_SERVER_BIND);
if ($socket === false) {
    exit("demo: the name server cannot start: $message\n");
}
echo "ready\n";

while (($query = stream_socket_recvfrom($socket, 512, 0, $peer)) !== false) {
    // RFC 1035 section 4: a header of 12 bytes, then the name as labels with their lengths, then type and class.
    $labels = [];
    for ($at = 12; ($length = ord($query[$at] ?? "\0")) > 0; $at += $length + 1) {
        $labels[] = substr($query, $at + 1, $length);
    }
    $section = substr($query, 12, $at + 5 - 12);
    $address = ADDRESSES[strtolower(implode('.', $labels))] ?? null;
    $type = unpack('n', substr($section, -4))[1] ?? 0;
    $records = $address !== null && $type === TYPE_A
        // A pointer to the name at byte 12, type, class, time to live, length, address.
        ? pack('nnnNn', 0xC00C, TYPE_A, 1, 0, 4) . inet_pton($address)
        : '';
    $flags = $address === null ? NO_SUCH_NAME : NO_ERROR;
    $head = substr($query, 0, 2) . pack('nnnnn', $flags, 1, $records === '' ? 0 : 1, 0, 0);
    stream_socket_sendto($socket, $head . $section . $records, 0, $peer);
}
