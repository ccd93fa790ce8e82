<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Web;

use Portcullis\AddressClassifier;

final readonly class IpAddressClassifier
{
    public function isPublic(string $ip): bool
    {
        return AddressClassifier::isPublic($ip);
    }

    public function isAmbiguousNumericHost(string $host): bool
    {
        return AddressClassifier::isNumericHost($host);
    }
}
