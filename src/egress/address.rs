// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which addresses are public, and what the others are.
//!
//! An address that embeds another one (mapped, translated, 6to4, Teredo, ISATAP …) is judged as a form: nothing is
//! unwrapped and judged by its inside. This module knows no names and asks nobody.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::nesting::Nesting;
use super::registry;

/// What an address is, by the row of [`registry`] it falls into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AddressKind {
    /// Globally reachable unicast: the only kind a request may go to.
    PublicUnicast,
    /// The unspecified address and "this network" (`0.0.0.0/8`, `::`).
    ThisNetwork,
    /// This host.
    Loopback,
    /// Private-use networks of an organisation, IPv6 unique-local and site-local included.
    PrivateUse,
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
        Self::PublicUnicast,
        Self::ThisNetwork,
        Self::Loopback,
        Self::PrivateUse,
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
            Self::PublicUnicast => "public",
            Self::ThisNetwork => "this-network",
            Self::Loopback => "loopback",
            Self::PrivateUse => "private",
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

/// Whether a request may go to this address: true for [`AddressKind::PublicUnicast`] and for nothing else.
#[must_use]
pub fn is_public(ip: IpAddr) -> bool {
    kind_of(ip) == AddressKind::PublicUnicast
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
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.parse::<Ipv4Addr>().is_ok() || bare.parse::<Ipv6Addr>().is_ok() {
        return false;
    }
    let last = host.rsplit('.').next().unwrap_or(host);
    match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(hex) => hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

fn kind_of_v4(ip: Ipv4Addr) -> AddressKind {
    static ROWS: Nesting<{ registry::IPV4.len() }> = Nesting::of_v4(registry::IPV4);
    ROWS.row(u128::from(ip.to_bits()) << 96).map_or(AddressKind::PublicUnicast, |row| registry::IPV4[row].kind)
}

fn kind_of_v6(ip: Ipv6Addr) -> AddressKind {
    static ROWS: Nesting<{ registry::IPV6.len() }> = Nesting::of_v6(registry::IPV6);
    match ROWS.row(ip.to_bits()) {
        Some(row) => registry::IPV6[row].kind,
        None if is_isatap(ip) => AddressKind::Isatap,
        None if registry::GLOBAL_UNICAST.contains(&ip) => AddressKind::PublicUnicast,
        None => AddressKind::Unallocated,
    }
}

/// The interface identifier `0000:5efe` or, with the universal bit, `0200:5efe` (RFC 5214, section 6.1).
fn is_isatap(ip: Ipv6Addr) -> bool {
    let segments = ip.segments();
    matches!(segments[4], 0x0000 | 0x0200) && segments[5] == 0x5efe
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn kind(address: &str) -> AddressKind {
        kind_of(address.parse().unwrap())
    }

    #[test]
    fn ordinary_addresses_are_public() {
        for address in ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001::1"] {
            assert_eq!(kind(address), AddressKind::PublicUnicast, "{address}");
        }
    }

    #[test]
    fn an_embedded_address_is_refused_as_a_form_even_when_its_inside_is_public() {
        let forms = [
            ("::8.8.8.8", AddressKind::EmbeddedIpv4),
            ("::ffff:8.8.8.8", AddressKind::EmbeddedIpv4),
            ("::ffff:0:8.8.8.8", AddressKind::EmbeddedIpv4),
            ("64:ff9b::8.8.8.8", AddressKind::Nat64),
            ("64:ff9b:1::8.8.8.8", AddressKind::Nat64),
            ("2002:808:808::1", AddressKind::SixToFour),
            ("2001:0:808:808::1", AddressKind::Teredo),
            ("2606:4700::5efe:808:808", AddressKind::Isatap),
            ("2606:4700::200:5efe:808:808", AddressKind::Isatap),
        ];
        for (address, expected) in forms {
            assert_eq!(kind(address), expected, "{address}");
        }
    }

    #[test]
    fn only_the_two_identifiers_of_isatap_are_isatap() {
        for address in ["2606:4700::100:5efe:808:808", "2606:4700::5eff:808:808", "2606:4700:0:5efe::1"] {
            assert_eq!(kind(address), AddressKind::PublicUnicast, "{address}");
        }
    }

    #[test]
    fn the_kind_is_that_of_the_longest_row() {
        assert_eq!(kind("169.254.169.253"), AddressKind::LinkLocal);
        assert_eq!(kind("169.254.169.254"), AddressKind::Metadata);
        assert_eq!(kind("fd00:ec2::254"), AddressKind::Metadata);
        assert_eq!(kind("::1"), AddressKind::Loopback);
        assert_eq!(kind("::2"), AddressKind::EmbeddedIpv4);
        assert_eq!(kind("192.0.0.170"), AddressKind::Nat64);
        assert_eq!(kind("255.255.255.255"), AddressKind::Broadcast);
    }

    #[test]
    fn what_is_neither_in_the_table_nor_global_unicast_is_unallocated() {
        for address in ["1::1", "4000::1", "8000::1", "fe00::1"] {
            assert_eq!(kind(address), AddressKind::Unallocated, "{address}");
        }
    }

    #[test]
    fn a_number_that_some_parsers_read_as_an_address_is_a_numeric_host() {
        let numeric = [
            "2130706433",
            "0177.0.0.1",
            "0x7f.1",
            "0x7F.1",
            "127.1",
            "127.0.1",
            "example.123",
            "foo.0x4",
            "foo.0x",
            "0x",
            "127.1.",
            "256.1.1.1",
            "1.1.1.1.1",
            "08.8.8.8",
            "0X7f000001",
        ];
        for host in numeric {
            assert!(is_numeric_host(host), "{host}");
        }
        let others = [
            "8.8.8.8",
            "8.8.8.8.",
            "example.org",
            "1e3",
            "0x7g",
            "123.example",
            "a1",
            "",
            ".",
            "::1",
            "[::ffff:1.2.3.4]",
            "::ffff:1.2.3.4",
            "1.2.3.4x",
        ];
        for host in others {
            assert!(!is_numeric_host(host), "{host}");
        }
    }

    #[test]
    fn every_kind_has_a_word_of_its_own() {
        let words: std::collections::BTreeSet<_> = AddressKind::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(words.len(), AddressKind::ALL.len());
        assert!(
            words.iter().all(|word| word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'))
        );
    }
}
