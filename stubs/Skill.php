<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * A skill attached to a run, as it is stored.
 */
final class Skill
{
    /** The source it comes from. */
    public readonly int $source;
    /** Its identifier, unique within the source. */
    public readonly string $identifier;
    /** Whether it is switched on. */
    public readonly bool $enabled;
    /** Whether its source no longer has it. */
    public readonly bool $orphaned;
    /** `untrusted`, `community`, `verified` or `first_party`. */
    public readonly string $trust;
    /** @var list<string>|null the names it declares, none when they cannot be read; null: it has no opinion */
    public readonly ?array $allowedTools;
    /** Whether what it declares cannot be read: it then declares an empty list. */
    public readonly bool $broken;

    /**
     * The parameters have the names of the documented fields, so that a decoded row can be spread: `new Skill(...$row)`.
     *
     * @param mixed       $allowedTools as stored: null or an empty string: no opinion; JSON text of an array or object: its strings in
     *                                  order; an array: the same, already decoded; anything else cannot be read
     * @param string|null $trust        unknown text reads as untrusted
     *
     * @throws \ValueError when $identifier is not UTF-8
     */
    public function __construct(int $source, string $identifier, mixed $allowedTools = null, ?string $trust = null, bool $enabled = true, bool $orphaned = false) {}

    /**
     * @return array{source: int, identifier: string, enabled: bool, orphaned: bool, trust: string, allowedTools: ?list<string>, broken: bool}
     */
    public function toArray(): array {}
}
