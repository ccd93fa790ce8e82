<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Netresearch\NrLlm\Service\Tool\ToolAvailabilityServiceInterface;

/**
 * Upstream's side of the cascade, with an answer of its own.
 */
class UpstreamAvailability implements ToolAvailabilityServiceInterface
{
    public int $asked = 0;

    /**
     * @param list<string> $names
     */
    public function __construct(private readonly array $names) {}

    public function enabledNames(): array
    {
        ++$this->asked;

        return $this->names;
    }

    public function states(): array
    {
        return array_map(static fn(string $name): array => [
            'name' => $name,
            'description' => 'About ' . $name,
            'group' => 'content',
            'enabled' => true,
            'toolEnabled' => true,
            'groupEnabled' => true,
            'defaultEnabled' => true,
            'overridden' => false,
        ], $this->names);
    }

    public function editorActions(): array
    {
        return ['action' => new \stdClass()];
    }

    public function groupStates(): array
    {
        return [['name' => 'content', 'labelKey' => null, 'enabled' => true, 'overridden' => false]];
    }
}
