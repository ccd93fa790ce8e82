<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Shims;
use Portcullis\Typo3\Bridge\State;
use Portcullis\Typo3\Egress\Guards;
use Portcullis\Typo3\Report\Overview;
use Portcullis\Typo3\Report\StatusReport;
use Portcullis\Typo3\Tests\Unit\Fixtures\Packages;
use Portcullis\Typo3\Tests\Unit\Fixtures\Sites;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;
use TYPO3\CMS\Core\Localization\LanguageServiceFactory;
use TYPO3\CMS\Reports\Status;

/**
 * A bridge with gaps: which tools the setting `bridge.required` takes away.
 */
final class PartialBridgeTest extends TestCase
{
    protected function setUp(): void
    {
        Shims::install([], [], dirname(__DIR__, 3) . '/Shims');
    }

    protected function tearDown(): void
    {
        Shims::install([], [], '');
    }

    public function testWithoutAGapNothingIsWithheld(): void
    {
        $world = $this->world([]);
        self::assertFalse($world->requirement()->withheld());
        self::assertFalse($world->requirement()->withholds('web'));
        self::assertSame([], $world->logger->records);
    }

    public function testAGapTakesTheToolsThatRestOnItAndNoOthers(): void
    {
        $requirement = $this->world(['Web\\HostResolverInterface' => State::Unknown])->requirement();
        self::assertTrue($requirement->withheld());
        self::assertTrue($requirement->withholds('web'));
        self::assertFalse($requirement->withholds('content'));
        self::assertStringContainsString('portcullis:status', $requirement->reason());

        $requirement = $this->world(['ToolCallPolicyInterface' => State::Unknown])->requirement();
        self::assertTrue($requirement->withholds('content'));
    }

    public function testTwoGapsAddUp(): void
    {
        $world = $this->world(['Web\\HostResolverInterface' => State::Unknown, 'Builtin\\FetchExternalUrlTool' => State::NotDecorated]);
        self::assertTrue($world->requirement()->withholds('web'));
        self::assertFalse($world->requirement()->withholds('rag'));
        self::assertTrue($this->world(['ToolCallPolicyInterface' => State::Unknown, 'Web\\HostResolverInterface' => State::Unknown])->requirement()->withholds('rag'));
    }

    public function testTheStatusSaysThatUpstreamsClientLooksTheNameUpAgain(): void
    {
        foreach ([[[], false], [['Builtin\\FetchExternalUrlTool' => State::Unknown], true], [['ToolCallPolicyInterface' => State::Unknown], false]] as [$gaps, $said]) {
            $world = $this->world($gaps);
            $guards = new Guards(new Sites(), $world->configuration(), new Packages());
            $overview = new Overview($world->module, new Inspection($world->module, $this->compiled($gaps)), $world->settings(), $guards, new Packages());
            self::assertSame($said, $overview->toArray()['secondLookup']);
            $messages = array_map(
                static fn(Status $status): string => $status->getMessage(),
                (new StatusReport($overview, new LanguageServiceFactory()))->getStatus(),
            );
            self::assertSame($said, str_contains(implode('', $messages), 'report.bridge.lookup'));
        }
    }

    /**
     * @param array<string, State> $gaps
     */
    private function world(array $gaps): World
    {
        return new World([], ['required' => '1'], true, $this->compiled($gaps));
    }

    /**
     * @param array<string, State> $gaps
     *
     * @return array<string, string>
     */
    private function compiled(array $gaps): array
    {
        $compiled = array_fill_keys(array_keys(Replacements::DECORATORS), State::Native->value);
        foreach ($gaps as $class => $state) {
            $compiled['Netresearch\\NrLlm\\Service\\Tool\\' . $class] = $state->value;
        }

        return $compiled;
    }
}
