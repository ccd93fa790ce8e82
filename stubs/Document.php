<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * What {@see HtmlExtractor} read from a page.
 */
final class Document
{
    /** The text of `<title>`, else `og:title`, else of the first `<h1>`; or an empty string. */
    public readonly string $title;
    /** One block a line, in the Markdown-like form of the documentation; links inline. */
    public readonly string $text;
    /** The same words and nothing else: no link addresses, list marks, table bars. */
    public readonly string $plainText;
    /** @var list<array{level: int, text: string}> */
    public readonly array $headings;
    /** @var list<array{label: string, url: string}> http and https only, each address once */
    public readonly array $links;
    /** The page's language as declared (`lang` of `html`), or null. */
    public readonly ?string $language;
    /** The encoding's name in the WHATWG Encoding Standard. */
    public readonly string $charset;
    /**
     * How many hidden elements and invisible characters were dropped: hiddenAttribute, ariaHidden, inlineStyle, styleSheet,
     * utilityClass, closedDialog, popover, beyondLimit; ignorableCharacters, bidirectionalCharacters, fillerCharacters,
     * controlCharacters. `exempted` were not dropped: they hold the page, or a script of it shows them.
     *
     * @var array<string, int>
     */
    public readonly array $removed;
    /** Whether the page carries almost no text in its markup, as pages made by scripts do. */
    public readonly bool $thin;
    /** Whether a bound of the extractor left something out: 65,536 blocks, 65,536 links, 131,072 table cells. */
    public readonly bool $truncated;

    /**
     * Made by the module only.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /**
     * @return array{title: string, text: string, plainText: string, headings: list<array{level: int, text: string}>, links: list<array{label: string, url: string}>, language: ?string, charset: string, removed: array<string, int>, thin: bool, truncated: bool}
     */
    public function toArray(): array {}
}
