<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Bridge;

use Composer\Autoload\ClassLoader;
use PHPUnit\Framework\TestCase;
use Portcullis\Typo3\Bridge\Replacements;
use Portcullis\Typo3\Bridge\Shims;
use Portcullis\Typo3\Bridge\State;

/**
 * What becomes of upstream files of four kinds, with Composer's own class loader.
 */
final class ShimsTest extends TestCase
{
    private string $folder = '';

    protected function setUp(): void
    {
        if (!class_exists(ClassLoader::class)) {
            self::markTestSkipped("Composer's class loader is not there.");
        }
        $folder = tempnam(sys_get_temp_dir(), 'shims');
        self::assertNotFalse($folder);
        unlink($folder);
        mkdir($folder . '/shims', 0o700, true);
        $this->folder = $folder;
    }

    protected function tearDown(): void
    {
        Shims::install([], [], '');
        if ($this->folder !== '') {
            foreach ([...self::files($this->folder), ...self::files($this->folder . '/shims')] as $file) {
                unlink($file);
            }
            rmdir($this->folder . '/shims');
            rmdir($this->folder);
        }
    }

    public function testAKnownFileIsReplacedBeforeAnythingLoadsIt(): void
    {
        [$class, $loader, $hash] = $this->upstream();
        $this->shim($class);
        Shims::install([$loader], [$class => [$hash => 'Shim.php']], $this->folder . '/shims');

        self::assertSame([$class => State::Native], Shims::report());
        self::assertSame($this->folder . '/shims/Shim.php', $loader->findFile($class));
        $loader->loadClass($class);
        self::assertTrue(Shims::isInPlace($class));
    }

    public function testAFileThatNobodyComparedStaysInPlace(): void
    {
        [$class, $loader, $hash] = $this->upstream();
        $this->shim($class);
        Shims::install([$loader], [$class => [str_repeat('0', 64) => 'Shim.php']], $this->folder . '/shims');

        self::assertSame([$class => State::Unknown], Shims::report());
        self::assertSame([$class => $hash], Shims::unknownFiles());
        self::assertSame($this->folder . '/Upstream.php', $loader->findFile($class));
        $loader->loadClass($class);
        self::assertFalse(Shims::isInPlace($class));
    }

    public function testAClassThatWasLoadedBeforeIsReported(): void
    {
        [$class, $loader, $hash] = $this->upstream();
        $this->shim($class);
        $loader->loadClass($class);
        Shims::install([$loader], [$class => [$hash => 'Shim.php']], $this->folder . '/shims');

        self::assertSame([$class => State::TooLate], Shims::report());
        self::assertFalse(Shims::isInPlace($class));
    }

    public function testAClassThatIsNotInstalledIsAbsent(): void
    {
        Shims::install([new ClassLoader()], ['No\\Such\\Upstream' => []], $this->folder . '/shims');

        self::assertSame(['No\\Such\\Upstream' => State::Absent], Shims::report());
    }

    public function testInstallingTwiceChangesNothing(): void
    {
        [$class, $loader, $hash] = $this->upstream();
        $this->shim($class);
        foreach ([1, 2] as $_) {
            Shims::install([$loader], [$class => [$hash => 'Shim.php']], $this->folder . '/shims');
        }

        self::assertSame([$class => State::Native], Shims::report());
    }

    public function testEveryClassOfTheListHasItsShimsAndNoOther(): void
    {
        $folder = dirname(__DIR__, 3) . '/Shims/';
        /** @var array<string, array<string, string>> $known */
        $known = require $folder . 'known.php';
        self::assertSame(array_keys(Replacements::SHIMS), array_keys($known));
        $used = ['install.php', 'known.php'];
        foreach ($known as $class => $shims) {
            self::assertNotSame([], $shims, $class);
            foreach ($shims as $hash => $shim) {
                self::assertMatchesRegularExpression('/^[0-9a-f]{64}$/D', $hash, $class);
                self::assertFileExists($folder . $shim);
                self::assertMatchesRegularExpression('/^final (readonly )?class ' . substr($class, (int)strrpos($class, '\\') + 1) . '$/m', (string)file_get_contents($folder . $shim));
                $used[] = $shim;
            }
        }
        $files = array_map(static fn(string $file): string => basename($file), self::files($folder));
        self::assertSame([], array_diff($files, $used), 'a shim that no hash leads to');
    }

    /**
     * @return list<string>
     */
    private static function files(string $folder): array
    {
        $files = glob($folder . '/*.php');

        return $files === false ? [] : $files;
    }

    /**
     * @return array{class-string, ClassLoader, string} a class of its own for each test, a loader that finds it, its hash
     */
    private function upstream(): array
    {
        $name = 'Upstream' . bin2hex(random_bytes(6));
        $code = "<?php namespace Shimmed; final class $name { public const OF = 'upstream'; }";
        file_put_contents($this->folder . '/Upstream.php', $code);
        $loader = new ClassLoader();
        /** @var class-string $class */
        $class = 'Shimmed\\' . $name;
        $loader->addClassMap([$class => $this->folder . '/Upstream.php']);

        return [$class, $loader, hash('sha256', $code)];
    }

    private function shim(string $class): void
    {
        $name = substr($class, strlen('Shimmed\\'));
        file_put_contents($this->folder . '/shims/Shim.php', "<?php namespace Shimmed; final class $name { public const OF = 'native'; }");
    }
}
