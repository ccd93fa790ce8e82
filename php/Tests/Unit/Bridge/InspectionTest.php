<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use Netresearch\NrLlm\Service\Tool\EgressPolicyService;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Shims;
use Portcullis\Typo3\Bridge\State;

final class InspectionTest extends TestCase
{
    protected function tearDown(): void
    {
        Shims::install([], [], '');
        putenv(Module::SWITCH);
    }

    public function testEveryReplacementHasAState(): void
    {
        $states = (new Inspection(new Module()))->states();
        self::assertSame(array_keys(Replacements::SHIMS + Replacements::DECORATORS), array_keys($states));
    }

    public function testAShimThatIsTheLoadedClassIsNative(): void
    {
        // The tests load the shims as the class map of an installation does.
        Shims::install([], [], dirname(__DIR__, 3) . '/Shims');
        self::assertSame(State::Native, (new Inspection(new Module()))->states()[EgressPolicyService::class]);
    }

    public function testWithoutTheAutoloadFileNothingIsInstalled(): void
    {
        Shims::install([], [], '');
        self::assertSame(State::NotInstalled, (new Inspection(new Module()))->states()[EgressPolicyService::class]);
    }

    public function testADecoratorHasTheStateItWasCompiledWith(): void
    {
        foreach ([State::Native, State::Unknown] as $state) {
            $inspection = new Inspection(new Module(), [ToolCallPolicyInterface::class => $state->value]);
            self::assertSame($state, $inspection->states()[ToolCallPolicyInterface::class]);
        }
        self::assertSame(State::NotDecorated, (new Inspection(new Module()))->states()[ToolCallPolicyInterface::class]);
    }

    public function testWithoutTheModuleNothingIsNativeWhateverWasCompiled(): void
    {
        $compiled = [ToolCallPolicyInterface::class => State::Native->value];
        $states = (new Inspection(new Module(false), $compiled))->states();
        self::assertSame(State::NoModule, $states[ToolCallPolicyInterface::class]);
        self::assertSame(State::NoModule, $states[EgressPolicyService::class]);

        $old = new Module(null, ['Portcullis\\NotYetWritten']);
        self::assertSame(State::TooOld, (new Inspection($old, $compiled))->states()[ToolCallPolicyInterface::class]);

        putenv(Module::SWITCH . '=off');
        self::assertSame(State::Off, (new Inspection(new Module(), $compiled))->states()[ToolCallPolicyInterface::class]);
    }

    public function testWhatUpstreamDoesNotHaveIsNotMissing(): void
    {
        foreach (State::cases() as $state) {
            self::assertSame(!in_array($state, [State::Native, State::Absent], true), $state->isMissing(), $state->value);
        }
    }
}
