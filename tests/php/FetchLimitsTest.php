<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\FetchLimits;

final class FetchLimitsTest extends TestCase
{
    private const DEFAULTS = [
        'redirects' => 3,
        'wireBytes' => 2_097_152,
        'decodedBytes' => 2_097_152,
        'seconds' => 20.0,
        'connectSeconds' => 5.0,
        'characters' => 20_000,
        'resultBytes' => 48_000,
    ];

    public function testTheDefaultsAreTheDocumentedOnes(): void
    {
        self::assertSame(self::DEFAULTS, (new FetchLimits())->toArray());
    }

    public function testEveryLimitCanBeLoweredAndRaisedToTenTimesItsDefault(): void
    {
        foreach (self::DEFAULTS as $name => $default) {
            $limits = new FetchLimits(...[$name => $default * 10]);
            self::assertSame($default * 10, $limits->$name);
            $limits = new FetchLimits(...[$name => is_int($default) ? intdiv($default, 3) : $default / 3]);
            self::assertLessThan($default, $limits->$name);
        }
    }

    /** @dataProvider impossible */
    public function testImpossibleNumbersAreValueErrorsThatNameTheLimit(string $name, int|float $value): void
    {
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage($name);
        new FetchLimits(...[$name => $value]);
    }

    /** @return iterable<string, array{string, int|float}> */
    public static function impossible(): iterable
    {
        foreach (self::DEFAULTS as $name => $default) {
            foreach ([-1, PHP_INT_MIN, PHP_INT_MAX, $default * 10 + 1] as $value) {
                yield $name . ' ' . $value => [$name, is_float($default) ? (float) $value : $value];
            }
            if ($name !== 'redirects') {
                yield $name . ' zero' => [$name, is_float($default) ? 0.0 : 0];
            }
        }
        foreach (['seconds', 'connectSeconds'] as $name) {
            yield $name . ' NAN' => [$name, NAN];
            yield $name . ' INF' => [$name, INF];
            yield $name . ' -INF' => [$name, -INF];
        }
    }

    public function testLimitsCannotBeWritten(): void
    {
        $limits = new FetchLimits();
        try {
            $limits->redirects = 30;
            self::fail('written');
        } catch (\Throwable $error) {
            self::assertSame(3, $limits->redirects);
        }
    }
}
