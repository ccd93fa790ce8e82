<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * The rule that refused a URL. The cases stand in the order in which the rules are asked; the first that fails decides.
 */
enum RefusalReason: string
{
    /** 1: the group's scope is not `external_filtered`. */
    case Scope = 'scope';
    /** 2: the URL cannot be parsed. */
    case Url = 'url';
    /** 3: only http and https. */
    case Scheme = 'scheme';
    /** 4: the URL carries credentials, be they empty. */
    case Credentials = 'credentials';
    /** 5: no valid host. */
    case Host = 'host';
    /** 6: a host of this installation; also a name that resolves to one of its addresses. */
    case OwnSite = 'own-site';
    /** 7: the host lists cannot be read. */
    case ListsUnreadable = 'lists-unreadable';
    /** 8: on the denylist, by name or literal address. */
    case Denylisted = 'denylisted';
    /** 9: not on the allowlist, which has entries. */
    case NotAllowlisted = 'not-allowlisted';
    /** 10: neither the scheme's default port nor one the allowlist names with this host. */
    case Port = 'port';
    /** 11: an HTTP proxy would carry the request, and proxies are not permitted. */
    case Proxy = 'proxy';
    /** 12: a numeric form of a host (`2130706433`, `0x7f.1`). */
    case NumericHost = 'numeric-host';
    /** 13: a literal address that is not public. */
    case Address = 'address';
    /** 14: a special-use or single-label name, which never reaches a resolver. */
    case SpecialName = 'special-name';
    /** 15: the name does not resolve, or only in part. */
    case Unresolvable = 'unresolvable';
    /** 16: one of the resolved addresses is not public. */
    case PrivateAnswer = 'private-answer';
    /** 17: one of the resolved addresses is on the denylist. */
    case DeniedAnswer = 'denied-answer';
    /** 18: another reader of the URL would contact another host. */
    case Ambiguous = 'ambiguous';
}
