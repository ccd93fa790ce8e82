<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Command;

use Netresearch\NrLlm\Domain\Enum\ToolDataClass;
use Netresearch\NrLlm\Domain\Enum\ToolDenialReason;
use Netresearch\NrLlm\Domain\Enum\TrustZone;
use Netresearch\NrLlm\Domain\Repository\LlmConfigurationRepository;
use Netresearch\NrLlm\Domain\ValueObject\AiActorContext;
use Netresearch\NrLlm\Domain\ValueObject\ToolPolicyDecision;
use Netresearch\NrLlm\Service\Tool\ActingBackendUserResolverInterface;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Bridge\Module;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Shims;
use Portcullis\Typo3\Bridge\State;
use Portcullis\Typo3\Command\CheckCommand;
use Portcullis\Typo3\Command\GateCommand;
use Portcullis\Typo3\Command\StatusCommand;
use Portcullis\Typo3\Egress\Guards;
use Portcullis\Typo3\Gate\Runs;
use Portcullis\Typo3\Report\Overview;
use Portcullis\Typo3\Tests\Unit\Fixtures\Packages;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainSite;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\Sites;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Tester\CommandTester;

final class CommandsTest extends TestCase
{
    protected function setUp(): void
    {
        if (!class_exists(CommandTester::class)) {
            self::markTestSkipped('symfony/console is not there.');
        }
    }

    protected function tearDown(): void
    {
        Shims::install([], [], '');
    }

    public function testStatusFailsWhereUpstreamAnswersForNativeCode(): void
    {
        Shims::install([], [], dirname(__DIR__, 3) . '/Shims');
        $native = array_fill_keys(array_keys(Replacements::DECORATORS), State::Native->value);
        [$status, $text] = $this->outcome($this->statusCommand(new World(), $native));
        self::assertSame(0, $status, $text);
        self::assertMatchesRegularExpression('/ToolCallPolicyInterface +native/', $text);
        self::assertStringContainsString('0.33.0', $text);
        self::assertStringContainsString('Native code answers wherever this version of nr_llm asks.', $text);

        foreach ([[new World(), [], 'not decorated'], [new World([], [], false), $native, 'no module']] as [$world, $compiled, $state]) {
            [$status, $text] = $this->outcome($this->statusCommand($world, $compiled));
            self::assertSame(1, $status);
            self::assertMatchesRegularExpression('/ToolCallPolicyInterface +' . $state . '/', $text);
        }
        self::assertStringContainsString('nr_llm answers for itself: the PHP module portcullis is not loaded.', $text);
    }

    public function testStatusShowsSettingsAndProxies(): void
    {
        $GLOBALS['TYPO3_CONF_VARS'] = ['HTTP' => ['proxy' => ['https' => 'http://user:secret@proxy.example:3128']]];
        try {
            $text = $this->outcome($this->statusCommand(new World([], ['verify' => '1']), []))[1];
        } finally {
            unset($GLOBALS['TYPO3_CONF_VARS']);
        }
        self::assertMatchesRegularExpression('/^bridge\.verify +on$/m', $text);
        self::assertMatchesRegularExpression('/^bridge\.required +off$/m', $text);
        self::assertMatchesRegularExpression('/^proxies +for https$/m', $text);
        self::assertStringNotContainsString('secret', $text);
    }

    public function testStatusWithoutNrLlmHasNothingToBridge(): void
    {
        [$status, $text] = $this->outcome($this->statusCommand(new World([], [], false), [], false));
        self::assertSame(1, $status);
        self::assertStringNotContainsString('ToolCallPolicyInterface', $text);
        self::assertStringContainsString('Nothing works here: the PHP module portcullis is not loaded.', $text);
    }

    public function testStatusAsJsonSaysTheSame(): void
    {
        [$status, $text] = $this->outcome($this->statusCommand(new World([], ['verify' => '1']), []), ['--json' => true]);
        $data = json_decode($text, true);
        self::assertIsArray($data);
        self::assertSame([1, false, '0.33.0'], [$status, $data['native'], $data['nrLlm']]);
        self::assertSame(['verify' => true, 'required' => false], $data['settings']);
        self::assertIsArray($data['bridge']);
        self::assertSame(array_keys(Replacements::SHIMS + Replacements::DECORATORS), array_keys($data['bridge']));
    }

    public function testStatusNamesTheEntryThatCannotBeRead(): void
    {
        $world = new World();
        $world->stored['nr_llm'] = ['tools' => ['fetchExternalUrl' => ['allowedHosts' => 'https://example.org']]];
        $text = $this->outcome($this->statusCommand($world, []))[1];
        self::assertStringContainsString('cannot be read', $text);
        self::assertStringContainsString('https://example.org', $text);
    }

    public function testCheckAnswersWithItsExitStatus(): void
    {
        $command = $this->checkCommand(new World());
        foreach ([['https://1.1.1.1/', 0, 'Allowed: https://1.1.1.1/'], ['http://10.0.0.1/', 1, 'Refused: '], ['https://www.example.com/', 1, 'host of this installation'], ["ftp://\x1b[31m", 1, 'Refused']] as [$url, $expected, $phrase]) {
            [$status, $text] = $this->outcome($command, ['url' => $url, '--no-dns' => true]);
            self::assertSame($expected, $status, $url);
            self::assertStringContainsString($phrase, $text);
            self::assertStringNotContainsString("\x1b", $text);
            self::assertSame(18, preg_match_all('/^ ?\d+  \S/m', $text));
        }
    }

    public function testCheckTellsTheOperatorWhatTheMessageKeepsToItself(): void
    {
        $world = new World();
        $world->stored['nr_llm'] = ['tools' => ['fetchExternalUrl' => ['deniedHosts' => '*.bad.example']]];
        $lines = ['Addresses: 1.1.1.1', 'List entry: *.bad.example', 'Kind of address: private'];
        // Literals and listed names need no name server.
        foreach (['https://1.1.1.1/' => 0, 'https://a.bad.example/' => 1, 'http://10.0.0.1/' => 2] as $url => $shown) {
            $text = $this->outcome($this->checkCommand($world), ['url' => $url])[1];
            foreach ($lines as $index => $line) {
                self::assertSame($index === $shown, str_contains($text, $line), $url . ': ' . $line);
            }
        }
        $text = $this->outcome($this->checkCommand($world), ['url' => 'https://example.org/', '--no-dns' => true])[1];
        self::assertMatchesRegularExpression('/^15  the name resolves +not asked$/m', $text);
        self::assertStringNotContainsString('Addresses: ', $text);
        $text = $this->outcome($this->checkCommand($world), ['url' => 'https://example.org/', '--group' => 'content'])[1];
        self::assertStringContainsString('not permitted to reach external hosts', $text);
    }

    public function testCheckAsJsonHasTheVerdictAndItsSteps(): void
    {
        [$status, $text] = $this->outcome($this->checkCommand(new World()), ['url' => 'http://10.0.0.1/', '--json' => true]);
        $data = json_decode($text, true);
        self::assertIsArray($data);
        self::assertSame([1, false, 'address', 'private'], [$status, $data['allowed'], $data['reason'], $data['kind']]);
        self::assertIsArray($data['steps']);
        self::assertCount(18, $data['steps']);
        // Bytes that are no text do not break the document.
        self::assertIsArray(json_decode($this->outcome($this->checkCommand(new World()), ['url' => "http://\xff/", '--json' => true])[1], true));
    }

    public function testCheckWithoutTheModuleHasNoAnswer(): void
    {
        [$status, $text] = $this->outcome($this->checkCommand(new World([], [], false)), ['url' => 'https://example.org/']);
        self::assertSame(Command::INVALID, $status);
        self::assertStringContainsString('not loaded', $text);
    }

    public function testGateShowsEveryToolAndWhyNot(): void
    {
        [$status, $text] = $this->outcome($this->gateCommand(), ['configuration' => 'eu', '--user' => '7']);
        self::assertSame(0, $status, $text);
        self::assertMatchesRegularExpression('/^a +allowed$/m', $text);
        self::assertMatchesRegularExpression('/^b +.*toolDisabled/m', $text);
        self::assertStringContainsString('1 of 2 tools allowed for eu and the user 7, decided by native code.', $text);

        $data = json_decode($this->outcome($this->gateCommand(), ['--json' => true])[1], true);
        self::assertIsArray($data);
        self::assertSame(['eu', null, true], [$data['configuration'], $data['user'], $data['native']]);
        self::assertIsArray($data['tools']);
        self::assertSame(['none', 'toolDisabled'], array_column($data['tools'], 'reason'));
    }

    public function testGateTakesAnIdentifierAndElseAUid(): void
    {
        foreach (['eu' => 'for eu', '5' => 'for other', '6' => 'for eu'] as $name => $phrase) {
            self::assertStringContainsString($phrase, $this->outcome($this->gateCommand(), ['configuration' => (string)$name])[1]);
        }
        self::assertSame(Command::INVALID, $this->outcome($this->gateCommand(), ['configuration' => '7'])[0]);
    }

    public function testGateSaysThatToolsAreWithheldAndWhy(): void
    {
        self::assertStringNotContainsString('withheld', $this->outcome($this->gateCommand([], false))[1]);
        $command = $this->gateCommand(['required' => '1'], false);
        self::assertStringContainsString('withheld, whatever their switches say: the PHP module portcullis is not loaded', $this->outcome($command)[1]);
        self::assertStringContainsString('"withheld": "the PHP module', $this->outcome($command, ['--json' => true])[1]);
    }

    public function testGateSaysWhatIsMissing(): void
    {
        foreach ([[['configuration' => 'nobody'], 'no LLM configuration nobody'], [['--user' => '8'], 'no backend user 8'], [['--user' => 'x'], 'no backend user x']] as [$arguments, $phrase]) {
            [$status, $text] = $this->outcome($this->gateCommand(), $arguments);
            self::assertSame(Command::INVALID, $status);
            self::assertStringContainsString($phrase, $text);
        }
        [$status, $text] = $this->outcome(new GateCommand(new Module(), (new World())->requirement()), ['--json' => true]);
        self::assertSame(Command::INVALID, $status);
        self::assertStringContainsString('nr_llm is not installed', $text);
    }

    /**
     * @param array<string, mixed> $arguments
     *
     * @return array{int, string}
     */
    private function outcome(Command $command, array $arguments = []): array
    {
        $tester = new CommandTester($command);
        $status = $tester->execute($arguments);

        return [$status, $tester->getDisplay()];
    }

    /**
     * @param array<string, string> $compiled
     */
    private function statusCommand(World $world, array $compiled, bool $nrLlm = true): StatusCommand
    {
        $overview = new Overview($world->module, new Inspection($world->module, $compiled), $world->settings(), $this->guards($world), new Packages($nrLlm));

        return new StatusCommand($overview, $world->module);
    }

    private function checkCommand(World $world): CheckCommand
    {
        return new CheckCommand($world->module, $this->guards($world));
    }

    private function guards(World $world): Guards
    {
        return new Guards(new Sites(new PlainSite('https://www.example.com/')), $world->configuration(), new Packages());
    }

    /**
     * @param array<string, mixed> $bridge
     */
    private function gateCommand(array $bridge = [], bool $module = true): GateCommand
    {
        $run = World::run();
        $run->setIdentifier('eu');
        $configurations = $this->createStub(LlmConfigurationRepository::class);
        $configurations->method('findDefault')->willReturn($run);
        $other = World::run();
        $other->setIdentifier('other');
        $configurations->method('findOneByIdentifier')->willReturnCallback(static fn(string $name): ?object => ['eu' => $run, '6' => $run][$name] ?? null);
        $configurations->method('findByUid')->willReturnCallback(static fn(int $uid): ?object => in_array($uid, [5, 6], true) ? $other : null);
        $policy = $this->createStub(ToolCallPolicyInterface::class);
        $policy->method('explain')->willReturnCallback(static fn(array $names): array => array_map(
            static fn(mixed $name): ToolPolicyDecision => new ToolPolicyDecision(
                is_string($name) ? $name : '',
                $name === 'a',
                ToolDataClass::EDITOR_CONTENT,
                TrustZone::EXTERNAL_EU,
                ToolDataClass::INTERNAL_CONFIGURATION,
                $name === 'a' ? ToolDenialReason::NONE : ToolDenialReason::TOOL_DISABLED,
            ),
            $names,
        ));
        $users = $this->createStub(ActingBackendUserResolverInterface::class);
        $users->method('resolve')->willReturnCallback(static fn(AiActorContext $actor): ?object => $actor->backendUserUid === 7 ? World::user(false) : null);
        $world = new World([new PlainTool('a'), new PlainTool('b')], $bridge, $module);

        return new GateCommand($world->module, $world->requirement(), new Runs($policy, $world->registry, $configurations, $users));
    }
}
