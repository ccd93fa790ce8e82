<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Benches;

use Portcullis\DataClass;
use Portcullis\DenialReason;
use Portcullis\TrustZone;

/**
 * The gate's five checks written in PHP with care for speed: everything that decisions share is resolved by the constructor, sets
 * are keys of arrays, classes and ceilings are compared as numbers. Not a gate: it exists to be timed, and benches/gate.php first
 * checks that both give the same answers.
 */
final class PhpGate
{
    private const RANKS = [
        'publicContent' => 0, 'editorContent' => 1, 'sourceCode' => 2, 'internalConfiguration' => 3, 'systemDiagnostics' => 4, 'secretAdjacent' => 5,
    ];
    private const GROUPS = [
        'content' => 'editorContent', 'editing' => 'editorContent', 'files' => 'editorContent', 'rag' => 'publicContent', 'web' => 'publicContent',
        'structure' => 'internalConfiguration', 'configuration' => 'internalConfiguration', 'code' => 'sourceCode', 'system' => 'systemDiagnostics',
    ];
    private const CEILINGS = [
        'local' => DataClass::SecretAdjacent, 'privateHosted' => DataClass::SystemDiagnostics, 'externalEu' => DataClass::InternalConfiguration,
        'externalGlobal' => DataClass::EditorContent,
    ];

    private readonly TrustZone $zone;
    private readonly DataClass $ceiling;
    private readonly int $rank;
    /** @var array<string, array{name: string, group: string, admin: bool, remote: bool, enabled: bool, class: DataClass, rank: int}> */
    private readonly array $tools;
    /** @var array<string, true>|null */
    private readonly ?array $allowed;
    /** @var array<string, true>|null */
    private readonly ?array $groups;

    /**
     * @param list<array{name: string, group: string, requiresAdmin: bool, enabledByDefault: bool, dataClass: ?string, remote: bool}> $tools
     * @param array<string, bool>                                                                                                 $toolOverrides
     * @param array<string, bool>                                                                                                 $groupOverrides
     * @param list<string>                                                                                                        $declarations JSON text of the effective skills
     */
    public function __construct(array $tools, array $toolOverrides, array $groupOverrides, array $declarations, string $groups, string $zone, private readonly bool $observing, private readonly bool $admin)
    {
        $this->zone = TrustZone::tryFrom($zone) ?? TrustZone::ExternalGlobal;
        $this->ceiling = self::CEILINGS[$this->zone->value];
        $this->rank = self::RANKS[$this->ceiling->value];
        $known = [];
        foreach ($tools as $tool) {
            $class = DataClass::tryFrom($tool['dataClass'] ?? self::GROUPS[$tool['group']] ?? '') ?? DataClass::SecretAdjacent;
            $known[$tool['name']] = [
                'name' => $tool['name'], 'group' => $tool['group'], 'admin' => $tool['requiresAdmin'], 'remote' => $tool['remote'],
                'enabled' => ($toolOverrides[$tool['name']] ?? $tool['enabledByDefault']) && ($groupOverrides[$tool['group']] ?? true),
                'class' => $class, 'rank' => self::RANKS[$class->value],
            ];
        }
        $this->tools = $known;
        $allowed = [];
        foreach ($declarations as $declaration) {
            foreach (json_decode($declaration, true, 512, JSON_THROW_ON_ERROR) as $name) {
                $allowed[$name] = true;
            }
        }
        $this->allowed = $declarations === [] ? null : $allowed;
        $this->groups = $groups === '' ? null : array_fill_keys(array_filter(array_map('trim', explode(',', $groups)), static fn (string $group): bool => $group !== ''), true);
    }

    public function decide(string $name): PhpDecision
    {
        $tool = $this->tools[$name] ?? null;
        if ($tool === null) {
            return new PhpDecision($name, false, DenialReason::NotRegistered, DataClass::SecretAdjacent, $this->zone, $this->ceiling);
        }
        $reason = $this->reason($tool);
        $observed = $reason === DenialReason::TrustZone && $this->observing && !$tool['remote'];

        return new PhpDecision($name, $reason === DenialReason::None || $observed, $reason, $tool['class'], $this->zone, $this->ceiling, $observed);
    }

    /** @return list<PhpDecision> */
    public function explain(): array
    {
        $decisions = [];
        foreach ($this->tools as $tool) {
            if ($tool['enabled']) {
                $decisions[] = $this->decide($tool['name']);
            }
        }

        return $decisions;
    }

    /** @return list<string> */
    public function offerable(): array
    {
        $names = [];
        foreach ($this->tools as $tool) {
            if (!$tool['enabled']) {
                continue;
            }
            $reason = $this->reason($tool);
            if ($reason === DenialReason::None || ($reason === DenialReason::TrustZone && $this->observing && !$tool['remote'])) {
                $names[] = $tool['name'];
            }
        }

        return $names;
    }

    /** @param array{name: string, group: string, admin: bool, remote: bool, enabled: bool, class: DataClass, rank: int} $tool */
    private function reason(array $tool): DenialReason
    {
        return match (true) {
            !$tool['enabled'] => DenialReason::ToolDisabled,
            $tool['admin'] && !$this->admin => DenialReason::RequiresAdmin,
            $this->allowed !== null && !isset($this->allowed[$tool['name']]), $this->groups !== null && !isset($this->groups[$tool['group']]) => DenialReason::ConfigurationGroup,
            $tool['rank'] > $this->rank => DenialReason::TrustZone,
            default => DenialReason::None,
        };
    }
}

/** The answer of {@see PhpGate}. */
final class PhpDecision
{
    /** @param list<string> $warnings */
    public function __construct(
        public readonly string $toolName,
        public readonly bool $allowed,
        public readonly DenialReason $reason,
        public readonly DataClass $dataClass,
        public readonly TrustZone $zone,
        public readonly DataClass $ceiling,
        public readonly bool $observedOnly = false,
        public readonly array $warnings = [],
    ) {}
}
