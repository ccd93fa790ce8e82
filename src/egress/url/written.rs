// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the parts of an accepted URL in the form the URL standard gives them, so that its parser changes nothing.
//!
//! What is written has been accepted before; nothing is refused here.

use std::fmt::Write as _;

use super::Scheme;
use crate::egress::host::Host;

/// Writes `scheme://host[:port]`.
pub(super) fn origin(scheme: Scheme, host: &Host, port: Option<u16>, out: &mut String) {
    out.push_str(scheme.as_str());
    out.push_str("://");
    // Writing to a `String` cannot fail.
    let _ = match host {
        Host::Name(name) => out.write_str(name.as_str()),
        Host::V4(address) => write!(out, "{address}"),
        Host::V6(_) => write!(out, "[{host}]"),
    };
    if let Some(port) = port {
        let _ = write!(out, ":{port}");
    }
}

/// Writes the path with its dot segments resolved (RFC 3986, section 5.2.4), `%2e` counting as a dot.
pub(super) fn path(path: &str, out: &mut String) {
    let start = out.len();
    let mut segments = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match Segment::read(segment) {
            Segment::Name => {
                out.push('/');
                write_encoded(segment, is_encoded_in_path, out);
                continue;
            }
            Segment::Current => {}
            Segment::Parent => {
                let parent = out[start..].rfind('/').map_or(start, |slash| start + slash);
                out.truncate(parent);
            }
        }
        if is_last {
            out.push('/');
        }
    }
}

/// Writes the question mark and the query, and returns where the query begins.
pub(super) fn query(query: &str, out: &mut String) -> usize {
    out.push('?');
    let start = out.len();
    write_encoded(query, is_encoded_in_query, out);
    start
}

/// What a path segment stands for.
enum Segment {
    Name,
    Current,
    Parent,
}

impl Segment {
    fn read(text: &str) -> Self {
        match strip_dot(text) {
            Some("") => Self::Current,
            Some(rest) if strip_dot(rest) == Some("") => Self::Parent,
            _ => Self::Name,
        }
    }
}

fn strip_dot(text: &str) -> Option<&str> {
    text.strip_prefix('.').or_else(|| text.strip_prefix("%2e")).or_else(|| text.strip_prefix("%2E"))
}

fn write_encoded(text: &str, is_encoded: fn(u8) -> bool, out: &mut String) {
    if !text.bytes().any(is_encoded) {
        out.push_str(text);
        return;
    }
    for byte in text.bytes() {
        if is_encoded(byte) {
            let _ = write!(out, "%{byte:02X}");
        } else {
            out.push(char::from(byte));
        }
    }
}

/// The path percent-encode set of the URL standard, without what the parser has refused or split off by then.
fn is_encoded_in_path(byte: u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>' | b'^' | b'`' | b'{' | b'}') || !byte.is_ascii()
}

/// The special-query percent-encode set of the URL standard, without what the parser has refused or split off by then.
fn is_encoded_in_query(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'<' | b'>') || !byte.is_ascii()
}
