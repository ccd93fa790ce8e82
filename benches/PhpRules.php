<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis\Benches;

/**
 * The guard's rules that need no DNS, written in PHP with care for speed, to be measured against the module. Not a guard:
 * it exists to be timed, and benches/guard.php first checks that both give the same answers.
 */
final class PhpRules
{
    private const V4 = [
        '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24',
        '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24',
        '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32',
    ];
    private const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
    private const SPECIAL = [
        'localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'svc', 'onion', 'alt', 'invalid', 'arpa',
    ];

    /** @var list<array{int, int}> network and mask */
    private array $v4 = [];
    /** @var list<array{string, string}> network and mask, packed */
    private array $v6 = [];
    /** @var array<string, true> */
    private readonly array $special;

    /**
     * @param list<string>        $ownHosts
     * @param array<string, true> $denied   host names
     * @param array<string, true> $allowed  host names; empty: all
     */
    public function __construct(private readonly array $ownHosts, private readonly array $denied, private readonly array $allowed)
    {
        foreach (self::V4 as $network) {
            [$address, $length] = explode('/', $network);
            $mask = (0xffffffff << (32 - (int) $length)) & 0xffffffff;
            $this->v4[] = [ip2long($address) & $mask, $mask];
        }
        foreach (['2000::/3', ...self::V6] as $network) {
            [$address, $length] = explode('/', $network);
            $mask = str_pad(str_repeat("\xff", intdiv((int) $length, 8)) . chr((0xff00 >> ((int) $length % 8)) & 0xff), 16, "\0");
            $this->v6[] = [inet_pton($address) & $mask, $mask];
        }
        $this->special = array_fill_keys(self::SPECIAL, true);
    }

    public function isPublic(string $ip): bool
    {
        $packed = @inet_pton($ip);
        if ($packed === false) {
            return false;
        }
        if (strlen($packed) === 4) {
            $number = unpack('N', $packed)[1];
            foreach ($this->v4 as [$network, $mask]) {
                if (($number & $mask) === $network) {
                    return false;
                }
            }

            return true;
        }
        foreach ($this->v6 as $row => [$network, $mask]) {
            if ((($packed & $mask) === $network) === ($row > 0)) {
                return false;
            }
        }
        $middle = substr($packed, 8, 4);

        return $middle !== "\x00\x00\x5e\xfe" && $middle !== "\x02\x00\x5e\xfe";
    }

    /** The first rule that refuses, or null. */
    public function refuses(string $url): ?string
    {
        if (strlen($url) > 8192 || preg_match('/[\x00-\x20\x7f]/', $url)) {
            return 'url';
        }
        if (!preg_match('~^(https?):(.*)$~iDs', $url, $match)) {
            return 'scheme';
        }
        $scheme = strtolower($match[1]);
        if (!preg_match('~^//([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$~Ds', $match[2], $parts)) {
            return 'url';
        }
        $authority = $parts[1];
        $at = strrpos($authority, '@');
        if (str_contains($at === false ? $match[2] : substr($authority, $at) . ($parts[2] ?? ''), '\\')) {
            return 'url';
        }
        if ($at !== false) {
            return 'credentials';
        }
        if (!preg_match('/^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/D', $authority, $match)) {
            return 'url';
        }
        $port = ($match[2] ?? '') === '' ? null : (int) $match[2];
        if ($port === 0 || $port > 65535) {
            return 'url';
        }
        $host = strtolower($match[1]);
        if (str_starts_with($host, '[')) {
            $host = substr($host, 1, -1);
            if (!filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV6)) {
                return 'host';
            }
            $literal = true;
        } else {
            $host = str_ends_with($host, '.') ? substr($host, 0, -1) : $host;
            if (strlen($host) > 253 || !preg_match('/^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/D', $host)) {
                return 'host';
            }
            $literal = filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) !== false;
            if (!$literal && str_contains($host, 'xn--') && !$this->validALabels($host)) {
                return 'host';
            }
        }
        if (in_array($host, $this->ownHosts, true)) {
            return 'own-site';
        }
        if (isset($this->denied[$host])) {
            return 'denylisted';
        }
        if ($this->allowed !== [] && !isset($this->allowed[$host])) {
            return 'not-allowlisted';
        }
        if ($port !== null && $port !== ($scheme === 'https' ? 443 : 80)) {
            return 'port';
        }
        if ($literal) {
            return $this->isPublic($host) ? null : 'address';
        }
        $last = strrchr($host, '.');
        $last = $last === false ? $host : substr($last, 1);
        if (preg_match('/^(?:\d+|0x[0-9a-f]*)$/D', $last)) {
            return 'numeric-host';
        }

        return isset($this->special[$last]) || !str_contains($host, '.') ? 'special-name' : null;
    }

    private function validALabels(string $host): bool
    {
        $unicode = idn_to_utf8($host, IDNA_NONTRANSITIONAL_TO_UNICODE | IDNA_USE_STD3_RULES, INTL_IDNA_VARIANT_UTS46);

        return $unicode !== false && idn_to_ascii($unicode, IDNA_NONTRANSITIONAL_TO_ASCII | IDNA_USE_STD3_RULES, INTL_IDNA_VARIANT_UTS46) === $host;
    }
}
