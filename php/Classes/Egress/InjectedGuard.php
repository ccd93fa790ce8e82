<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Netresearch\NrLlm\Service\Tool\EgressPolicyService;
use Netresearch\NrLlm\Service\Tool\Web\ExternalFetchSettings;
use Netresearch\NrLlm\Service\Tool\Web\HostResolverInterface;
use Netresearch\NrLlm\Service\Tool\Web\ProxyDetector;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\EgressScope;
use Portcullis\FetchSettings;
use Portcullis\HostResolver;
use Portcullis\OwnSites;
use Portcullis\ProxyView;
use Portcullis\Verdict;
use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;
use TYPO3\CMS\Core\Utility\GeneralUtility;

/**
 * The native guard with what upstream's container hands upstream's guard: what the shim of that class hands its calls to.
 */
final readonly class InjectedGuard
{
    public function __construct(
        private EgressPolicyService $policy,
        private HostResolverInterface $resolver,
        private ExternalFetchSettings $settings,
        private ProxyDetector $proxies,
    ) {}

    public function check(string $group, string $url): Verdict
    {
        $scope = EgressScope::from($this->policy->scopeFor($group)->value);
        $guard = new EgressGuard(
            new EgressPolicy($this->sites(), [$group => $scope]),
            $this->settings(),
            $this->proxies(),
        );

        return $guard->check($url, $group, $this->resolver());
    }

    private function sites(): OwnSites
    {
        $bases = array_map(
            static fn(string $host): string => '//' . (str_contains($host, ':') ? '[' . $host . ']' : $host) . '/',
            $this->policy->siteHostNames(),
        );

        return new OwnSites([], $bases, OwnInstallation::serverAddresses());
    }

    /**
     * From the configuration itself: upstream's lists have lost the entries that it could not read.
     */
    private function settings(): FetchSettings
    {
        $configuration = self::givenTo($this->settings, 'extensionConfiguration');

        return FetchConfiguration::of(
            $configuration instanceof ExtensionConfiguration
                ? $configuration
                : GeneralUtility::makeInstance(ExtensionConfiguration::class),
        );
    }

    /**
     * Upstream's detector takes both views of the environment for its tests; in operation it has none, and the process's own
     * are read.
     */
    private function proxies(): ProxyView
    {
        $environment = self::variables($this->proxies, 'environment');
        $process = self::variables($this->proxies, 'processEnvironment') ?? $environment;
        $sapi = self::givenTo($this->proxies, 'sapi');

        return new ProxyView(Guards::configuredProxy(), $environment, $process, is_string($sapi) ? $sapi : null);
    }

    private function resolver(): HostResolver
    {
        return new class ($this->resolver) implements HostResolver {
            public function __construct(private readonly HostResolverInterface $resolver) {}

            public function resolve(string $host): array
            {
                return $this->resolver->resolve($host);
            }
        };
    }

    /**
     * @return array<string, string>|null
     */
    private static function variables(object $object, string $property): ?array
    {
        $variables = self::givenTo($object, $property);

        if (!is_array($variables)) {
            return null;
        }
        $strings = [];
        foreach ($variables as $name => $value) {
            if (is_string($value)) {
                $strings[(string)$name] = $value;
            }
        }

        return $strings;
    }

    /**
     * What an upstream object was constructed with; null when this version has no such property.
     */
    private static function givenTo(object $object, string $property): mixed
    {
        return property_exists($object, $property)
            ? (new \ReflectionProperty($object, $property))->getValue($object)
            : null;
    }
}
