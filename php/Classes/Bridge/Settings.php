<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;

/**
 * The bridge's own settings. A switch is on for `true`, `1` and `"1"` only; TYPO3 stores strings.
 */
final readonly class Settings
{
    public function __construct(private ExtensionConfiguration $extensionConfiguration) {}

    /**
     * Whether upstream is asked as well, and only what both allow is allowed.
     */
    public function verify(): bool
    {
        return $this->isOn('verify');
    }

    /**
     * Whether tools are withheld where upstream would have to answer for native code.
     */
    public function required(): bool
    {
        return $this->isOn('required');
    }

    private function isOn(string $name): bool
    {
        try {
            $settings = $this->extensionConfiguration->get('portcullis');
        } catch (\Exception) {
            // Nobody has saved or synchronised the settings yet: the defaults.
            return false;
        }
        $bridge = is_array($settings) ? $settings['bridge'] ?? null : null;

        return in_array(is_array($bridge) ? $bridge[$name] ?? null : null, [true, 1, '1'], true);
    }
}
