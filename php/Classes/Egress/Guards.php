<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchSettings;
use Portcullis\ProxyView;
use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;
use TYPO3\CMS\Core\Package\PackageManager;
use TYPO3\CMS\Core\Site\SiteFinder;

/**
 * Makes the native guard with this installation's sites, settings and proxies as they are now.
 */
final readonly class Guards
{
    public function __construct(
        private SiteFinder $siteFinder,
        private ExtensionConfiguration $extensionConfiguration,
        private PackageManager $packageManager,
    ) {}

    public function guard(): EgressGuard
    {
        return new EgressGuard(
            new EgressPolicy(OwnInstallation::of($this->siteFinder)->sites()),
            $this->settings(),
            self::proxies(),
        );
    }

    public function settings(): FetchSettings
    {
        // Without nr_llm nobody can have set anything.
        return $this->packageManager->isPackageActive('nr_llm')
            ? FetchConfiguration::of($this->extensionConfiguration)
            : new FetchSettings();
    }

    public static function proxies(): ProxyView
    {
        return new ProxyView(self::configuredProxy());
    }

    /**
     * TYPO3's setting `HTTP.proxy`, of whatever type.
     */
    public static function configuredProxy(): mixed
    {
        $variables = $GLOBALS['TYPO3_CONF_VARS'] ?? null;
        $http = is_array($variables) ? $variables['HTTP'] ?? null : null;

        return is_array($http) ? $http['proxy'] ?? null : null;
    }
}
