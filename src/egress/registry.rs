// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of addresses that are not public, written out in the order of the addresses.
//!
//! It holds every row of the IANA special-purpose registries and the multicast spaces, and the additions no registry
//! has: the forms of IPv6 that embed IPv4, site-local, and the metadata and platform services of clouds. A row that
//! the registry calls globally reachable (an anycast service, for example) is in the table too: no web page lives
//! there. Of the rows that hold an address the longest prefix names its kind; which row it is never decides whether
//! the address is public.
//! Nothing is generated and nothing is read at run time.

use std::net::{Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

use super::address::AddressKind::{self, *};

/// The day of the IANA IPv4 and IPv6 special-purpose address registries this table was written from.
pub const REGISTRY_DATE: &str = "2025-10-09";

/// One row: a network, what it is and where that is said.
#[derive(Debug)]
pub struct Row<N> {
    /// The network.
    pub network: N,
    /// What its addresses are.
    pub kind: AddressKind,
    /// The name the registry or the source gives it.
    pub name: &'static str,
    /// The document that says so, or the platforms that use it.
    pub source: &'static str,
}

/// The space global unicast addresses are allocated from; nothing else in IPv6 is public (RFC 4291, section 2.4).
pub const GLOBAL_UNICAST: Ipv6Net = net6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

/// The IPv4 rows.
#[rustfmt::skip]
pub const IPV4: &[Row<Ipv4Net>] = &[
    v4([0, 0, 0, 0],            8, ThisNetwork,        "this network", "RFC 791, 3.2"),
    v4([0, 0, 0, 0],           32, ThisNetwork,        "this host on this network", "RFC 1122, 3.2.1.3"),
    v4([10, 0, 0, 0],           8, PrivateUse,         "private use", "RFC 1918"),
    v4([100, 64, 0, 0],        10, Shared,             "shared address space", "RFC 6598"),
    v4([100, 100, 100, 200],   32, Metadata,           "instance metadata", "Alibaba Cloud"),
    v4([127, 0, 0, 0],          8, Loopback,           "loopback", "RFC 1122, 3.2.1.3"),
    v4([168, 63, 129, 16],     32, Metadata,           "platform service on a public address", "Azure WireServer"),
    v4([169, 254, 0, 0],       16, LinkLocal,          "link local", "RFC 3927"),
    v4([169, 254, 0, 23],      32, Metadata,           "instance metadata", "Tencent Cloud"),
    v4([169, 254, 42, 42],     32, Metadata,           "instance metadata", "Scaleway"),
    v4([169, 254, 169, 254],   32, Metadata,           "instance metadata", "AWS, Azure, Google Cloud and most others"),
    v4([169, 254, 170, 2],     32, Metadata,           "task credentials", "AWS ECS"),
    v4([169, 254, 170, 23],    32, Metadata,           "pod identity agent", "AWS EKS"),
    v4([172, 16, 0, 0],        12, PrivateUse,         "private use", "RFC 1918"),
    v4([192, 0, 0, 0],         24, ProtocolAssignment, "IETF protocol assignments", "RFC 6890, 2.1"),
    v4([192, 0, 0, 0],         29, ProtocolAssignment, "IPv4 service continuity prefix", "RFC 7335"),
    v4([192, 0, 0, 8],         32, ProtocolAssignment, "IPv4 dummy address", "RFC 7600"),
    v4([192, 0, 0, 9],         32, ProtocolAssignment, "Port Control Protocol anycast", "RFC 7723"),
    v4([192, 0, 0, 10],        32, ProtocolAssignment, "TURN anycast", "RFC 8155"),
    v4([192, 0, 0, 170],       32, Nat64,              "NAT64/DNS64 discovery", "RFC 8880, RFC 7050, 2.2"),
    v4([192, 0, 0, 171],       32, Nat64,              "NAT64/DNS64 discovery", "RFC 8880, RFC 7050, 2.2"),
    v4([192, 0, 0, 192],       32, Metadata,           "instance metadata", "Oracle Cloud Classic"),
    v4([192, 0, 2, 0],         24, Documentation,      "TEST-NET-1", "RFC 5737"),
    v4([192, 31, 196, 0],      24, As112,              "AS112-v4", "RFC 7535"),
    v4([192, 52, 193, 0],      24, Amt,                "AMT", "RFC 7450"),
    v4([192, 88, 99, 0],       24, SixToFour,          "deprecated 6to4 relay anycast", "RFC 7526"),
    v4([192, 88, 99, 2],       32, SixToFour,          "6a44 relay anycast", "RFC 6751"),
    v4([192, 168, 0, 0],       16, PrivateUse,         "private use", "RFC 1918"),
    v4([192, 175, 48, 0],      24, As112,              "direct delegation AS112", "RFC 7534"),
    v4([198, 18, 0, 0],        15, Benchmarking,       "benchmarking", "RFC 2544"),
    v4([198, 51, 100, 0],      24, Documentation,      "TEST-NET-2", "RFC 5737"),
    v4([203, 0, 113, 0],       24, Documentation,      "TEST-NET-3", "RFC 5737"),
    v4([224, 0, 0, 0],          4, Multicast,          "multicast", "RFC 5771"),
    v4([240, 0, 0, 0],          4, Reserved,           "reserved", "RFC 1112, 4"),
    v4([255, 255, 255, 255],   32, Broadcast,          "limited broadcast", "RFC 919, 7, RFC 8190"),
];

/// The IPv6 rows. Those outside [`GLOBAL_UNICAST`] only give the kind its name.
#[rustfmt::skip]
pub const IPV6: &[Row<Ipv6Net>] = &[
    v6([0, 0, 0, 0, 0, 0, 0, 0],                   96, EmbeddedIpv4,       "IPv4-compatible", "RFC 4291, 2.5.5.1"),
    v6([0, 0, 0, 0, 0, 0, 0, 0],                  128, ThisNetwork,        "unspecified", "RFC 4291, 2.5.2"),
    v6([0, 0, 0, 0, 0, 0, 0, 1],                  128, Loopback,           "loopback", "RFC 4291, 2.5.3"),
    v6([0, 0, 0, 0, 0, 0xffff, 0, 0],              96, EmbeddedIpv4,       "IPv4-mapped", "RFC 4291, 2.5.5.2"),
    v6([0, 0, 0, 0, 0xffff, 0, 0, 0],              96, EmbeddedIpv4,       "IPv4-translated", "RFC 2765, 2.1"),
    v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0],           96, Nat64,              "IPv4-IPv6 translation", "RFC 6052"),
    v6([0x64, 0xff9b, 1, 0, 0, 0, 0, 0],           48, Nat64,              "local-use translation", "RFC 8215"),
    v6([0x100, 0, 0, 0, 0, 0, 0, 0],               64, Discard,            "discard only", "RFC 6666"),
    v6([0x100, 0, 0, 1, 0, 0, 0, 0],               64, Discard,            "dummy prefix", "RFC 9780"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0],              23, ProtocolAssignment, "IETF protocol assignments", "RFC 2928"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0],              32, Teredo,             "Teredo", "RFC 4380, RFC 8190"),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 1],             128, ProtocolAssignment, "Port Control Protocol anycast", "RFC 7723"),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 2],             128, ProtocolAssignment, "TURN anycast", "RFC 8155"),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 3],             128, ProtocolAssignment, "DNS-SD SRP anycast", "RFC 9665"),
    v6([0x2001, 2, 0, 0, 0, 0, 0, 0],              48, Benchmarking,       "benchmarking", "RFC 5180"),
    v6([0x2001, 3, 0, 0, 0, 0, 0, 0],              32, Amt,                "AMT", "RFC 7450"),
    v6([0x2001, 4, 0x112, 0, 0, 0, 0, 0],          48, As112,              "AS112-v6", "RFC 7535"),
    v6([0x2001, 0x10, 0, 0, 0, 0, 0, 0],           28, Identifier,         "deprecated ORCHID", "RFC 4843"),
    v6([0x2001, 0x20, 0, 0, 0, 0, 0, 0],           28, Identifier,         "ORCHIDv2", "RFC 7343"),
    v6([0x2001, 0x30, 0, 0, 0, 0, 0, 0],           28, Identifier,         "drone remote ID entity tags", "RFC 9374"),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0],          32, Documentation,      "documentation", "RFC 3849"),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0],              16, SixToFour,          "6to4", "RFC 3056"),
    v6([0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0],      48, As112,              "direct delegation AS112", "RFC 7534"),
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0],              20, Documentation,      "documentation", "RFC 9637"),
    v6([0x5f00, 0, 0, 0, 0, 0, 0, 0],              16, SegmentRouting,     "SRv6 segment identifiers", "RFC 9602"),
    v6([0xfc00, 0, 0, 0, 0, 0, 0, 0],               7, PrivateUse,         "unique-local", "RFC 4193"),
    v6([0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42],       128, Metadata,           "instance metadata", "Scaleway"),
    v6([0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe], 128, Metadata,           "instance metadata", "Oracle Cloud"),
    v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23],      128, Metadata,           "pod identity agent", "AWS EKS"),
    v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254],     128, Metadata,           "instance metadata", "AWS"),
    v6([0xfd00, 0xa9fe, 0xa9fe, 0, 0, 0, 0, 1],   128, Metadata,           "instance metadata", "Akamai"),
    v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254],      128, Metadata,           "instance metadata", "Google Cloud"),
    v6([0xfe80, 0, 0, 0, 0, 0, 0, 0],              10, LinkLocal,          "link-local unicast", "RFC 4291, 2.5.6"),
    v6([0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe],   128, Metadata,           "instance metadata", "OpenStack, Hetzner"),
    v6([0xfec0, 0, 0, 0, 0, 0, 0, 0],              10, PrivateUse,         "deprecated site-local", "RFC 3879"),
    v6([0xff00, 0, 0, 0, 0, 0, 0, 0],               8, Multicast,          "multicast", "RFC 4291, 2.7"),
];

const fn v4(octets: [u8; 4], prefix: u8, kind: AddressKind, name: &'static str, source: &'static str) -> Row<Ipv4Net> {
    let [a, b, c, d] = octets;
    Row { network: Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix), kind, name, source }
}

const fn v6(
    segments: [u16; 8],
    prefix: u8,
    kind: AddressKind,
    name: &'static str,
    source: &'static str,
) -> Row<Ipv6Net> {
    Row { network: net6(segments, prefix), kind, name, source }
}

const fn net6(segments: [u16; 8], prefix: u8) -> Ipv6Net {
    let [a, b, c, d, e, f, g, h] = segments;
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), prefix)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
