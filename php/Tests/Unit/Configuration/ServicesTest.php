<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Configuration;

use Netresearch\NrLlm\Service\Tool\ToolAvailabilityServiceInterface;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Bridge\NativeFetchExternalUrlTool;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\State;
use Portcullis\Typo3\Bridge\Upstream;
use Portcullis\Typo3\Report\StatusReport;
use Portcullis\Typo3\Tests\Generation;
use Symfony\Component\Config\FileLocator;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\PhpFileLoader;
use Symfony\Component\DependencyInjection\Loader\YamlFileLoader;

/**
 * The services as TYPO3 loads them: Services.php, then Services.yaml.
 */
final class ServicesTest extends TestCase
{
    private ContainerBuilder $container;

    protected function setUp(): void
    {
        if (!class_exists(PhpFileLoader::class) || !class_exists(YamlFileLoader::class)) {
            self::markTestSkipped('symfony/dependency-injection is not there.');
        }
        $this->container = new ContainerBuilder();
        $locator = new FileLocator(dirname(__DIR__, 3) . '/Configuration');
        (new PhpFileLoader($this->container, $locator))->load('Services.php');
        (new YamlFileLoader($this->container, $locator))->load('Services.yaml');
    }

    public function testEveryUpstreamServiceIsDecoratedOnceByTheClassThatFits(): void
    {
        $decorated = [];
        foreach ($this->container->getDefinitions() as $id => $definition) {
            $of = $definition->getDecoratedService()[0] ?? null;
            if (is_string($of)) {
                $decorated[$of] = $id;
                self::assertSame([], $definition->getTags(), $id);
                self::assertFalse($definition->isAutoconfigured(), $id . ' would be tagged for its interfaces, and be there twice');
            }
        }
        $expected = [];
        foreach (array_keys(Replacements::DECORATORS) as $upstream) {
            if (interface_exists($upstream) || class_exists($upstream)) {
                $expected[$upstream] = Upstream::decoratorOf($upstream);
            }
        }
        self::assertSame($expected, $decorated);
        self::assertCount(Generation::isLater() ? 5 : 2, $decorated);
        self::assertArrayHasKey(ToolCallPolicyInterface::class, $decorated);
        self::assertArrayHasKey(ToolAvailabilityServiceInterface::class, $decorated);
        self::assertSame(Generation::isLater(), in_array(NativeFetchExternalUrlTool::class, $decorated, true));
    }

    public function testTheInspectionKnowsWhatWasCompiled(): void
    {
        $compiled = $this->container->getDefinition(Inspection::class)->getArgument('$compiled');
        self::assertIsArray($compiled);
        foreach ($compiled as $state) {
            self::assertSame(State::Native->value, $state);
        }
        self::assertCount(Generation::isLater() ? 5 : 2, $compiled);
    }

    public function testNoUpstreamServiceIsReplacedOrAliased(): void
    {
        foreach ([...array_keys($this->container->getDefinitions()), ...array_keys($this->container->getAliases())] as $id) {
            self::assertStringStartsNotWith('Netresearch\\', $id);
        }
        self::assertTrue($this->container->hasDefinition(StatusReport::class));
    }
}
