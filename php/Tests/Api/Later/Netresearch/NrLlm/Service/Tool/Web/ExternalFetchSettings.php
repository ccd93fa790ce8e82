<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Web;

use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;

final readonly class ExternalFetchSettings
{
    public function __construct(private ExtensionConfiguration $extensionConfiguration) {}

    public function isConfigured(): bool
    {
        return $this->extensionConfiguration->get('nr_llm') !== null;
    }
}
