<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Netresearch\NrLlm\Service\Tool\Web\HostResolverInterface;
use Portcullis\ConfigurationException;
use Portcullis\DnsResolver;
use Psr\Log\LoggerInterface;

/**
 * The module's resolver: DNS alone, both address families or none, and an end after eight seconds. There is nothing to verify
 * about it: two lookups of one name may differ.
 */
final readonly class NativeHostResolver implements HostResolverInterface
{
    public function __construct(
        private HostResolverInterface $inner,
        private Module $module,
        private ?LoggerInterface $logger = null,
    ) {}

    public function resolve(string $host): array
    {
        if (!$this->module->answers()) {
            return $this->inner->resolve($host);
        }
        try {
            return (new DnsResolver())->resolve($host);
        } catch (ConfigurationException $error) {
            $this->logger?->error('No name can be resolved: {reason}', ['reason' => $error->getMessage()]);

            return [];
        }
    }
}
