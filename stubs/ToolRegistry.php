<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The tools of an installation, in the order of their registration, each name once.
 */
final class ToolRegistry
{
    /**
     * A remote tool with the name of another tool is left out, and so is every remote tool of a name that two of them have.
     *
     * @param list<Tool> $tools
     *
     * @throws \TypeError  when $tools holds something else
     * @throws \ValueError for a tool without a name, for two local tools of one name, and for a tool that needs approval and human
     *                     input at once
     */
    public function __construct(array $tools) {}

    /**
     * The names in order.
     *
     * @return list<string>
     */
    public function names(): array {}

    /** The tool of this name, or null. */
    public function get(string $name): ?Tool {}

    /**
     * The names of the remote tools that were left out, in order.
     *
     * @return list<string>
     */
    public function leftOut(): array {}

    /** What a call of this name does; an unknown tool might do anything. */
    public function effectOf(string $name): Effect {}

    /** Whether a call of this name and of unknown outcome may be made again. */
    public function isSafeToRetry(string $name): bool {}

    /** Whether a person approves each call of this name; there is nothing to approve for an unknown tool, which never runs. */
    public function requiresApproval(string $name): bool {}

    /**
     * @return list<array{name: string, group: string, requiresAdmin: bool, enabledByDefault: bool, dataClass: string, effect: string, remote: bool, needsInput: bool, requiresApproval: bool, safeToRetry: bool}>
     */
    public function toArray(): array {}
}
