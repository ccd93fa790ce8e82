<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Netresearch\NrLlm\Service\Tool\ToolAvailabilityServiceInterface;
use Netresearch\NrLlm\Service\Tool\ToolGroupStateRepository;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use Netresearch\NrLlm\Service\Tool\ToolStateRepository;
use Portcullis\Availability;
use Portcullis\Typo3\Gate\SingleSwitch;
use Portcullis\Typo3\Gate\ToolFacts;
use Portcullis\Typo3\Gate\Verification;
use Portcullis\Typo3\Gate\Warnings;

/**
 * The native cascade of switches. Reads the two tables once for each question; upstream also builds every tool's specification
 * to answer which are switched on.
 */
final readonly class NativeToolAvailability implements ToolAvailabilityServiceInterface, SingleSwitch
{
    private ToolFacts $tools;

    public function __construct(
        private ToolAvailabilityServiceInterface $inner,
        private Module $module,
        private Requirement $requirement,
        private Verification $verification,
        ToolRegistry $registry,
        private ToolStateRepository $toolStates,
        private ToolGroupStateRepository $groupStates,
        Warnings $warnings,
    ) {
        $this->tools = new ToolFacts($registry, $warnings);
    }

    public function enabledNames(): array
    {
        $names = $this->module->answers() ? $this->native() : $this->inner->enabledNames();

        return array_values(array_filter(
            $names,
            fn(string $name): bool => !$this->requirement->withholds((string)$this->tools->groupOf($name)),
        ));
    }

    public function isEnabled(string $name): bool
    {
        if (!$this->module->answers() || $this->verification->isOn() || !mb_check_encoding($name, 'UTF-8')) {
            return in_array($name, $this->enabledNames(), true);
        }
        $tool = $this->tools->registry([$name])->get($name);

        return $tool !== null
            && !$this->requirement->withholds($tool->group)
            && $this->switches()->isEnabled($tool);
    }

    public function states(): array
    {
        $upstream = $this->inner->states();
        $enabled = array_fill_keys($this->enabledNames(), true);
        foreach ($upstream as $row => $state) {
            $upstream[$row]['enabled'] = isset($enabled[$state['name']]);
        }

        return $upstream;
    }

    public function editorActions(): array
    {
        return $this->inner->editorActions();
    }

    public function groupStates(): array
    {
        return $this->inner->groupStates();
    }

    /**
     * @return list<string>
     */
    private function native(): array
    {
        $names = [];
        foreach ($this->switches()->states($this->tools->registry())['tools'] as $state) {
            if ($state['enabled']) {
                $names[] = $state['name'];
            }
        }

        return $this->verification->isOn() ? $this->verification->names('enabled', $names, $this->inner->enabledNames()) : $names;
    }

    private function switches(): Availability
    {
        return new Availability($this->toolStates->overrides(), $this->groupStates->overrides());
    }
}
