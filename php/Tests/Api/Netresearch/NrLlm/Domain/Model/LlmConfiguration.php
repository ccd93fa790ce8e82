<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Domain\Model;

use TYPO3\CMS\Extbase\Persistence\ObjectStorage;

class LlmConfiguration
{
    protected string $identifier = '';
    protected string $allowedToolGroups = '';
    protected ?Model $llmModel = null;

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

    public function getIdentifier(): string
    {
        return $this->identifier;
    }

    public function setIdentifier(string $identifier): void
    {
        $this->identifier = $identifier;
    }

    public function getAllowedToolGroups(): string
    {
        return $this->allowedToolGroups;
    }

    public function setAllowedToolGroups(string $allowedToolGroups): void
    {
        $this->allowedToolGroups = $allowedToolGroups;
    }

    public function getProvider(): ?Provider
    {
        return $this->llmModel?->getProvider();
    }

    public function setLlmModel(?Model $llmModel): void
    {
        $this->llmModel = $llmModel;
    }
}
