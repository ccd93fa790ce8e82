<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\DataClass;
use Portcullis\Decision;
use Portcullis\DenialReason;
use Portcullis\GateInput;
use Portcullis\RemoteSchema;
use Portcullis\Tool;
use Portcullis\ToolGate;
use Portcullis\ToolRegistry;
use Portcullis\TrustZone;

/**
 * The gate's shared vectors through the classes. An unmarked row is answered as upstream answers it; on a row with broken input the
 * strict reading allows a subset, and the compatible reading answers alike.
 */
final class GateVectorsTest extends TestCase
{
    /** @dataProvider worlds */
    public function testDecisions(string $file): void
    {
        foreach ($this->rows($file) as $row) {
            if (isset($row['expect']['throws'])) {
                self::assertNull($this->gateOrNull($row), $row['id'] . ': two tools of one name');
                continue;
            }
            $gate = GateWorld::gate($row);
            if (isset($row['versionGap'])) {
                $this->assertLaterClass($row, $gate);
            } elseif ($row['brokenInput']) {
                $this->assertSubset($row, $gate);
                $this->assertEqualAnswers($row, GateWorld::gate($row, compatible: true));
            } else {
                $this->assertEqualAnswers($row, $gate);
            }
        }
    }

    public function worlds(): array
    {
        return [['decisions.jsonl'], ['decisions_edge.jsonl']];
    }

    public function testMessages(): void
    {
        $phrases = ['is available', 'not a registered tool', 'disabled globally', 'administrators only', 'outside the tool groups', 'observe mode'];
        foreach ($this->rows('messages.jsonl') as $row) {
            $zone = TrustZone::from($row['zone']);
            self::assertSame($row['ceiling'], GateInput::ceilingOf($zone)->value, $row['id']);
            $message = Decision::describe($row['tool'], DenialReason::from($row['reason']), DataClass::from($row['dataClass']), $zone, $row['observedOnly']);
            $holds = static fn (string $text): bool => str_contains($message, $text);
            self::assertSame($row['expect']['phrases'], array_map($holds, $phrases), $row['id']);
            foreach (['tool' => 'tool', 'dataClass' => 'class', 'zone' => 'zone', 'ceiling' => 'ceiling'] as $key => $named) {
                self::assertSame($row['expect'][$named], $holds($row[$key]), "{$row['id']}: $key in $message");
            }
        }
    }

    public function testApproval(): void
    {
        foreach ($this->rows('approval.jsonl') as $row) {
            $expected = $row['expect'];
            if ($row['unknownTool'] ?? false) {
                $registry = new ToolRegistry([]);
                self::assertSame($expected['approval'], $registry->requiresApproval('nope'));
                self::assertSame($expected['effect'], $registry->effectOf('nope')->value);
                self::assertSame($expected['safeToRetry'], $registry->isSafeToRetry('nope'));
                continue;
            }
            $declared = $row['declared'] === 'error' ? true : $row['declared'];
            $tool = new Tool('a', 'content', effect: $row['effect'], remote: $row['remote'], approvalMarker: $row['marker'], approval: $declared, needsInput: $row['needsInput']);
            $stricter = isset($row['stricter']);
            self::assertSame($stricter ? true : $expected['approval'], $tool->requiresApproval, $row['id']);
            self::assertSame($stricter ? !$row['needsInput'] : $expected['registers'], $this->registers($tool), $row['id']);
            if (isset($expected['effect'])) {
                self::assertSame([$expected['effect'], $expected['safeToRetry']], [$tool->effect->value, $tool->safeToRetry], $row['id']);
            }
        }
    }

    public function testRemoteSchemasAndNames(): void
    {
        foreach ($this->rows('remote_schema.jsonl') as $row) {
            if (array_key_exists('remoteName', $row)) {
                $name = $row['remoteName'];
                $tool = Tool::ofServer($row['server'], is_array($name) ? base64_decode($name['b64'], true) : $name, 'publicContent');
                self::assertSame($row['expect']['localName'], $tool?->name, $row['id']);
                self::assertContains($tool?->group, [null, $row['expect']['group']], $row['id']);
                continue;
            }
            $text = $this->schemaText($row);
            $schema = RemoteSchema::fromJson($text);
            self::assertSame($row['expect']['accepted'], $schema->accepted, $row['id']);
            self::assertSame($row['expect']['reason'] ?? null, $schema->reason, $row['id']);
            self::assertSame($row['expect']['keyword'] ?? null, $schema->keyword, $row['id']);
            if ($schema->accepted) {
                $this->assertAccepted($row, $text, $schema);
            }
        }
    }

    private function assertAccepted(array $row, string $text, RemoteSchema $schema): void
    {
        $expected = $row['expect'];
        self::assertSame($expected['bytes'], strlen($schema->json), $row['id']);
        self::assertSame($expected['keys'], array_keys($schema->schema()), $row['id']);
        // Where upstream's answer is a hash, it is of the described schema unchanged.
        self::assertEquals($expected['normalised'] ?? json_decode($text, true), $schema->schema(), $row['id']);
        $again = RemoteSchema::fromArray($schema->schema());
        self::assertSame($schema->toArray()['schema'], $again->schema(), $row['id'] . ': accepting changes nothing the second time');
        $decoded = RemoteSchema::fromArray(json_decode($text, true));
        self::assertSame($schema->schema(), $decoded->schema(), $row['id'] . ': text and array are judged alike');
    }

    private function assertEqualAnswers(array $row, ToolGate $gate): void
    {
        $expected = $row['expect'];
        $decisions = $gate->explain();
        foreach ($decisions as $decision) {
            self::assertSame([$expected['zone'], $expected['ceiling']], [$decision->zone->value, $decision->ceiling->value], $row['id']);
        }
        $requested = $row['requested'];
        $answers = [
            'decisions' => array_map(self::written(...), $decisions),
            'offerable' => $gate->offerable($requested),
            'requestedReasons' => $requested === null ? null : array_map(static fn (Decision $decision): string => $decision->reason->value, $gate->explain($requested)),
            'allowList' => $gate->allowList()->names(),
        ];
        $names = array_column($row['tools'], 'name');
        foreach ($answers as $part => $answer) {
            // Where upstream fails any answer is right that keeps the names.
            if (isset($expected[$part]['throws'])) {
                self::assertSame([], array_diff(array_column($answers['decisions'], 'tool'), $names), $row['id']);
                continue;
            }
            self::assertSame($expected[$part] ?? null, $answer, "{$row['id']}: $part");
        }
    }

    private function assertSubset(array $row, ToolGate $gate): void
    {
        $allowed = array_column(array_filter($row['expect']['decisions'], static fn (array $decision): bool => $decision['allowed']), 'tool');
        self::assertSame([], array_diff($gate->offerable(), $allowed), $row['id']);
        if ($row['requested'] !== null) {
            self::assertSame([], array_diff($gate->offerable($row['requested']), $row['expect']['offerable']), $row['id']);
        }
        // A broken declaration of a skill that is off or below the floor does not matter, and is not reported.
        $others = array_filter($row['broken'], static fn (string $kind): bool => !str_starts_with($kind, 'allowedTools'));
        self::assertTrue($others === [] || $gate->warnings() !== [], $row['id'] . ': broken input without a warning');
    }

    private function assertLaterClass(array $row, ToolGate $gate): void
    {
        $class = Tool::classOfGroup($row['versionGap']);
        self::assertNotSame(DataClass::SecretAdjacent, $class);
        self::assertNotSame([], $gate->explain(), $row['id']);
        foreach ($gate->explain() as $decision) {
            self::assertSame($class, $decision->dataClass, $row['id']);
        }
    }

    private static function written(Decision $decision): array
    {
        $written = ['tool' => $decision->toolName, 'allowed' => $decision->allowed, 'reason' => $decision->reason->value, 'dataClass' => $decision->dataClass->value];

        return $decision->observedOnly ? $written + ['observedOnly' => true] : $written;
    }

    private function gateOrNull(array $row): ?ToolGate
    {
        try {
            return GateWorld::gate($row);
        } catch (\ValueError) {
            return null;
        }
    }

    private function registers(Tool $tool): bool
    {
        try {
            return (new ToolRegistry([$tool]))->names() === ['a'];
        } catch (\ValueError) {
            return false;
        }
    }

    private function schemaText(array $row): string
    {
        if (isset($row['schemaJson'])) {
            return $row['schemaJson'];
        }
        if (isset($row['describe'])) {
            $text = static fn (array $of): string => str_repeat($of['fill'] ?? '', $of['count'] ?? 0) . str_repeat($of['pad'] ?? '', $of['padCount'] ?? 0);
            $title = isset($row['describe']['title']) ? ['title' => str_repeat($row['describe']['title']['fill'], $row['describe']['title']['count'])] : [];

            return json_encode(['type' => 'object', 'description' => $text($row['describe'])] + $title, JSON_THROW_ON_ERROR);
        }

        return match ($row['bytes']) {
            'property name' => "{\"type\":\"object\",\"properties\":{\"\xff\":{\"type\":\"string\"}}}",
            'required' => "{\"type\":\"object\",\"required\":[\"\xe4\"]}",
            'description' => "{\"type\":\"object\",\"description\":\"\xe4\"}",
        };
    }

    /** @return list<array<string, mixed>> */
    private function rows(string $file): array
    {
        $path = (getenv('PORTCULLIS_SHARED') ?: __DIR__ . '/../../../shared') . '/vectors/gate/' . $file;
        if (!is_file($path)) {
            self::markTestSkipped("$file: the shared vectors are not there (PORTCULLIS_SHARED)");
        }
        $decode = static fn (string $line): array => json_decode($line, true, 1024, JSON_THROW_ON_ERROR);
        $rows = array_map($decode, array_filter(explode("\n", (string) file_get_contents($path))));
        self::assertNotSame([], $rows, $file);

        return $rows;
    }
}
