<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\DataClass;
use Portcullis\Effect;
use Portcullis\Tool;
use Portcullis\ToolCatalogue;
use Portcullis\ToolRegistry;

final class ToolTest extends TestCase
{
    public function testAToolThatDeclaresNothingReadsAndHasTheClassOfItsGroup(): void
    {
        $tool = new Tool('get_log', 'system');
        self::assertSame(DataClass::SystemDiagnostics, $tool->dataClass);
        self::assertSame(Effect::Read, $tool->effect);
        self::assertTrue($tool->safeToRetry && $tool->enabledByDefault);
        self::assertFalse($tool->requiresAdmin || $tool->remote || $tool->needsInput || $tool->requiresApproval);
        self::assertSame(DataClass::SecretAdjacent, (new Tool('a', 'unheard_of'))->dataClass);
        self::assertSame(DataClass::SecretAdjacent, Tool::classOfGroup("\xff"));
    }

    public function testUnknownTextReadsAsTheMostSensitiveClassAndTheStrongestEffect(): void
    {
        $tool = new Tool('a', 'web', dataClass: 'PublicContent', effect: 'reads');
        self::assertSame(DataClass::SecretAdjacent, $tool->dataClass);
        self::assertSame(Effect::NonIdempotentWrite, $tool->effect);
        self::assertSame(DataClass::PublicContent, (new Tool('a', 'web', dataClass: ''))->dataClass);
    }

    public function testARowIsSpreadIntoTheConstructor(): void
    {
        $row = ['name' => '12', 'group' => '7', 'requiresAdmin' => true, 'enabledByDefault' => false, 'dataClass' => 'sourceCode', 'effect' => 'idempotent_write', 'remote' => false];
        $array = (new Tool(...$row))->toArray();
        self::assertSame($row, array_intersect_key($array, $row));
        self::assertTrue($array['requiresApproval']);
    }

    public function testNamesAreUtf8AndFactsHaveTheirTypes(): void
    {
        self::assertThrows(\ValueError::class, '$name', static fn () => new Tool("\xff", 'web'));
        self::assertThrows(\ValueError::class, '$group', static fn () => new Tool('a', "\xc3"));
        self::assertThrows(\TypeError::class, '', static fn () => new Tool('a', 'web', requiresAdmin: 1));
        self::assertThrows(\TypeError::class, '', static fn () => new Tool('a', 'web', approval: 'yes'));
        self::assertThrows(\TypeError::class, '', static fn () => new Tool(12, 'web'));
        self::assertThrows(\Error::class, '', static fn () => new Tool('a', 'web', admin: true));
    }

    public function testAToolOfARemoteServerIsBoundByTheServersRow(): void
    {
        $tool = Tool::ofServer('docs', 'search', 'editorContent', approval: false);
        self::assertSame(['mcp_docs_search', 'mcp_docs'], [$tool->name, $tool->group]);
        self::assertTrue($tool->remote && $tool->requiresAdmin && !$tool->enabledByDefault && !$tool->requiresApproval);
        self::assertSame(Effect::NonIdempotentWrite, $tool->effect);
        self::assertTrue(Tool::ofServer('docs', 'search', 'nonsense')->requiresApproval);
        self::assertSame(DataClass::SecretAdjacent, Tool::ofServer('docs', 'search', 'nonsense')->dataClass);
        self::assertNull(Tool::ofServer('docs', 'search', ''));
        self::assertNull(Tool::ofServer('docs', "se\0arch", 'publicContent'));
        self::assertNull(Tool::ofServer('docs', "\xff", 'publicContent'));
        self::assertNull(Tool::ofServer('docs', str_repeat('a', 56), 'publicContent'));
    }

    public function testARegistryHasEachNameOnceAndKeepsTheOrder(): void
    {
        $registry = new ToolRegistry([new Tool('12', 'web'), new Tool('b', 'web'), new Tool('007', 'web')]);
        self::assertSame(['12', 'b', '007'], $registry->names());
        self::assertSame(['12', 'b', '007'], array_column($registry->toArray(), 'name'));
        self::assertSame('b', $registry->get('b')->name);
        self::assertNull($registry->get('B'));
        self::assertNull($registry->get("\xff"));
        self::assertThrows(\ValueError::class, 'two tools have the name "12"', static fn () => new ToolRegistry([new Tool('12', 'a'), new Tool('12', 'b')]));
        self::assertThrows(\ValueError::class, 'has no name', static fn () => new ToolRegistry([new Tool('', 'a')]));
        self::assertThrows(\ValueError::class, 'approval and human input', static fn () => new ToolRegistry([new Tool('a', 'a', approvalMarker: true, needsInput: true)]));
        self::assertThrows(\TypeError::class, 'position 1', static fn () => new ToolRegistry([new Tool('a', 'a'), 'b']));
        self::assertThrows(\TypeError::class, 'list<Portcullis\Tool>, object', static fn () => new ToolRegistry([$registry]));
    }

    public function testARemoteToolNeverTakesAnotherToolsName(): void
    {
        $registry = new ToolRegistry([new Tool('a', 'web', remote: true), new Tool('a', 'content'), new Tool('b', 'mcp_x', remote: true), new Tool('b', 'mcp_y', remote: true)]);
        self::assertSame(['a'], $registry->names());
        self::assertFalse($registry->get('a')->remote);
        self::assertSame(['a', 'b', 'b'], $registry->leftOut());
    }

    public function testAnUnknownToolMightDoAnything(): void
    {
        $registry = new ToolRegistry([]);
        foreach (['nope', '', "\xff"] as $name) {
            self::assertSame(Effect::NonIdempotentWrite, $registry->effectOf($name));
            self::assertFalse($registry->isSafeToRetry($name) || $registry->requiresApproval($name));
        }
    }

    public function testTheCatalogueHas60ToolsAndReportsHowALiveRegistryDiffers(): void
    {
        $tools = ToolCatalogue::tools();
        self::assertCount(60, $tools);
        self::assertSame(ToolCatalogue::builtin()->toArray(), array_map(static fn (Tool $tool): array => $tool->toArray(), $tools));
        self::assertSame([], ToolCatalogue::differences(ToolCatalogue::builtin()));
        self::assertTrue(ToolCatalogue::builtin()->requiresApproval('fetch_external_url'));
        self::assertFalse((new ToolRegistry(ToolCatalogue::tools(approval: false)))->requiresApproval('fetch_external_url'));

        array_shift($tools);
        array_pop($tools);
        $live = new ToolRegistry([...$tools, new Tool('update_page_metadata', 'content'), new Tool('42', 'web')]);
        self::assertSame([
            ['tool' => 'ask_choice', 'difference' => 'missing'],
            ['tool' => 'update_page_metadata', 'difference' => 'changed'],
            ['tool' => '42', 'difference' => 'unknown'],
        ], ToolCatalogue::differences($live));
    }

    /** @param class-string<\Throwable> $class */
    private static function assertThrows(string $class, string $text, \Closure $attempt): void
    {
        try {
            $attempt();
        } catch (\Throwable $error) {
            self::assertInstanceOf($class, $error);
            self::assertStringContainsString($text, $error->getMessage());

            return;
        }
        self::fail("no $class");
    }
}
