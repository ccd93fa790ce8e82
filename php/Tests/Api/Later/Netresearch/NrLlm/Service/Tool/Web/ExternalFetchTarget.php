<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Web;

final readonly class ExternalFetchTarget
{
    /**
     * @param list<string> $addresses
     */
    private function __construct(
        public bool $allowed,
        public string $reason,
        public string $url,
        public string $host,
        public int $port,
        public array $addresses,
    ) {}

    public static function refused(string $reason): self
    {
        return new self(false, $reason, '', '', 0, []);
    }

    /**
     * @param list<string> $addresses
     */
    public static function allowed(string $url, string $host, int $port, array $addresses): self
    {
        return new self(true, '', $url, $host, $port, $addresses);
    }
}
