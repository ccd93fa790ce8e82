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

    public function getAuthority(): string
    {
        return '';
    }

    public function getUserInfo(): string
    {
        return '';
    }

    public function getPath(): string
    {
        return '';
    }

    public function getQuery(): string
    {
        return '';
    }

    public function getFragment(): string
    {
        return '';
    }

    public function withScheme(string $scheme): UriInterface
    {
        return $this;
    }

    public function withUserInfo(string $user, ?string $password = null): UriInterface
    {
        return $this;
    }

    public function withHost(string $host): UriInterface
    {
        return $this;
    }

    public function withPort(?int $port): UriInterface
    {
        return $this;
    }

    public function withPath(string $path): UriInterface
    {
        return $this;
    }

    public function withQuery(string $query): UriInterface
    {
        return $this;
    }

    public function withFragment(string $fragment): UriInterface
    {
        return $this;
    }
}
