<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Psr\Log\LoggerInterface;

/**
 * With the setting `bridge.required`: which tools are withheld because upstream would have to answer for native code. Looks once
 * a request, and says so in the log once a request.
 */
final class Requirement
{
    /** @var list<string>|null the groups of the tools that are withheld; null: those of all groups */
    private ?array $groups = [];

    private bool $looked = false;

    public function __construct(
        private readonly Settings $settings,
        private readonly Inspection $inspection,
        private readonly Module $module,
        private readonly ?LoggerInterface $logger = null,
    ) {}

    /**
     * Whether any tool is withheld.
     */
    public function withheld(): bool
    {
        $this->look();

        return $this->groups !== [];
    }

    public function withholds(string $group): bool
    {
        $this->look();

        return $this->groups === null || in_array($group, $this->groups, true);
    }

    /**
     * For people and models.
     */
    public function reason(): string
    {
        $absence = $this->module->absence();

        return $absence !== ''
            ? $absence . ', and the setting bridge.required withholds the tool without it'
            : 'native code does not answer for a class it depends on, and the setting bridge.required withholds the tool'
                . ' (the command portcullis:status names the class)';
    }

    private function look(): void
    {
        if ($this->looked) {
            return;
        }
        $this->looked = true;
        $missing = $this->settings->required() ? $this->inspection->missing() : [];
        if ($missing === []) {
            return;
        }
        foreach ($missing as $class) {
            $groups = Replacements::concernedGroups($class);
            $this->groups = $groups === null || $this->groups === null ? null : [...$this->groups, ...$groups];
        }
        $this->logger?->error('Tools are withheld: {reason}.', ['reason' => $this->reason(), 'classes' => $missing]);
    }
}
