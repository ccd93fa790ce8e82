<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use Netresearch\NrLlm\Service\Tool\ToolAvailabilityServiceInterface;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\NativeRunToolCallPolicy;
use Portcullis\Typo3\Bridge\NativeToolAvailability;
use Portcullis\Typo3\Bridge\NativeToolCallPolicy;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Upstream;
use Portcullis\Typo3\Tests\Generation;

final class UpstreamTest extends TestCase
{
    public function testEachGenerationGetsTheDecoratorThatWasWrittenForIt(): void
    {
        self::assertSame(
            Generation::isLater() ? NativeRunToolCallPolicy::class : NativeToolCallPolicy::class,
            Upstream::decoratorOf(ToolCallPolicyInterface::class),
        );
        self::assertSame(NativeToolAvailability::class, Upstream::decoratorOf(ToolAvailabilityServiceInterface::class));
    }

    public function testEveryDecoratorOfTheInstalledUpstreamIsOneOfIt(): void
    {
        foreach (array_keys(Replacements::DECORATORS) as $upstream) {
            if (!interface_exists($upstream) && !class_exists($upstream)) {
                self::assertFalse(Generation::isLater(), $upstream);
                continue;
            }
            $decorator = Upstream::decoratorOf($upstream);
            self::assertNotNull($decorator, $upstream);
            $expected = interface_exists($upstream) ? [$upstream] : array_values(class_implements($upstream));
            self::assertSame([], array_diff($expected, class_implements($decorator)), $upstream);
        }
    }

    public function testSignaturesThatNobodyKnowsAreNotDecorated(): void
    {
        $namespace = 'namespace Netresearch\\NrLlm\\Service\\Tool;';
        $tool = 'interface ToolInterface { function getSpec(): ToolSpec; function execute(array $a, ToolExecutionContext $c): ToolResult;'
            . ' function isEnabledByDefault(): bool; function requiresAdmin(): bool; function getGroup(): string; }';
        $cases = [
            // A method more, a parameter more, another type.
            'ToolAvailabilityServiceInterface' => 'interface ToolAvailabilityServiceInterface { function enabledNames(): array; function states(): array;'
                . ' function editorActions(): array; function groupStates(): array; function more(): array; }',
            'UnavailableToolsResolverInterface' => 'interface UnavailableToolsResolverInterface {'
                . ' function unavailable(LlmConfiguration $c, ?BackendUserAuthentication $u, int $more = 0): array; }',
            'ToolCallPolicyInterface' => 'interface ToolCallPolicyInterface { function decide(string $n, ?LlmConfiguration $c, ?BackendUserAuthentication $u): ToolPolicyDecision; }',
            // An interface that the decorator would take from the tool: here one that asks for an approval.
            'Builtin\\FetchExternalUrlTool' => $tool . ' interface RequiresApprovalInterface {}'
                . ' namespace Netresearch\\NrLlm\\Service\\Tool\\Builtin; abstract class FetchExternalUrlTool implements'
                . ' \\Netresearch\\NrLlm\\Service\\Tool\\ToolInterface, \\Netresearch\\NrLlm\\Service\\Tool\\RequiresApprovalInterface {}',
        ];
        foreach ($cases as $name => $declaration) {
            $folder = dirname(__DIR__, 3) . '/Classes/Bridge/';
            $code = 'require ' . var_export($folder . 'Replacements.php', true) . '; require ' . var_export($folder . 'Upstream.php', true) . ';'
                . 'echo var_export(\\Portcullis\\Typo3\\Bridge\\Upstream::decoratorOf("Netresearch\\\\NrLlm\\\\Service\\\\Tool\\\\" . ' . var_export($name, true) . '), true);';
            $output = [];
            exec(escapeshellarg(PHP_BINARY) . ' -n -r ' . escapeshellarg($namespace . ' ' . $declaration . ' ' . $code) . ' 2>&1', $output, $status);
            self::assertSame([0, ['NULL']], [$status, $output], $name);
        }
    }
}
