<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests\Unit\Fixtures;

use Psr\Http\Message\UriInterface;

/**
 * As much of a URI as a site base needs.
 */
final class PlainUri implements UriInterface
{
    public function __construct(private readonly string $uri) {}

    public function getScheme(): string
    {
        return (string)parse_url($this->uri, PHP_URL_SCHEME);
    }

    public function getHost(): string
    {
        return (string)parse_url($this->uri, PHP_URL_HOST);
    }

    public function getPort(): ?int
    {
        $port = parse_url($this->uri, PHP_URL_PORT);

        return is_int($port) ? $port : null;
    }

    public function __toString(): string
    {
        return $this->uri;
    }
}
