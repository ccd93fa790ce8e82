<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\AllowList;
use Portcullis\Availability;
use Portcullis\DataClass;
use Portcullis\Decision;
use Portcullis\DenialReason;
use Portcullis\GateInput;
use Portcullis\Skill;
use Portcullis\Tool;
use Portcullis\ToolGate;
use Portcullis\ToolRegistry;
use Portcullis\TrustZone;

final class ToolGateTest extends TestCase
{
    public function testTheFirstFailedCheckGivesTheReason(): void
    {
        $tool = new Tool('a', 'accounts', requiresAdmin: true);
        $skills = [new Skill(1, 's', '["a"]')];
        $off = new Availability(['a' => false]);
        $reason = static fn (array $tools, Availability $availability, GateInput $input): DenialReason => (new ToolGate(new ToolRegistry($tools), $availability, $input))->decide('a')->reason;
        self::assertSame(DenialReason::NotRegistered, $reason([], $off, new GateInput()));
        self::assertSame(DenialReason::ToolDisabled, $reason([$tool], $off, new GateInput()));
        self::assertSame(DenialReason::RequiresAdmin, $reason([$tool], new Availability(), new GateInput()));
        self::assertSame(DenialReason::RequiresAdmin, $reason([$tool], new Availability(), new GateInput(admin: false)));
        self::assertSame(DenialReason::ConfigurationGroup, $reason([$tool], new Availability(), new GateInput([new Skill(1, 's', '[]')], admin: true)));
        self::assertSame(DenialReason::ConfigurationGroup, $reason([$tool], new Availability(), new GateInput($skills, allowedGroups: 'web', admin: true)));
        self::assertSame(DenialReason::TrustZone, $reason([$tool], new Availability(), new GateInput($skills, admin: true)));
        self::assertSame(DenialReason::None, $reason([$tool], new Availability(), new GateInput($skills, zone: 'local', admin: true)));
    }

    public function testADecisionTellsWhatItWasMadeOf(): void
    {
        $decision = $this->gate(new GateInput(zone: 'externalEu', admin: true))->decide('log');
        self::assertSame([
            'toolName' => 'log', 'allowed' => false, 'reason' => 'trustZone', 'dataClass' => 'systemDiagnostics', 'zone' => 'externalEu',
            'ceiling' => 'internalConfiguration', 'observedOnly' => false, 'warnings' => [],
            'message' => 'tool "log" returns data of class systemDiagnostics, above internalConfiguration, the ceiling of the trust zone externalEu',
        ], $decision->toArray());
        self::assertSame([TrustZone::ExternalEu, DataClass::InternalConfiguration, []], [$decision->zone, $decision->ceiling, $decision->warnings]);
        self::assertSame($decision->message(), Decision::describe('log', $decision->reason, $decision->dataClass, $decision->zone));
    }

    public function testObserveModeAllowsLocalToolsAndReportsThem(): void
    {
        $gate = $this->gate(new GateInput(enforcement: ' Observe ', admin: true));
        self::assertTrue($gate->decide('log')->allowed && $gate->decide('log')->observedOnly);
        self::assertFalse($gate->decide('far')->allowed);
        foreach ([null, true, 1, ['observe'], 'observed', "\xff"] as $mode) {
            self::assertFalse($this->gate(new GateInput(enforcement: $mode, admin: true))->decide('log')->allowed);
        }
    }

    public function testARequestKeepsOrderDuplicatesAndNamesThatLookLikeNumbers(): void
    {
        $gate = $this->gate(new GateInput(zone: 'local'));
        $asked = ['12', 'nope', 'page', '12', ''];
        self::assertSame($asked, array_map(static fn (Decision $decision): string => $decision->toolName, $gate->explain($asked)));
        self::assertSame(['12', 'page', '12'], $gate->offerable($asked));
        self::assertSame(['12'], $gate->offerable(array_keys(['12' => true])));
        self::assertSame(['page', '12', 'far'], $gate->offerable());
        self::assertSame([], $gate->offerable([]));
        self::assertSame([], $gate->explain([]));
    }

    public function testOverridesCountAsOnForThreeValuesOnly(): void
    {
        $tool = new Tool('12', 'web');
        foreach ([true, 1, '1'] as $on) {
            self::assertTrue((new Availability(['12' => $on], ['web' => $on]))->isEnabled($tool));
        }
        foreach ([false, 0, '0', '', 2, 1.0, 'true', ' 1', null, [], [1], new \stdClass(), "\xff"] as $off) {
            self::assertFalse((new Availability(['12' => $off]))->isEnabled($tool));
            self::assertFalse((new Availability([], ['web' => $off]))->isEnabled($tool));
        }
        self::assertFalse((new Availability(['12' => true], ['web' => false]))->isEnabled($tool));
        self::assertTrue((new Availability(['' => false, "\xff" => false, 'nope' => false], ['' => false]))->isEnabled($tool));
    }

    public function testStatesAreTheRowsOfAManagementScreen(): void
    {
        $registry = new ToolRegistry([new Tool('12', '7', enabledByDefault: false), new Tool('b', 'web')]);
        self::assertSame([
            'tools' => [
                ['name' => '12', 'group' => '7', 'enabled' => true, 'toolEnabled' => true, 'groupEnabled' => true, 'defaultEnabled' => false, 'overridden' => true],
                ['name' => 'b', 'group' => 'web', 'enabled' => false, 'toolEnabled' => true, 'groupEnabled' => false, 'defaultEnabled' => true, 'overridden' => false],
            ],
            'groups' => [['name' => '7', 'enabled' => true, 'overridden' => false], ['name' => 'web', 'enabled' => false, 'overridden' => true]],
        ], (new Availability([12 => 1], ['web' => 0]))->states($registry));
    }

    public function testRefusalsOfRemoteToolsAreListedForAdministratorsOnly(): void
    {
        $names = static fn (array $decisions): array => array_map(static fn (Decision $decision): string => $decision->toolName, $decisions);
        self::assertSame(['log'], $names($this->gate(new GateInput())->unavailable()));
        self::assertSame(['log', 'far'], $names($this->gate(new GateInput(admin: true))->unavailable()));
    }

    public function testARunNeverHasMoreThanItBeganWith(): void
    {
        $begun = $this->gate(new GateInput([new Skill(1, 's', '["page"]')], zone: 'local', admin: true));
        $stored = AllowList::fromStored($begun->storedAllowList());
        $later = $this->gate(new GateInput(zone: 'local', admin: true, runAllowList: $stored));
        self::assertSame(['page'], $later->offerable());
        $narrowed = $this->gate(new GateInput([new Skill(1, 's', '["12"]')], zone: 'local', runAllowList: $stored));
        self::assertSame([], $narrowed->offerable());
        self::assertSame(['page'], AllowList::fromStored($narrowed->storedAllowList())->names());

        $unreadable = $this->gate(new GateInput(zone: 'local', runAllowList: AllowList::fromStored('?')));
        self::assertSame([], $unreadable->offerable());
        self::assertSame(['the allow-list the run stored at its start cannot be read'], $unreadable->warnings());
        self::assertSame($unreadable->warnings(), $unreadable->decide('page')->warnings);
    }

    public function testBrokenInputOpensNothing(): void
    {
        foreach ([false, ' , ', ",\0", 0, [], "\xff"] as $groups) {
            self::assertSame([], $this->gate(new GateInput(allowedGroups: $groups, zone: 'local', admin: true))->offerable());
        }
        foreach ([null, false, 'Local', "local\0", 1, ['local']] as $zone) {
            self::assertSame(TrustZone::ExternalGlobal, (new GateInput(zone: $zone))->zone);
            self::assertSame(TrustZone::ExternalGlobal, (new GateInput(zone: 'local', fallbacks: ['local', $zone]))->zone);
        }
        self::assertSame(TrustZone::ExternalEu, GateInput::zoneOf('local', ['externalEu', 'privateHosted']));
    }

    public function testAnApproverNeedsRightsOfTheirOwnForEveryWrite(): void
    {
        $editor = $this->gate(new GateInput(zone: 'local', admin: false), new Tool('write', 'editing', effect: 'idempotent_write'), new Tool('admin_write', 'editing', requiresAdmin: true, effect: 'non_idempotent_write'));
        self::assertTrue($editor->mayApprove(['page', 'log', 'write'], serviceAccount: false));
        self::assertNull($editor->approvalRefusal(['page', 'log', 'write'], serviceAccount: false));
        self::assertFalse($editor->mayApprove(['write', 'admin_write'], serviceAccount: false));
        self::assertStringContainsString('"admin_write" is available to administrators only', $editor->approvalRefusal(['write', 'admin_write'], serviceAccount: false));
        self::assertFalse($editor->mayApprove(['write'], serviceAccount: true));
        self::assertTrue($editor->mayApprove(['page'], serviceAccount: true));
        self::assertFalse($editor->mayApprove(['nope'], serviceAccount: false));
        $nobody = $this->gate(new GateInput(zone: 'local'), new Tool('write', 'editing', effect: 'idempotent_write'));
        self::assertFalse($nobody->mayApprove(['write'], serviceAccount: false));
        self::assertTrue($nobody->mayApprove(['page'], serviceAccount: false));
    }

    public function testACallRunsOnlyIfItWasOfferedAndIsStillAllowed(): void
    {
        $gate = $this->gate(new GateInput(zone: 'local'));
        self::assertTrue($gate->mayExecute('12', array_keys(['12' => true])));
        self::assertNull($gate->executionRefusal('12', ['12']));
        self::assertFalse($gate->mayExecute('page', ['12']));
        self::assertSame('Error: tool "page" not permitted', $gate->executionRefusal('page', []));
        self::assertSame('Error: tool "log" not permitted', $gate->executionRefusal('log', ['log']));
        self::assertSame('Error: unknown tool "x\u{22}\u{a}' . str_repeat('y', 61) . '"', $gate->executionRefusal("x\"\n" . str_repeat('y', 100), []));
    }

    public function testApprovalIsAskedOfTheRegistry(): void
    {
        $gate = $this->gate(new GateInput(), new Tool('write', 'editing', effect: 'idempotent_write', approval: false), new Tool('fetch', 'web', approval: true));
        self::assertTrue($gate->requiresApproval('write') && $gate->requiresApproval('fetch'));
        self::assertFalse($gate->requiresApproval('page') || $gate->requiresApproval('nope') || $gate->requiresApproval("\xff"));
    }

    public function testAnInputShowsWhatWasRead(): void
    {
        $input = new GateInput([new Skill(1, 's')], 'verified', 'web, content,,12', 'externalEu', [], 'observe', false);
        $array = $input->toArray();
        self::assertSame([(new Skill(1, 's'))->toArray()], $array['skills']);
        self::assertSame(['12', 'content', 'web'], $array['allowedGroups']);
        self::assertSame(['verified', 'externalEu', 'internalConfiguration', true, 'editor', false], [$array['trustFloor'], $array['zone'], $array['ceiling'], $array['observing'], $array['user'], $array['compatible']]);
        self::assertNull((new GateInput(trustFloor: false))->toArray()['trustFloor']);
        self::assertTrue(GateInput::permits(TrustZone::ExternalEu, DataClass::SourceCode));
        self::assertFalse(GateInput::permits(TrustZone::ExternalGlobal, DataClass::SourceCode));
    }

    public function testWrongArgumentsAreErrors(): void
    {
        $gate = $this->gate(new GateInput());
        $attempts = [
            \TypeError::class => [
                static fn () => new GateInput(['skill']),
                static fn () => new GateInput(admin: 1),
                static fn () => new GateInput(runAllowList: ['a']),
                static fn () => $gate->explain([null]),
                static fn () => $gate->offerable([[]]),
                static fn () => $gate->mayExecute('page', [true]),
                static fn () => $gate->mayApprove([1.5], false),
                static fn () => GateInput::ceilingOf(DataClass::PublicContent),
                static fn () => GateInput::permits(TrustZone::Local, SameCases::PublicContent),
                static fn () => Decision::describe('a', SameCases::None, DataClass::PublicContent, TrustZone::Local),
            ],
            \ValueError::class => [
                static fn () => $gate->decide("\xff"),
                static fn () => $gate->explain(["\xff"]),
                static fn () => $gate->mayExecute("\xff", []),
            ],
            \ArgumentCountError::class => [static fn () => $gate->mayApprove([]), static fn () => new ToolGate()],
            \Exception::class => [static fn () => new Decision(), static fn () => serialize($gate)],
        ];
        foreach ($attempts as $class => $calls) {
            foreach ($calls as $at => $call) {
                try {
                    $call();
                } catch (\Throwable $error) {
                    self::assertSame($class, $error::class, "$class $at: {$error->getMessage()}");
                    continue;
                }
                self::fail("$class $at");
            }
        }
    }

    private function gate(GateInput $input, Tool ...$further): ToolGate
    {
        $tools = [
            new Tool('page', 'content'), new Tool('12', 'rag'), new Tool('log', 'system', requiresAdmin: true),
            new Tool('far', 'mcp_docs', remote: true), ...$further,
        ];

        return new ToolGate(new ToolRegistry($tools), new Availability(), $input);
    }
}

/** An enum of somebody else with cases of the module's names. */
enum SameCases: string
{
    case PublicContent = 'publicContent';
    case None = 'none';
}
