// SPDX-License-Identifier: MIT OR Apache-2.0
//! What went wrong, in fixed words.
//!
//! One kind, one variant: nobody has to read a message to know what happened. No message holds text that a server
//! chose, except the target of a redirect, which is labelled and shown as [`shown_url`] shows it.
//!
//! [`shown_url`]: super::shown_url

use std::{error::Error, fmt};

use crate::egress::Refusal;

/// Why there is no page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReadError {
    /// A check of the guard refused this URL.
    Refused {
        /// The rule and its sentence.
        refusal: Refusal,
        /// Where the call was.
        at: Hop,
    },
    /// The time limit of the whole call is used up.
    Deadline {
        /// The limit, in seconds.
        seconds: f64,
        /// Where the call was.
        at: Hop,
    },
    /// The request was sent, or was about to be, and no page came of it.
    Failed {
        /// What happened.
        failure: Failure,
        /// Where the call was.
        at: Hop,
    },
    /// The caller's code asked to stop. It knows why.
    Interrupted {
        /// Where the call was.
        at: Hop,
    },
    /// The machine lacks something that every fetch needs.
    Misconfigured(Misconfiguration),
    /// A resolver that the caller brought failed. It knows why.
    Resolver,
}

/// One URL of a call: the first is hop 0, the target of the first redirect hop 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    number: u32,
    url: String,
}

/// What kept a request from becoming a page. `Display` gives fixed words without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// No address accepted the connection: the last one refused it.
    ConnectionRefused,
    /// There is no route to the last address.
    NoRoute,
    /// The last address did not answer in time.
    ConnectionTimedOut,
    /// The connection failed in another way.
    Connection,
    /// The peer of the connection is not the address that was checked.
    Peer,
    /// The HTTP library reads another host or another URL than was checked.
    Ambiguous,
    /// TLS failed.
    Tls(TlsFailure),
    /// The operator's proxy did not let the request through.
    Proxy(ProxyFailure),
    /// What came back is not HTTP, or breaks its rules.
    Malformed,
    /// More than 100 header fields, or more than 64 KiB of them.
    HeadTooLarge,
    /// More informational (1xx) answers than are skipped.
    TooManyInformational,
    /// The connection ended before the answer did.
    Incomplete,
    /// A status other than success or a redirect.
    Status(u16),
    /// Part of a page, which was not asked for.
    Partial(u16),
    /// A redirect that does not say where to.
    NoLocation(u16),
    /// A redirect that names two targets.
    TwoLocations,
    /// More redirects than are followed.
    TooManyRedirects(u32),
    /// A media type that cannot be read; its name when it is a common one.
    MediaType(Option<&'static str>),
    /// A content coding that was not asked for, or more than one.
    ContentCoding,
    /// Data that breaks the rules of its content coding.
    BrokenCoding,
}

/// Why TLS failed. Nothing of the certificate is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TlsFailure {
    /// The certificate is for another name.
    Name,
    /// The certificate has expired.
    Expired,
    /// The certificate is not valid yet.
    NotYetValid,
    /// Nobody in the trust store vouches for the certificate; it may be self-signed.
    UnknownIssuer,
    /// The certificate has been revoked.
    Revoked,
    /// The certificate is unusable in another way.
    Certificate,
    /// The server speaks no version or cipher suite that is accepted here.
    Incompatible,
    /// The handshake failed in another way.
    Handshake,
    /// The session failed behind the handshake.
    Session,
}

/// What the operator's proxy did. Nothing of its URL is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProxyFailure {
    /// None of its addresses accepted a connection.
    Unreachable,
    /// The TLS handshake with the proxy itself failed.
    Tls(TlsFailure),
    /// It answered `CONNECT` with this status.
    Refused(u16),
    /// What it answered `CONNECT` with is not HTTP.
    Protocol,
}

/// What the machine lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misconfiguration {
    /// `/etc/resolv.conf` cannot be read or names no server.
    ResolvConf,
    /// The system's trust store holds no certificate authority.
    TrustStore,
    /// The operating system gave no event loop.
    EventLoop,
    /// The permitted proxy has no usable URL, or its name does not resolve.
    Proxy,
}

impl ReadError {
    /// Where the call was: the URL it had come to. `None` when that has nothing to do with it.
    #[must_use]
    pub fn at(&self) -> Option<&Hop> {
        match self {
            Self::Refused { at, .. }
            | Self::Deadline { at, .. }
            | Self::Failed { at, .. }
            | Self::Interrupted { at } => Some(at),
            Self::Misconfigured(_) | Self::Resolver => None,
        }
    }
}

impl Hop {
    pub(super) fn new(number: u32, url: &[u8]) -> Self {
        Self { number, url: super::shown_url(url) }
    }

    /// 0 for the URL that was asked for, 1 for the target of the first redirect, and so on.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The URL as it may be shown.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    fn label(&self) -> &'static str {
        if self.number == 0 { "" } else { " (redirect target, an untrusted URL the server chose)" }
    }
}

/// `URL`, or `URL (redirect target, …)`.
impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.url, self.label())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { refusal, at } => write!(f, "Refused{}: {} — {refusal}", at.label(), at.url),
            Self::Deadline { seconds, at } => {
                write!(f, "Fetch of {at} stopped: the {seconds}-second time limit is used up.")
            }
            Self::Failed { failure: failure @ Failure::TooManyRedirects(_), at } => {
                write!(f, "Fetch of {at} stopped: {failure}.")
            }
            Self::Failed { failure, at } => write!(f, "Fetch of {at} failed: {failure}."),
            Self::Interrupted { at } => write!(f, "Fetch of {at} stopped: interrupted."),
            Self::Misconfigured(what) => write!(f, "This installation cannot fetch: {what}."),
            Self::Resolver => write!(f, "The resolver of this installation failed."),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ConnectionRefused => f.write_str("connection refused"),
            Self::NoRoute => f.write_str("no route"),
            Self::ConnectionTimedOut => f.write_str("timed out"),
            Self::Connection => f.write_str("the connection failed"),
            Self::Peer => f.write_str("the connection did not go to a checked address"),
            Self::Ambiguous => f.write_str("the URL is ambiguous"),
            Self::Tls(failure) => write!(f, "TLS: {failure}"),
            Self::Proxy(failure) => write!(f, "the HTTP proxy {failure}"),
            Self::Malformed => f.write_str("the answer is not valid HTTP"),
            Self::HeadTooLarge => f.write_str("the header block has more than 100 fields or 64 KiB"),
            Self::TooManyInformational => f.write_str("more than 5 informational (1xx) answers"),
            Self::Incomplete => f.write_str("the connection ended before the answer was complete"),
            Self::Status(status) => write!(f, "HTTP {status}"),
            Self::Partial(status) => write!(f, "HTTP {status} without a range that was asked for"),
            Self::NoLocation(status) => write!(f, "HTTP {status} without a Location header"),
            Self::TwoLocations => f.write_str("the redirect is ambiguous: it names two targets"),
            Self::TooManyRedirects(followed) => write!(f, "more than {followed} redirects"),
            Self::MediaType(Some(name)) => {
                write!(f, "the content type \"{name}\" is not a readable text format (HTML or plain text)")
            }
            Self::MediaType(None) => f.write_str("the response is not a readable format (HTML or plain text)"),
            Self::ContentCoding => f.write_str("the content coding is not one of gzip, deflate, br and zstd"),
            Self::BrokenCoding => f.write_str("the compressed data is broken"),
        }
    }
}

impl fmt::Display for TlsFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "the certificate is for another name",
            Self::Expired => "the certificate has expired",
            Self::NotYetValid => "the certificate is not valid yet",
            Self::UnknownIssuer => "the certificate is self-signed or from an unknown authority",
            Self::Revoked => "the certificate has been revoked",
            Self::Certificate => "the certificate is not valid",
            Self::Incompatible => "the server offers no accepted version or cipher suite",
            Self::Handshake => "the handshake failed",
            Self::Session => "the session failed",
        })
    }
}

impl fmt::Display for ProxyFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("cannot be reached"),
            Self::Tls(failure) => write!(f, "cannot be trusted, TLS: {failure}"),
            Self::Refused(status) => write!(f, "answers CONNECT with HTTP {status}"),
            Self::Protocol => f.write_str("does not answer CONNECT in valid HTTP"),
        }
    }
}

impl fmt::Display for Misconfiguration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ResolvConf => "/etc/resolv.conf cannot be read or names no DNS server",
            Self::TrustStore => "the system's trust store holds no certificate authority",
            Self::EventLoop => "the operating system gives no event loop",
            Self::Proxy => "the permitted proxy has no usable http:// or https:// URL, or its name does not resolve",
        })
    }
}

impl Error for ReadError {}
impl Error for Failure {}
impl Error for TlsFailure {}
impl Error for ProxyFailure {}
impl Error for Misconfiguration {}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(failure: Failure, number: u32, url: &str) -> String {
        ReadError::Failed { failure, at: Hop::new(number, url.as_bytes()) }.to_string()
    }

    #[test]
    fn an_error_names_the_url_it_was_at_and_fixed_words() {
        assert_eq!(
            failed(Failure::Status(403), 0, "https://example.org/page"),
            "Fetch of https://example.org/page failed: HTTP 403."
        );
        assert_eq!(
            failed(Failure::NoLocation(302), 0, "https://example.org/?token=abc"),
            "Fetch of https://example.org/?token=*** failed: HTTP 302 without a Location header."
        );
        assert_eq!(
            failed(Failure::TooManyRedirects(3), 0, "https://example.org/page"),
            "Fetch of https://example.org/page stopped: more than 3 redirects."
        );
        assert_eq!(
            failed(Failure::MediaType(Some("application/pdf")), 0, "https://example.org/"),
            "Fetch of https://example.org/ failed: the content type \"application/pdf\" is not a readable text format (HTML or plain text)."
        );
        assert_eq!(
            failed(Failure::Tls(TlsFailure::Name), 0, "https://example.org/"),
            "Fetch of https://example.org/ failed: TLS: the certificate is for another name."
        );
    }

    #[test]
    fn a_redirect_target_is_labelled_as_the_servers_choice() {
        let at = Hop::new(1, b"https://www.example.org/next");
        assert_eq!(
            ReadError::Deadline { seconds: 20.0, at }.to_string(),
            "Fetch of https://www.example.org/next (redirect target, an untrusted URL the server chose) stopped: \
             the 20-second time limit is used up."
        );
    }
}
