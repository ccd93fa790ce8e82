<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Web;

interface HostResolverInterface
{
    /**
     * @return list<string>
     */
    public function resolve(string $host): array;
}
