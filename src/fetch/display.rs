// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a URL is shown in a message or in the head of a result.
//!
//! Made for text that may be anything, a refused `Location` field included: userinfo goes, the values of secret-looking
//! parameters become `***`, what cannot be seen is written out, and a copy of a fence marker is defused. It is for
//! people and models to read; nothing is ever fetched from it.

use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};

use crate::{fence, safeguard::is_secret_name};

/// Longest URL that is shown, in characters. What is behind is cut.
const MOST_CHARACTERS: usize = 500;

const MASK: &str = "***";

/// `url` as it may be shown: at most 500 characters, without userinfo, secrets and anything invisible.
#[must_use]
pub fn shown_url(url: &[u8]) -> String {
    let text = String::from_utf8_lossy(url);
    let masked = mask_parameters(&without_userinfo(&text));
    let shown: String = visibly(&masked).take(MOST_CHARACTERS).collect();
    fence::neutralise(&shown).into_owned()
}

/// `text` with what cannot be seen written out.
pub(super) fn visibly(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(Shown::from)
}

/// Drops everything up to the last `@` of what may be an authority: the text behind `scheme:` and any slashes, of either
/// kind, up to the next delimiter.
fn without_userinfo(url: &str) -> String {
    let scheme = match url.find(':') {
        Some(colon) if url[..colon].bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b)) => colon + 1,
        _ => 0,
    };
    let start = url[scheme..].find(|c| !matches!(c, '/' | '\\')).map_or(url.len(), |offset| scheme + offset);
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |offset| start + offset);
    match url[start..end].rfind('@') {
        Some(at) => [&url[..start], &url[start + at + 1..]].concat(),
        None => url.to_owned(),
    }
}

/// Masks values in the query and, as some sign-in pages put tokens there, in the fragment.
fn mask_parameters(url: &str) -> String {
    let query = url.find(['?', '#']).unwrap_or(url.len());
    let mut masked = url[..query].to_owned();
    for parameter in url[query..].split_inclusive(['?', '#', '&', ';']) {
        match parameter.find('=') {
            Some(equals) if is_secret_parameter(&parameter[..equals]) => {
                masked.push_str(&parameter[..=equals]);
                masked.push_str(MASK);
                masked.extend(parameter.chars().last().filter(|c| matches!(c, '?' | '#' | '&' | ';')));
            }
            _ => masked.push_str(parameter),
        }
    }
    masked
}

/// `code` is the one-time password of OAuth (RFC 6749, 4.1.2), and a secret in a query only.
fn is_secret_parameter(name: &str) -> bool {
    let name = percent_decoded(name);
    name.eq_ignore_ascii_case("code") || is_secret_name(&name)
}

fn percent_decoded(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match rest {
            [b'%', high, low, ..] => (*high as char).to_digit(16).zip((*low as char).to_digit(16)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                // Two hexadecimal digits are at most 255.
                bytes.push((high * 16 + low) as u8);
                rest = &rest[3..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A character as it may be shown: itself, or its number when it is neither a letter, a digit nor visible ASCII.
enum Shown {
    Plain(Option<char>),
    Escaped(std::char::EscapeUnicode),
}

impl From<char> for Shown {
    fn from(c: char) -> Self {
        let visible = c == ' '
            || c.is_ascii_graphic()
            || (!c.is_ascii()
                && c.is_alphanumeric()
                && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c));
        if visible { Self::Plain(Some(c)) } else { Self::Escaped(c.escape_unicode()) }
    }
}

impl Iterator for Shown {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self {
            Self::Plain(c) => c.take(),
            Self::Escaped(escape) => escape.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn userinfo_is_not_shown_however_it_is_written() {
        for (url, shown) in [
            ("http://user:pass@host.example/a@b", "http://host.example/a@b"),
            ("http://a@b@host.example/", "http://host.example/"),
            ("//user@host.example", "//host.example"),
            ("http:\\\\user:pass@host.example", "http:\\\\host.example"),
            ("http://user:pass@", "http://"),
            ("https://host.example/?mail=a@b", "https://host.example/?mail=a@b"),
        ] {
            assert_eq!(shown_url(url.as_bytes()), shown);
        }
    }

    #[test]
    fn values_of_secret_parameters_are_masked() {
        for (url, shown) in [
            ("https://e.example/?token=abc&q=1", "https://e.example/?token=***&q=1"),
            (
                "https://e.example/?q=1&x_api_key=k&client_secret=s",
                "https://e.example/?q=1&x_api_key=***&client_secret=***",
            ),
            ("https://e.example/?sig=abc&code=1", "https://e.example/?sig=***&code=***"),
            ("https://e.example/?a=1;X-Amz-Signature=s;b", "https://e.example/?a=1;X-Amz-Signature=***;b"),
            ("https://e.example/?%74oken=abc", "https://e.example/?%74oken=***"),
            ("https://e.example/?a[password]=x", "https://e.example/?a[password]=***"),
            ("https://e.example/#access_token=abc", "https://e.example/#access_token=***"),
            ("https://e.example/?q=a?token=abc", "https://e.example/?q=a?token=***"),
            ("https://e.example/token=abc", "https://e.example/token=abc"),
            ("https://e.example/?encoded=1&author=x", "https://e.example/?encoded=1&author=x"),
        ] {
            assert_eq!(shown_url(url.as_bytes()), shown);
        }
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(
            shown_url("http://e.example/\u{202e}\n\u{200b}ü".as_bytes()),
            "http://e.example/\\u{202e}\\u{a}\\u{200b}ü"
        );
        assert_eq!(shown_url("\u{3164}".as_bytes()), "\\u{3164}");
        assert_eq!(shown_url(b"http://e.example/\xff"), "http://e.example/\\u{fffd}");
        assert_eq!(shown_url(b"not a url"), "not a url");
    }

    #[test]
    fn a_long_url_is_cut_after_500_characters() {
        let url = format!("https://e.example/{}", "a".repeat(9_000));
        assert_eq!(shown_url(url.as_bytes()), url[..500]);
    }
}
