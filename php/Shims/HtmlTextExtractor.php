<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Netresearch\NrLlm\Service\Tool\Web;

use Portcullis\Typo3\Egress\Page;

final readonly class HtmlTextExtractor
{
    public const MAX_PARSE_BYTES = 262144;

    public const MAX_NESTING_DEPTH = 200;

    /**
     * @return array{title: string, text: string}
     */
    public function extract(string $html, string $pageUrl): array
    {
        return Page::textOf(mb_strcut($html, 0, self::MAX_PARSE_BYTES, 'UTF-8'), $pageUrl);
    }
}
