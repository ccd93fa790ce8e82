<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\ProxyView;

final class ProxyViewTest extends TestCase
{
    public function testWithoutConfigurationAndVariablesNoProxyApplies(): void
    {
        $view = new ProxyView(null, [], []);
        self::assertFalse($view->appliesTo('https', 'example.org'));
        self::assertNull($view->proxyFor('https', 'example.org'));
    }

    public function testAConfiguredProxyAppliesAndCanBeExcluded(): void
    {
        $view = new ProxyView(['http' => 'http://one:1', 'https' => 'http://two:2', 'no' => ['.inner.example']], [], []);
        self::assertSame('http://one:1', $view->proxyFor('http', 'example.org'));
        self::assertSame('http://two:2', $view->proxyFor('https', 'example.org'));
        self::assertFalse($view->appliesTo('https', 'a.inner.example'));
    }

    public function testWhatCannotBeUnderstoodApplies(): void
    {
        foreach ([true, 1, 1.5, new \stdClass(), ['ftp' => 'x'], ['http' => []], ['http' => 'http://p', 'no' => 'text'], ["\xff" => 1]] as $configured) {
            self::assertTrue((new ProxyView($configured, [], []))->appliesTo('http', 'example.org'));
        }
        self::assertTrue((new ProxyView(null, [], []))->appliesTo('gopher', 'example.org'));
    }

    public function testAVariableInEitherViewCounts(): void
    {
        $variables = ['HTTPS_PROXY' => 'http://proxy.example:3128'];
        self::assertTrue((new ProxyView(null, $variables, []))->appliesTo('https', 'example.org'));
        self::assertTrue((new ProxyView(null, [], $variables))->appliesTo('https', 'example.org'));
    }

    public function testAnExclusionMustStandInBothViews(): void
    {
        $with = ['HTTPS_PROXY' => 'http://proxy.example:3128', 'NO_PROXY' => 'example.org'];
        $without = ['HTTPS_PROXY' => 'http://proxy.example:3128'];
        self::assertFalse((new ProxyView(null, $with, $with))->appliesTo('https', 'example.org'));
        self::assertTrue((new ProxyView(null, $with, $without))->appliesTo('https', 'example.org'));
    }

    public function testHttpProxyInUpperCaseCountsOnTheCommandLineOnly(): void
    {
        $variables = ['HTTP_PROXY' => 'http://proxy.example:3128'];
        self::assertTrue((new ProxyView(null, $variables, $variables, 'cli'))->appliesTo('http', 'example.org'));
        self::assertFalse((new ProxyView(null, $variables, $variables, 'fpm-fcgi'))->appliesTo('http', 'example.org'));
        self::assertTrue((new ProxyView(null, $variables, $variables))->appliesTo('http', 'example.org'));
    }

    public function testWithoutArraysTheProcessIsAsked(): void
    {
        putenv('https_proxy=http://proxy.example:3128');
        try {
            self::assertTrue((new ProxyView())->appliesTo('https', 'example.org'));
            self::assertSame('http://proxy.example:3128', (new ProxyView(null, []))->proxyFor('https', 'example.org'));
        } finally {
            putenv('https_proxy');
        }
        self::assertFalse((new ProxyView())->appliesTo('https', 'example.org'));
    }

    public function testEnvironmentsThatMapToAnythingButTextAreTypeErrors(): void
    {
        $this->expectException(\TypeError::class);
        $this->expectExceptionMessage('$environment) must be of type array<string, string>, int at position 0 given');
        new ProxyView(null, ['HTTPS_PROXY' => 1]);
    }
}
