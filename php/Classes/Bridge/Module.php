<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

/**
 * Whether the native module is there, in this process and now. A container may be compiled with it and run without it, or the
 * other way round, so nobody keeps the answer.
 */
final readonly class Module
{
    private const NAME = 'portcullis';

    /** Set to `off`, it takes the whole bridge out of the way: to compare, and to rule it out when something is odd. */
    public const SWITCH = 'PORTCULLIS_BRIDGE';

    /**
     * @param bool|null $loaded for tests; null: ask PHP
     */
    public function __construct(private ?bool $loaded = null) {}

    public function isLoaded(): bool
    {
        return $this->loaded ?? extension_loaded(self::NAME);
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
        return $this->isLoaded() && !$this->isSwitchedOff();
    }

    /**
     * Why {@see self::answers()} says no, for people.
     */
    public function absence(): string
    {
        return match (true) {
            !$this->isLoaded() => 'the PHP module portcullis is not loaded',
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
}
