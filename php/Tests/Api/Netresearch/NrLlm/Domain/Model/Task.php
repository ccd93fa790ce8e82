<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Model;

use TYPO3\CMS\Extbase\Persistence\ObjectStorage;

class Task
{
    /** @var ObjectStorage<Skill> */
    protected ObjectStorage $skills;

    public function __construct()
    {
        $this->skills = new ObjectStorage();
    }

    /**
     * @return ObjectStorage<Skill>
     */
    public function getSkills(): ObjectStorage
    {
        return $this->skills;
    }

    public function addSkill(Skill $skill): void
    {
        $this->skills->attach($skill);
    }
}
