<?php

// SPDX-License-Identifier: GPL-2.0-or-later

declare(strict_types=1);

namespace Portcullis\Typo3\Egress;

use Portcullis\RefusalReason;
use Portcullis\Verdict;

/**
 * What each rule said on the way to a verdict, in the order in which the guard asks them.
 */
final class Steps
{
    private const MEANING = [
        'scope' => 'the group may reach external hosts',
        'url' => 'the URL parses',
        'scheme' => 'http or https',
        'credentials' => 'no credentials',
        'host' => 'the host has a valid form',
        'own-site' => 'no host of this installation',
        'lists-unreadable' => 'the host lists can be read',
        'denylisted' => 'not on the denylist',
        'not-allowlisted' => 'on the allowlist, if there is one',
        'port' => 'the default port, or one the allowlist names',
        'proxy' => 'no proxy, or a permitted one',
        'numeric-host' => 'no numeric form of a host',
        'address' => 'a literal address is public',
        'special-name' => 'no name for special use',
        'unresolvable' => 'the name resolves',
        'private-answer' => 'every address is public',
        'denied-answer' => 'no address is on the denylist',
        'ambiguous' => 'other parsers read the same URL',
    ];

    private const FROM_DNS = [RefusalReason::Unresolvable, RefusalReason::PrivateAnswer, RefusalReason::DeniedAnswer];

    /**
     * @return list<array{rule: int, reason: string, means: string, result: string}>
     */
    public static function of(Verdict $verdict, bool $resolved): array
    {
        $literal = $verdict->host !== null && filter_var($verdict->host, FILTER_VALIDATE_IP) !== false;
        // A name that resolves to an address of this server is found after the resolver was asked.
        $last = $verdict->reason === RefusalReason::OwnSite && $verdict->addresses !== []
            ? RefusalReason::Unresolvable
            : $verdict->reason;
        $steps = [];
        $over = false;
        foreach (RefusalReason::cases() as $index => $reason) {
            $steps[] = [
                'rule' => $index + 1,
                'reason' => $reason->value,
                'means' => self::MEANING[$reason->value],
                'result' => match (true) {
                    $reason === $verdict->reason => 'refused',
                    $over => 'not asked',
                    $literal && in_array($reason, self::FROM_DNS, true) => 'no name',
                    !$resolved && !$literal && in_array($reason, self::FROM_DNS, true) => 'not asked',
                    default => 'passed',
                },
            ];
            $over = $over || $reason === $last;
        }

        return $steps;
    }
}
