<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\RemoteSchema;

final class RemoteSchemaTest extends TestCase
{
    public function testAnAcceptedSchemaIsReducedToTheKeysThatAreRead(): void
    {
        $schema = RemoteSchema::fromJson('{"title":"x","type":"object","properties":{"12":{"type":"string"}},"additionalProperties":false}');
        self::assertSame(['type' => 'object', 'properties' => [12 => ['type' => 'string']], 'additionalProperties' => false], $schema->schema());
        self::assertSame('{"type":"object","properties":{"12":{"type":"string"}},"additionalProperties":false}', $schema->json);
        self::assertSame([true, null, null, ''], [$schema->accepted, $schema->reason, $schema->keyword, $schema->message]);
        self::assertSame($schema->schema(), $schema->toArray()['schema']);
    }

    public function testARefusalTellsWhyAndHasNoSchema(): void
    {
        $schema = RemoteSchema::fromArray(['type' => 'object', 'properties' => ['a' => ['$ref' => '#']]]);
        self::assertSame([false, 'keyword', '$ref', 'the keyword "$ref" is not supported'], [$schema->accepted, $schema->reason, $schema->keyword, $schema->message]);
        self::assertNull($schema->schema());
        self::assertNull($schema->json);
    }

    public function testHostileSchemasAreRefused(): void
    {
        $deep = ['type' => 'object', 'properties' => []];
        for ($i = 0; $i < 10_000; $i++) {
            $deep = ['type' => 'object', 'not' => $deep];
        }
        $circle = ['type' => 'object'];
        $circle['not'] = &$circle;
        $tree = ['type' => 'object'];
        $tree['anyOf'] = [&$tree, &$tree];
        $reasons = static fn (array ...$schemas): array => array_map(static fn (array $schema): ?string => RemoteSchema::fromArray($schema)->reason, $schemas);
        self::assertSame(['depth', 'depth', 'depth'], $reasons($deep, $circle, $tree));
        self::assertSame(['size', 'utf8', 'utf8', 'form'], $reasons(
            ['type' => 'object', 'title' => range(1, 20_000)],
            ['type' => 'object', 'description' => "\xff"],
            ['type' => 'object', 'properties' => ["\xff" => []]],
            ['type' => 'object', 'not' => NAN],
        ));
        foreach ([str_repeat('[', 1_000_000), '{"type":"object","not":' . str_repeat('{"a":', 500) . '1' . str_repeat('}', 501)] as $json) {
            self::assertSame('depth', RemoteSchema::fromJson($json)->reason);
        }
    }

    public function testObjectsAreNoDecodedSchema(): void
    {
        $this->expectException(\TypeError::class);
        $this->expectExceptionMessage('object given');
        RemoteSchema::fromArray(['type' => 'object', 'properties' => new \stdClass()]);
    }
}
