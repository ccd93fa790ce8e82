<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * What the gate knows of a tool: facts alone. Names and groups are UTF-8 and compared byte for byte.
 */
final class Tool
{
    /** The name, unique in a registry. */
    public readonly string $name;
    /** The group. */
    public readonly string $group;
    /** Whether it is for administrators only. */
    public readonly bool $requiresAdmin;
    /** Whether it is on without an override. */
    public readonly bool $enabledByDefault;
    /** What the tool declares, else what its group says. */
    public readonly DataClass $dataClass;
    /** What running it does. */
    public readonly Effect $effect;
    /** Whether a remote server runs it. */
    public readonly bool $remote;
    /** Whether it asks a person for input while it runs. */
    public readonly bool $needsInput;
    /** Whether a person approves each call: see {@see ToolGate::requiresApproval()}. */
    public readonly bool $requiresApproval;
    /** Whether a call of unknown outcome may be made again: not for a non-idempotent write. */
    public readonly bool $safeToRetry;

    /**
     * The parameters have the names of the documented fields, so that a decoded row can be spread: `new Tool(...$row)`.
     *
     * @param string|null $dataClass      a value of {@see DataClass}; null or empty: the group's; unknown text: secretAdjacent
     * @param string|null $effect         a value of {@see Effect}; null: read_only; unknown text: non_idempotent_write
     * @param bool        $remote         a remote server runs it: never allowed by observe mode alone
     * @param bool        $approvalMarker a person approves each call, whatever else is said
     * @param bool|null   $approval       what the remote server's row, or the settings of a configurable tool, say; null: they say
     *                                    nothing. Where asking failed, pass true
     * @param bool        $needsInput     asks a person for input while it runs
     *
     * @throws \ValueError when $name or $group is not UTF-8
     */
    public function __construct(string $name, string $group, bool $requiresAdmin = false, bool $enabledByDefault = true, ?string $dataClass = null, ?string $effect = null, bool $remote = false, bool $approvalMarker = false, ?bool $approval = null, bool $needsInput = false) {}

    /**
     * A tool of a remote server (MCP), named `mcp_<server>_<name>` in the group `mcp_<server>`: for administrators, off by default, a
     * non-idempotent write. Null when it is not taken on: the class is empty, or the name does not match `[a-zA-Z0-9_-]{1,64}`.
     *
     * @param string $remoteName bytes, as the server sent them
     * @param string $dataClass  of the server's row; unknown text: secretAdjacent
     * @param bool   $approval   of the server's row
     *
     * @throws \ValueError when $server is not UTF-8
     */
    public static function ofServer(string $server, string $remoteName, string $dataClass, bool $approval = true): ?self {}

    /** The class of a tool that declares none, by its group. */
    public static function classOfGroup(string $group): DataClass {}

    /**
     * All properties by name, enums as their values.
     *
     * @return array{name: string, group: string, requiresAdmin: bool, enabledByDefault: bool, dataClass: string, effect: string, remote: bool, needsInput: bool, requiresApproval: bool, safeToRetry: bool}
     */
    public function toArray(): array {}
}
