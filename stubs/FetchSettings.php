<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * What the operator set: the host lists and the two switches. A list that cannot be read refuses every fetch; it is never
 * read as an empty one.
 */
final class FetchSettings
{
    /**
     * @param string $allowedHosts comma-separated: `example.org`, `*.example.org`, an IP address, each with an optional
     *                             `:port` (IPv6 then in brackets); empty: every public host
     * @param string $deniedHosts  the same forms; asked before the allowlist, on every port
     * @param bool   $skipApprovalWithAllowlist lets calls run without approval while the allowlist has entries
     * @param bool   $allowViaProxy             permits proxies while the allowlist has entries
     */
    public function __construct(string $allowedHosts = '', string $deniedHosts = '', bool $skipApprovalWithAllowlist = false, bool $allowViaProxy = false) {}

    /** Settings for the case that the configuration itself cannot be read: everything is refused, both switches are off. */
    public static function unreadable(): self {}

    /** Whether every call needs a person's approval: yes, unless the switch is on and the allowlist can be read and has entries. */
    public function approvalRequired(): bool {}

    /** Whether a proxy may carry requests: only with the switch on and an allowlist that can be read and has entries. */
    public function proxyPermitted(): bool {}

    /**
     * Which entries of which list cannot be read, and why: one sentence each, for the operator. Empty when both lists can be read.
     *
     * @return list<string>
     */
    public function problems(): array {}

    /**
     * The settings as they were read; null for both lists when one of them cannot be read.
     *
     * @return array{allowedHosts: ?list<string>, deniedHosts: ?list<string>, approvalRequired: bool, proxyPermitted: bool, problems: list<string>}
     */
    public function toArray(): array {}
}
