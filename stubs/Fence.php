<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The markers around untrusted text.
 */
final class Fence
{
    /**
     * All methods are static.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /**
     * $text between a BEGIN and an END line with a fresh random value; look-alikes of the markers inside are defused.
     *
     * @param string $text       UTF-8; malformed bytes become U+FFFD
     * @param int    $characters of $text that are kept at most, 1 to 200000
     * @param int    $bytes      of the whole result at most, 1024 to 480000; the END line is never cut
     *
     * @throws \ValueError            for a number outside its range
     * @throws ConfigurationException when the system's random source fails
     */
    public static function wrap(string $text, int $characters = 20000, int $bytes = 48000): string {}

    /** $text with every look-alike of a marker defused and invisible characters removed; otherwise unchanged. */
    public static function neutralise(string $text): string {}
}
