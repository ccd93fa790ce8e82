<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Tells public addresses from all others, after the IANA special-purpose registries (see `php --ri portcullis` for their date).
 */
final class AddressClassifier
{
    /**
     * All methods are static.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /**
     * Whether $ip is a literal address that a public host can have. False for everything that is no literal: a name, an
     * address with a zone, with a leading zero, in brackets.
     */
    public static function isPublic(string $ip): bool {}

    /**
     * The row of the address table that holds $ip.
     *
     * @throws \ValueError when $ip is no IPv4 or IPv6 literal
     */
    public static function kindOf(string $ip): AddressKind {}

    /**
     * Whether $host is a numeric form that some clients read as an address although it is no literal: its last label is
     * all digits, or `0x` and hexadecimal digits.
     */
    public static function isNumericHost(string $host): bool {}
}
