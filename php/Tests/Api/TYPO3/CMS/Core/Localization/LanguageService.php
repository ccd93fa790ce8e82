<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Localization;

class LanguageService
{
    /**
     * @param string $input
     */
    public function sL($input): string
    {
        return $input;
    }
}
