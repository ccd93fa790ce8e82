<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Portcullis\AddressClassifier;
use Portcullis\OwnSites;
use TYPO3\CMS\Core\Site\Entity\Site;
use TYPO3\CMS\Core\Site\SiteFinder;

/**
 * The hosts of this installation, from its site configuration and its network interfaces. Collected once for as long as TYPO3
 * hands out the same site objects, which is a request: a hundred sites cost tens of milliseconds.
 */
final class OwnInstallation
{
    /** @var array<array-key, Site>|null */
    private ?array $read = null;

    private ?OwnSites $sites = null;

    /** @var \WeakMap<SiteFinder, self>|null shared by the classes that no container makes */
    private static ?\WeakMap $shared = null;

    public function __construct(private readonly SiteFinder $siteFinder) {}

    public static function of(SiteFinder $siteFinder): self
    {
        /** @var \WeakMap<SiteFinder, self> $shared */
        $shared = self::$shared ??= new \WeakMap();

        return $shared[$siteFinder] ??= new self($siteFinder);
    }

    public function sites(): OwnSites
    {
        $read = $this->siteFinder->getAllSites();
        if ($this->sites === null || $this->read !== $read) {
            $this->sites = self::collect($read);
            $this->read = $read;
        }

        return $this->sites;
    }

    /**
     * `host:port` of every active base, the default port filled in.
     *
     * @return list<string>
     */
    public function activeHosts(): array
    {
        $hosts = [];
        foreach ($this->siteFinder->getAllSites() as $site) {
            $base = $site->getBase();
            if ($base->getHost() !== '') {
                $port = $base->getPort() ?? (strtolower($base->getScheme()) === 'https' ? 443 : 80);
                $hosts[strtolower($base->getHost()) . ':' . $port] = true;
            }
        }

        return array_map(strval(...), array_keys($hosts));
    }

    /**
     * @param array<array-key, Site> $sites
     */
    private static function collect(array $sites): OwnSites
    {
        $active = $further = [];
        foreach ($sites as $site) {
            $active[] = (string)$site->getBase();
            $configuration = $site->getConfiguration();
            array_push($further, ...self::variants($configuration));
            foreach ($site->getAllLanguages() as $language) {
                $further[] = (string)$language->getBase();
            }
            $languages = $configuration['languages'] ?? [];
            foreach (is_array($languages) ? $languages : [] as $language) {
                array_push($further, ...self::variants($language));
            }
        }

        return new OwnSites($active, $further, self::serverAddresses());
    }

    /**
     * The bases of all variants, whatever their conditions: a host of the staging system is one of this installation, too.
     *
     * @return list<string>
     */
    private static function variants(mixed $configuration): array
    {
        $variants = is_array($configuration) ? $configuration['baseVariants'] ?? [] : [];
        $bases = [];
        foreach (is_array($variants) ? $variants : [] as $variant) {
            $base = is_array($variant) ? $variant['base'] ?? null : null;
            if (is_string($base) && $base !== '') {
                $bases[] = $base;
            }
        }

        return $bases;
    }

    /**
     * The public addresses of this server. The others are refused as what they are.
     *
     * @return list<string>
     */
    public static function serverAddresses(): array
    {
        /** @var array<string, array{unicast?: list<array{address?: string}>}>|false $interfaces */
        $interfaces = net_get_interfaces();
        $addresses = [];
        foreach ($interfaces === false ? [] : $interfaces as $interface) {
            foreach ($interface['unicast'] ?? [] as $unicast) {
                $address = $unicast['address'] ?? '';
                if (AddressClassifier::isPublic($address)) {
                    $addresses[] = $address;
                }
            }
        }

        return array_values(array_unique($addresses));
    }
}
