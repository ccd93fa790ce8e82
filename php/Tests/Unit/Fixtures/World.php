<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Netresearch\NrLlm\Domain\Enum\SkillTrustLevel;
use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Domain\Model\Model;
use Netresearch\NrLlm\Domain\Model\Provider;
use Netresearch\NrLlm\Domain\Model\Skill;
use Netresearch\NrLlm\Service\Governance\DataClassEnforcementResolver;
use Netresearch\NrLlm\Service\Governance\TrustZoneResolver;
use Netresearch\NrLlm\Service\Skill\SkillComposer;
use Netresearch\NrLlm\Service\Tool\ToolAvailabilityServiceInterface;
use Netresearch\NrLlm\Service\Tool\ToolDataClassResolver;
use Netresearch\NrLlm\Service\Tool\ToolInterface;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\Requirement;
use Portcullis\Typo3\Bridge\Settings;
use Portcullis\Typo3\Gate\RunGate;
use Portcullis\Typo3\Gate\Verification;
use Portcullis\Typo3\Gate\Warnings;
use TYPO3\CMS\Core\Authentication\BackendUserAuthentication;
use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;

/**
 * An installation: its tools, its settings and what is made of them.
 */
final class World
{
    public RecordingLogger $logger;

    public Warnings $warnings;

    public ToolRegistry $registry;

    public Module $module;

    /** @var array<string, mixed> stored extension configuration by extension */
    public array $stored;

    /**
     * @param list<ToolInterface>   $tools
     * @param array<string, mixed>  $bridge settings `bridge.*`
     * @param array<string, string> $compiled
     */
    public function __construct(array $tools = [], array $bridge = [], bool $module = true, private readonly array $compiled = [])
    {
        $this->logger = new RecordingLogger();
        $this->warnings = new Warnings($this->logger);
        $this->registry = new ToolRegistry($tools);
        $this->module = new Module($module);
        $this->stored = ['portcullis' => ['bridge' => $bridge], 'nr_llm' => []];
    }

    public function configuration(): ExtensionConfiguration
    {
        return new class ($this) extends ExtensionConfiguration {
            public function __construct(private readonly World $world) {}

            public function get(string $extension, string $path = ''): mixed
            {
                return $this->world->stored[$extension] ?? throw new \OutOfBoundsException('Nothing is stored.', 1);
            }
        };
    }

    public function settings(): Settings
    {
        return new Settings($this->configuration());
    }

    public function requirement(): Requirement
    {
        return new Requirement($this->settings(), new Inspection($this->module, $this->compiled), $this->module, $this->logger);
    }

    public function verification(): Verification
    {
        return new Verification($this->settings(), $this->warnings);
    }

    public function gate(ToolAvailabilityServiceInterface $availability, SkillTrustLevel $floor = SkillTrustLevel::UNTRUSTED): RunGate
    {
        return new RunGate(
            $this->registry,
            $availability,
            new SkillComposer(minTrustLevel: $floor),
            new ToolDataClassResolver($this->registry),
            new TrustZoneResolver(),
            new DataClassEnforcementResolver($this->configuration()),
            $this->requirement(),
            $this->warnings,
        );
    }

    public static function run(string $zone = 'local', string $groups = '', Skill ...$skills): LlmConfiguration
    {
        $provider = new Provider();
        $provider->setTrustZone($zone);
        $model = new Model();
        $model->setProvider($provider);
        $configuration = new LlmConfiguration();
        $configuration->setLlmModel($model);
        $configuration->setAllowedToolGroups($groups);
        foreach ($skills as $skill) {
            $configuration->addSkill($skill);
        }

        return $configuration;
    }

    public static function skill(string $allowedTools, string $trust = 'first_party', string $identifier = 'skill'): Skill
    {
        $skill = new Skill();
        $skill->setIdentifier($identifier);
        $skill->setAllowedTools($allowedTools);
        $skill->setTrustLevel($trust);

        return $skill;
    }

    public static function user(bool $admin): BackendUserAuthentication
    {
        $user = new BackendUserAuthentication();
        $user->user = ['uid' => 7, 'admin' => $admin ? 1 : 0];

        return $user;
    }
}
