<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

use Netresearch\NrLlm\Domain\Enum\ToolEgressScope;
use Portcullis\Typo3\Egress\SitePolicy;
use TYPO3\CMS\Core\Site\SiteFinder;

/**
 * Stands in for the class of this name in the versions of nr_llm that can reach external hosts.
 */
final readonly class EgressPolicyService
{
    private SitePolicy $policy;

    public function __construct(private SiteFinder $siteFinder)
    {
        $this->policy = new SitePolicy($this->siteFinder);
    }

    public function scopeFor(string $group): ToolEgressScope
    {
        return ToolEgressScope::tryFrom(SitePolicy::scopeFor($group)) ?? ToolEgressScope::NONE;
    }

    public function resolveAllowedUrl(string $group, string $input): ?string
    {
        return $this->policy->resolveAllowedUrl($group, $input);
    }

    /**
     * @param list<string> $declaredHosts
     */
    public function resolveConfiguredEndpoint(string $group, string $url, array $declaredHosts): ?string
    {
        return $this->policy->resolveConfiguredEndpoint($group, $url, $declaredHosts);
    }

    /**
     * @return list<string>
     */
    public function allowedHosts(): array
    {
        return $this->policy->allowedHosts();
    }

    /**
     * @return list<string>
     */
    public function siteHostNames(): array
    {
        return $this->policy->siteHostNames();
    }
}
