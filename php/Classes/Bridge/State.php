<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

/**
 * What became of one upstream class.
 */
enum State: string
{
    /** Native code answers. */
    case Native = 'native';
    /** This installation's upstream has no such class. */
    case Absent = 'absent';
    /** Upstream's class is not one that anybody compared with its native counterpart. */
    case Unknown = 'unknown version';
    /** Other code had loaded upstream's class before the shim could be put in its place. */
    case TooLate = 'loaded too early';
    /** The module is not loaded. */
    case NoModule = 'no module';
    /** The module lacks a class that this extension uses. */
    case TooOld = 'module too old';
    /** The environment says that upstream shall answer. */
    case Off = 'switched off';
    /** Composer's autoload files did not run, as in an installation without Composer. */
    case NotInstalled = 'not installed';
    /** The container was compiled without the decorator. */
    case NotDecorated = 'not decorated';

    /**
     * Whether upstream answers where native code should.
     */
    public function isMissing(): bool
    {
        return $this !== self::Native && $this !== self::Absent;
    }
}
