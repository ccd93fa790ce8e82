<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

/**
 * Switches that can be asked for one tool. Upstream's interface has the whole list only, and its loop asks about one tool before
 * each call.
 */
interface SingleSwitch
{
    public function isEnabled(string $name): bool;
}
