<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Which tools are switched on: override rows over the tools' defaults. A tool is on when it and its group are; no override of a tool
 * re-opens a closed group.
 */
final class Availability
{
    /**
     * A stored value counts as on when it is `true`, `1` or `"1"`, and as off otherwise. Rows of unknown tools, and rows with an empty
     * name, have no effect.
     *
     * @param array<string, mixed> $toolOverrides  stored value by name (a name that PHP turned into an int is read as its digits)
     * @param array<string, mixed> $groupOverrides stored value by group
     */
    public function __construct(array $toolOverrides = [], array $groupOverrides = []) {}

    /** Whether the tool and its group are on. */
    public function isEnabled(Tool $tool): bool {}

    /**
     * For a management screen: a row per tool in the order of the registry, and a row per group in the order in which the registry first
     * names it.
     *
     * @return array{tools: list<array{name: string, group: string, enabled: bool, toolEnabled: bool, groupEnabled: bool, defaultEnabled: bool, overridden: bool}>, groups: list<array{name: string, enabled: bool, overridden: bool}>}
     */
    public function states(ToolRegistry $registry): array {}
}
