// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lists of hosts that an operator writes: what each entry names, and which text is no list at all.
//!
//! One entry that cannot be read makes the whole list unreadable, so that a typo never widens what is allowed. The list
//! answers whether an entry names a host, a port or an address; what follows from a match is the guard's business.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use super::host::{Host, HostError};
use super::url::{WebUrl, parse_port};

/// A readable list. An empty one has no entries and is not the same as an unreadable one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostList {
    entries: Vec<Entry>,
}

impl HostList {
    /// Reads a comma-separated list; white space around entries and blank entries are ignored.
    ///
    /// # Errors
    ///
    /// Every entry that cannot be read, and why. One is enough to make the list unreadable.
    pub fn parse(text: &[u8]) -> Result<Self, Vec<ListProblem>> {
        let mut entries = Vec::new();
        let mut problems = Vec::new();
        for entry in text.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).filter(|entry| !entry.is_empty()) {
            match Entry::parse(entry) {
                Ok(entry) => entries.push(entry),
                Err(error) => problems.push(ListProblem { entry: String::from_utf8_lossy(entry).into_owned(), error }),
            }
        }
        if problems.is_empty() { Ok(Self { entries }) } else { Err(problems) }
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in their order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The first entry that denies this host, on whatever port.
    #[must_use]
    pub fn denies(&self, host: &Host) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.matches_host(host))
    }

    /// The first entry that denies this address, on whatever port.
    #[must_use]
    pub fn denies_address(&self, address: IpAddr) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.matches_address(address))
    }

    /// The first entry that allows the host of this URL on its port.
    #[must_use]
    pub fn allows(&self, url: &WebUrl) -> Option<&Entry> {
        let port_is_open = |entry: &Entry| entry.port.unwrap_or(url.scheme().default_port()) == url.port();
        self.entries.iter().find(|entry| port_is_open(entry) && entry.matches_host(url.host()))
    }
}

/// One entry: a name, the subdomains of a name, or an address, each with or without a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    text: String,
    target: Target,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    Name(String),
    /// The suffix every subdomain has, with its leading dot.
    Subdomains(String),
    /// Never an IPv4-mapped one.
    Address(IpAddr),
}

impl Entry {
    /// The entry as it is written in the settings.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the entry is an address.
    #[must_use]
    pub fn is_address(&self) -> bool {
        matches!(self.target, Target::Address(_))
    }

    /// The port of the entry, where it has one.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether the entry names this host: a name by its name, a literal by its address. The port is not looked at.
    #[must_use]
    pub fn matches_host(&self, host: &Host) -> bool {
        match (host, &self.target) {
            (Host::Name(host), Target::Name(name)) => host.as_str() == name,
            (Host::Name(host), Target::Subdomains(suffix)) => host.as_str().ends_with(suffix.as_str()),
            (Host::V4(address), Target::Address(_)) => self.matches_address(IpAddr::V4(*address)),
            (Host::V6(address), Target::Address(_)) => self.matches_address(IpAddr::V6(*address)),
            _ => false,
        }
    }

    /// Whether the entry is this address, IPv4-mapped forms counting as the IPv4 address.
    #[must_use]
    pub fn matches_address(&self, address: IpAddr) -> bool {
        matches!(self.target, Target::Address(entry) if entry == address.to_canonical())
    }

    fn parse(text: &[u8]) -> Result<Self, EntryError> {
        let entry = std::str::from_utf8(text).map_err(|_| EntryError::NotUtf8)?;
        if let Ok(address) = entry.parse::<Ipv6Addr>() {
            return Ok(Self { text: entry.to_owned(), target: Target::address(IpAddr::V6(address)), port: None });
        }
        let (host, port) = split_port(entry)?;
        Ok(Self { text: entry.to_owned(), target: Target::parse(host)?, port })
    }
}

impl Target {
    fn parse(host: &str) -> Result<Self, EntryError> {
        if let Some(parent) = host.strip_prefix("*.") {
            return match Host::parse(parent.as_bytes())? {
                Host::Name(name) if name.as_str().contains('.') => Ok(Self::Subdomains(format!(".{name}"))),
                _ => Err(EntryError::Wildcard),
            };
        }
        if host.contains('*') {
            return Err(EntryError::Wildcard);
        }
        Ok(match Host::parse(host.as_bytes())? {
            Host::Name(name) => Self::Name(name.as_str().to_owned()),
            Host::V4(address) => Self::address(IpAddr::V4(address)),
            Host::V6(address) => Self::address(IpAddr::V6(address)),
        })
    }

    fn address(address: IpAddr) -> Self {
        Self::Address(address.to_canonical())
    }
}

/// An entry that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListProblem {
    /// The entry as it is written, with U+FFFD for what is not UTF-8.
    pub entry: String,
    /// Why it cannot be read.
    pub error: EntryError,
}

/// Why an entry cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryError {
    /// It is not UTF-8.
    NotUtf8,
    /// It has a scheme or a path.
    Url,
    /// Its port is no number from 1 to 65535.
    Port,
    /// A `*` stands elsewhere than as `*.` before a name of at least two labels.
    Wildcard,
    /// Its host has no valid form.
    Host(HostError),
}

impl From<HostError> for EntryError {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("it is not UTF-8"),
            Self::Url => f.write_str("an entry is a host, without scheme and path"),
            Self::Port => f.write_str("the port is not a number from 1 to 65535"),
            Self::Wildcard => f.write_str("a * may only stand as *. before a name of at least two labels"),
            Self::Host(error) => write!(f, "this is no host: {error}"),
        }
    }
}

impl std::error::Error for EntryError {}

/// Splits `:port` off; a bare IPv6 address has been recognised before.
fn split_port(entry: &str) -> Result<(&str, Option<u16>), EntryError> {
    if entry.contains('/') {
        return Err(EntryError::Url);
    }
    let after_brackets = entry.rfind(']').map_or(0, |bracket| bracket + 1);
    match entry[after_brackets..].find(':') {
        None => Ok((entry, None)),
        Some(colon) => {
            let (host, port) = (&entry[..after_brackets + colon], &entry[after_brackets + colon + 1..]);
            let port = parse_port(port.as_bytes()).ok_or(EntryError::Port)?;
            Ok((host, Some(port)))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn list(text: &str) -> HostList {
        HostList::parse(text.as_bytes()).unwrap()
    }

    fn host(text: &str) -> Host {
        Host::parse(text.as_bytes()).unwrap()
    }

    fn allows(text: &str, url: &str) -> bool {
        list(text).allows(&WebUrl::parse(url.as_bytes()).unwrap()).is_some()
    }

    #[test]
    fn every_documented_form_of_an_entry_is_read() {
        let forms = [
            "example.org",
            "EXAMPLE.org.",
            "*.example.org",
            "192.0.2.10",
            "2001:db8::1",
            "[2001:db8::1]",
            "example.org:8443",
            "*.example.org:8443",
            "192.0.2.10:8443",
            "[2001:db8::1]:8443",
            "xn--bcher-kva.example",
            "::ffff:192.0.2.10",
            " example.org ,, \t*.example.org\n,",
            "",
            " , ",
        ];
        for form in forms {
            assert!(HostList::parse(form.as_bytes()).is_ok(), "{form}");
        }
    }

    #[test]
    fn one_entry_of_any_other_form_makes_the_whole_list_unreadable() {
        let forms = [
            "https://example.org",
            "example.org/",
            "example.org/path",
            "93.184.215.0/24",
            "*",
            "*.com",
            "*.org:443",
            "a.*.example.org",
            "*example.org",
            "**.example.org",
            "*.*.example.org",
            "*.192.0.2.10",
            "example.org:0",
            "example.org:65536",
            "example.org:",
            "example.org:x",
            "example.org:443:443",
            "example.org example.com",
            "b\u{fc}cher.example",
            "my_host.example",
            "-a.example",
            ".example.org",
            "a..example",
            "user@example.org",
            "[1:2]",
            "2001:db8:::1",
            "2001:db8::1/48",
            "fe80::1%eth0",
            "[2001:db8::1",
            "2001:db8::1]",
            "[2001:db8::1]:0",
            "[2001:db8::1]8443",
            "[192.0.2.10]",
            "xn--a.example",
        ];
        for form in forms {
            let text = format!("good.example, {form}");
            let problems = HostList::parse(text.as_bytes()).unwrap_err();
            assert_eq!(problems.len(), 1, "{form}");
            assert_eq!(problems[0].entry, form);
        }
    }

    #[test]
    fn a_name_names_itself_and_a_wildcard_its_subdomains_at_any_depth_but_not_the_apex() {
        let names = |entry: &str, name: &str| list(entry).denies(&host(name)).is_some();
        assert!(names("example.org", "example.org"));
        assert!(names("EXAMPLE.org.", "example.org"));
        assert!(!names("example.org", "www.example.org"));
        assert!(names("*.example.org", "www.example.org"));
        assert!(names("*.example.org", "a.b.example.org"));
        assert!(!names("*.example.org", "example.org"));
        assert!(!names("*.example.org", "notexample.org"));
        assert!(!names("*.example.org", "example.org.evil.net"));
    }

    #[test]
    fn an_address_entry_names_literals_and_answers_whatever_its_spelling() {
        let entries = list("192.0.2.10, 2001:db8::1, ::ffff:192.0.2.11");
        for text in ["192.0.2.10", "[::ffff:192.0.2.10]", "[2001:DB8:0::1]", "192.0.2.11", "[::ffff:192.0.2.11]"] {
            let host = host(text);
            assert!(entries.denies(&host).is_some(), "{text}");
            assert!(entries.denies_address(host.address().unwrap()).is_some(), "{text}");
        }
        assert!(entries.denies(&host("192.0.2.12")).is_none());
    }

    #[test]
    fn a_name_entry_never_stands_in_for_an_address_nor_the_other_way_round() {
        assert!(list("example.org").denies_address(IpAddr::from([93, 184, 215, 14])).is_none());
        assert!(list("93.184.215.14").denies(&host("example.org")).is_none());
    }

    #[test]
    fn an_allowlist_entry_opens_the_default_port_or_the_one_it_names() {
        assert!(allows("example.org", "https://example.org/"));
        assert!(allows("example.org", "http://example.org/"));
        assert!(!allows("example.org", "https://example.org:8443/"));
        assert!(!allows("example.org", "http://example.org:443/"));
        assert!(allows("example.org:8443", "https://example.org:8443/"));
        assert!(!allows("example.org:8443", "https://example.org/"));
        assert!(!allows("example.org:8443", "https://www.example.org:8443/"));
        assert!(allows("*.example.org:8443", "https://www.example.org:8443/"));
        assert!(allows("example.org, example.org:8443", "https://example.org/"));
        assert!(allows("[2606:4700::1]:8443", "https://[2606:4700::1]:8443/"));
    }

    #[test]
    fn a_denylist_entry_denies_every_port_whether_or_not_it_carries_one() {
        assert!(list("example.org:8443").denies(&host("example.org")).is_some());
        assert!(list("93.184.215.14:8443").denies_address(IpAddr::from([93, 184, 215, 14])).is_some());
    }
}
