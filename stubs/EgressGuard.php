<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Decides whether a URL may be fetched. Never connects; resolves a name only when all rules before that have passed.
 */
final class EgressGuard
{
    /** Keeps policy, settings and proxy view as they are now. */
    public function __construct(EgressPolicy $policy, FetchSettings $settings, ProxyView $proxy) {}

    /**
     * Asks the rules of {@see RefusalReason} in their order. A refusal is an ordinary answer, not an exception.
     *
     * @param string            $url      bytes, at most 8,192; nothing is trimmed or repaired
     * @param string            $group    the tool's group, which must have the scope external_filtered
     * @param HostResolver|null $resolver null: the module's own (DNS only, at most 8 seconds)
     *
     * @throws ConfigurationException when the module's resolver has no readable `/etc/resolv.conf`
     * @throws \Throwable             whatever $resolver throws
     */
    public function check(string $url, string $group = 'web', ?HostResolver $resolver = null): Verdict {}

    /** As {@see self::check()}, but without asking any resolver: a name that would have to be resolved passes. */
    public function checkWithoutResolving(string $url, string $group = 'web'): Verdict {}
}
