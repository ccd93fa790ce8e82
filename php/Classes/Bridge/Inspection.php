<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

/**
 * Which upstream classes native code answers for, here and now. Looks at the classes that are in use, not at what was meant to
 * happen to them.
 */
final readonly class Inspection
{
    /**
     * @param array<string, string> $compiled by upstream name: the {@see State} the container was compiled with
     */
    public function __construct(private Module $module, private array $compiled = []) {}

    /**
     * @return array<string, State> by upstream name, in the order of {@see Replacements}
     */
    public function states(): array
    {
        $states = [];
        foreach (array_keys(Replacements::SHIMS) as $class) {
            $states[$class] = $this->ofShim($class);
        }
        foreach (array_keys(Replacements::DECORATORS) as $class) {
            $states[$class] = $this->ofDecorator($class);
        }

        return $states;
    }

    /**
     * @return list<string> the upstream names that upstream answers for although native code should
     */
    public function missing(): array
    {
        return array_keys(array_filter($this->states(), static fn(State $state): bool => $state->isMissing()));
    }

    private function ofShim(string $class): State
    {
        return match (true) {
            !self::exists($class) => State::Absent,
            !$this->module->isLoaded() => State::NoModule,
            $this->module->isTooOld() => State::TooOld,
            $this->module->isSwitchedOff() => State::Off,
            Shims::isInPlace($class) => State::Native,
            default => match ($state = Shims::report()[$class] ?? State::NotInstalled) {
                // Composer's class map names the shim, and yet another file was loaded.
                State::Native, State::Absent => State::TooLate,
                default => $state,
            },
        };
    }

    private function ofDecorator(string $class): State
    {
        return match (true) {
            !self::exists($class) => State::Absent,
            !$this->module->isLoaded() => State::NoModule,
            $this->module->isTooOld() => State::TooOld,
            $this->module->isSwitchedOff() => State::Off,
            default => State::from($this->compiled[$class] ?? State::NotDecorated->value),
        };
    }

    private static function exists(string $class): bool
    {
        return class_exists($class) || interface_exists($class);
    }
}
