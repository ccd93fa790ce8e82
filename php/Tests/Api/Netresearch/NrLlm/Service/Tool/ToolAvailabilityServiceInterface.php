<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool;

interface ToolAvailabilityServiceInterface
{
    /**
     * @return list<string>
     */
    public function enabledNames(): array;

    /**
     * @return list<array{name: string, description: string, group: string, enabled: bool, toolEnabled: bool, groupEnabled: bool, defaultEnabled: bool, overridden: bool}>
     */
    public function states(): array;

    /**
     * @return array<string, object>
     */
    public function editorActions(): array;

    /**
     * @return list<array{name: string, labelKey: string|null, enabled: bool, overridden: bool}>
     */
    public function groupStates(): array;
}
