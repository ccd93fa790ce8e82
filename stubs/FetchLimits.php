<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The bounds of one read. Every value may be lowered, and raised to ten times its default.
 */
final class FetchLimits
{
    /** Redirects that are followed. */
    public readonly int $redirects;
    /** Bytes of a body as sent. */
    public readonly int $wireBytes;
    /** Bytes of a body after its content coding. */
    public readonly int $decodedBytes;
    /** Seconds of the whole read. */
    public readonly float $seconds;
    /** Seconds of one attempt to connect. */
    public readonly float $connectSeconds;
    /** Characters of text in the fenced page. */
    public readonly int $characters;
    /** Bytes of the whole fenced page. */
    public readonly int $resultBytes;

    /**
     * @param int   $redirects      0 to 30
     * @param int   $wireBytes      bytes of a body as sent, 1 to 20971520; past it the page is what arrived
     * @param int   $decodedBytes   bytes of a body after its content coding, 1 to 20971520
     * @param float $seconds        the whole read, name resolution, redirects and extraction included, above 0, to 200
     * @param float $connectSeconds one attempt to connect, above 0, to 50
     * @param int   $characters     of text in {@see Page::fenced()}, 1 to 200000
     * @param int   $resultBytes    of the whole of {@see Page::fenced()}, 4096 and 512 for every redirect to 480000
     *
     * @throws \ValueError for a number outside its range, infinity and NaN
     */
    public function __construct(int $redirects = 3, int $wireBytes = 2097152, int $decodedBytes = 2097152, float $seconds = 20.0, float $connectSeconds = 5.0, int $characters = 20000, int $resultBytes = 48000) {}

    /**
     * @return array{redirects: int, wireBytes: int, decodedBytes: int, seconds: float, connectSeconds: float, characters: int, resultBytes: int}
     */
    public function toArray(): array {}
}
