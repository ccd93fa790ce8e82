<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

/*
 * Memory of many calls: refusals, exceptions, extractions, userland resolvers and decisions, 20,000 rounds after a warm-up. Resident
 * memory must not grow by 1 MiB, PHP's own not by a page. In the environment, `ROUNDS` changes the number of rounds, and
 * `MEASURE=0` only runs them, for valgrind.
 */

use Portcullis\AllowList;
use Portcullis\ApprovalPreview;
use Portcullis\Availability;
use Portcullis\DnsResolver;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\EgressScope;
use Portcullis\Fence;
use Portcullis\FetchLimits;
use Portcullis\FetchSettings;
use Portcullis\GateInput;
use Portcullis\HostResolver;
use Portcullis\HtmlExtractor;
use Portcullis\InputContext;
use Portcullis\OwnSites;
use Portcullis\PageReader;
use Portcullis\ProxyView;
use Portcullis\RefusedException;
use Portcullis\RemoteSchema;
use Portcullis\Skill;
use Portcullis\Tool;
use Portcullis\ToolCatalogue;
use Portcullis\ToolGate;
use Portcullis\ToolRegistry;

const BOUND = 1 << 20;

final class Resolver implements HostResolver
{
    public function resolve(string $host): array
    {
        return match ($host) {
            'throws.example' => throw new DomainException('on purpose'),
            'nothing.example' => [],
            'wrong.example' => ['no address'],
            default => ['93.184.215.14', '10.0.0.8'],
        };
    }
}

function round_of_calls(): void
{
    $policy = new EgressPolicy(new OwnSites(['https://own.example/'], [], ['192.0.2.1']), ['crm' => EgressScope::OwnSite]);
    $settings = new FetchSettings('', '*.bad.example, 192.0.2.0');
    $guard = new EgressGuard($policy, $settings, new ProxyView(['no' => ['a'], 'http' => 'http://p'], ['HTTPS_PROXY' => ''], []));
    $reader = new PageReader($guard, new FetchLimits(seconds: 1.0));
    $resolver = new Resolver();
    foreach (['https://inner.example/', 'https://nothing.example/', 'https://wrong.example/', 'https://own.example/', 'http://127.1/', "\0"] as $url) {
        $guard->check($url, 'web', $resolver)->toArray();
        try {
            $reader->read($url, $resolver);
        } catch (RefusedException $exception) {
            $exception->reason();
        }
    }
    try {
        $guard->check('https://throws.example/', 'web', $resolver);
    } catch (DomainException) {
    }
    try {
        new OwnSites([1]);
    } catch (TypeError) {
    }
    try {
        new FetchLimits(-1);
    } catch (ValueError) {
    }
    $document = (new HtmlExtractor())->extract('<title>t</title><h1>a</h1><p>b <a href="https://c.example/">d</a><p hidden>e', 'https://f.example/');
    Fence::wrap($document->text . count($document->links) . count($document->toArray()));
    count([...ApprovalPreview::lines('https://g.example/?h'), ...ApprovalPreview::lines([]), ...(new DnsResolver())->resolve('localhost')]);
    $policy->resolveAllowedUrl('system', '/x');
    $settings->toArray();
    round_of_decisions();
}

function round_of_decisions(): void
{
    $registry = new ToolRegistry([new Tool('12', 'web'), new Tool('log', 'system', requiresAdmin: true), Tool::ofServer('docs', 'search', 'editorContent')]);
    $skills = [new Skill(1, 'a', '["12","log"]', 'verified'), new Skill(1, 'b', '{'), new Skill(1, 'c', ['12', null])];
    $begun = AllowList::fromStored(AllowList::ofSkills($skills, 'community')->toStored());
    $availability = new Availability(['12' => '1'], ['7' => []]);
    $gate = new ToolGate($registry, $availability, new GateInput($skills, false, 'web, system', 'local', [null], 'observe', true, $begun));
    foreach ([...$gate->explain(), ...$gate->explain([12, 'nope']), ...$gate->unavailable()] as $decision) {
        count([$decision->reason, $decision->zone, ...$decision->toArray()]);
    }
    $gate->offerable();
    $gate->executionRefusal('log', ['12']);
    $gate->approvalRefusal(['log'], false);
    $gate->allowList()->intersect(new AllowList(['12']))->toArray();
    $availability->states($registry);
    count([$skills[0]->toArray(), $registry->get('12')->effect, ToolCatalogue::differences($registry)]);
    (new InputContext([['name' => 'a', 'dataClass' => 'sourceCode']]))->toArray();
    $circle = ['type' => 'object'];
    $circle['not'] = &$circle;
    RemoteSchema::fromArray($circle);
    unset($circle['not']);
    RemoteSchema::fromJson('{"type":"object","properties":{"1":{"type":"string","enum":[1.5,null,true]}}}')->toArray();
    foreach ([static fn () => $gate->explain([null]), static fn () => $gate->decide("\xff"), static fn () => new GateInput([1])] as $attempt) {
        try {
            $attempt();
        } catch (TypeError | ValueError) {
        }
    }
}

function resident(): int
{
    gc_collect_cycles();

    return (int) explode(' ', (string) file_get_contents('/proc/self/statm'))[1] * 4096;
}

$rounds = (int) (getenv('ROUNDS') ?: 20_000);
for ($i = 0; $i < max(1, intdiv($rounds, 10)); $i++) {
    round_of_calls();
}
$threads = count(scandir('/proc/self/task'));
$resident = resident();
$php = memory_get_usage();
for ($i = 0; $i < $rounds; $i++) {
    round_of_calls();
}
$grown = resident() - $resident;
$grownPhp = memory_get_usage() - $php;
printf("leak: %d rounds, resident memory %+d KiB, PHP's %+d bytes, %d thread(s)\n", $rounds, intdiv($grown, 1024), $grownPhp, $threads - 2);
if (getenv('MEASURE') !== '0' && ($grown >= BOUND || $grownPhp >= 4096 || $threads !== 3)) {
    echo "leak: FAILED: at most 1024 KiB, 4095 bytes and one thread\n";
    exit(1);
}
echo "1 passed, 0 failed\n";
