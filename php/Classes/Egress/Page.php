<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Portcullis\HtmlExtractor;

/**
 * The native extractor for upstream's callers, who have decoded the page to UTF-8 before.
 */
final class Page
{
    /**
     * @return array{title: string, text: string}
     */
    public static function textOf(string $html, string $url): array
    {
        $document = (new HtmlExtractor())->extract($html, $url, 'utf-8');

        return ['title' => $document->title, 'text' => $document->text];
    }
}
