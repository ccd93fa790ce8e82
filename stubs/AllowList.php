<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Which tools a run may use by name. "No restriction" and "nothing allowed" are different lists.
 */
final class AllowList
{
    /**
     * @param list<string>|null $names null: no restriction; empty: no tool
     *
     * @throws \TypeError  when $names holds something that is neither a string nor an int
     * @throws \ValueError when a name is not UTF-8
     */
    public function __construct(?array $names = null) {}

    /**
     * What the skills declare together: the union of their names in first-seen order; no restriction when none declares anything.
     *
     * @param list<Skill> $skills     in order: the configuration's, then the task's or forced ones
     * @param mixed       $trustFloor as stored: null: not set; a level; anything else cannot be read, and only first-party skills grant
     * @param bool        $compatible see {@see GateInput::__construct()}
     *
     * @throws \TypeError when $skills holds something else
     */
    public static function ofSkills(array $skills, mixed $trustFloor = null, bool $compatible = false): self {}

    /**
     * The list a run stored at its start with {@see self::toStored()}. Null when none is stored (null or an empty string); what cannot be
     * read is a list that allows nothing, with a warning.
     */
    public static function fromStored(mixed $stored): ?self {}

    /** The text a run stores; keeps "no restriction" and "no tool" apart. */
    public function toStored(): string {}

    /** Whether the name is allowed. */
    public function allows(string $name): bool {}

    /**
     * The names in order; null when nothing is restricted.
     *
     * @return list<string>|null
     */
    public function names(): ?array {}

    /** What both lists allow, in this list's order; in the other's when this one restricts nothing. */
    public function intersect(AllowList $other): self {}

    /**
     * The inputs that could not be read, one sentence each.
     *
     * @return list<string>
     */
    public function warnings(): array {}

    /**
     * @return array{names: ?list<string>, warnings: list<string>}
     */
    public function toArray(): array {}
}
