// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host of a URL, parsed once: an IP literal or a name in its one written form.
//!
//! A name is lower case, has no trailing dot, and each of its `xn--` labels is a valid A-label. Percent signs are never
//! decoded and non-ASCII is never mapped: both are refused. Whether a host may be contacted is not decided here; a
//! numeric form such as `127.1` is a well-formed name, and [`HostName::is_numeric`] tells it apart.

use std::borrow::Cow;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use super::address::is_numeric_host;

/// Longest name in bytes, without a trailing dot (RFC 1035, section 2.3.4, in presentation form).
const MAX_NAME_BYTES: usize = 253;

/// Longest label in bytes (RFC 1035, section 2.3.4).
const MAX_LABEL_BYTES: usize = 63;

/// Ends of names that public DNS does not serve: RFC 6761, 6762, 7686, 8375, 9476, ICANN's `internal`, and what
/// private networks are known to use (RFC 6762 appendix G, Kubernetes' `svc`).
const SPECIAL_USE: [&str; 14] = [
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "private",
    "svc",
    "onion",
    "alt",
    "invalid",
    "arpa",
];

/// A host that can be compared and contacted. `Display` writes it without brackets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// A name, or a numeric form that is no literal.
    Name(HostName),
    /// An IPv4 literal.
    V4(Ipv4Addr),
    /// An IPv6 literal.
    V6(Ipv6Addr),
}

impl Host {
    /// Parses the host of an authority, without its port; an IPv6 literal stands in brackets.
    ///
    /// # Errors
    ///
    /// The first thing wrong with the form.
    pub fn parse(text: &[u8]) -> Result<Self, HostError> {
        if text.first() == Some(&b'[') {
            return parse_bracketed(text).map(Self::V6);
        }
        let text = ascii(text)?;
        let text = text.strip_suffix('.').unwrap_or(text);
        match text.parse() {
            Ok(address) => Ok(Self::V4(address)),
            Err(_) => HostName::parse(text).map(Self::Name),
        }
    }

    /// The address of a literal.
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        match self {
            Self::Name(_) => None,
            Self::V4(address) => Some(IpAddr::V4(*address)),
            Self::V6(address) => Some(IpAddr::V6(*address)),
        }
    }

    /// The name, when the host is no literal.
    #[must_use]
    pub fn name(&self) -> Option<&HostName> {
        match self {
            Self::Name(name) => Some(name),
            Self::V4(_) | Self::V6(_) => None,
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name.as_str()),
            Self::V4(address) => fmt::Display::fmt(address, f),
            Self::V6(address) => write_v6(*address, f),
        }
    }
}

/// A well-formed name: LDH labels of 1 to 63 bytes, 253 bytes in all, lower case, without trailing dot.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HostName(String);

impl HostName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether some parsers read the name as an IPv4 address.
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        is_numeric_host(&self.0)
    }

    /// Whether the name never reaches a resolver: a single label, or a special-use label at its end.
    #[must_use]
    pub fn is_special_use(&self) -> bool {
        match self.0.rsplit_once('.') {
            None => true,
            Some((_, last)) => SPECIAL_USE.contains(&last),
        }
    }

    /// Takes ASCII without a trailing dot.
    fn parse(text: &str) -> Result<Self, HostError> {
        if text.is_empty() {
            return Err(HostError::Empty);
        }
        if text.len() > MAX_NAME_BYTES {
            return Err(HostError::NameTooLong);
        }
        for label in text.split('.') {
            check_label(label.as_bytes())?;
        }
        let name = text.to_ascii_lowercase();
        let name = Self(name);
        if name.has_a_label() {
            check_a_labels(&name.0)?;
        }
        Ok(name)
    }

    fn has_a_label(&self) -> bool {
        self.0.split('.').any(|label| label.starts_with("xn--"))
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is wrong with the form of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostError {
    /// There is none.
    Empty,
    /// A label is empty (two dots in a row, or one at the start).
    EmptyLabel,
    /// A label has more than 63 bytes.
    LabelTooLong,
    /// The name has more than 253 bytes.
    NameTooLong,
    /// A label begins or ends with a hyphen.
    Hyphen,
    /// A percent sign: nothing in a host is ever decoded.
    Percent,
    /// A byte no host name has, an underscore included.
    Byte,
    /// A label that begins with `xn--` is not a valid A-label (UTS 46, non-transitional, STD3).
    ALabel,
    /// What stands in brackets is no IPv6 address (RFC 4291, section 2.2), or the brackets do not enclose the host.
    Bracketed,
    /// Bytes outside ASCII.
    NonAscii {
        /// The form to use instead, where the host converts cleanly.
        a_label: Option<String>,
    },
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::EmptyLabel => f.write_str("it has an empty label"),
            Self::LabelTooLong => f.write_str("a label is longer than 63 bytes"),
            Self::NameTooLong => f.write_str("it is longer than 253 bytes"),
            Self::Hyphen => f.write_str("a label begins or ends with a hyphen"),
            Self::Percent => f.write_str("it has a percent sign"),
            Self::Byte => f.write_str("only letters, digits, hyphens and dots are permitted"),
            Self::ALabel => f.write_str("an xn-- label is invalid"),
            Self::Bracketed => f.write_str("only an IPv6 address without a zone may stand in brackets"),
            Self::NonAscii { a_label: None } => f.write_str("it has non-ASCII characters"),
            Self::NonAscii { a_label: Some(host) } => write!(f, "it has non-ASCII characters; use {host}"),
        }
    }
}

impl std::error::Error for HostError {}

/// The bytes as text, when each of them can stand in a name.
fn ascii(text: &[u8]) -> Result<&str, HostError> {
    if !text.is_ascii() {
        return Err(HostError::NonAscii { a_label: suggest(text) });
    }
    for byte in text {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => {}
            b'%' => return Err(HostError::Percent),
            _ => return Err(HostError::Byte),
        }
    }
    std::str::from_utf8(text).map_err(|_| HostError::Byte)
}

fn parse_bracketed(text: &[u8]) -> Result<Ipv6Addr, HostError> {
    let inside = text.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")).ok_or(HostError::Bracketed)?;
    let inside = std::str::from_utf8(inside).map_err(|_| HostError::Bracketed)?;
    inside.parse().map_err(|_| HostError::Bracketed)
}

fn check_label(label: &[u8]) -> Result<(), HostError> {
    match label {
        [] => Err(HostError::EmptyLabel),
        [b'-', ..] | [.., b'-'] => Err(HostError::Hyphen),
        _ if label.len() > MAX_LABEL_BYTES => Err(HostError::LabelTooLong),
        _ => Ok(()),
    }
}

/// Checks the whole name, because the Bidi rule (RFC 5893) looks at all labels together.
fn check_a_labels(name: &str) -> Result<(), HostError> {
    let uts46 = Uts46::new();
    let (unicode, valid) = uts46.to_unicode(name.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast);
    valid.map_err(|_| HostError::ALabel)?;
    let decodes_to_non_ascii = |(label, decoded): (&str, &str)| !label.starts_with("xn--") || !decoded.is_ascii();
    if !name.split('.').zip(unicode.split('.')).all(decodes_to_non_ascii) {
        return Err(HostError::ALabel);
    }
    match to_a_labels(&unicode) {
        Some(again) if again == name => Ok(()),
        _ => Err(HostError::ALabel),
    }
}

fn to_a_labels(unicode: &str) -> Option<Cow<'_, str>> {
    let (deny, hyphens) = (AsciiDenyList::STD3, Hyphens::CheckFirstLast);
    Uts46::new().to_ascii(unicode.as_bytes(), deny, hyphens, DnsLength::Verify).ok()
}

/// The name a browser would read out of a non-ASCII host (UTS 46); none when the result is no name of this module.
pub(super) fn convert(text: &[u8]) -> Option<HostName> {
    let text = std::str::from_utf8(text).ok()?;
    HostName::parse(&to_a_labels(text.strip_suffix('.').unwrap_or(text))?).ok()
}

/// The A-label form to use instead of a non-ASCII host; none when converting does not lead to an internationalised name
/// (full-width digits, for example, convert to an address that nobody should be led to).
fn suggest(text: &[u8]) -> Option<String> {
    let name = convert(text).filter(|name| !name.is_numeric())?;
    name.has_a_label().then_some(name.0)
}

/// Writes IPv6 as the URL standard does: compressed, without dotted decimal (`::ffff:7f00:1`).
fn write_v6(address: Ipv6Addr, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (address.to_ipv4_mapped(), address.segments()) {
        (Some(_), [.., high, low]) => write!(f, "::ffff:{high:x}:{low:x}"),
        (None, _) => fmt::Display::fmt(&address, f),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
