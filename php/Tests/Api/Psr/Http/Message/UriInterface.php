<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Psr\Http\Message;

interface UriInterface
{
    public function getScheme(): string;

    public function getHost(): string;

    public function getPort(): ?int;

    public function __toString(): string;
}
