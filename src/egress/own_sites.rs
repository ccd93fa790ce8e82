// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hosts of this installation, read from the bases of its sites and from the addresses of its server.
//!
//! Bases are the operator's words and are read leniently: every text that could name a host does. The set only ever
//! refuses (a host of this installation is not fetched as an external one), so reading too much into a base is
//! harmless. Which of the bases a tool may reach is decided in [`scope`](super::scope).

use std::collections::HashSet;
use std::net::IpAddr;

use super::host::{self, Host};
use super::url::scheme_end;

/// The hosts and addresses of this installation.
#[derive(Debug, Clone, Default)]
pub struct OwnSites {
    active: Vec<Vec<u8>>,
    /// In the order of the bases, for display.
    hosts: Vec<String>,
    known_hosts: HashSet<String>,
    /// Literal hosts and addresses of the server.
    addresses: HashSet<IpAddr>,
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
            addresses: addresses.iter().map(IpAddr::to_canonical).collect(),
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

    /// The addresses of this server and the hosts that are literals, in the order of addresses.
    #[must_use]
    pub fn addresses(&self) -> Vec<IpAddr> {
        let mut addresses: Vec<IpAddr> = self.addresses.iter().copied().collect();
        addresses.sort_unstable();
        addresses
    }

    /// Whether the host is one of this installation, whatever the port. A literal is compared as an address.
    #[must_use]
    pub fn contains(&self, host: &Host) -> bool {
        match host {
            Host::Name(name) => self.known_hosts.contains(name.as_str()),
            Host::V4(address) => self.contains_address(IpAddr::V4(*address)),
            Host::V6(address) => self.contains_address(IpAddr::V6(*address)),
        }
    }

    /// Whether the address is an own literal or an address of this server.
    #[must_use]
    pub fn contains_address(&self, address: IpAddr) -> bool {
        self.addresses.contains(&address)
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
        self.addresses.extend(literal);
        if self.known_hosts.insert(host.clone()) {
            self.hosts.push(host);
        }
    }
}

/// The part of a base that stands where a host stands, without userinfo and port; none for a path.
fn host_text(base: &[u8]) -> Option<&[u8]> {
    let base = base.trim_ascii();
    let behind_scheme = scheme_end(base).and_then(|end| base[end..].strip_prefix(b"://"));
    let rest = behind_scheme.unwrap_or(base.strip_prefix(b"//").unwrap_or(base));
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

/// The host as a URL would name it; what is none stays as it is, no URL can name it.
fn comparable(text: &[u8]) -> (String, Option<IpAddr>) {
    match Host::parse(text).ok().or_else(|| host::convert(text).map(Host::Name)) {
        Some(host) => (host.to_string(), host.address()),
        None => (String::from_utf8_lossy(text).to_lowercase(), None),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const NONE: [&str; 0] = [];

    fn contains(base: &str, host: &str) -> bool {
        OwnSites::new(&NONE, &[base], &[]).contains(&Host::parse(host.as_bytes()).unwrap())
    }

    #[test]
    fn the_host_of_every_form_of_a_base_is_an_own_host() {
        let bases = [
            "https://example.org/",
            "https://example.org",
            "HTTPS://Example.ORG./x?y#z",
            "http://example.org:8080/x",
            "https://user:pw@example.org/",
            "//example.org/",
            "//example.org:8080",
            "example.org",
            "example.org/path",
            "example.org:8080/path",
            "example.org/?back=https://other.example/",
            " https://example.org/ ",
        ];
        for base in bases {
            assert!(contains(base, "example.org"), "{base}");
            assert!(!contains(base, "www.example.org"), "{base}");
        }
    }

    #[test]
    fn a_base_that_is_only_a_path_has_no_host() {
        for base in ["/", "/de/", "", "?x", "#x", "/example.org"] {
            assert!(OwnSites::new(&[base], &NONE, &[]).hosts().is_empty(), "{base}");
        }
    }

    #[test]
    fn a_literal_is_compared_as_an_address_whatever_its_spelling() {
        assert!(contains("https://[2606:4700:0:0::1]:8443/", "[2606:4700::1]"));
        assert!(contains("http://93.184.215.14/", "93.184.215.14."));
    }

    #[test]
    fn an_internationalised_base_is_its_a_label() {
        assert!(contains("https://B\u{fc}cher.example/", "xn--bcher-kva.example"));
        assert!(contains("https://\u{ff45}xample.org/", "example.org"));
    }

    #[test]
    fn an_address_of_the_server_is_an_own_host_as_a_literal_and_as_an_answer() {
        let sites = OwnSites::new(&NONE, &NONE, &["::ffff:93.184.215.14".parse().unwrap()]);
        assert!(sites.contains(&Host::parse(b"93.184.215.14").unwrap()));
        assert!(sites.contains_address(IpAddr::from([93, 184, 215, 14])));
        assert!(!sites.contains_address(IpAddr::from([93, 184, 215, 15])));
    }

    #[test]
    fn hosts_are_listed_once_in_the_order_of_the_bases() {
        let sites =
            OwnSites::new(&["https://b.example/", "https://a.example/"], &["//b.example/de/", "c.example"], &[]);
        assert_eq!(sites.hosts(), ["b.example", "a.example", "c.example"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_no_panic() {
        assert_eq!(OwnSites::new(&[b"https://\xff/"], &NONE, &[]).hosts(), ["\u{fffd}"]);
    }
}
