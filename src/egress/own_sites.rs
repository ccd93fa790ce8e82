// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hosts of this installation, read from the bases of its sites and from the addresses of its server.
//!
//! Bases are the operator's words and are read leniently: every text that could name a host does. The set only ever
//! refuses (a host of this installation is not fetched as an external one), so reading too much into a base is harmless.
//! Which of the bases a tool may reach is decided in [`scope`](super::scope).

use std::net::IpAddr;

use super::host::{Host, HostError};

/// The hosts and addresses of this installation.
#[derive(Debug, Clone, Default)]
pub struct OwnSites {
    active: Vec<Vec<u8>>,
    hosts: Vec<String>,
    literals: Vec<IpAddr>,
    addresses: Vec<IpAddr>,
}

impl OwnSites {
    /// Takes the active base of every site, in the order of the sites; every other base there is (variants, languages);
    /// and the addresses of this server, as far as the caller knows them.
    #[must_use]
    pub fn new<A, F>(active_bases: &[A], further_bases: &[F], addresses: &[IpAddr]) -> Self
    where
        A: AsRef<[u8]>,
        F: AsRef<[u8]>,
    {
        let mut sites = Self {
            active: active_bases.iter().map(|base| base.as_ref().to_vec()).collect(),
            addresses: addresses.to_vec(),
            ..Self::default()
        };
        let further_bases = further_bases.iter().map(AsRef::as_ref);
        for base in active_bases.iter().map(AsRef::as_ref).chain(further_bases) {
            sites.add_host_of(base);
        }
        sites
    }

    /// The hosts, without ports, brackets and trailing dots, each once, in the order of the bases.
    #[must_use]
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// Whether the host is one of this installation, whatever the port. A literal is compared as an address.
    #[must_use]
    pub fn contains(&self, host: &Host) -> bool {
        match host {
            Host::Name(name) => self.hosts.iter().any(|own| own == name.as_str()),
            Host::V4(address) => self.contains_address(IpAddr::V4(*address)),
            Host::V6(address) => self.contains_address(IpAddr::V6(*address)),
        }
    }

    /// Whether the address is an own literal or an address of this server.
    #[must_use]
    pub fn contains_address(&self, address: IpAddr) -> bool {
        self.literals.contains(&address) || self.addresses.contains(&address)
    }

    /// The active bases, as they were given.
    pub(super) fn active_bases(&self) -> impl Iterator<Item = &[u8]> {
        self.active.iter().map(Vec::as_slice)
    }

    fn add_host_of(&mut self, base: &[u8]) {
        let Some(text) = host_text(base) else {
            return;
        };
        let (host, literal) = comparable(text);
        if !self.hosts.contains(&host) {
            self.hosts.push(host);
            self.literals.extend(literal);
        }
    }
}

/// The part of a base that stands where a host stands, without userinfo and port; none for a path.
fn host_text(base: &[u8]) -> Option<&[u8]> {
    let base = base.trim_ascii();
    let rest = match base.windows(3).position(|window| window == b"://") {
        Some(at) => &base[at + 3..],
        None => base.strip_prefix(b"//").unwrap_or(base),
    };
    let end = rest.iter().position(|byte| matches!(byte, b'/' | b'\\' | b'?' | b'#')).unwrap_or(rest.len());
    let authority = &rest[..end];
    let authority = match authority.iter().rposition(|byte| *byte == b'@') {
        Some(at) => &authority[at + 1..],
        None => authority,
    };
    let after_brackets = authority.iter().rposition(|byte| *byte == b']').map_or(0, |bracket| bracket + 1);
    let host = match authority[after_brackets..].iter().position(|byte| *byte == b':') {
        Some(colon) => &authority[..after_brackets + colon],
        None => authority,
    };
    (!host.is_empty()).then_some(host)
}

/// The host in the form in which hosts of URLs are compared, and its address when it is a literal. What is no valid host
/// stays as it is: no URL can name it.
fn comparable(text: &[u8]) -> (String, Option<IpAddr>) {
    match Host::parse(text) {
        Ok(host) => (host.to_string(), host.address()),
        Err(HostError::NonAscii { a_label: Some(host) }) => (host, None),
        Err(_) => (String::from_utf8_lossy(text).to_lowercase(), None),
    }
}
