<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace TYPO3\CMS\Core\Database;

/**
 * Holds the rows of upstream's two tables; the real one is asked by SQL, in the integration tests.
 */
class ConnectionPool
{
    /** @var array<string, array<string, bool>> */
    public array $rows = ['tool' => [], 'group' => []];

    /** @var list<string> */
    public array $asked = [];

    /**
     * @return array<string, bool>
     */
    public function overrides(string $table): array
    {
        $this->asked[] = $table;

        return $this->rows[$table];
    }
}
