<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Portcullis\EgressPolicy;
use TYPO3\CMS\Core\Site\SiteFinder;

/**
 * The native policy over this installation's sites: what the shims of upstream's policy service hand their calls to.
 */
final readonly class SitePolicy
{
    private OwnInstallation $installation;

    public function __construct(SiteFinder $siteFinder)
    {
        $this->installation = OwnInstallation::of($siteFinder);
    }

    /**
     * The word for the scope of a group.
     */
    public static function scopeFor(string $group): string
    {
        return (new EgressPolicy(new \Portcullis\OwnSites([])))->scopeFor($group)->value;
    }

    public function resolveAllowedUrl(string $group, string $input): ?string
    {
        return $this->policy()->resolveAllowedUrl($group, $input);
    }

    /**
     * @param array<array-key, mixed> $declared
     */
    public function resolveConfiguredEndpoint(string $group, string $url, array $declared): ?string
    {
        return $this->policy()->resolveConfiguredEndpoint($group, $url, array_values(array_filter($declared, is_string(...))));
    }

    /**
     * @return list<string>
     */
    public function allowedHosts(): array
    {
        return $this->installation->activeHosts();
    }

    /**
     * @return list<string>
     */
    public function siteHostNames(): array
    {
        return $this->installation->sites()->hosts();
    }

    private function policy(): EgressPolicy
    {
        return new EgressPolicy($this->installation->sites());
    }
}
