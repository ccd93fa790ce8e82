<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The hosts of this installation, which the guard refuses whatever the lists say.
 */
final class OwnSites
{
    /**
     * @param list<string> $activeBases  the bases in force now: what the scope `own_site` may reach
     * @param list<string> $furtherBases base variants, language bases and theirs: refused by the guard, never reached
     * @param list<string> $addresses    IP addresses of this server; a name that resolves to one is refused as well
     *
     * @throws \ValueError when $addresses holds something that is no IP address
     */
    public function __construct(array $activeBases, array $furtherBases = [], array $addresses = []) {}

    /**
     * The hosts of all bases: lower case, no port, no brackets, no trailing dot, each once, in order.
     *
     * @return list<string>
     */
    public function hosts(): array {}

    /** Whether $host (a name or an address, in any spelling of it) is one of this installation. */
    public function contains(string $host): bool {}

    /**
     * All hosts, and every address among them or given beside them, in the order of addresses.
     *
     * @return array{hosts: list<string>, addresses: list<string>}
     */
    public function toArray(): array {}
}
