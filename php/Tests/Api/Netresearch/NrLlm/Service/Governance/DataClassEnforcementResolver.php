<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Governance;

use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;

final readonly class DataClassEnforcementResolver
{
    public function __construct(private ?ExtensionConfiguration $extensionConfiguration = null) {}

    public function mode(): string
    {
        $settings = $this->extensionConfiguration?->get('nr_llm');
        $tools = is_array($settings) ? $settings['tools'] ?? null : null;
        $mode = is_array($tools) ? $tools['dataClassEnforcement'] ?? null : null;

        return is_string($mode) && strtolower(trim($mode)) === 'observe' ? 'observe' : 'enforce';
    }
}
