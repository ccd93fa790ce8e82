<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Decides which tools a run may use: one AND of five checks, of which {@see DenialReason} gives the order. Resolves what all decisions
 * share once, when it is made.
 */
final class ToolGate
{
    /** Keeps registry, availability and input as they are now. */
    public function __construct(ToolRegistry $registry, Availability $availability, GateInput $input) {}

    /**
     * The decision for one name, registered or not.
     *
     * @throws \ValueError when $name is not UTF-8
     */
    public function decide(string $name): Decision {}

    /**
     * A decision per name, order and duplicates kept.
     *
     * @param list<string>|null $names null: the enabled tools, in the order of the registry
     *
     * @return list<Decision>
     *
     * @throws \TypeError  when $names holds something that is neither a string nor an int (which is read as its digits)
     * @throws \ValueError when a name is not UTF-8
     */
    public function explain(?array $names = null): array {}

    /**
     * The allowed names, order and duplicates kept.
     *
     * @param list<string>|null $names as in {@see self::explain()}
     *
     * @return list<string>
     *
     * @throws \TypeError|\ValueError as {@see self::explain()}
     */
    public function offerable(?array $names = null): array {}

    /**
     * The refusals of all registered tools, in the order of the registry; remote tools for administrators only.
     *
     * @return list<Decision>
     */
    public function unavailable(): array {}

    /**
     * Whether a person approves each call of this name. In this order: the marker: yes; a remote tool: what its server's row says, or no;
     * a declared write: yes; a configurable tool: what its settings say; else no. No for an unknown tool, which never runs.
     */
    public function requiresApproval(string $name): bool {}

    /**
     * Whether the user of this gate may release a waiting turn with these calls: each write among them is asked about with this user's own
     * rights. Calls that only read are not asked about. A gate without a user releases no write.
     *
     * @param list<string> $names          of the turn's calls
     * @param bool         $serviceAccount whether the approver is an account no person acts through: it never releases a write
     *
     * @throws \TypeError|\ValueError as {@see self::explain()}
     */
    public function mayApprove(array $names, bool $serviceAccount): bool {}

    /**
     * Why not, in one sentence without a full stop; null when {@see self::mayApprove()} says yes.
     *
     * @param list<string> $names as in {@see self::mayApprove()}
     */
    public function approvalRefusal(array $names, bool $serviceAccount): ?string {}

    /**
     * Whether a call may run now: its tool was offered and is still allowed.
     *
     * @param list<string> $offered the names the run was offered
     *
     * @throws \TypeError|\ValueError as {@see self::explain()}
     */
    public function mayExecute(string $name, array $offered): bool {}

    /**
     * What the model gets instead of a result; null when {@see self::mayExecute()} says yes. The name in it is cut and escaped.
     *
     * @param list<string> $offered as in {@see self::mayExecute()}
     */
    public function executionRefusal(string $name, array $offered): ?string {}

    /** The allow-list that counts: what the skills declare within the configuration's groups, and what the run stored at its start. */
    public function allowList(): AllowList {}

    /** The text the run stores: the list of its start, never one narrowed since. */
    public function storedAllowList(): string {}

    /**
     * The inputs that could not be read, one sentence each, for the operator.
     *
     * @return list<string>
     */
    public function warnings(): array {}
}
