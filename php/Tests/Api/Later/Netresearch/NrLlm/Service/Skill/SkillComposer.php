<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Skill;

use Netresearch\NrLlm\Domain\Enum\SkillTrustLevel;
use Netresearch\NrLlm\Domain\Model\Skill;

final readonly class SkillComposer
{
    public function __construct(
        public int $maxBytes = 24000,
        private SkillTrustLevel $minTrustLevel = SkillTrustLevel::UNTRUSTED,
    ) {}

    /**
     * @param list<Skill> $configSkills
     * @param list<Skill> $taskSkills
     *
     * @return list<Skill>
     */
    public function effectiveSkills(array $configSkills, array $taskSkills): array
    {
        $levels = array_column(SkillTrustLevel::cases(), 'value');
        $rank = static fn(string $level): int => (int)array_search($level, $levels, true);
        $effective = [];
        foreach ([...$configSkills, ...$taskSkills] as $skill) {
            $trusted = $rank($skill->getTrustLevel()) >= $rank($this->minTrustLevel->value);
            if ($skill->isEnabled() && !$skill->isOrphaned() && $trusted) {
                $effective[$skill->getSource() . "\0" . $skill->getIdentifier()] ??= $skill;
            }
        }

        return array_values($effective);
    }

    /**
     * Source 901 has what nobody vouches for, source 902 the skills of processes.
     *
     * @return list<string>|null
     */
    public function declaredTools(Skill $skill, bool $invoked = false): ?array
    {
        $stored = json_decode($skill->getAllowedTools(), true);
        $declared = is_array($stored) ? array_values(array_filter($stored, is_string(...))) : null;

        return match ($skill->getSource()) {
            901 => [],
            902 => $invoked ? $declared ?? [] : null,
            default => $declared,
        };
    }
}
