<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Tests;

use PHPUnit\Framework\TestCase;
use Portcullis\AddressClassifier;
use Portcullis\ApprovalPreview;
use Portcullis\EgressGuard;
use Portcullis\EgressPolicy;
use Portcullis\FetchSettings;
use Portcullis\OwnSites;
use Portcullis\ProxyView;

/**
 * The shared vectors once more, through the classes: what the module says is what its rooms say. Rows that do not pass there
 * stand in tests/expected_failures.txt and are expected to fail here too.
 */
final class VectorsTest extends TestCase
{
    public function testAddresses(): void
    {
        $this->check('addresses.csv', $this->csv('addresses.csv'), static function (array $row): bool {
            return AddressClassifier::isPublic($row['address']) === ($row['expected'] === 'public');
        }, 'address');
    }

    public function testMetadataServices(): void
    {
        $guard = $this->guard([], new FetchSettings());
        $this->check('metadata.csv', $this->csv('metadata.csv'), static function (array $row) use ($guard): bool {
            $resolver = new FixedResolver();
            $literal = AddressClassifier::isPublic($row['target']);

            return !$literal && !$guard->check($row['url'], 'web', $resolver)->allowed;
        }, 'target');
    }

    public function testUrls(): void
    {
        $sites = new OwnSites(['https://mysite.example/'], ['https://www.mysite.example/']);
        $this->check('urls.jsonl', $this->jsonLines('urls.jsonl'), function (array $row) use ($sites): bool {
            $allowed = str_contains($row['url'], 'api.ok.example') ? 'api.ok.example:8443' : '';
            $guard = new EgressGuard(new EgressPolicy($sites), new FetchSettings($allowed, '*.bad.example, bad2.example'), new ProxyView(null, [], []));
            $verdict = $guard->check($row['url'], 'web', new AnyResolver($row['answers'] ?? ['93.184.215.14']));
            $outcome = $verdict->allowed ? 'allowed_if_public' : 'refused';
            $host = trim($row['host'] ?? '', '[]');

            return ($row['expected'] === $outcome || ($row['alt_ok'] ?? null) === $outcome)
                && (!$verdict->allowed || $host === '' || $verdict->host === $host);
        });
    }

    public function testApprovalPreviews(): void
    {
        $this->check('approval_preview.jsonl', $this->jsonLines('web/approval_preview.jsonl'), static function (array $row): bool {
            $lines = ApprovalPreview::lines($row['arguments']['url'] ?? null);
            if ($row['stricter'] ?? false) {
                // The query is shown in full, where upstream cuts it.
                $query = (string) parse_url($row['arguments']['url'], PHP_URL_QUERY);

                return array_slice($lines, 0, 3) === array_slice($row['lines'], 0, 3) && $lines[3] === 'Data sent with the address: ' . $query;
            }
            if ($row['alt_ok'] ?? false) {
                return count($lines) === 4 && preg_match('/[^\x20-\x7e]/', implode('', $lines)) === 0;
            }

            return $lines === $row['lines'];
        });
    }

    public function testVerdicts(): void
    {
        $this->check('guard.jsonl', $this->jsonLines('web/guard.jsonl'), function (array $row): bool {
            $proxy = $row['proxy'] ?? ['configured' => null, 'environment' => [], 'process' => [], 'sapi' => 'cli'];
            $guard = $this->guard($row['sites'] ?? [], $this->settings($row), $this->proxyView($proxy));
            $resolver = new FixedResolver($row['dns']);
            $verdict = $guard->check($row['url'] ?? base64_decode($row['url_base64'], true), $row['group'], $resolver);
            if (array_diff($resolver->asked, $row['asked'] ?? []) !== [] && !($row['stricter'] ?? false)) {
                return false;
            }
            if ($row['stricter'] ?? false) {
                return !$verdict->allowed;
            }
            if ($verdict->allowed !== $row['allowed']) {
                return false;
            }
            if (!$verdict->allowed) {
                $phrases = [$row['reason'], ...$row['reason_alt'] ?? []];

                return array_filter($phrases, static fn (string $phrase): bool => str_contains($verdict->message, $phrase)) !== [];
            }

            return $verdict->port === $row['port']
                && array_map('inet_pton', $verdict->addresses) === array_map('inet_pton', $row['addresses'])
                && (($row['sent_may_differ'] ?? false) || [$verdict->url, $verdict->host] === [$row['sent'], $row['host']]);
        });
    }

    public function testProxies(): void
    {
        $this->check('proxy.jsonl', $this->jsonLines('web/proxy.jsonl'), function (array $row): bool {
            $applies = $this->proxyView($row)->appliesTo($row['scheme'], $row['host']);

            return $applies === (($row['stricter'] ?? false) ? true : $row['applies'] ?? false);
        });
    }

    public function testOwnSites(): void
    {
        $calls = [];
        foreach ($this->jsonLines('web/own_sites.jsonl') as $row) {
            $policy = new EgressPolicy($this->sites($row['sites'] ?? []));
            foreach ($row['calls'] ?? [] as $at => $call) {
                $calls[] = ['id' => $row['id'] . '/' . $at, 'set' => $row['set'], 'policy' => $policy] + $call;
            }
        }
        $this->check('own_sites.jsonl', $calls, static function (array $call): bool {
            $result = $call['set'] === 'resolveAllowedUrl'
                ? $call['policy']->resolveAllowedUrl($call['group'] ?? 'system', $call['input'] ?? '')
                : $call['policy']->resolveConfiguredEndpoint($call['group'] ?? 'rag', $call['url'] ?? '', $call['declared'] ?? []);
            $expected = ($call['stricter'] ?? false) ? null : $call['result'] ?? null;

            return $result === $expected
                || ($result !== null && $expected === null && ($call['alt_ok'] ?? false))
                || ($result !== null && $expected !== null && ($call['sent_may_differ'] ?? false));
        });
    }

    /**
     * @param list<array<string, mixed>>           $rows
     * @param \Closure(array<string, mixed>): bool $passes
     */
    private function check(string $file, array $rows, \Closure $passes, string $id = 'id'): void
    {
        $expected = $this->expectedFailures($file);
        $failed = [];
        foreach ($rows as $row) {
            if ($passes($row) === isset($expected[$row[$id]])) {
                $failed[] = $row[$id];
            }
        }
        self::assertSame([], $failed, $file);
        self::assertNotSame([], $rows, $file);
    }

    /** @return array<string, true> */
    private function expectedFailures(string $file): array
    {
        $ids = [];
        foreach (file(__DIR__ . '/../expected_failures.txt', FILE_IGNORE_NEW_LINES) ?: [] as $line) {
            [$name, $row] = explode(' ', $line, 3) + [1 => ''];
            if ($name === $file) {
                $ids[$row] = true;
            }
        }

        return $ids;
    }

    private function guard(array $sites, FetchSettings $settings, ?ProxyView $proxy = null): EgressGuard
    {
        return new EgressGuard(new EgressPolicy($this->sites($sites)), $settings, $proxy ?? new ProxyView(null, [], []));
    }

    private function proxyView(array $setup): ProxyView
    {
        return new ProxyView($setup['configured'] ?? null, $setup['environment'] ?? [], $setup['process'] ?? [], $setup['sapi'] ?? 'cli');
    }

    private function sites(array $sites): OwnSites
    {
        $further = [];
        foreach ($sites as $site) {
            $further = [...$further, $site['base'], ...$site['baseVariants'] ?? []];
            foreach ($site['languages'] ?? [] as $language) {
                $further = [...$further, $language['base'], ...$language['baseVariants'] ?? []];
            }
        }

        return new OwnSites(array_map(static fn (array $site): string => $site['activeBase'] ?? $site['base'], $sites), $further);
    }

    /** The stored settings as a caller reads them: another shape than expected is unreadable, an absent key its default. */
    private function settings(array $row): FetchSettings
    {
        $stored = $row['settings'] ?? [];
        if (array_key_exists('config', $row)) {
            $stored = $row['config'];
            foreach (['tools', 'fetchExternalUrl'] as $key) {
                $stored = is_array($stored) ? $stored[$key] ?? (array_key_exists($key, $stored) ? null : []) : null;
            }
        }
        $lists = is_array($stored) ? [self::value($stored, 'allowedHosts'), self::value($stored, 'deniedHosts')] : [null];
        if (($row['unreadable'] ?? false) || array_filter($lists, 'is_string') !== $lists) {
            return FetchSettings::unreadable();
        }
        $isOn = static fn (string $key): bool => in_array($stored[$key] ?? null, [true, 1, '1'], true);

        return new FetchSettings($lists[0], $lists[1], $isOn('skipApprovalWithAllowlist'), $isOn('allowViaProxy'));
    }

    private static function value(array $stored, string $key): mixed
    {
        return array_key_exists($key, $stored) ? $stored[$key] : '';
    }

    /** @return list<array<string, mixed>> */
    private function jsonLines(string $file): array
    {
        $decode = static fn (string $line): array => json_decode($line, true, 64, JSON_THROW_ON_ERROR);

        return array_map($decode, array_filter(explode("\n", $this->shared($file))));
    }

    /** @return list<array<string, string>> */
    private function csv(string $file): array
    {
        $rows = array_map(static fn (string $line): array => str_getcsv($line, ',', '"', ''), array_filter(explode("\n", $this->shared($file))));
        $header = array_shift($rows);

        return array_map(static fn (array $row): array => array_combine($header, $row), $rows);
    }

    private function shared(string $file): string
    {
        $path = (getenv('PORTCULLIS_SHARED') ?: __DIR__ . '/../../../shared') . '/vectors/' . $file;
        if (!is_file($path)) {
            self::markTestSkipped("$file: the shared vectors are not there (PORTCULLIS_SHARED)");
        }

        return (string) file_get_contents($path);
    }
}
