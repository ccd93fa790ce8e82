<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Later;

use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Shims;
use Portcullis\Typo3\Bridge\State;
use Portcullis\Typo3\Tests\Unit\Fixtures\World;

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

    /**
     * @param array<string, State> $gaps
     */
    private function world(array $gaps): World
    {
        $compiled = array_fill_keys(array_keys(Replacements::DECORATORS), State::Native->value);
        foreach ($gaps as $class => $state) {
            $compiled['Netresearch\\NrLlm\\Service\\Tool\\' . $class] = $state->value;
        }

        return new World([], ['required' => '1'], true, $compiled);
    }
}
