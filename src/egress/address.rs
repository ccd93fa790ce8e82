// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which addresses are public, and what the others are.
//!
//! An address that embeds another one (mapped, translated, 6to4, Teredo, ISATAP …) is judged as a form: nothing is
//! unwrapped and judged by its inside. This module knows no names and asks nobody.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::registry;

/// What an address is, by the row of [`registry`] it falls into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AddressKind {
    /// Globally reachable unicast: the only kind a request may go to.
    Public,
    /// The unspecified address and "this network" (`0.0.0.0/8`, `::`).
    ThisNetwork,
    /// This host.
    Loopback,
    /// Private-use networks of an organisation, IPv6 unique-local and site-local included.
    Private,
    /// Carrier-grade NAT.
    Shared,
    /// One link only.
    LinkLocal,
    /// A cloud platform's metadata or platform service.
    Metadata,
    /// IETF protocol assignments (anycast services, dummy addresses, DS-Lite …).
    ProtocolAssignment,
    /// Documentation examples.
    Documentation,
    /// Network benchmarking.
    Benchmarking,
    /// Blackhole DNS of AS112.
    As112,
    /// Automatic multicast tunnelling relays.
    Amt,
    /// Multicast groups.
    Multicast,
    /// The limited broadcast address.
    Broadcast,
    /// Set aside for future use.
    Reserved,
    /// NAT64: an IPv4 address behind a translator, well-known or local prefix.
    Nat64,
    /// An IPv4 address in IPv6 clothes: mapped, compatible or translated.
    EmbeddedIpv4,
    /// 6to4 and its relays.
    SixToFour,
    /// Teredo.
    Teredo,
    /// ISATAP, whatever the prefix.
    Isatap,
    /// Cryptographic identifiers that are not routed (ORCHID, drone remote ID).
    Identifier,
    /// The discard-only prefix.
    Discard,
    /// Segment identifiers of SRv6.
    SegmentRouting,
    /// Not allocated to anybody.
    Unallocated,
}

impl AddressKind {
    /// Every kind.
    pub const ALL: [Self; 24] = [
        Self::Public,
        Self::ThisNetwork,
        Self::Loopback,
        Self::Private,
        Self::Shared,
        Self::LinkLocal,
        Self::Metadata,
        Self::ProtocolAssignment,
        Self::Documentation,
        Self::Benchmarking,
        Self::As112,
        Self::Amt,
        Self::Multicast,
        Self::Broadcast,
        Self::Reserved,
        Self::Nat64,
        Self::EmbeddedIpv4,
        Self::SixToFour,
        Self::Teredo,
        Self::Isatap,
        Self::Identifier,
        Self::Discard,
        Self::SegmentRouting,
        Self::Unallocated,
    ];

    /// The kind as a stable word, for logs and for PHP.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::ThisNetwork => "this-network",
            Self::Loopback => "loopback",
            Self::Private => "private",
            Self::Shared => "shared",
            Self::LinkLocal => "link-local",
            Self::Metadata => "metadata",
            Self::ProtocolAssignment => "protocol-assignment",
            Self::Documentation => "documentation",
            Self::Benchmarking => "benchmarking",
            Self::As112 => "as112",
            Self::Amt => "amt",
            Self::Multicast => "multicast",
            Self::Broadcast => "broadcast",
            Self::Reserved => "reserved",
            Self::Nat64 => "nat64",
            Self::EmbeddedIpv4 => "embedded-ipv4",
            Self::SixToFour => "6to4",
            Self::Teredo => "teredo",
            Self::Isatap => "isatap",
            Self::Identifier => "identifier",
            Self::Discard => "discard",
            Self::SegmentRouting => "segment-routing",
            Self::Unallocated => "unallocated",
        }
    }
}

impl fmt::Display for AddressKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether a request may go to this address: true for [`AddressKind::Public`] and for nothing else.
#[must_use]
pub fn is_public(ip: IpAddr) -> bool {
    kind_of(ip) == AddressKind::Public
}

/// What the address is. Does not allocate.
#[must_use]
pub fn kind_of(ip: IpAddr) -> AddressKind {
    match ip {
        IpAddr::V4(ip) => kind_of_v4(ip),
        IpAddr::V6(ip) => kind_of_v6(ip),
    }
}

/// Whether the host is a number that some parsers read as an IPv4 address: no IP literal, and its last label is all
/// digits, or `0x` and zero or more hex digits, with or without a trailing dot (WHATWG URL, "ends in a number").
#[must_use]
pub fn is_numeric_host(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next().unwrap_or(host);
    let ends_in_a_number = match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(hex) => hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()),
    };
    ends_in_a_number && host.parse::<Ipv4Addr>().is_err()
}

fn kind_of_v4(ip: Ipv4Addr) -> AddressKind {
    registry::IPV4.iter().find(|row| row.network.contains(&ip)).map_or(AddressKind::Public, |row| row.kind)
}

fn kind_of_v6(ip: Ipv6Addr) -> AddressKind {
    if let Some(row) = registry::IPV6.iter().find(|row| row.network.contains(&ip)) {
        return row.kind;
    }
    if is_isatap(ip) {
        return AddressKind::Isatap;
    }
    if registry::GLOBAL_UNICAST.contains(&ip) { AddressKind::Public } else { AddressKind::Unallocated }
}

/// The interface identifier `0000:5efe` or, with the universal bit, `0200:5efe` (RFC 5214, section 6.1).
fn is_isatap(ip: Ipv6Addr) -> bool {
    let segments = ip.segments();
    matches!(segments[4], 0x0000 | 0x0200) && segments[5] == 0x5efe
}
