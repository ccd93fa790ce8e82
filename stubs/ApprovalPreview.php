<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * What a person is shown who is asked to approve that a page is fetched: a pure function of the tool's argument.
 */
final class ApprovalPreview
{
    /**
     * All methods are static.
     *
     * @throws \Exception always
     */
    public function __construct() {}

    /**
     * Four lines: a heading, `Address: …` (500 characters at most), `Host: …` in lower case, and the whole query string, or a
     * sentence that no data is sent. One line, that the call will be refused, for what is no URL. Invisible characters
     * are written out; nothing is masked.
     *
     * @param mixed $url the argument as the model gave it; bytes, white space around them is ignored
     *
     * @return list<string>
     */
    public static function lines(mixed $url): array {}
}
