<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The 60 built-in tools of nr_llm as a table: for callers without a live registry, and to report how one differs.
 */
final class ToolCatalogue
{
    /**
     * All methods are static.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /**
     * The tools in the order of the table.
     *
     * @param bool $approval whether calls of fetch_external_url need approval: {@see FetchSettings::approvalRequired()}
     *
     * @return list<Tool>
     */
    public static function tools(bool $approval = true): array {}

    /** The registry of these tools, every approval that is a setting required. */
    public static function builtin(): ToolRegistry {}

    /**
     * How a live registry differs, in the order of the table, then of the registry: the registry lacks a tool (`missing`), has a local
     * one that the table does not (`unknown`), or says other things of it (`changed`).
     *
     * @return list<array{tool: string, difference: 'missing'|'unknown'|'changed'}>
     */
    public static function differences(ToolRegistry $live): array {}
}
