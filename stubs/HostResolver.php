<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Replaces the module's own resolver. What it returns is checked in the same way; what is no address refuses the name.
 */
interface HostResolver
{
    /**
     * @param string $host a lower-case ASCII name without trailing dot
     *
     * @return list<string> all IPv4 and IPv6 addresses of the name; empty: it does not resolve
     */
    public function resolve(string $host): array;
}
