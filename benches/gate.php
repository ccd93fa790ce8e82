<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Gate: time of explain() and offerable() for all tools of a run, against the same rules in PHP (PhpGate.php) in the same run. For
 * these both gates are made beforehand, and the module's has then made its decisions; `made and asked` is the time of everything from
 * the tools (objects there, arrays here) to the names. Each figure is the best of fifteen rounds, which alternate, so that what else
 * the machine does hits both sides.
 */

use Portcullis\Availability;
use Portcullis\Benches\PhpDecision;
use Portcullis\Benches\PhpGate;
use Portcullis\Decision;
use Portcullis\GateInput;
use Portcullis\Skill;
use Portcullis\Tool;
use Portcullis\ToolCatalogue;
use Portcullis\ToolGate;
use Portcullis\ToolRegistry;

require __DIR__ . '/PhpGate.php';

const ROUNDS = 15;
const TOOLS_A_ROUND = 60_000;

$rows = array_map(static fn (Tool $tool): array => array_intersect_key($tool->toArray(), array_flip(['name', 'group', 'requiresAdmin', 'enabledByDefault', 'dataClass', 'remote'])), ToolCatalogue::tools());
foreach ([60, 1_000] as $count) {
    $tools = [];
    for ($i = 0; $i < $count; $i++) {
        $row = $rows[$i % 60];
        $tools[] = ['name' => $row['name'] . ($i < 60 ? '' : "_$i"), 'enabledByDefault' => true] + $row;
    }
    $declared = json_encode(array_column(array_filter($tools, static fn (array $tool): bool => $tool['group'] !== 'accounts'), 'name'), JSON_THROW_ON_ERROR);
    $groups = 'content, structure, files, code, system, rag, web, editing';
    $objects = array_map(static fn (array $tool): Tool => new Tool(...$tool), $tools);
    $makeModule = static fn (): ToolGate => new ToolGate(
        new ToolRegistry($objects),
        new Availability(['copy_record' => false], ['rag' => false]),
        new GateInput([new Skill(1, 'all', $declared)], allowedGroups: $groups, zone: 'externalEu', admin: true),
    );
    $makePhp = static fn (): PhpGate => new PhpGate($tools, ['copy_record' => false], ['rag' => false], [$declared], $groups, 'externalEu', false, true);
    [$module, $php] = [$makeModule(), $makePhp()];

    $facts = static fn (Decision|PhpDecision $decision): array => [$decision->toolName, $decision->allowed, $decision->reason, $decision->dataClass, $decision->zone, $decision->ceiling, $decision->observedOnly];
    array_map($facts, $module->explain()) === array_map($facts, $php->explain()) || exit("the two sides disagree on explain()\n");
    $module->offerable() === $php->offerable() || exit("the two sides disagree on offerable()\n");

    report("explain, $count tools", $count, static fn () => $module->explain(), static fn () => $php->explain());
    report("offerable, $count tools", $count, static fn () => $module->offerable(), static fn () => $php->offerable());
    report("made and asked, $count", $count, static fn () => $makeModule()->offerable(), static fn () => $makePhp()->offerable());
}

function report(string $what, int $count, Closure $module, Closure $php): void
{
    $best = ['module' => INF, 'php' => INF];
    $repeat = intdiv(TOOLS_A_ROUND, $count);
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach (['module' => $module, 'php' => $php] as $side => $call) {
            $began = hrtime(true);
            for ($i = 0; $i < $repeat; $i++) {
                $call();
            }
            $best[$side] = min($best[$side], (hrtime(true) - $began) / $repeat / 1000);
        }
    }
    printf("%-22s %8.2f µs   PHP %8.2f µs   %5.1f times as fast\n", $what, $best['module'], $best['php'], $best['php'] / $best['module']);
}
