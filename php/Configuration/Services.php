<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

/*
 * What depends on the upstream that is installed: every decorator whose upstream interface is one of those it was written for,
 * with or without the module, because the container may be used where the module is and where it is not.
 */

use Portcullis\Typo3\Bridge\Inspection;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;

return static function (ContainerConfigurator $container): void {
    $services = $container->services();
    $services->set(Inspection::class)->autowire()->arg('$compiled', []);
};
