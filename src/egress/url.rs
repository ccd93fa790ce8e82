// SPDX-License-Identifier: MIT OR Apache-2.0
//! The strict parser of URLs, on raw bytes, and the one text that is sent.
//!
//! It accepts `scheme://host[:port][path][?query][#fragment]` (RFC 3986 without whatever two parsers read differently)
//! and refuses the rest; it repairs nothing. What is connected to comes from this parse and from no other. The text is
//! written back so that the URL standard's parser reads the same URL out of it. Which scheme-and-host may be contacted
//! is not decided here.

mod written;

use std::fmt;

use super::host::{Host, HostError};

/// Longest URL in bytes, as it comes in and as it is written back.
pub const MAX_URL_BYTES: usize = 8192;

/// The schemes a request can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `http`
    Http,
    /// `https`
    Https,
}

impl Scheme {
    /// The scheme in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// 80 or 443.
    #[must_use]
    pub const fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }

    /// Reads a scheme in any case; `None` for any other.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Self> {
        [Self::Http, Self::Https].into_iter().find(|scheme| text.eq_ignore_ascii_case(scheme.as_str().as_bytes()))
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An `http` or `https` URL without userinfo and fragment, with a well-formed host.
///
/// Its text is `scheme://host[:port]path[?query]`: host in lower case, IPv6 in brackets, default port and empty query
/// left out, a path of at least `/` without dot segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebUrl {
    text: String,
    scheme: Scheme,
    host: Host,
    port: Option<u16>,
    path_start: usize,
    query_start: Option<usize>,
}

impl WebUrl {
    /// Parses a URL.
    ///
    /// # Errors
    ///
    /// The first of: longer than [`MAX_URL_BYTES`]; another scheme or none; a byte, authority or port that does not
    /// parse; userinfo; a host without a valid form.
    pub fn parse(input: &[u8]) -> Result<Self, UrlError> {
        RawUrl::split(input)?.check()
    }

    /// Parses a URL whose host has no trailing dot, and whose text another parser reads the same way.
    pub(super) fn parse_exact(input: &[u8]) -> Option<Self> {
        let raw = RawUrl::split(input).ok()?;
        if raw.host.ends_with(b".") {
            return None;
        }
        raw.check().ok().filter(Self::is_unambiguous)
    }

    /// The URL as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The host.
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The port that is connected to, 1 to 65535.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(self.scheme.default_port())
    }

    /// The port as it stands in the text: none when it is the scheme's default.
    #[must_use]
    pub fn explicit_port(&self) -> Option<u16> {
        self.port
    }

    /// The path, at least `/`.
    #[must_use]
    pub fn path(&self) -> &str {
        let end = self.query_start.map_or(self.text.len(), |start| start - 1);
        &self.text[self.path_start..end]
    }

    /// The query without its question mark, never empty.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.query_start.map(|start| &self.text[start..])
    }

    /// `scheme://host[:port]`, as it begins the text.
    pub(super) fn origin(&self) -> &str {
        &self.text[..self.path_start]
    }

    /// Whether the URL standard's parser reads the same text and host out of the text.
    pub(super) fn is_unambiguous(&self) -> bool {
        let Ok(other) = url::Url::parse(&self.text) else {
            return false;
        };
        let same_host = match (&self.host, other.host()) {
            (Host::Name(ours), Some(url::Host::Domain(theirs))) => ours.as_str() == theirs,
            (Host::V4(ours), Some(url::Host::Ipv4(theirs))) => *ours == theirs,
            (Host::V6(ours), Some(url::Host::Ipv6(theirs))) => *ours == theirs,
            _ => false,
        };
        same_host && other.as_str() == self.text && other.port_or_known_default() == Some(self.port())
    }

    fn write(scheme: Scheme, host: Host, port: Option<u16>, tail: &str) -> Self {
        let port = port.filter(|port| *port != scheme.default_port());
        let tail = tail.split_once('#').map_or(tail, |(before, _fragment)| before);
        let (path, query) = tail.split_once('?').map_or((tail, None), |(path, query)| (path, Some(query)));
        let query = query.filter(|query| !query.is_empty());

        let mut text = String::with_capacity(tail.len() + 64);
        written::origin(scheme, &host, port, &mut text);
        let path_start = text.len();
        written::path(path, &mut text);
        let query_start = query.map(|query| written::query(query, &mut text));
        Self { text, scheme, host, port, path_start, query_start }
    }
}

impl fmt::Display for WebUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why a URL was not accepted; each variant is one rule of the guard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UrlError {
    /// It does not parse.
    Syntax(SyntaxError),
    /// The scheme is missing or neither `http` nor `https`.
    Scheme,
    /// It has userinfo, were it empty.
    Credentials,
    /// Its host has no valid form.
    Host(HostError),
}

/// What does not parse in a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxError {
    /// It, or its written form, has more than [`MAX_URL_BYTES`] bytes.
    TooLong,
    /// A control byte or DEL.
    Control,
    /// A space behind the host.
    Space,
    /// A backslash, which some parsers read as a slash.
    Backslash,
    /// The path, query or fragment is not UTF-8.
    NotUtf8,
    /// `://` or what should follow it is missing.
    NoAuthority,
    /// The port is no number from 1 to 65535 of at most five digits.
    Port,
}

impl From<SyntaxError> for UrlError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<HostError> for UrlError {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "the URL cannot be parsed: {error}"),
            Self::Scheme => f.write_str("only http and https URLs can be fetched"),
            Self::Credentials => f.write_str("URLs with credentials (anything before an @ sign) are refused"),
            Self::Host(error) => write!(f, "the URL has no valid host: {error}"),
        }
    }
}

impl std::error::Error for UrlError {}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "it is longer than 8192 bytes",
            Self::Control => "it has a control byte",
            Self::Space => "it has a space",
            Self::Backslash => "it has a backslash",
            Self::NotUtf8 => "it has bytes that are not UTF-8",
            Self::NoAuthority => "it does not name a host after ://",
            Self::Port => "the port is not a number from 1 to 65535",
        })
    }
}

/// The parts of a URL before its host is parsed. Nothing in it is decoded or changed.
pub(super) struct RawUrl<'a> {
    scheme: Scheme,
    has_userinfo: bool,
    host: &'a [u8],
    port: Option<u16>,
    tail: &'a str,
}

impl<'a> RawUrl<'a> {
    /// Rules 2 and 3 of the guard: another scheme or none wins over everything behind it.
    pub(super) fn split(input: &'a [u8]) -> Result<Self, UrlError> {
        if input.len() > MAX_URL_BYTES {
            return Err(SyntaxError::TooLong.into());
        }
        let (scheme, rest) = split_scheme(input).ok_or(UrlError::Scheme)?;
        if rest.iter().any(u8::is_ascii_control) {
            return Err(SyntaxError::Control.into());
        }
        let rest = rest.strip_prefix(b"//").ok_or(SyntaxError::NoAuthority)?;
        let authority_end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at(authority_end);
        if authority.is_empty() {
            return Err(SyntaxError::NoAuthority.into());
        }
        let tail = std::str::from_utf8(tail).map_err(|_| SyntaxError::NotUtf8)?;
        if tail.contains(' ') {
            return Err(SyntaxError::Space.into());
        }
        let (userinfo, host_and_port) = split_userinfo(authority);
        if host_and_port.contains(&b'\\') || tail.contains('\\') {
            return Err(SyntaxError::Backslash.into());
        }
        let (host, port) = split_port(host_and_port)?;
        Ok(Self { scheme, has_userinfo: userinfo.is_some(), host, port, tail })
    }

    /// What stands where the host stands.
    pub(super) fn host(&self) -> &'a [u8] {
        self.host
    }

    /// The port that would be connected to.
    pub(super) fn port(&self) -> u16 {
        self.port.unwrap_or(self.scheme.default_port())
    }

    /// Rules 4 and 5 of the guard, and the written form.
    fn check(self) -> Result<WebUrl, UrlError> {
        if self.has_userinfo {
            return Err(UrlError::Credentials);
        }
        let host = Host::parse(self.host)?;
        let url = WebUrl::write(self.scheme, host, self.port, self.tail);
        if url.text.len() > MAX_URL_BYTES {
            return Err(SyntaxError::TooLong.into());
        }
        Ok(url)
    }
}

/// Where the scheme at the front ends, at its colon (RFC 3986, section 3.1).
pub(super) fn scheme_end(text: &[u8]) -> Option<usize> {
    let colon = text.iter().position(|byte| *byte == b':')?;
    let [first, rest @ ..] = &text[..colon] else { return None };
    let is_scheme = first.is_ascii_alphabetic()
        && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    is_scheme.then_some(colon)
}

/// Splits `http:` or `https:` off.
fn split_scheme(input: &[u8]) -> Option<(Scheme, &[u8])> {
    let end = scheme_end(input)?;
    Some((Scheme::parse(&input[..end])?, &input[end + 1..]))
}

/// Splits at the last `@`: whatever stands before it is userinfo to some parser.
fn split_userinfo(authority: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match authority.iter().rposition(|byte| *byte == b'@') {
        Some(at) => (Some(&authority[..at]), &authority[at + 1..]),
        None => (None, authority),
    }
}

/// Splits at the last colon that is not inside brackets. An empty port counts as none.
pub(super) fn split_port(host_and_port: &[u8]) -> Result<(&[u8], Option<u16>), SyntaxError> {
    let brackets_end = host_and_port.iter().rposition(|byte| *byte == b']').map_or(0, |bracket| bracket + 1);
    let Some(colon) = host_and_port[brackets_end..].iter().rposition(|byte| *byte == b':') else {
        return Ok((host_and_port, None));
    };
    let (host, port) = (&host_and_port[..brackets_end + colon], &host_and_port[brackets_end + colon + 1..]);
    match port {
        [] => Ok((host, None)),
        digits => parse_port(digits).map(|port| (host, Some(port))).ok_or(SyntaxError::Port),
    }
}

/// A port of 1 to 5 digits, 1 to 65535.
pub(super) fn parse_port(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() || digits.len() > 5 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits.iter().fold(0_u32, |number, digit| number * 10 + u32::from(digit - b'0'));
    u16::try_from(number).ok().filter(|port| *port != 0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
