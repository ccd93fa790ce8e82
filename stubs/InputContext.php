<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Whether the snippets and skills a run injects may reach the zone of its providers: the strictest class they declare against the
 * zone's ceiling.
 */
final class InputContext
{
    /** Whether the run may start. */
    public readonly bool $permitted;
    /** Whether it is above the ceiling and permitted in observe mode alone. */
    public readonly bool $observedOnly;
    /** The strictest declared class; null when nothing is declared, which is permitted. */
    public readonly ?DataClass $dataClass;
    /** The first source that declares it. */
    public readonly ?string $source;
    /** The zone of the run. */
    public readonly TrustZone $zone;
    /** The most sensitive class the zone may receive. */
    public readonly DataClass $ceiling;

    /**
     * @param list<array{name: string, dataClass?: mixed}> $sources all of them, in order: the configuration's, the task's, and those
     *                                                              forced for this run. The class as stored: null or empty: none;
     *                                                              unknown text, or no text: secretAdjacent
     * @param mixed       $zone        as in {@see GateInput::__construct()}
     * @param list<mixed> $fallbacks   as in {@see GateInput::__construct()}
     * @param mixed       $enforcement as in {@see GateInput::__construct()}
     *
     * @throws \TypeError  when a source is no array or its name no string
     * @throws \ValueError when a name is not UTF-8
     */
    public function __construct(array $sources, mixed $zone = null, array $fallbacks = [], mixed $enforcement = null) {}

    /** The answer in one sentence without a full stop; the name in it is cut and escaped. */
    public function message(): string {}

    /**
     * All properties by name, enums as their values, and the message.
     *
     * @return array{permitted: bool, observedOnly: bool, dataClass: ?string, source: ?string, zone: string, ceiling: string, message: string}
     */
    public function toArray(): array {}
}
