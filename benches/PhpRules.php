<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Benches;

/**
 * The guard's rules that need no DNS, written in PHP with care for speed and with the same answer: rule, message, the URL as it
 * would be sent, host and port. Not a guard: it exists to be timed, and benches/guard.php first checks that both sides agree.
 */
final class PhpRules
{
    private const V4 = [
        '0.0.0.0/8' => 'this-network', '10.0.0.0/8' => 'private', '100.64.0.0/10' => 'shared', '127.0.0.0/8' => 'loopback', '169.254.0.0/16' => 'link-local',
        '172.16.0.0/12' => 'private', '192.0.0.0/24' => 'protocol-assignment', '192.0.2.0/24' => 'documentation', '192.31.196.0/24' => 'as112',
        '192.52.193.0/24' => 'amt', '192.88.99.0/24' => '6to4', '192.168.0.0/16' => 'private', '192.175.48.0/24' => 'as112', '198.18.0.0/15' => 'benchmarking',
        '198.51.100.0/24' => 'documentation', '203.0.113.0/24' => 'documentation', '224.0.0.0/4' => 'multicast', '240.0.0.0/4' => 'reserved',
        '168.63.129.16/32' => 'metadata',
    ];
    private const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
    private const SPECIAL = [
        'localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'svc', 'onion', 'alt', 'invalid', 'arpa',
    ];
    private const SCOPES = ['system' => 'own_site', 'rag' => 'configured_endpoint', 'web' => 'external_filtered'];

    /** @var list<array{int, int, string}> network, mask and kind */
    private array $v4 = [];
    /** @var list<array{string, string}> network and mask, packed */
    private array $v6 = [];
    /** @var array<string, true> */
    private readonly array $special;
    /** @var list<array{string, ?int, bool, ?string}> text, port, whether a wildcard, packed address */
    private array $denied;
    /** @var list<array{string, ?int, bool, ?string}> */
    private array $allowed;

    /**
     * @param array<string, true>                             $ownHosts
     * @param array{array<string, string>, array<string, string>} $environments
     */
    public function __construct(private readonly array $ownHosts, string $allowed, string $denied, private readonly array $environments)
    {
        foreach (self::V4 as $network => $kind) {
            [$address, $length] = explode('/', $network);
            $mask = (0xffffffff << (32 - (int) $length)) & 0xffffffff;
            $this->v4[] = [ip2long($address) & $mask, $mask, $kind];
        }
        foreach (['2000::/3', ...self::V6] as $network) {
            [$address, $length] = explode('/', $network);
            $mask = str_pad(str_repeat("\xff", intdiv((int) $length, 8)) . chr((0xff00 >> ((int) $length % 8)) & 0xff), 16, "\0");
            $this->v6[] = [inet_pton($address) & $mask, $mask];
        }
        $this->special = array_fill_keys(self::SPECIAL, true);
        $this->allowed = self::entries($allowed);
        $this->denied = self::entries($denied);
    }

    /** The kind of an address; null for a public one, false for what is no address. */
    public function kindOf(string $ip): string|false|null
    {
        $packed = @inet_pton($ip);

        return $packed === false ? false : $this->kindOfPacked($packed);
    }

    public function isPublic(string $ip): bool
    {
        return $this->kindOf($ip) === null;
    }

    public function check(string $url, string $group): PhpVerdict
    {
        if ((self::SCOPES[$group] ?? 'none') !== 'external_filtered') {
            return new PhpVerdict('scope', 'this tool group is not permitted to reach external hosts.');
        }
        if (strlen($url) > 8192) {
            return new PhpVerdict('url', 'the URL cannot be parsed: it is longer than 8192 bytes.');
        }
        if (!preg_match('~^(https?):(.*)$~iDs', $url, $match)) {
            return new PhpVerdict('scheme', 'only http and https URLs can be fetched.');
        }
        $scheme = strtolower($match[1]);
        if (preg_match('/[\x00-\x20\x7f]/', $match[2]) || !preg_match('~^//([^/?#]+)([^?#]*)(?:\?([^#]*))?(?:#.*)?$~Ds', $match[2], $parts)) {
            return new PhpVerdict('url', 'the URL cannot be parsed.');
        }
        $authority = $parts[1];
        $at = strrpos($authority, '@');
        if (str_contains($at === false ? $match[2] : substr($authority, $at) . $parts[2], '\\') || !preg_match('//u', $parts[2] . ($parts[3] ?? ''))) {
            return new PhpVerdict('url', 'the URL cannot be parsed: it has a backslash.');
        }
        if ($at !== false) {
            return new PhpVerdict('credentials', 'URLs with credentials (anything before an @ sign) are refused.');
        }
        if (!preg_match('/^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/D', $authority, $match)) {
            return new PhpVerdict('url', 'the URL cannot be parsed: the port is not a number from 1 to 65535.');
        }
        $default = $scheme === 'https' ? 443 : 80;
        $port = ($match[2] ?? '') === '' ? $default : (int) $match[2];
        if ($port === 0 || $port > 65535) {
            return new PhpVerdict('url', 'the URL cannot be parsed: the port is not a number from 1 to 65535.');
        }
        $host = strtolower($match[1]);
        $packed = null;
        $written = $host;
        if (str_starts_with($host, '[')) {
            $host = substr($host, 1, -1);
            $packed = str_contains($host, '%') ? false : @inet_pton($host);
            if ($packed === false || strlen($packed) !== 16) {
                return new PhpVerdict('host', 'the URL has no valid host.');
            }
            $host = inet_ntop($packed);
            $written = "[$host]";
        } else {
            $host = $written = str_ends_with($host, '.') ? substr($host, 0, -1) : $host;
            if (strlen($host) > 253 || !preg_match('/^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/D', $host)) {
                return new PhpVerdict('host', 'the URL has no valid host.');
            }
            if (filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) !== false) {
                $packed = inet_pton($host);
            } elseif (str_contains($host, 'xn--') && !$this->validALabels($host)) {
                return new PhpVerdict('host', 'the URL has no valid host: an xn-- label is invalid.');
            }
        }
        $sent = "$scheme://$written" . ($port === $default ? '' : ":$port") . $this->path($parts[2]) . (($parts[3] ?? '') === '' ? '' : '?' . $this->encoded($parts[3], '/["\'<>]|[^\x00-\x7f]/'));
        $refuse = static fn (string $reason, string $message): PhpVerdict => new PhpVerdict($reason, $message, $sent, $host, $port);

        if (isset($this->ownHosts[$host])) {
            return $refuse('own-site', "\"$host\" is a host of this installation; it is not fetched as an external page.");
        }
        if ($this->matches($this->denied, $host, $packed, null)) {
            return $refuse('denylisted', "the host \"$host\" is on the denylist (setting deniedHosts).");
        }
        if ($this->allowed !== [] && !$this->matches($this->allowed, $host, $packed, [$port, $default])) {
            return $refuse('not-allowlisted', "the host \"$host\" with port $port is not on the allowlist.");
        }
        if ($this->allowed === [] && $port !== $default) {
            return $refuse('port', "port $port is not permitted; only the default port of http/https is fetched.");
        }
        if ($this->proxied($scheme, $host)) {
            return $refuse('proxy', 'an HTTP proxy would carry this request, and the address checks cannot reach past it.');
        }
        if ($packed !== null) {
            return $this->kindOfPacked($packed) === null
                ? new PhpVerdict(null, '', $sent, $host, $port)
                : $refuse('address', "the address $host is private, loopback, link-local or reserved.");
        }
        $last = strrchr($host, '.');
        $last = $last === false ? $host : substr($last, 1);
        if (preg_match('/^(?:\d+|0x[0-9a-f]*)$/D', $last)) {
            return $refuse('numeric-host', 'numeric host forms other than a dotted-quad or IPv6 address are refused.');
        }
        if (isset($this->special[$last]) || !str_contains($host, '.')) {
            return $refuse('special-name', "the host \"$host\" does not resolve.");
        }

        return new PhpVerdict(null, '', $sent, $host, $port);
    }

    private function kindOfPacked(string $packed): ?string
    {
        if (strlen($packed) === 4) {
            $number = unpack('N', $packed)[1];
            foreach ($this->v4 as [$network, $mask, $kind]) {
                if (($number & $mask) === $network) {
                    return $kind;
                }
            }

            return null;
        }
        foreach ($this->v6 as $row => [$network, $mask]) {
            if ((($packed & $mask) === $network) === ($row > 0)) {
                return 'reserved';
            }
        }
        $middle = substr($packed, 8, 4);

        return $middle === "\x00\x00\x5e\xfe" || $middle === "\x02\x00\x5e\xfe" ? 'isatap' : null;
    }

    private function path(string $path): string
    {
        $kept = [];
        $segments = explode('/', $path === '' ? '' : substr($path, 1));
        foreach ($segments as $index => $segment) {
            $dots = str_ireplace('%2e', '.', $segment);
            if ($dots === '.' || $dots === '..') {
                if ($dots === '..') {
                    array_pop($kept);
                }
                if ($index === count($segments) - 1) {
                    $kept[] = '';
                }
                continue;
            }
            $kept[] = $segment;
        }

        return '/' . $this->encoded(implode('/', $kept), '/["<>^`{}]|[^\x00-\x7f]/');
    }

    private function encoded(string $text, string $pattern): string
    {
        return preg_replace_callback($pattern, static fn (array $match): string => rawurlencode($match[0]), $text);
    }

    /**
     * @param list<array{string, ?int, bool, ?string}> $entries
     * @param array{int, int}|null                     $ports   the port asked for and the default one; null: any
     */
    private function matches(array $entries, string $host, ?string $packed, ?array $ports): bool
    {
        foreach ($entries as [$text, $port, $wildcard, $address]) {
            $same = $address !== null ? $address === $packed : ($wildcard ? str_ends_with($host, $text) : $host === $text);
            if ($same && ($ports === null || $ports[0] === ($port ?? $ports[1]))) {
                return true;
            }
        }

        return false;
    }

    private function proxied(string $scheme, string $host): bool
    {
        foreach ($this->environments as $environment) {
            $names = $scheme === 'https' ? ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'] : ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'all_proxy'];
            foreach ($names as $name) {
                if (($environment[$name] ?? '') !== '') {
                    return true;
                }
            }
        }

        return false;
    }

    /** @return list<array{string, ?int, bool, ?string}> */
    private static function entries(string $list): array
    {
        $entries = [];
        foreach (array_filter(array_map('trim', explode(',', $list))) as $entry) {
            preg_match('/^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/D', $entry, $match);
            $text = trim(strtolower($match[1] ?? $entry), '[]');
            $packed = @inet_pton($text);
            $entries[] = [ltrim($text, '*'), isset($match[2]) ? (int) $match[2] : null, $text[0] === '*', $packed === false ? null : $packed];
        }

        return $entries;
    }

    private function validALabels(string $host): bool
    {
        $unicode = idn_to_utf8($host, IDNA_NONTRANSITIONAL_TO_UNICODE | IDNA_USE_STD3_RULES, INTL_IDNA_VARIANT_UTS46);

        return $unicode !== false && idn_to_ascii($unicode, IDNA_NONTRANSITIONAL_TO_ASCII | IDNA_USE_STD3_RULES, INTL_IDNA_VARIANT_UTS46) === $host;
    }
}
