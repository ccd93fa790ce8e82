<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Netresearch\NrLlm\Service\Tool\RemoteToolInterface;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use Netresearch\NrLlm\Service\Tool\ToolRegistry as UpstreamRegistry;
use Portcullis\Tool;
use Portcullis\ToolRegistry;

/**
 * What the tools of upstream's registry say of themselves, as values of the native gate. A tool that cannot say it is left out,
 * and is then not registered for the gate.
 */
final readonly class ToolFacts
{
    public function __construct(private UpstreamRegistry $registry, private ?Warnings $warnings = null) {}

    /**
     * @return list<string>
     */
    public function names(): array
    {
        // Upstream keeps tools in an array by name, and PHP turns the key "12" into a number.
        return array_map(strval(...), $this->registry->names());
    }

    /**
     * @param list<string>                    $names
     * @param \Closure(string): bool          $isEnabled
     * @param \Closure(ToolInterface): string $dataClass
     */
    public function registryOf(array $names, \Closure $isEnabled, \Closure $dataClass): ToolRegistry
    {
        $tools = [];
        foreach ($names as $name) {
            $tool = $this->registry->get($name);
            if (!$tool instanceof ToolInterface) {
                continue;
            }
            try {
                $tools[$name] = new Tool(
                    $name,
                    $tool->getGroup(),
                    $tool->requiresAdmin(),
                    $isEnabled($name),
                    $dataClass($tool),
                    remote: $tool instanceof RemoteToolInterface,
                );
            } catch (\Throwable $error) {
                $this->warnings?->leftOut($name, $error);
            }
        }

        return new ToolRegistry(array_values($tools));
    }

    /**
     * Names, groups and defaults alone: for the switches and for the groups of a configuration.
     *
     * @param list<string>|null $names null: all
     */
    public function registry(?array $names = null): ToolRegistry
    {
        return $this->registryOf(
            $names ?? $this->names(),
            fn(string $name): bool => $this->registry->get($name)?->isEnabledByDefault() ?? false,
            static fn(): string => '',
        );
    }

    public function groupOf(string $name): ?string
    {
        return $this->registry->get($name)?->getGroup();
    }
}
