<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Portcullis\Typo3\Bridge\Settings;

/**
 * With the setting `bridge.verify`: what both, native code and upstream, allow. Every difference goes to the log. Stricter
 * answers about broken input are documented differences, so they are worth a look and no alarm.
 */
final readonly class Verification
{
    public function __construct(private Settings $settings, private Warnings $warnings) {}

    public function isOn(): bool
    {
        return $this->settings->verify();
    }

    /**
     * @param list<ToolPolicyDecision> $native
     * @param list<ToolPolicyDecision> $upstream
     *
     * @return list<ToolPolicyDecision> in the order of the native ones; a refusal wins, and of two refusals the native one
     */
    public function decisions(array $native, array $upstream): array
    {
        $others = [];
        foreach ($upstream as $decision) {
            $known = $others[$decision->toolName] ?? null;
            $others[$decision->toolName] = $known === null || $known->allowed ? $decision : $known;
        }
        $both = [];
        foreach ($native as $decision) {
            $other = $others[$decision->toolName] ?? null;
            if ($other === null || $other->allowed !== $decision->allowed || $other->reason !== $decision->reason) {
                $this->report($decision->toolName, $decision->reason->value, $other?->reason->value ?? 'no answer');
            }
            if ($other === null && $decision->allowed) {
                continue;
            }
            $both[] = $other === null || !$decision->allowed ? $decision : $other;
        }

        return $both;
    }

    /**
     * @param list<string> $native
     * @param list<string> $upstream
     *
     * @return list<string>
     */
    public function names(string $question, array $native, array $upstream): array
    {
        foreach ([[$native, $upstream, 'yes', 'no'], [$upstream, $native, 'no', 'yes']] as [$these, $those, $ours, $theirs]) {
            foreach (array_diff($these, $those) as $name) {
                $this->report($name, $question . ': ' . $ours, $question . ': ' . $theirs);
            }
        }

        return array_values(array_intersect($native, $upstream));
    }

    public function report(string $tool, string $native, string $upstream): void
    {
        $this->warnings->difference($tool, $native, $upstream);
    }
}
