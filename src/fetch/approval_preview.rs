// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a person is shown who is asked whether a page may be fetched.
//!
//! A pure function of the argument. It splits the URL as leniently as PHP's `parse_url`, so that what a model wrote can be
//! looked at even where the guard is going to refuse it; it never decides anything, and nothing is fetched from it. Unlike
//! a message it hides no secret: the person approves every byte that leaves. Only what cannot be seen is written out.

use super::display::visibly;
use crate::egress::MAX_URL_BYTES;

/// Longest address that is shown, in characters. The query has a line of its own, and is never cut there.
const MOST_CHARACTERS: usize = 500;

/// Longest host that is shown, in characters; a name has 253 at most.
const HOST_CHARACTERS: usize = 255;

const HEADING: &str = "Fetch a page from the internet";
const NO_DATA: &str = "No data is sent with the address.";
const NO_URL: &str = "No valid URL was given; the call will be refused.";

/// The card's lines for this argument, bytes as they came; `None` for an argument that is no text at all. Four lines, or
/// the single one that the call will be refused.
#[must_use]
pub fn approval_preview(url: Option<&[u8]>) -> Vec<String> {
    let url = String::from_utf8_lossy(url.unwrap_or_default().trim_ascii());
    let Some((host, query)) = split(&url).filter(|_| url.len() <= MAX_URL_BYTES) else {
        return vec![NO_URL.to_owned()];
    };
    let data = match query {
        "" => NO_DATA.to_owned(),
        query => format!("Data sent with the address: {}", visibly(query).collect::<String>()),
    };
    vec![
        HEADING.to_owned(),
        format!("Address: {}", visibly(&url).take(MOST_CHARACTERS).collect::<String>()),
        format!("Host: {}", visibly(&host.to_ascii_lowercase()).take(HOST_CHARACTERS).collect::<String>()),
        data,
    ]
}

/// Host and query of `[scheme:]//[userinfo@]host[:port][/path][?query][#fragment]`.
fn split(url: &str) -> Option<(&str, &str)> {
    let (before, rest) = url.split_once("//")?;
    let scheme = before.strip_suffix(':');
    let is_scheme =
        |scheme: &str| !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    if !(before.is_empty() || scheme.is_some_and(is_scheme)) {
        return None;
    }
    let (authority, behind) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let address = authority.rsplit_once('@').map_or(authority, |(_, address)| address);
    // A colon inside brackets is the address's own.
    let colon = address.rfind(':').filter(|&colon| !address[colon..].contains(']'));
    let (host, port) = colon.map_or((address, ""), |colon| (&address[..colon], &address[colon + 1..]));
    let is_port = port.is_empty() || port.len() <= 5 && port.parse::<u16>().is_ok();
    let before_fragment = behind.split_once('#').map_or(behind, |(before, _)| before);
    let query = before_fragment.split_once('?').map_or("", |(_, query)| query);
    (!host.is_empty() && is_port).then_some((host, query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_has_four_lines() {
        assert_eq!(
            approval_preview(Some(b" https://user:pw@WWW.Example.org:8443/a?token=abc&x=1#part\n")),
            [
                HEADING,
                "Address: https://user:pw@WWW.Example.org:8443/a?token=abc&x=1#part",
                "Host: www.example.org",
                "Data sent with the address: token=abc&x=1"
            ]
        );
        assert_eq!(approval_preview(Some(b"https://example.org/?#x"))[3], NO_DATA);
    }

    #[test]
    fn what_is_no_url_has_one_line() {
        let too_long = format!("https://example.org/{}", "a".repeat(MAX_URL_BYTES));
        for url in [
            "",
            "not a url",
            "example.org/x?y",
            "https:///path",
            "https:example.org",
            "mailto:a@example.org",
            "https://h:65536/",
            "https://h:x/",
            "a b://h/",
            &too_long,
        ] {
            assert_eq!(approval_preview(Some(url.as_bytes())), [NO_URL], "{url}");
        }
        assert_eq!(approval_preview(None), [NO_URL]);
    }

    #[test]
    fn the_host_is_the_one_that_would_be_meant() {
        for (url, host) in [
            ("https://example.org\\@evil.example/?x", "evil.example"),
            ("https://a@b@example.org/", "example.org"),
            ("https://example.org?@evil.example/", "example.org"),
            ("http://[2A00::1]:8080/", "[2a00::1]"),
            ("http://[2a00::1]/", "[2a00::1]"),
        ] {
            assert_eq!(approval_preview(Some(url.as_bytes()))[2], format!("Host: {host}"), "{url}");
        }
    }

    #[test]
    fn the_query_is_shown_whole_and_what_cannot_be_seen_is_written_out() {
        let query = "v".repeat(8_000);
        let lines = approval_preview(Some(format!("https://example.org/?{query}").as_bytes()));
        assert_eq!(lines[1].chars().count(), "Address: ".len() + MOST_CHARACTERS);
        assert_eq!(lines[3], format!("Data sent with the address: {query}"));
        let lines = approval_preview(Some("https://example.org/?a\u{200b}\nHost: other.example\u{202e}ü".as_bytes()));
        assert_eq!(lines[3], "Data sent with the address: a\\u{200b}\\u{a}Host: other.example\\u{202e}ü");
    }
}
