<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Web;

final readonly class ProxyDetector
{
    /**
     * @param array<string, string>|null $environment
     */
    public function __construct(public ?array $environment = null, public ?string $sapi = null) {}
}
