<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Composer\Autoload\ClassLoader;

/**
 * Puts a class of the same name in place of an upstream class, before anything loads it. Only a file whose hash is known is
 * replaced. Works on Composer's class map: an autoloader of its own would be asked after the ones that TYPO3 prepends.
 *
 * The outcome is static because it arises before there is a container that could hold it.
 *
 * @phpstan-type Known array<string, array<string, string>>
 */
final class Shims
{
    /** @var array<string, State> */
    private static array $report = [];

    /** @var array<string, string> by class: the hash of a file that nobody compared */
    private static array $unknown = [];

    private static string $folder = '';

    /**
     * @param iterable<ClassLoader> $loaders
     * @param Known                 $known   by class: the shim's file by the SHA-256 of the upstream file
     */
    public static function install(iterable $loaders, array $known, string $folder): void
    {
        self::$folder = $folder;
        self::$report = [];
        self::$unknown = [];
        foreach ($known as $class => $shims) {
            self::$report[$class] = self::installOne($loaders, $class, $shims);
        }
    }

    /**
     * What became of each class; empty when {@see self::install()} never ran.
     *
     * @return array<string, State>
     */
    public static function report(): array
    {
        return self::$report;
    }

    /**
     * The SHA-256 of the upstream files that are unknown, by class: what a report of one needs to name.
     *
     * @return array<string, string>
     */
    public static function unknownFiles(): array
    {
        return self::$unknown;
    }

    /**
     * Whether the class that this process uses is the shim. Loads it.
     */
    public static function isInPlace(string $class): bool
    {
        if (self::$folder === '' || !class_exists($class)) {
            return false;
        }

        return str_starts_with((string)(new \ReflectionClass($class))->getFileName(), self::$folder . DIRECTORY_SEPARATOR);
    }

    /**
     * @param iterable<ClassLoader> $loaders
     * @param array<string, string> $shims
     */
    private static function installOne(iterable $loaders, string $class, array $shims): State
    {
        foreach ($loaders as $loader) {
            $file = $loader->findFile($class);
            if ($file === false) {
                continue;
            }
            if (str_starts_with($file, self::$folder . DIRECTORY_SEPARATOR)) {
                return State::Native;
            }
            if (class_exists($class, false) || trait_exists($class, false)) {
                return State::TooLate;
            }
            $hash = (string)hash_file('sha256', $file);
            $shim = $shims[$hash] ?? null;
            if ($shim === null) {
                self::$unknown[$class] = $hash;

                return State::Unknown;
            }
            $loader->addClassMap([$class => self::$folder . DIRECTORY_SEPARATOR . $shim]);

            return State::Native;
        }

        return State::Absent;
    }
}
