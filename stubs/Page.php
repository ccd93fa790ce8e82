<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * A page that was read. The text is whole; only {@see self::fenced()} cuts.
 */
final class Page
{
    /** The URL of the page itself, after redirects. */
    public readonly string $url;
    /** @var list<string> the URLs that redirected here, the first one first */
    public readonly array $redirects;
    /** The HTTP status of the page itself, 200 to 299. */
    public readonly int $status;
    /** `text/html`, `application/xhtml+xml`, `text/plain` or `text/markdown`; empty for a page without content (204, 205). */
    public readonly string $mediaType;
    /** The encoding's name in the WHATWG Encoding Standard; empty for a page without content. */
    public readonly string $charset;
    /** The title, or an empty string. */
    public readonly string $title;
    /** The readable text, one block a line; links inline as `label (https://…)`. */
    public readonly string $text;
    /** @var list<array{level: int, text: string}> */
    public readonly array $headings;
    /** @var list<array{label: string, url: string}> */
    public readonly array $links;
    /** Bytes of the body, its content coding undone. */
    public readonly int $bytesRead;
    /** Whether a limit cut the download or the page. */
    public readonly bool $truncated;
    /** Whether the page carries almost no text in its markup, as pages made by scripts do. */
    public readonly bool $thin;
    /** Whether a proxy carried the request; the address guarantees do not reach past it. */
    public readonly bool $viaProxy;
    /**
     * How many hidden elements and invisible characters were dropped: hiddenAttribute, ariaHidden, inlineStyle, styleSheet,
     * utilityClass, closedDialog, popover, beyondLimit; ignorableCharacters, bidirectionalCharacters, fillerCharacters,
     * controlCharacters. `exempted` were not dropped: they hold the page, or a script of it shows them.
     *
     * @var array<string, int>
     */
    public readonly array $removed;

    /**
     * Made by the module only.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /**
     * The page as a block of untrusted text between BEGIN and END markers with a fresh random value, to be handed to a model.
     *
     * @param string $label what the status line begins with: 1 to 64 printable ASCII characters
     *
     * @throws \ValueError            when $label has another form
     * @throws ConfigurationException when the system's random source fails
     */
    public function fenced(string $label = 'page'): string {}

    /**
     * @return array{url: string, redirects: list<string>, status: int, mediaType: string, charset: string, title: string, text: string, headings: list<array{level: int, text: string}>, links: list<array{label: string, url: string}>, bytesRead: int, truncated: bool, thin: bool, viaProxy: bool, removed: array<string, int>}
     */
    public function toArray(): array {}
}
