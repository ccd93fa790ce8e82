<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Portcullis\ApprovalPreview;

/**
 * The lines of the approval card of `fetch_external_url`. Upstream's are in the reader's language and cut at 500 characters: what
 * an address carries behind them would leave unseen. So an address that is longer, or has characters that nobody sees, is shown
 * whole and as it is sent.
 */
final class Preview
{
    /** Upstream's loop keeps this many characters of a line, and this many lines. */
    private const CHARACTERS = 500;
    private const LINES = 20;

    /**
     * @param list<string> $lines upstream's
     *
     * @return list<string>
     */
    public static function complete(array $lines, mixed $url): array
    {
        $native = ApprovalPreview::lines($url);
        if (!is_string($url) || count($native) < 3) {
            // No address: the call will be refused.
            return count($lines) === 1 ? $lines : $native;
        }
        $address = 'Address: ' . self::sent(trim($url));
        if (strlen($address) <= self::CHARACTERS && $address === 'Address: ' . trim($url)) {
            return $lines;
        }
        [$heading, , $host] = $native;
        $parts = str_split($address, self::CHARACTERS);
        if (count($parts) > self::LINES - 3) {
            return [
                $heading,
                sprintf('This address has %d characters, more than can be shown. What is not shown is sent all the same.', strlen($address)),
                $parts[0],
                $host,
            ];
        }

        return [$heading, ...$parts, $host, 'Everything behind the host in this address is sent with it.'];
    }

    private static function sent(string $address): string
    {
        return (string)preg_replace_callback('/[^\x21-\x7e]+/', static fn(array $match): string => rawurlencode($match[0]), $address);
    }
}
