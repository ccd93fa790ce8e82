<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Tests;

/**
 * Which nr_llm the declared signatures are those of: 0.33, or a later one.
 */
final class Generation
{
    private const TOOL = 'Netresearch\\NrLlm\\Service\\Tool\\';

    public static function isLater(): bool
    {
        return getenv('UPSTREAM') === 'later';
    }

    /**
     * The shims of this generation, which the tests use in upstream's place as an installation does.
     *
     * @return array<string, string>
     */
    public static function shims(): array
    {
        return self::isLater()
            ? [
                self::TOOL . 'EgressPolicyService' => 'LaterEgressPolicyService.php',
                self::TOOL . 'AllowedToolsResolver' => 'ProcessAllowedToolsResolver.php',
                self::TOOL . 'ToolApprovalRule' => 'ToolApprovalRule.php',
                self::TOOL . 'Web\\IpAddressClassifier' => 'IpAddressClassifier.php',
                self::TOOL . 'Web\\ExternalUrlGuard' => 'ExternalUrlGuard.php',
                self::TOOL . 'Web\\HtmlTextExtractor' => 'HtmlTextExtractor.php',
            ]
            : [
                self::TOOL . 'EgressPolicyService' => 'EgressPolicyService.php',
                self::TOOL . 'AllowedToolsResolver' => 'AllowedToolsResolver.php',
                self::TOOL . 'ToolApprovalRule' => 'ToolApprovalRule.php',
            ];
    }
}
