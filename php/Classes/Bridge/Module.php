<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

use Portcullis\ApprovalPreview;
use Portcullis\DnsResolver;

/**
 * Whether the native module is there, in this process and now. A container may be compiled with it and run without it, or the
 * other way round, so nobody keeps the answer.
 */
final readonly class Module
{
    private const NAME = 'portcullis';

    /** Set to `off`, it takes the whole bridge out of the way: to compare, and to rule it out when something is odd. */
    public const SWITCH = 'PORTCULLIS_BRIDGE';

    /** The newest classes of the module that this extension uses. */
    private const NEEDS = [ApprovalPreview::class, DnsResolver::class];

    /**
     * @param bool|null    $loaded for tests; null: ask PHP
     * @param list<string> $needs  for tests
     */
    public function __construct(private ?bool $loaded = null, private array $needs = self::NEEDS) {}

    public function isLoaded(): bool
    {
        return $this->loaded ?? extension_loaded(self::NAME);
    }

    /**
     * Whether it is loaded and lacks a class that this extension uses. Composer compares versions where it runs, and the module that
     * serves a request may be another one.
     */
    public function isTooOld(): bool
    {
        return $this->isLoaded() && $this->lacks() !== [];
    }

    public function isUsable(): bool
    {
        return $this->isLoaded() && !$this->isTooOld();
    }

    public function isSwitchedOff(): bool
    {
        return getenv(self::SWITCH) === 'off';
    }

    /**
     * Whether native code answers in upstream's place.
     */
    public function answers(): bool
    {
        return $this->isUsable() && !$this->isSwitchedOff();
    }

    /**
     * Why {@see self::answers()} says no, for people.
     */
    public function absence(): string
    {
        return match (true) {
            !$this->isLoaded() => 'the PHP module portcullis is not loaded',
            $this->isTooOld() => 'the PHP module portcullis is too old for this extension, it lacks ' . implode(' and ', $this->lacks()),
            $this->isSwitchedOff() => 'the bridge is switched off by the environment variable ' . self::SWITCH,
            default => '',
        };
    }

    public function version(): ?string
    {
        $version = $this->isLoaded() ? phpversion(self::NAME) : false;

        return $version === false ? null : $version;
    }

    /**
     * What `php --ri portcullis` shows, by name: TLS library, DNS servers, date of the address table.
     *
     * @return array<string, string>
     */
    public function facts(): array
    {
        if (!$this->isLoaded() || !extension_loaded(self::NAME)) {
            return [];
        }
        ob_start();
        (new \ReflectionExtension(self::NAME))->info();
        $info = (string)ob_get_clean();
        // A web server gets the same rows as an HTML table.
        $info = html_entity_decode(strip_tags(str_replace('</td><td class="v">', ' => ', $info)), ENT_QUOTES);
        preg_match_all('/^\h*(.+?)\h+=>\h+(.*?)\h*$/m', $info, $rows, PREG_SET_ORDER);

        return array_column(array_slice($rows, 1), 2, 1);
    }

    /**
     * @return list<string>
     */
    private function lacks(): array
    {
        return array_values(array_filter($this->needs, static fn(string $class): bool => !class_exists($class, false)));
    }
}
