<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The gate's answer about one tool.
 */
final class Decision
{
    /** The name that was asked about, as it was given. */
    public readonly string $toolName;
    /** Whether the run may use the tool. */
    public readonly bool $allowed;
    /** The first check it failed; {@see DenialReason::TrustZone} with $allowed when only observed. */
    public readonly DenialReason $reason;
    /** The class of the tool's data; secretAdjacent for an unknown tool. */
    public readonly DataClass $dataClass;
    /** The zone of the run. */
    public readonly TrustZone $zone;
    /** The most sensitive class the zone may receive. */
    public readonly DataClass $ceiling;
    /** Whether the tool is above the ceiling and allowed in observe mode alone. */
    public readonly bool $observedOnly;
    /** @var list<string> the inputs of the run that could not be read, the same for every decision of one gate */
    public readonly array $warnings;

    /**
     * Made by the module only.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /** The fact in one sentence without a full stop; the name in it is cut and escaped. */
    public function message(): string {}

    /**
     * The sentence for any outcome.
     *
     * @throws \ValueError when $toolName is not UTF-8
     */
    public static function describe(string $toolName, DenialReason $reason, DataClass $dataClass, TrustZone $zone, bool $observedOnly = false): string {}

    /**
     * All properties by name, enums as their values, and the message.
     *
     * @return array{toolName: string, allowed: bool, reason: string, dataClass: string, zone: string, ceiling: string, observedOnly: bool, warnings: list<string>, message: string}
     */
    public function toArray(): array {}
}
