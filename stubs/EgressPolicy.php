<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Which group of tools may reach what, and the two scopes that need no name resolution.
 */
final class EgressPolicy
{
    /**
     * @param OwnSites                   $sites
     * @param array<string, EgressScope> $scopes further groups, or others for the built-in ones (`system`: own_site, `rag`:
     *                                           configured_endpoint, `web`: external_filtered)
     *
     * @throws \TypeError when $scopes holds anything but EgressScope cases
     */
    public function __construct(OwnSites $sites, array $scopes = []) {}

    /** The scope of a group; groups are compared byte for byte, and one without a declaration has {@see EgressScope::None}. */
    public function scopeFor(string $group): EgressScope {}

    /**
     * The URL to call on this installation: a path joined to the first active base that has a host, or an absolute URL whose host
     * and port equal those of an active base. Null for anything else, and for a group whose scope is not own_site.
     */
    public function resolveAllowedUrl(string $group, string $input): ?string {}

    /**
     * The URL to call when its host and port equal one of the declared endpoints, else null; only for configured_endpoint.
     *
     * @param list<string> $declared `host` or `host:port`; IPv6 in brackets
     */
    public function resolveConfiguredEndpoint(string $group, string $url, array $declared): ?string {}
}
