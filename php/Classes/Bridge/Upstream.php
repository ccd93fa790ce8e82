<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Bridge;

/**
 * Which decorator fits the upstream that is installed. A class that lacks a method of its interface, or an interface of the class
 * it wraps, would stop the whole site or drop a promise (such as that a call needs approval), so a decorator is used for exactly
 * the signatures it was written for and for no other.
 */
final class Upstream
{
    private const TOOL = 'Netresearch\\NrLlm\\Service\\Tool\\';

    private const TOOL_INTERFACE = [
        'execute(array,ToolExecutionContext):ToolResult',
        'getGroup():string',
        'getSpec():ToolSpec',
        'isEnabledByDefault():bool',
        'requiresAdmin():bool',
    ];

    private const FETCH_TOOL = [
        'ConfigurableApprovalInterface' => ['requiresApproval():bool'],
        'ToolInterface' => self::TOOL_INTERFACE,
        'ToolPreviewInterface' => [
            'mayViewerReadPreview(array,BackendUserAuthentication):bool',
            'previewCall(array,ToolExecutionContext):array',
        ],
    ];

    /** By upstream name: decorators, each with the methods of the interface. */
    private const KNOWN = [
        self::TOOL . 'Web\\HostResolverInterface' => [
            NativeHostResolver::class => ['resolve(string):array'],
        ],
        self::TOOL . 'ToolCallPolicyInterface' => [
            NativeToolCallPolicy::class => [
                'decide(string,LlmConfiguration,?BackendUserAuthentication):ToolPolicyDecision',
                'explain(?array,LlmConfiguration,?BackendUserAuthentication):array',
                'filterOfferable(?array,LlmConfiguration,?BackendUserAuthentication):array',
            ],
            NativeRunToolCallPolicy::class => [
                'decide(string,LlmConfiguration,?BackendUserAuthentication,?SkillToolAllowList=):ToolPolicyDecision',
                'explain(?array,LlmConfiguration,?BackendUserAuthentication,?SkillToolAllowList=):array',
                'filterOfferable(?array,LlmConfiguration,?BackendUserAuthentication,?SkillToolAllowList=):array',
                'skillAllowListForRun(LlmConfiguration,array=):SkillToolAllowList',
            ],
        ],
        self::TOOL . 'ToolAvailabilityServiceInterface' => [
            NativeToolAvailability::class => [
                'editorActions():array',
                'enabledNames():array',
                'groupStates():array',
                'states():array',
            ],
        ],
        self::TOOL . 'UnavailableToolsResolverInterface' => [
            NativeUnavailableTools::class => ['unavailable(LlmConfiguration,?BackendUserAuthentication):array'],
        ],
    ];

    /**
     * @return class-string|null null: upstream is there, and no decorator was written for its signatures
     */
    public static function decoratorOf(string $upstream): ?string
    {
        if (class_exists($upstream)) {
            return $upstream === Replacements::FETCH_TOOL && self::isKnownFetchTool($upstream)
                ? NativeFetchExternalUrlTool::class
                : null;
        }
        foreach (self::KNOWN[$upstream] ?? [] as $decorator => $methods) {
            if (interface_exists($upstream) && self::methodsOf($upstream) === $methods) {
                return $decorator;
            }
        }

        return null;
    }

    /**
     * @param class-string $class
     */
    private static function isKnownFetchTool(string $class): bool
    {
        $interfaces = [];
        foreach (class_implements($class) as $interface) {
            $interfaces[substr($interface, strlen(self::TOOL))] = self::methodsOf($interface);
        }
        ksort($interfaces);

        return $interfaces === self::FETCH_TOOL;
    }

    /**
     * @param class-string $interface
     *
     * @return list<string> the methods with their types, without namespaces; `=` marks an optional parameter
     */
    private static function methodsOf(string $interface): array
    {
        $short = static fn(?\ReflectionType $type): string => (string)preg_replace('/[\w\\\\]*\\\\/', '', (string)$type);
        $methods = [];
        foreach ((new \ReflectionClass($interface))->getMethods() as $method) {
            $parameters = array_map(
                static fn(\ReflectionParameter $parameter): string => $short($parameter->getType()) . ($parameter->isOptional() ? '=' : ''),
                $method->getParameters(),
            );
            $methods[] = sprintf('%s(%s):%s', $method->getName(), implode(',', $parameters), $short($method->getReturnType()));
        }
        sort($methods);

        return $methods;
    }
}
