<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * Boots the TYPO3 installation in the folder TYPO3, does what the first argument says, and prints one JSON object.
 */

use Netresearch\NrLlm\Domain\Model\LlmConfiguration;
use Netresearch\NrLlm\Service\Tool\ToolCallPolicyInterface;
use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use Portcullis\Typo3\Bridge\Replacements;
use TYPO3\CMS\Core\Core\Bootstrap;
use TYPO3\CMS\Core\Core\SystemEnvironmentBuilder;

$loader = require getenv('TYPO3') . '/vendor/autoload.php';
SystemEnvironmentBuilder::run(0, SystemEnvironmentBuilder::REQUESTTYPE_CLI);
$container = Bootstrap::init($loader);

/** @var ToolCallPolicyInterface $policy */
$policy = $container->get(ToolCallPolicyInterface::class);
/** @var ToolRegistry $registry */
$registry = $container->get(ToolRegistry::class);
$run = new LlmConfiguration();

echo json_encode(match ($argv[1]) {
    'policy' => [
        'class' => $policy::class,
        'decisions' => array_map(
            static fn(object $decision): array => [$decision->toolName, $decision->allowed, $decision->reason->value, $decision->dataClass->value],
            $policy->explain($registry->names(), $run, null),
        ),
    ],
    'faces' => array_map(
        static function (string $class): array {
            $reflection = new ReflectionClass($class);
            $methods = array_filter($reflection->getMethods(ReflectionMethod::IS_PUBLIC), static fn(ReflectionMethod $method): bool => $method->class === $class);
            $faces = array_map(static fn(ReflectionMethod $method): string => sprintf(
                '%s%s(%s): %s',
                $method->isStatic() ? 'static ' : '',
                $method->name,
                implode(', ', array_map(
                    static fn(ReflectionParameter $parameter): string => $parameter->getType() . ' $' . $parameter->name
                        . ($parameter->isOptional() ? ' = ' . var_export($parameter->getDefaultValue(), true) : ''),
                    $method->getParameters(),
                )),
                (string)$method->getReturnType(),
            ), $methods);
            sort($faces);

            return [
                'final' => $reflection->isFinal(),
                'readonly' => $reflection->isReadOnly(),
                'interfaces' => $reflection->getInterfaceNames(),
                'constants' => array_keys($reflection->getConstants(ReflectionClassConstant::IS_PUBLIC)),
                'methods' => $faces,
            ];
        },
        array_combine($shims = array_filter(array_keys(Replacements::SHIMS), class_exists(...)), $shims),
    ),
    'time' => (static function () use ($policy, $registry, $run): array {
        $names = $registry->names();
        $policy->explain($names, $run, null);
        $times = [];
        for ($i = 0; $i < 7; ++$i) {
            $start = hrtime(true);
            $policy->explain($names, $run, null);
            $times[] = (hrtime(true) - $start) / 1e6;
        }
        sort($times);

        return ['tools' => count($names), 'milliseconds' => $times[3]];
    })(),
}, JSON_THROW_ON_ERROR);
