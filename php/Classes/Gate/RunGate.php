<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Gate;

use Netresearch\NrLlm\Domain\Enum\ToolDataClass;
use Netresearch\NrLlm\Domain\Enum\ToolDenialReason;
use Netresearch\NrLlm\Domain\Enum\TrustZone;
use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Model\Skill;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Governance\DataClassEnforcementResolver;
use Netresearch\NrLlm\Service\Governance\TrustZoneResolver;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Netresearch\NrLlm\Service\Tool\ToolAvailabilityServiceInterface;
use Netresearch\NrLlm\Service\Tool\ToolDataClassResolver;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use Portcullis\AllowList;
use Portcullis\Availability;
use Portcullis\Decision;
use Portcullis\GateInput;
use Portcullis\ToolGate;
use Portcullis\Typo3\Bridge\Requirement;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;

/**
 * The native gate over upstream's values. Everything that does not depend on the tool (switches, zone, skills, mode) is read
 * once for each question, however many tools it is about.
 */
final readonly class RunGate
{
    private ToolFacts $tools;

    public function __construct(
        private ToolRegistry $registry,
        private ToolAvailabilityServiceInterface $availability,
        private SkillComposer $composer,
        private ToolDataClassResolver $dataClasses,
        private TrustZoneResolver $trustZones,
        private DataClassEnforcementResolver $enforcement,
        private Requirement $requirement,
        private Warnings $warnings,
    ) {
        $this->tools = new ToolFacts($this->registry, $this->warnings);
    }

    public function decide(string $name, LlmConfiguration $configuration, ?BackendUserAuthentication $user, ?AllowList $run): ToolPolicyDecision
    {
        $enabled = match (true) {
            !$this->availability instanceof SingleSwitch => $this->availability->enabledNames(),
            $this->availability->isEnabled($name) => [$name],
            default => [],
        };

        return $this->decisions([$name], $enabled, $configuration, $user, $run)[0];
    }

    /**
     * @param list<string>|null $names null: the tools that are switched on
     *
     * @return list<ToolPolicyDecision>
     */
    public function explain(?array $names, LlmConfiguration $configuration, ?BackendUserAuthentication $user, ?AllowList $run): array
    {
        $enabled = $this->availability->enabledNames();

        // Callers that kept names as array keys have ints for some of them.
        return $this->decisions(array_map(strval(...), $names ?? $enabled), $enabled, $configuration, $user, $run);
    }

    /**
     * The refusals of all registered tools; remote ones for administrators only.
     *
     * @return list<ToolPolicyDecision>
     */
    public function unavailable(LlmConfiguration $configuration, ?BackendUserAuthentication $user): array
    {
        $gate = $this->gate($this->tools->names(), $this->availability->enabledNames(), $this->input($configuration, $user, null));

        return array_map(self::toUpstream(...), $gate->unavailable());
    }

    /**
     * Where upstream decided: the same, unless the setting `bridge.required` withholds the tool.
     */
    public function withheld(ToolPolicyDecision $decision): ToolPolicyDecision
    {
        if (!$decision->allowed || !$this->withholds($decision->toolName)) {
            return $decision;
        }

        return new ToolPolicyDecision(
            $decision->toolName,
            false,
            $decision->dataClass,
            $decision->zone,
            $decision->ceiling,
            ToolDenialReason::TOOL_DISABLED,
        );
    }

    public function withholds(string $name): bool
    {
        return $this->requirement->withholds((string)$this->tools->groupOf($name));
    }

    /**
     * What a run that starts now stores.
     *
     * @param list<Skill> $forcedSkills
     *
     * @return list<string>|null
     */
    public function allowListOfRun(LlmConfiguration $configuration, array $forcedSkills): ?array
    {
        $list = SkillDeclarations::of($this->composer, $configuration, $forcedSkills)->allowList();
        $this->warn($list->warnings());

        return $list->names();
    }

    /**
     * @param list<string> $names
     * @param list<string> $enabled
     *
     * @return list<ToolPolicyDecision>
     */
    private function decisions(
        array $names,
        array $enabled,
        LlmConfiguration $configuration,
        ?BackendUserAuthentication $user,
        ?AllowList $run,
    ): array {
        $input = $this->input($configuration, $user, $run);
        // No other tool changes the answer about one.
        $gate = $this->gate($names, $enabled, $input);
        $this->warn($gate->warnings());
        $decisions = [];
        foreach ($names as $name) {
            // A name that is no UTF-8 is no tool's; the native gate does not take it.
            $decisions[] = mb_check_encoding($name, 'UTF-8')
                ? self::toUpstream($gate->decide($name))
                : self::notRegistered($name, $input);
        }

        return $decisions;
    }

    /**
     * @param list<string> $names
     * @param list<string> $enabled
     */
    private function gate(array $names, array $enabled, GateInput $input): ToolGate
    {
        $on = array_fill_keys($enabled, true);
        $tools = $this->tools->registryOf(
            array_values(array_unique($names)),
            fn(string $name): bool => isset($on[$name]) && !$this->withholds($name),
            fn(ToolInterface $tool): string => $this->dataClasses->classForTool($tool)->value,
        );

        return new ToolGate($tools, new Availability(), $input);
    }

    /**
     * The list a run stored stands alone: its caller has narrowed it by the live skills, forced ones included, of which nothing
     * is known here.
     */
    private function input(LlmConfiguration $configuration, ?BackendUserAuthentication $user, ?AllowList $run): GateInput
    {
        $declared = $run === null ? SkillDeclarations::of($this->composer, $configuration) : null;

        return new GateInput(
            skills: $declared->skills ?? [],
            trustFloor: $declared?->trustFloor,
            allowedGroups: $configuration->getAllowedToolGroups(),
            zone: $this->trustZones->zoneFor($configuration)->value,
            enforcement: $this->enforcement->mode(),
            admin: $user?->isAdmin(),
            runAllowList: $run,
        );
    }

    private static function toUpstream(Decision $decision): ToolPolicyDecision
    {
        return new ToolPolicyDecision(
            $decision->toolName,
            $decision->allowed,
            ToolDataClass::from($decision->dataClass->value),
            TrustZone::from($decision->zone->value),
            ToolDataClass::from($decision->ceiling->value),
            ToolDenialReason::from($decision->reason->value),
            $decision->observedOnly,
        );
    }

    private static function notRegistered(string $name, GateInput $input): ToolPolicyDecision
    {
        return new ToolPolicyDecision(
            $name,
            false,
            ToolDataClass::SECRET_ADJACENT,
            TrustZone::from($input->zone->value),
            ToolDataClass::from($input->ceiling->value),
            ToolDenialReason::NOT_REGISTERED,
        );
    }

    /**
     * @param list<string> $warnings
     */
    private function warn(array $warnings): void
    {
        foreach ($warnings as $warning) {
            $this->warnings->fewerTools($warning);
        }
    }
}
