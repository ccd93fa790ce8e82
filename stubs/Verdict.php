<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The guard's answer about one URL.
 */
final class Verdict
{
    /** Whether the URL may be fetched. */
    public readonly bool $allowed;
    /** The rule that refused; null when allowed. */
    public readonly ?RefusalReason $reason;
    /** One sentence in plain ASCII for people and models: what was refused and what to change. Empty when allowed. */
    public readonly string $message;
    /** The URL as it would be sent; null when refused before it was read. */
    public readonly ?string $url;
    /** The host that was checked: lower case, IPv6 without brackets; null when refused before it was known. */
    public readonly ?string $host;
    /** 1 to 65535; null when refused before it was known. */
    public readonly ?int $port;
    /** @var list<string> the addresses to connect to when allowed, those that were judged when refused */
    public readonly array $addresses;
    /** For the operator's log: what kind of address was refused. */
    public readonly ?AddressKind $kind;
    /** For the operator's log: the list entry that matched. */
    public readonly ?string $entry;

    /**
     * Made by the module only.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /** `host:port:address[,address]` for CURLOPT_RESOLVE; null when refused, and for a literal address, which needs none. */
    public function curlResolve(): ?string {}

    /**
     * @return array{allowed: bool, reason: ?string, message: string, url: ?string, host: ?string, port: ?int, addresses: list<string>, kind: ?string, entry: ?string}
     */
    public function toArray(): array {}
}
