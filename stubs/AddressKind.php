<?php

// SPDX-License-Identifier: MIT OR Apache-2.0

declare(strict_types=1);

namespace Portcullis;

/**
 * What an address is: the kind of the row of the address table that holds it.
 */
enum AddressKind: string
{
    /** Globally reachable unicast: the only kind a request may go to. */
    case PublicUnicast = 'public';
    /** The unspecified address and "this network" (`0.0.0.0/8`, `::`). */
    case ThisNetwork = 'this-network';
    /** This host. */
    case Loopback = 'loopback';
    /** Private-use networks of an organisation, IPv6 unique-local and site-local included. */
    case PrivateUse = 'private';
    /** Carrier-grade NAT. */
    case Shared = 'shared';
    /** One link only. */
    case LinkLocal = 'link-local';
    /** A cloud platform's metadata or platform service. */
    case Metadata = 'metadata';
    /** IETF protocol assignments (anycast services, dummy addresses, DS-Lite …). */
    case ProtocolAssignment = 'protocol-assignment';
    /** Documentation examples. */
    case Documentation = 'documentation';
    /** Network benchmarking. */
    case Benchmarking = 'benchmarking';
    /** Blackhole DNS of AS112. */
    case As112 = 'as112';
    /** Automatic multicast tunnelling relays. */
    case Amt = 'amt';
    /** Multicast groups. */
    case Multicast = 'multicast';
    /** The limited broadcast address. */
    case Broadcast = 'broadcast';
    /** Set aside for future use. */
    case Reserved = 'reserved';
    /** NAT64: an IPv4 address behind a translator, well-known or local prefix. */
    case Nat64 = 'nat64';
    /** An IPv4 address in IPv6 clothes: mapped, compatible or translated. */
    case EmbeddedIpv4 = 'embedded-ipv4';
    /** 6to4 and its relays. */
    case SixToFour = '6to4';
    /** Teredo. */
    case Teredo = 'teredo';
    /** ISATAP, whatever the prefix. */
    case Isatap = 'isatap';
    /** Cryptographic identifiers that are not routed (ORCHID, drone remote ID). */
    case Identifier = 'identifier';
    /** The discard-only prefix. */
    case Discard = 'discard';
    /** Segment identifiers of SRv6. */
    case SegmentRouting = 'segment-routing';
    /** Not allocated to anybody. */
    case Unallocated = 'unallocated';
}
