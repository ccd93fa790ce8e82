<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * What depends on what is installed beside this extension. A decorator is registered whenever it fits upstream, with or without
 * the module: a container may be compiled where the module is not and used where it is, or the other way round.
 */

use Netresearch\NrLlm\Service\Tool\ToolRegistry;
use Portcullis\Typo3\Bridge\Inspection;
use Portcullis\Typo3\Bridge\PolicyAnswers;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Requirement;
use Portcullis\Typo3\Bridge\State;
use Portcullis\Typo3\Bridge\Upstream;
use Portcullis\Typo3\Gate\RunGate;
use Portcullis\Typo3\Gate\Runs;
use Portcullis\Typo3\Gate\Verification;
use Portcullis\Typo3\Gate\Warnings;
use Portcullis\Typo3\Report\StatusReport;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use TYPO3\CMS\Reports\StatusProviderInterface;

use function Symfony\Component\DependencyInjection\Loader\Configurator\service;

return static function (ContainerConfigurator $container): void {
    $services = $container->services()->defaults()->autowire()->autoconfigure();

    $compiled = [];
    if (class_exists(ToolRegistry::class)) {
        foreach (array_keys(Replacements::DECORATORS) as $upstream) {
            if (!interface_exists($upstream) && !class_exists($upstream)) {
                continue;
            }
            $decorator = Upstream::decoratorOf($upstream);
            $compiled[$upstream] = ($decorator === null ? State::Unknown : State::Native)->value;
            if ($decorator !== null) {
                // Without the tags that its interfaces would bring: Symfony hands it those of the service it wraps.
                $services->set($decorator)->autoconfigure(false)->decorate($upstream)->arg('$inner', service('.inner'));
            }
        }
        foreach ([Warnings::class, Verification::class, RunGate::class, PolicyAnswers::class, Runs::class] as $class) {
            $services->set($class);
        }
    }

    $services->set(Inspection::class)->arg('$compiled', $compiled);
    $services->set(Requirement::class);

    if (interface_exists(StatusProviderInterface::class)) {
        $services->set(StatusReport::class);
    }
};
