<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Portcullis\FetchSettings;
use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;

/**
 * The operator's settings of `fetch_external_url`, read from nr_llm's extension configuration as they are stored. An absent key
 * has its default; what has the wrong shape cannot be read, and then every fetch is refused.
 */
final readonly class FetchConfiguration
{
    public static function of(ExtensionConfiguration $configuration): FetchSettings
    {
        try {
            $settings = $configuration->get('nr_llm');
        } catch (\Exception) {
            return FetchSettings::unreadable();
        }

        return self::fromStored($settings);
    }

    /**
     * @param mixed $settings all of nr_llm's extension configuration
     */
    public static function fromStored(mixed $settings): FetchSettings
    {
        foreach (['tools', 'fetchExternalUrl'] as $key) {
            if (!is_array($settings)) {
                return FetchSettings::unreadable();
            }
            $settings = $settings[$key] ?? [];
        }
        $allowed = is_array($settings) ? $settings['allowedHosts'] ?? '' : null;
        $denied = is_array($settings) ? $settings['deniedHosts'] ?? '' : null;
        if (!is_array($settings) || !is_string($allowed) || !is_string($denied)) {
            return FetchSettings::unreadable();
        }

        return new FetchSettings(
            $allowed,
            $denied,
            self::isOn($settings['skipApprovalWithAllowlist'] ?? null),
            self::isOn($settings['allowViaProxy'] ?? null),
        );
    }

    private static function isOn(mixed $value): bool
    {
        return in_array($value, [true, 1, '1'], true);
    }
}
