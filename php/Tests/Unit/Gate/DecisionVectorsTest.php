<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Gate;

use Netresearch\NrLlm\Domain\Enum\SkillTrustLevel;
use Netresearch\NrLlm\Domain\Enum\ToolDataClass;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Tests\Unit\Fixtures\ClassifiedRemoteTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\ClassifiedTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\RemoteTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\UpstreamAvailability;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

/**
 * The shared decision vectors, which are upstream's own answers, through upstream's types: unmarked rows are answered alike, rows
 * with broken input allow a subset.
 *
 * @phpstan-type ToolRow array{name: string, group: string, requiresAdmin?: bool, enabledByDefault?: bool, dataClass?: string|null, remote?: bool}
 * @phpstan-type SkillRow array{source: int, identifier: string, enabled?: bool, orphaned?: bool, trust: string, allowedTools: string|array{b64: string}|null}
 * @phpstan-type Expected array{zone: string, ceiling: string, decisions: list<array{tool: string, allowed: bool, reason: string, dataClass: string, observedOnly?: bool}>, requestedReasons?: list<string>}
 * @phpstan-type Row array{id: string, tools: list<ToolRow>, toolOverrides: array<string, bool>, groupOverrides: array<string, bool>, skills: list<SkillRow>, minTrust: string|null, allowedGroups: string, enforcement?: mixed, settings?: string, user: string|null, requested: list<string>|null, brokenInput: bool, expect: Expected}
 */
final class DecisionVectorsTest extends TestCase
{
    protected function tearDown(): void
    {
        unset($GLOBALS['TYPO3_CONF_VARS']);
    }

    public function testEveryWorldIsDecidedAsUpstreamDoesOrMoreStrictly(): void
    {
        $shared = (string)getenv('PORTCULLIS_SHARED');
        $shared = $shared === '' ? dirname(__DIR__, 5) . '/shared' : $shared;
        $file = $shared . '/vectors/gate/decisions.jsonl';
        if (!is_readable($file)) {
            self::markTestSkipped('The shared vectors are not there; PORTCULLIS_SHARED names their folder.');
        }
        $worlds = 0;
        foreach (new \SplFileObject($file) as $line) {
            $row = json_decode(is_string($line) ? $line : '', true);
            if (!is_array($row) || !is_array($row['expect']) || isset($row['expect']['throws']) || isset($row['versionGap'])) {
                continue;
            }
            /** @var Row $row */
            $this->assertWorld($row);
            ++$worlds;
        }
        self::assertGreaterThan(700, $worlds);
    }

    /**
     * @param Row $row
     */
    private function assertWorld(array $row): void
    {
        $world = new World(array_map($this->tool(...), $row['tools']));
        $lost = static fn(string $section): bool => in_array($row['settings'] ?? null, ['unreadable', $section], true);
        $settings = ['skills' => $lost('skillsNotArray') ? 'text' : ['minTrustLevel' => $row['minTrust']], 'tools' => $lost('toolsNotArray') ? 'text' : ['dataClassEnforcement' => $row['enforcement'] ?? null]];
        if ($row['minTrust'] === null && is_array($settings['skills'])) {
            unset($settings['skills']['minTrustLevel']);
        }
        $world->stored['nr_llm'] = $settings;
        $GLOBALS['TYPO3_CONF_VARS'] = ['EXTENSIONS' => ['nr_llm' => $settings]];
        $skills = [];
        foreach ($row['skills'] as $stored) {
            $declared = is_array($stored['allowedTools']) ? (string)base64_decode($stored['allowedTools']['b64'], true) : (string)$stored['allowedTools'];
            $skill = World::skill($declared, $stored['trust'], $stored['identifier']);
            $skill->setSource($stored['source']);
            $skill->setEnabled($stored['enabled'] ?? true);
            $skill->setOrphaned($stored['orphaned'] ?? false);
            $skills[] = $skill;
        }
        $run = World::run($row['expect']['zone'], $row['allowedGroups'], ...$skills);
        $user = $row['user'] === null ? null : World::user($row['user'] === 'admin');
        $floor = $lost('skillsNotArray') ? null : SkillTrustLevel::tryFrom((string)$row['minTrust']);
        $gate = $world->gate(new UpstreamAvailability($this->enabled($row)), $floor ?? SkillTrustLevel::UNTRUSTED);

        $decisions = $gate->explain(null, $run, $user, null);
        if ($row['brokenInput']) {
            $allowed = array_column(array_filter($row['expect']['decisions'], static fn(array $decision): bool => $decision['allowed']), 'tool');
            $ours = array_map(self::nameOf(...), array_filter($decisions, static fn(ToolPolicyDecision $decision): bool => $decision->allowed));
            self::assertSame([], array_diff($ours, $allowed), $row['id']);

            return;
        }
        self::assertSame(
            array_map(static fn(array $expected): array => [$expected['tool'], $expected['allowed'], $expected['reason'], $expected['dataClass'], $expected['observedOnly'] ?? false, $row['expect']['zone'], $row['expect']['ceiling']], $row['expect']['decisions']),
            array_map(static fn(ToolPolicyDecision $decision): array => [$decision->toolName, $decision->allowed, $decision->reason->value, $decision->dataClass->value, $decision->observedOnly, $decision->zone->value, $decision->ceiling->value], $decisions),
            $row['id'],
        );
        if ($row['requested'] !== null) {
            $reasons = array_map(static fn(ToolPolicyDecision $decision): string => $decision->reason->value, $gate->explain($row['requested'], $run, $user, null));
            self::assertSame($row['expect']['requestedReasons'] ?? null, $reasons, $row['id']);
        }
    }

    /**
     * @param Row $row
     *
     * @return list<string> what the decorated cascade answers; its own test covers it
     */
    private function enabled(array $row): array
    {
        $names = [];
        foreach ($row['tools'] as $tool) {
            $on = $row['toolOverrides'][$tool['name']] ?? $tool['enabledByDefault'] ?? true;
            if ($on && ($row['groupOverrides'][$tool['group']] ?? true)) {
                $names[] = $tool['name'];
            }
        }

        return $names;
    }

    /**
     * @param ToolRow $row
     */
    private function tool(array $row): ToolInterface
    {
        $remote = $row['remote'] ?? false;
        $facts = [$row['requiresAdmin'] ?? false, $row['enabledByDefault'] ?? true];
        $class = isset($row['dataClass']) ? ToolDataClass::from($row['dataClass']) : null;

        return match (true) {
            $remote && $class !== null => new ClassifiedRemoteTool($row['name'], $row['group'], $class, ...$facts),
            $remote => new RemoteTool($row['name'], $row['group'], ...$facts),
            $class !== null => new ClassifiedTool($row['name'], $row['group'], $class, ...$facts),
            default => new PlainTool($row['name'], $row['group'], ...$facts),
        };
    }

    private static function nameOf(ToolPolicyDecision $decision): string
    {
        return $decision->toolName;
    }
}
