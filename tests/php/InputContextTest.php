<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\DataClass;
use Portcullis\InputContext;
use Portcullis\TrustZone;

final class InputContextTest extends TestCase
{
    public function testNothingDeclaredIsPermitted(): void
    {
        foreach ([[], [['name' => 'a']], [['name' => 'a', 'dataClass' => null], ['name' => 'b', 'dataClass' => '']]] as $sources) {
            $context = new InputContext($sources);
            self::assertTrue($context->permitted && !$context->observedOnly);
            self::assertSame([null, null], [$context->dataClass, $context->source]);
        }
    }

    public function testTheFirstSourceOfTheStrictestClassIsNamed(): void
    {
        $sources = [['name' => 'a', 'dataClass' => 'publicContent'], ['name' => '12', 'dataClass' => 'systemDiagnostics'], ['name' => 'c', 'dataClass' => 'systemDiagnostics']];
        $context = new InputContext($sources, 'local', ['externalEu']);
        self::assertSame([
            'permitted' => false, 'observedOnly' => false, 'dataClass' => 'systemDiagnostics', 'source' => '12', 'zone' => 'externalEu',
            'ceiling' => 'internalConfiguration',
            'message' => '"12" has the class systemDiagnostics, above internalConfiguration, the ceiling of the trust zone externalEu',
        ], $context->toArray());
        self::assertSame([DataClass::SystemDiagnostics, TrustZone::ExternalEu, DataClass::InternalConfiguration], [$context->dataClass, $context->zone, $context->ceiling]);
        self::assertTrue((new InputContext($sources, 'privateHosted'))->permitted);
    }

    public function testObserveModePermitsAndReports(): void
    {
        $context = new InputContext([['name' => 'a', 'dataClass' => 'sourceCode']], enforcement: 'observe');
        self::assertTrue($context->permitted && $context->observedOnly);
        self::assertStringContainsString('observe mode', $context->message());
    }

    public function testAClassThatCannotBeReadIsTheMostSensitive(): void
    {
        foreach (['secret', "\xff", false, 1, []] as $class) {
            self::assertSame(DataClass::SecretAdjacent, (new InputContext([['name' => 'a', 'dataClass' => $class]]))->dataClass);
        }
    }

    public function testASourceIsAnArrayWithAName(): void
    {
        foreach (['a', null, [], ['name' => 1], ['dataClass' => 'publicContent'], new \stdClass()] as $source) {
            try {
                new InputContext([['name' => 'a'], $source]);
                self::fail('no TypeError');
            } catch (\TypeError $error) {
                self::assertStringContainsString('position 1', $error->getMessage());
            }
        }
        $this->expectException(\ValueError::class);
        new InputContext([['name' => "\xff"]]);
    }
}
