<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Model\Skill as UpstreamSkill;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Portcullis\AllowList;
use Portcullis\GateInput;
use Portcullis\Skill;

/**
 * What the skills of a run declare, as values of the native gate. Which skills are in effect remains upstream's choice (switched
 * on, in their source, trusted enough, first of their key); how a declaration is read is not: one that cannot be read declares
 * nothing, where upstream takes it for none.
 */
final readonly class SkillDeclarations
{
    /**
     * @param list<Skill> $skills
     * @param mixed       $trustFloor null where upstream has applied it already
     */
    private function __construct(public array $skills, public mixed $trustFloor) {}

    /**
     * @param list<UpstreamSkill> $additional the task's and the forced ones
     * @param list<UpstreamSkill> $invoked    the process skills the run invokes, in versions that know them
     */
    public static function of(SkillComposer $composer, LlmConfiguration $configuration, array $additional = [], array $invoked = []): self
    {
        $floor = self::trustFloor();
        // A floor that cannot be read is none to upstream, which then takes every skill. The native rule lets only first-party
        // skills grant, so it needs the levels. Of a valid floor it must not judge again: upstream may know a level that is not
        // in the skill's own field, and a skill left out here would no longer restrict the run.
        $readable = (new GateInput(trustFloor: $floor))->toArray()['trustFloor'] !== null;
        $skills = $seen = [];
        $missing = $invoked;
        $configured = iterator_to_array($configuration->getSkills(), false);
        foreach (self::inEffect($composer, [...$invoked, ...$configured], $additional) as $skill) {
            $identifier = mb_check_encoding($skill->getIdentifier(), 'UTF-8') ? $skill->getIdentifier() : '';
            $key = $skill->getSource() . "\0" . $identifier;
            $skills[] = new Skill(
                $skill->getSource(),
                // Upstream has chosen among the records of one key; none that is left may be dropped for its key again.
                isset($seen[$key]) ? $identifier . '#' . count($skills) : $identifier,
                self::declaration($composer, $skill, in_array($skill, $invoked, true)),
                $readable ? 'first_party' : $skill->getTrustLevel(),
            );
            $seen[$key] = true;
            $missing = array_filter($missing, static fn(UpstreamSkill $other): bool => $other !== $skill);
        }
        if ($missing !== []) {
            // The run invokes a skill that is not in effect: it must not be free for that.
            $skills[] = new Skill(0, '#' . count($skills), [], 'first_party');
        }

        return new self($skills, $readable ? null : $floor);
    }

    public function allowList(): AllowList
    {
        return AllowList::ofSkills($this->skills, $this->trustFloor);
    }

    /**
     * As stored, or as upstream vouches for it, where a version does that. Upstream's "no opinion" may come from text that it
     * could not read: then the text decides.
     */
    private static function declaration(SkillComposer $composer, UpstreamSkill $skill, bool $invoked): mixed
    {
        $stored = $skill->getAllowedTools();
        if (!method_exists($composer, 'declaredTools')) {
            return $stored;
        }
        $vouched = $composer->declaredTools($skill, $invoked);

        return $vouched === null && (new Skill(0, '', $stored))->broken ? $stored : $vouched;
    }

    /**
     * @param list<UpstreamSkill> $first
     * @param list<UpstreamSkill> $additional
     *
     * @return list<UpstreamSkill>
     */
    private static function inEffect(SkillComposer $composer, array $first, array $additional): array
    {
        if (!method_exists($composer, 'admittedSkills')) {
            return $composer->effectiveSkills($first, $additional);
        }
        /** @var list<UpstreamSkill> $admitted the newest versions let every record of a skill have its say */
        $admitted = $composer->admittedSkills($first, $additional);

        return $admitted;
    }

    /**
     * The setting `skills.minTrustLevel` as stored: null when it is not set, false when it cannot be read.
     */
    private static function trustFloor(): mixed
    {
        $value = $GLOBALS['TYPO3_CONF_VARS'] ?? [];
        foreach (['EXTENSIONS', 'nr_llm', 'skills', 'minTrustLevel'] as $key) {
            if (!is_array($value)) {
                return false;
            }
            if (!array_key_exists($key, $value)) {
                return null;
            }
            $value = $value[$key];
        }

        return $value;
    }
}
