<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The module's own resolver as an object: the DNS servers of `/etc/resolv.conf` and nothing else, no hosts file, no search list.
 * It says nothing about whether an address may be contacted.
 */
final class DnsResolver implements HostResolver
{
    /** Nothing is read before the first name is asked for. */
    public function __construct() {}

    /**
     * Ends after 8 seconds at the latest.
     *
     * @param string $host a name; in any case, with or without trailing dot
     *
     * @return list<string> all IPv4, then all IPv6 addresses; empty when the name does not resolve, or resolves in part only,
     *                      and for what no name server is asked about: literals, numeric forms, names for local use
     *
     * @throws ConfigurationException when `/etc/resolv.conf` cannot be read or names no server
     * @throws \Throwable             whatever a signal handler throws
     */
    public function resolve(string $host): array {}
}
