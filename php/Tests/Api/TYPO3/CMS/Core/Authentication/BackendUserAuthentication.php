<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Authentication;

class BackendUserAuthentication
{
    /** @var array<string, mixed>|null */
    public $user = [];

    public function isAdmin(): bool
    {
        return (bool)($this->user['admin'] ?? false);
    }
}
