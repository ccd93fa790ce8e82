<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use Portcullis\Availability;
use Portcullis\GateInput;
use Portcullis\Skill;
use Portcullis\Tool;
use Portcullis\ToolGate;
use Portcullis\ToolRegistry;

/** A row of the decision vectors as a caller in PHP hands it to the classes. */
final class GateWorld
{
    public static function gate(array $row, bool $compatible = false): ToolGate
    {
        $registry = new ToolRegistry(array_map(static fn (array $tool): Tool => new Tool(...$tool), $row['tools']));

        return new ToolGate($registry, new Availability($row['toolOverrides'], $row['groupOverrides']), self::input($row, $compatible));
    }

    private static function input(array $row, bool $compatible): GateInput
    {
        $lost = static fn (string $section): bool => in_array($row['settings'] ?? null, ['unreadable', $section], true);

        return new GateInput(
            skills: array_map(self::skill(...), $row['skills']),
            trustFloor: $lost('skillsNotArray') ? false : $row['minTrust'],
            allowedGroups: $row['allowedGroups'],
            zone: $row['zone'],
            fallbacks: $row['fallbacks'],
            enforcement: $lost('toolsNotArray') ? false : $row['enforcement'] ?? null,
            admin: $row['user'] === null ? null : $row['user'] === 'admin',
            compatible: $compatible,
        );
    }

    private static function skill(array $row): Skill
    {
        if (is_array($row['allowedTools'])) {
            $row['allowedTools'] = base64_decode($row['allowedTools']['b64'], true);
        }

        return new Skill(...$row);
    }
}
