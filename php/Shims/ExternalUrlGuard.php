<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Web;

use Netresearch\NrLlm\Service\Tool\EgressPolicyService;
use Portcullis\Typo3\Egress\InjectedGuard;

final readonly class ExternalUrlGuard
{
    private InjectedGuard $guard;

    public function __construct(
        private EgressPolicyService $egressPolicy,
        private HostResolverInterface $resolver,
        private IpAddressClassifier $classifier,
        private ExternalFetchSettings $settings,
        private ProxyDetector $proxyDetector,
    ) {
        $this->guard = new InjectedGuard($this->egressPolicy, $this->resolver, $this->settings, $this->proxyDetector);
    }

    public function check(string $group, string $url): ExternalFetchTarget
    {
        $verdict = $this->guard->check($group, $url);

        return $verdict->allowed
            ? ExternalFetchTarget::allowed((string)$verdict->url, (string)$verdict->host, (int)$verdict->port, $verdict->addresses)
            // Upstream's callers end the sentence.
            : ExternalFetchTarget::refused(rtrim($verdict->message, '.'));
    }
}
