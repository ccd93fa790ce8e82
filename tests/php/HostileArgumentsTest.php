<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\AddressClassifier;
use Portcullis\AllowList;
use Portcullis\Availability;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\Fence;
use Portcullis\FetchLimits;
use Portcullis\FetchSettings;
use Portcullis\GateInput;
use Portcullis\HtmlExtractor;
use Portcullis\InputContext;
use Portcullis\OwnSites;
use Portcullis\PageReader;
use Portcullis\PortcullisException;
use Portcullis\ProxyView;
use Portcullis\RemoteSchema;
use Portcullis\Skill;
use Portcullis\Tool;
use Portcullis\ToolCatalogue;
use Portcullis\ToolGate;
use Portcullis\ToolRegistry;

/** Every entry of the module, given what no caller should give: an answer or a clear exception, never anything else. */
final class HostileArgumentsTest extends TestCase
{
    /** @dataProvider entries */
    public function testAnEntrySurvivesEveryValue(\Closure $entry): void
    {
        $answered = 0;
        foreach ($this->values() as $value) {
            try {
                $entry($value);
                $answered++;
            } catch (\TypeError | \ValueError | PortcullisException $error) {
                self::assertNotSame('', $error->getMessage());
                self::assertLessThan(20_000, strlen($error->getMessage()));
                self::assertTrue(mb_check_encoding($error->getMessage(), 'UTF-8'));
            }
        }
        self::assertLessThan(count($this->values()), $answered, 'no value was refused');
    }

    public function testAStoredValueOfAnyKindIsReadAndOpensNothing(): void
    {
        foreach ($this->values() as $at => $value) {
            self::assertFalse((new Availability(['a' => $value]))->isEnabled(new Tool('a', 'web')) && $value !== true, "override $at");
            // An array is a declaration that the caller has decoded.
            self::assertTrue(is_array($value) || in_array((new Skill(1, 'a', $value))->allowedTools, [null, []], true), "declaration $at");
            self::assertFalse(AllowList::fromStored($value)?->allows('a') ?? false, "stored list $at");
            self::assertSame('externalGlobal', GateInput::zoneOf('local', [$value])->value, "zone $at");
            $input = new GateInput([], $value, $value, $value, [$value], $value);
            self::assertFalse($input->observing, "enforcement $at");
            $open = $input->toArray()['allowedGroups'] === null;
            self::assertSame(in_array($value, [null, ''], true), $open, "groups $at");
        }
    }

    /** @return iterable<string, array{\Closure}> */
    public static function entries(): iterable
    {
        $sites = new OwnSites(['https://own.example/']);
        $policy = new EgressPolicy($sites);
        $settings = new FetchSettings();
        $proxy = new ProxyView(null, [], []);
        $guard = new EgressGuard($policy, $settings, $proxy);
        $reader = new PageReader($guard);
        $extractor = new HtmlExtractor();
        $resolver = new FixedResolver();
        $registry = ToolCatalogue::builtin();
        $gate = new ToolGate($registry, new Availability(), new GateInput());
        $entries = [
            'AddressClassifier::isPublic' => static fn ($v) => AddressClassifier::isPublic($v),
            'AddressClassifier::kindOf' => static fn ($v) => AddressClassifier::kindOf($v),
            'AddressClassifier::isNumericHost' => static fn ($v) => AddressClassifier::isNumericHost($v),
            'OwnSites bases' => static fn ($v) => new OwnSites($v),
            'OwnSites further' => static fn ($v) => new OwnSites([], $v),
            'OwnSites addresses' => static fn ($v) => new OwnSites([], [], $v),
            'OwnSites base' => static fn ($v) => new OwnSites([$v]),
            'OwnSites::contains' => static fn ($v) => $sites->contains($v),
            'FetchSettings allowed' => static fn ($v) => new FetchSettings($v),
            'FetchSettings denied' => static fn ($v) => new FetchSettings('', $v),
            'FetchSettings switch' => static fn ($v) => new FetchSettings('', '', $v),
            'ProxyView environment' => static fn ($v) => new ProxyView(null, ['NO_PROXY' => $v]),
            'ProxyView sapi' => static fn ($v) => new ProxyView(null, [], [], $v),
            'ProxyView::appliesTo' => static fn ($v) => $proxy->appliesTo('http', $v),
            'ProxyView::proxyFor' => static fn ($v) => $proxy->proxyFor($v, 'example.org'),
            'EgressPolicy sites' => static fn ($v) => new EgressPolicy($v),
            'EgressPolicy scopes' => static fn ($v) => new EgressPolicy($sites, ['web' => $v]),
            'EgressPolicy::scopeFor' => static fn ($v) => $policy->scopeFor($v),
            'EgressPolicy::resolveAllowedUrl' => static fn ($v) => $policy->resolveAllowedUrl('system', $v),
            'EgressPolicy::resolveConfiguredEndpoint' => static fn ($v) => $policy->resolveConfiguredEndpoint('rag', 'http://a/', [$v]),
            'EgressGuard policy' => static fn ($v) => new EgressGuard($v, $settings, $proxy),
            'EgressGuard::check url' => static fn ($v) => $guard->check($v, 'web', $resolver),
            'EgressGuard::check group' => static fn ($v) => $guard->check('http://a/', $v, $resolver),
            'EgressGuard::check resolver' => static fn ($v) => $guard->check('http://localhost/', 'web', $v),
            'FetchLimits redirects' => static fn ($v) => new FetchLimits($v),
            'FetchLimits seconds' => static fn ($v) => new FetchLimits(seconds: $v),
            'FetchLimits resultBytes' => static fn ($v) => new FetchLimits(resultBytes: $v),
            'PageReader guard' => static fn ($v) => new PageReader($v),
            'PageReader limits' => static fn ($v) => new PageReader($guard, $v),
            'PageReader group' => static fn ($v) => new PageReader($guard, null, $v),
            'PageReader::read' => static fn ($v) => $reader->read($v, $resolver),
            'HtmlExtractor::extract html' => static fn ($v) => $extractor->extract($v),
            'HtmlExtractor::extract url' => static fn ($v) => $extractor->extract('<a href=x>y', $v),
            'HtmlExtractor::extract charset' => static fn ($v) => $extractor->extract('x', null, $v),
            'Fence::wrap' => static fn ($v) => Fence::wrap($v),
            'Fence::wrap characters' => static fn ($v) => Fence::wrap('x', $v),
            'Fence::neutralise' => static fn ($v) => Fence::neutralise($v),
            'Tool name' => static fn ($v) => new Tool($v, 'web'),
            'Tool class' => static fn ($v) => new Tool('a', 'web', dataClass: $v),
            'Tool approval' => static fn ($v) => new Tool('a', 'web', approval: $v),
            'Tool::ofServer' => static fn ($v) => Tool::ofServer('a', $v, 'publicContent'),
            'Tool::classOfGroup' => static fn ($v) => Tool::classOfGroup($v),
            'ToolRegistry tools' => static fn ($v) => new ToolRegistry($v),
            'ToolRegistry tool' => static fn ($v) => new ToolRegistry([$v]),
            'ToolRegistry::get' => static fn ($v) => $registry->get($v),
            'ToolCatalogue::differences' => static fn ($v) => ToolCatalogue::differences($v),
            'Availability tools' => static fn ($v) => new Availability($v),
            'Availability::states' => static fn ($v) => (new Availability())->states($v),
            'Skill identifier' => static fn ($v) => new Skill(1, $v),
            'Skill trust' => static fn ($v) => new Skill(1, 'a', null, $v),
            'AllowList names' => static fn ($v) => new AllowList($v),
            'AllowList::ofSkills' => static fn ($v) => AllowList::ofSkills($v),
            'AllowList::allows' => static fn ($v) => (new AllowList())->allows($v),
            'GateInput skills' => static fn ($v) => new GateInput($v),
            'GateInput fallbacks' => static fn ($v) => new GateInput(fallbacks: $v),
            'GateInput admin' => static fn ($v) => new GateInput(admin: $v),
            'GateInput::ceilingOf' => static fn ($v) => GateInput::ceilingOf($v),
            'ToolGate input' => static fn ($v) => new ToolGate($registry, new Availability(), $v),
            'ToolGate::decide' => static fn ($v) => $gate->decide($v)->toArray(),
            'ToolGate::explain' => static fn ($v) => $gate->explain($v),
            'ToolGate::offerable' => static fn ($v) => $gate->offerable([$v]),
            'ToolGate::executionRefusal name' => static fn ($v) => $gate->executionRefusal($v, []),
            'ToolGate::executionRefusal offered' => static fn ($v) => $gate->executionRefusal('get_tca', $v),
            'ToolGate::approvalRefusal' => static fn ($v) => $gate->approvalRefusal($v, false),
            'InputContext sources' => static fn ($v) => new InputContext($v),
            'InputContext source' => static fn ($v) => new InputContext([['name' => $v]]),
            'RemoteSchema::fromJson' => static fn ($v) => RemoteSchema::fromJson($v),
            'RemoteSchema::fromArray' => static fn ($v) => RemoteSchema::fromArray($v)->toArray(),
        ];
        foreach ($entries as $name => $entry) {
            yield $name => [$entry];
        }
    }

    /** @return list<mixed> */
    private function values(): array
    {
        static $values = null;
        $cycle = [];
        $cycle[] = &$cycle;

        return $values ??= [
            null, true, 0, -1, PHP_INT_MIN, PHP_INT_MAX, 1.5, NAN, -INF,
            '', "\0", "a\0b", "\xff\xfe", 'https://example.org/', "https://example.org/\0", str_repeat('a', 10_000_000), str_repeat("\u{1f3f4}", 100_000),
            str_repeat('<div a=b>', 100_000), str_repeat('1.', 100_000), '[' . str_repeat(':', 1_000) . ']', '%00', "\r\nX: y",
            [], [[]], [null], [1 => 'a'], ['a' => "\xff"], ["\xff" => 'a'], array_fill(0, 10_000, 'a'), $cycle,
            new \stdClass(), static fn () => 1, new \ArrayObject(['a']), fopen('php://memory', 'r'),
        ];
    }
}
