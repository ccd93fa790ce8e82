<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use Netresearch\NrLlm\Service\Tool\ToolGroupStateRepository;
use Netresearch\NrLlm\Service\Tool\ToolStateRepository;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\NativeToolAvailability;
use Portcullis\Typo3\Tests\Unit\Fixtures\PlainTool;
use Portcullis\Typo3\Tests\Unit\Fixtures\UpstreamAvailability;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;
use TYPO3\CMS\Core\Database\ConnectionPool;

final class NativeToolAvailabilityTest extends TestCase
{
    private ConnectionPool $database;

    protected function setUp(): void
    {
        $this->database = new ConnectionPool();
    }

    public function testAToolIsOnWhenItAndItsGroupAre(): void
    {
        $this->database->rows = [
            'tool' => ['off_by_default' => true, 'on_by_default' => false, 'in_closed_group' => true, 'nobody_knows' => true],
            'group' => ['files' => false],
        ];
        $inner = new UpstreamAvailability([]);
        $availability = $this->availability($this->world(), $inner);

        self::assertSame(['plain', 'off_by_default'], $availability->enabledNames());
        self::assertSame(0, $inner->asked);
        self::assertSame(['tool', 'group'], $this->database->asked, 'one query for each table');
    }

    public function testOneToolIsAnsweredLikeTheListAndWithoutTheOthers(): void
    {
        $this->database->rows = [
            'tool' => ['off_by_default' => true, 'on_by_default' => false, 'in_closed_group' => true],
            'group' => ['files' => false],
        ];
        foreach ([[], ['verify' => '1'], ['required' => '1']] as $bridge) {
            foreach ([true, false] as $module) {
                $availability = $this->availability($this->world($bridge, $module), new UpstreamAvailability(['plain', 'on_by_default']));
                foreach (['plain', 'off_by_default', 'on_by_default', 'in_closed_group', 'nobody_knows', "\xff", ''] as $name) {
                    self::assertSame(in_array($name, $availability->enabledNames(), true), $availability->isEnabled($name), $name);
                }
            }
        }
        $tool = new PlainTool('other');
        $world = new World([new PlainTool('plain'), $tool]);
        $asked = $tool->groupsAsked;
        self::assertTrue($this->availability($world, new UpstreamAvailability([]))->isEnabled('plain'));
        self::assertSame($asked, $tool->groupsAsked);
    }

    public function testADigitalNameStaysAName(): void
    {
        $availability = $this->availability(new World([new PlainTool('12')]), new UpstreamAvailability([]));
        self::assertSame(['12'], $availability->enabledNames());
    }

    public function testTheManagementScreenShowsTheSameAnswers(): void
    {
        $this->database->rows['tool'] = ['on_by_default' => false];
        $states = $this->availability($this->world(), new UpstreamAvailability(['plain', 'on_by_default']))->states();
        self::assertSame(['plain' => true, 'on_by_default' => false], array_column($states, 'enabled', 'name'));
        self::assertSame('About plain', $states[0]['description']);
    }

    public function testTheRestIsUpstreams(): void
    {
        $availability = $this->availability($this->world(), new UpstreamAvailability([]));
        self::assertArrayHasKey('action', $availability->editorActions());
        self::assertSame('content', $availability->groupStates()[0]['name']);
    }

    public function testVerifyTakesWhatBothHaveOnAndLogsEachDifference(): void
    {
        $world = $this->world(['verify' => '1']);
        $availability = $this->availability($world, new UpstreamAvailability(['plain', 'off_by_default']));
        self::assertSame(['plain'], $availability->enabledNames());
        self::assertSame(
            ['on_by_default', 'in_closed_group', 'off_by_default'],
            array_map(static fn(array $record): mixed => $record['context']['tool'], $world->logger->records),
        );
    }

    public function testWithoutTheModuleUpstreamAnswers(): void
    {
        $availability = $this->availability($this->world(module: false), new UpstreamAvailability(['off_by_default']));
        self::assertSame(['off_by_default'], $availability->enabledNames());
        self::assertSame([], $this->database->asked);
    }

    public function testWhereNativeCodeIsRequiredNoToolIsOnWithoutIt(): void
    {
        $world = $this->world(['required' => '1'], false);
        $availability = $this->availability($world, new UpstreamAvailability(['plain']));
        self::assertSame([], $availability->enabledNames());
        self::assertFalse($availability->states()[0]['enabled']);
    }

    /**
     * @param array<string, mixed> $bridge
     */
    private function world(array $bridge = [], bool $module = true): World
    {
        return new World([
            new PlainTool('plain'),
            new PlainTool('off_by_default', 'content', false, false),
            new PlainTool('on_by_default'),
            new PlainTool('in_closed_group', 'files'),
        ], $bridge, $module);
    }

    private function availability(World $world, UpstreamAvailability $inner): NativeToolAvailability
    {
        return new NativeToolAvailability(
            $inner,
            $world->module,
            $world->requirement(),
            $world->verification(),
            $world->registry,
            new ToolStateRepository($this->database),
            new ToolGroupStateRepository($this->database),
            $world->warnings,
        );
    }
}
