<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * A run as the caller read it from database and settings. Every parameter typed mixed takes the stored value as it is: null is "not
 * set", and what is no string cannot be read (pass false for a value that could not be had at all). What cannot be read opens nothing.
 */
final class GateInput
{
    /** The zone of the run: the least trusted of its providers. */
    public readonly TrustZone $zone;
    /** The most sensitive class the zone may receive. */
    public readonly DataClass $ceiling;
    /** Whether a class above the ceiling is reported and not refused. */
    public readonly bool $observing;

    /**
     * @param list<Skill>    $skills       in order: the configuration's, then the task's or forced ones
     * @param mixed          $trustFloor   the level below which a skill has no say; null: untrusted; unreadable or unknown: only
     *                                     first-party skills grant, and the others still restrict
     * @param mixed          $allowedGroups the configuration's groups, comma-separated; null or empty: all; only commas and blanks: none
     * @param mixed          $zone         the provider's {@see TrustZone}; null (no provider) and unknown text: externalGlobal
     * @param list<mixed>    $fallbacks    the zones of the fallback providers; null or false for one that cannot be resolved
     * @param mixed          $enforcement  `observe` (trimmed, any case) observes; everything else enforces
     * @param bool|null      $admin        whether the acting user is an administrator; null: there is no user
     * @param AllowList|null $runAllowList the list the run stored at its start: {@see AllowList::fromStored()}; null: it is starting
     * @param bool           $compatible   reads a broken declaration, floor or group field as absent, as nr_llm does. This opens the gate
     *                                     on broken input; it is there to tell, during a migration, what the strict reading withholds
     *
     * @throws \TypeError when $skills holds something else
     */
    public function __construct(array $skills = [], mixed $trustFloor = null, mixed $allowedGroups = null, mixed $zone = null, array $fallbacks = [], mixed $enforcement = null, ?bool $admin = null, ?AllowList $runAllowList = null, bool $compatible = false) {}

    /**
     * The least trusted zone of a provider and its fallbacks.
     *
     * @param mixed       $zone      as in {@see self::__construct()}
     * @param list<mixed> $fallbacks as in {@see self::__construct()}
     */
    public static function zoneOf(mixed $zone, array $fallbacks = []): TrustZone {}

    /** The most sensitive class a zone may receive. */
    public static function ceilingOf(TrustZone $zone): DataClass {}

    /** Whether a zone may receive data of a class. */
    public static function permits(TrustZone $zone, DataClass $class): bool {}

    /**
     * As it was read; `trustFloor` is null when it cannot be read, `allowedGroups` null when nothing is restricted.
     *
     * @return array{skills: list<array{source: int, identifier: string, enabled: bool, orphaned: bool, trust: string, allowedTools: ?list<string>, broken: bool}>, trustFloor: ?string, allowedGroups: ?list<string>, zone: string, ceiling: string, observing: bool, user: 'nobody'|'editor'|'admin', compatible: bool}
     */
    public function toArray(): array {}
}
