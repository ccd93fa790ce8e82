<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

/**
 * The upstream classes that native code answers for, how each is replaced, and whose tools it concerns.
 */
final class Replacements
{
    private const TOOL = 'Netresearch\\NrLlm\\Service\\Tool\\';

    /** A class of the same name, put into Composer's class map: for final classes that consumers name. */
    public const SHIMS = [
        self::TOOL . 'Web\\IpAddressClassifier' => ['web'],
        self::TOOL . 'Web\\ExternalUrlGuard' => ['web'],
        self::TOOL . 'Web\\HtmlTextExtractor' => ['web'],
        self::TOOL . 'EgressPolicyService' => ['system', 'rag', 'web'],
        self::TOOL . 'AllowedToolsResolver' => null,
        self::TOOL . 'ToolApprovalRule' => null,
    ];

    public const FETCH_TOOL = self::TOOL . 'Builtin\\FetchExternalUrlTool';

    /** A decorator in the container: for interfaces and for tools. */
    public const DECORATORS = [
        self::TOOL . 'Web\\HostResolverInterface' => ['web'],
        self::FETCH_TOOL => ['web'],
        self::TOOL . 'ToolCallPolicyInterface' => null,
        self::TOOL . 'ToolAvailabilityServiceInterface' => null,
        self::TOOL . 'UnavailableToolsResolverInterface' => null,
    ];

    /**
     * The groups of the tools whose safety rests on the class; null: all tools.
     *
     * @return list<string>|null
     */
    public static function concernedGroups(string $class): ?array
    {
        return (self::SHIMS + self::DECORATORS)[$class] ?? null;
    }
}
