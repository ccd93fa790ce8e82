// SPDX-License-Identifier: MIT OR Apache-2.0
//! Walks the borders of every row and compares the table with the rule it stands for.

use std::net::IpAddr;

use ipnet::IpNet;

use super::*;
use crate::egress::{AddressKind, is_public, kind_of};

/// The rule in the words of the documentation: what is not public in IPv4, and what is carved out of `2000::/3`.
const NOT_PUBLIC: [&str; 24] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "168.63.129.16/32",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
];

fn rows() -> impl Iterator<Item = (IpNet, AddressKind)> {
    let v4 = IPV4.iter().map(|row| (IpNet::V4(row.network), row.kind));
    v4.chain(IPV6.iter().map(|row| (IpNet::V6(row.network), row.kind)))
}

/// The kind of the longest row that holds the address.
fn kind_by_table(address: IpAddr) -> Option<AddressKind> {
    rows()
        .filter(|(network, _)| network.contains(&address))
        .max_by_key(|(network, _)| network.prefix_len())
        .map(|row| row.1)
}

fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u32::from(address).into(),
        IpAddr::V6(address) => address.into(),
    }
}

/// One below and one above a network, where the space goes on.
fn neighbours(network: IpNet) -> Vec<IpAddr> {
    let (first, last) = (number(network.network()), number(network.broadcast()));
    let like = |number: u128| match network {
        IpNet::V4(_) => u32::try_from(number).ok().map(|number| IpAddr::V4(number.into())),
        IpNet::V6(_) => Some(IpAddr::V6(number.into())),
    };
    [first.checked_sub(1), last.checked_add(1)].into_iter().flatten().filter_map(like).collect()
}

#[test]
fn the_first_and_the_last_address_of_every_row_are_what_the_row_says() {
    for (network, _) in rows() {
        for address in [network.network(), network.broadcast()] {
            assert_eq!(Some(kind_of(address)), kind_by_table(address), "{address} in {network}");
            assert!(!is_public(address), "{address} in {network}");
        }
    }
}

#[test]
fn what_stands_beside_a_row_is_public_unless_another_row_or_the_rest_of_ipv6_has_it() {
    for (network, _) in rows() {
        for address in neighbours(network) {
            let outside = match address {
                IpAddr::V4(_) => AddressKind::PublicUnicast,
                IpAddr::V6(v6) if GLOBAL_UNICAST.contains(&v6) => AddressKind::PublicUnicast,
                IpAddr::V6(_) => AddressKind::Unallocated,
            };
            assert_eq!(kind_of(address), kind_by_table(address).unwrap_or(outside), "{address} beside {network}");
        }
    }
}

#[test]
fn the_table_refuses_exactly_what_the_rule_names() {
    let rule: Vec<IpNet> = NOT_PUBLIC.iter().map(|network| network.parse().unwrap()).collect();
    let by_rule = |address: IpAddr| {
        let in_ipv6_outside = matches!(address, IpAddr::V6(v6) if !GLOBAL_UNICAST.contains(&v6));
        !in_ipv6_outside && !rule.iter().any(|network| network.contains(&address))
    };
    let borders = rule.iter().copied().chain(rows().map(|row| row.0));
    for network in borders {
        for address in neighbours(network).into_iter().chain([network.network(), network.broadcast()]) {
            assert_eq!(is_public(address), by_rule(address), "{address}");
        }
    }
}

#[test]
fn rows_are_networks_in_the_order_of_their_addresses_and_none_is_written_twice() {
    let keys: Vec<_> =
        rows().map(|(network, _)| (network.addr().is_ipv6(), number(network.addr()), network.prefix_len())).collect();
    assert!(keys.is_sorted_by(|left, right| left < right));
    assert!(rows().all(|(network, _)| network == network.trunc()));
    assert!(rows().all(|(_, kind)| kind != AddressKind::PublicUnicast));
}
