<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * Turns HTML into the text a reader sees. Needs no network.
 */
final class HtmlExtractor
{
    /** The extractor has no settings. */
    public function __construct() {}

    /**
     * @param string      $html    bytes, at most 20971520
     * @param string|null $url     the page's address, against which links are resolved
     * @param string|null $charset the label the server declared; else the page's own, else UTF-8, else windows-1252
     *
     * @throws \ValueError when $html is longer
     */
    public function extract(string $html, ?string $url = null, ?string $charset = null): Document {}
}
