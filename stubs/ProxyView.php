<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Whether an HTTP proxy would carry a request, from TYPO3's `HTTP.proxy` and both views of the environment. When in doubt, a proxy applies.
 */
final class ProxyView
{
    /**
     * @param mixed                      $configured  the value of `$GLOBALS['TYPO3_CONF_VARS']['HTTP']['proxy']` or null
     * @param array<string, string>|null $environment what `getenv($name)` shows under this server API; null: read it now
     * @param array<string, string>|null $process     what `getenv($name, true)` shows; null: read it now
     * @param string|null                $sapi        the server API's name; null: this one. `HTTP_PROXY` counts under `cli` only
     *
     * @throws \ValueError when an environment array maps anything but names to strings
     */
    public function __construct(mixed $configured = null, ?array $environment = null, ?array $process = null, ?string $sapi = null) {}

    /** Whether a proxy would carry a request for $scheme (`http` or `https`) to $host. */
    public function appliesTo(string $scheme, string $host): bool {}

    /** The proxy that would carry it, as configured, credentials included; null when none applies or none can be named. */
    public function proxyFor(string $scheme, string $host): ?string {}
}
