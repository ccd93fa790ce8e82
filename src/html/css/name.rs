// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of CSS (CSS Syntax 3, section 4.3.11), and the gaps between them.
//!
//! Decides where a name begins and ends. A comment ends one and is no white space.

use std::borrow::Cow;

use super::reader::{behind_character, comment_end, decode_escapes, is_name_byte};

/// A name at the beginning of `text`, escapes decoded, and what follows.
pub(super) fn identifier(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let end = name_end(text)?;
    Some((decode_escapes(&text[..end], false), &text[end..]))
}

/// Where the name ends that `text` begins with.
pub(super) fn name_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if !begins_name(bytes) {
        return None;
    }
    let mut end = 0;
    loop {
        end += bytes[end..].iter().position(|byte| !is_name_byte(*byte)).unwrap_or(bytes.len() - end);
        if !is_escape(&bytes[end..]) {
            return Some(end);
        }
        end = behind_escape(text, end + 1);
    }
}

/// Whether a name begins so: with no digit, and with a single dash only before what is none.
pub(super) fn begins_name(bytes: &[u8]) -> bool {
    match bytes {
        [b'-', b'-', ..] => true,
        [b'-', rest @ ..] | rest => match rest {
            [first, ..] => (is_name_byte(*first) && !first.is_ascii_digit()) || is_escape(rest),
            [] => false,
        },
    }
}

/// Whether a backslash stands here that escapes something: the end of a line it does not.
fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'\\', next, ..] if !matches!(next, b'\n' | b'\r' | 0x0C))
}

/// Where the escape ends whose backslash was passed: up to six digits and one blank, or a character.
fn behind_escape(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_hexdigit()).count();
    match &rest[digits..] {
        _ if digits == 0 => behind_character(text, at),
        [b'\r', b'\n', ..] => at + digits + 2,
        [blank, ..] if blank.is_ascii_whitespace() => at + digits + 1,
        _ => at + digits,
    }
}

/// What follows the comments at the beginning of `text`.
pub(super) fn behind_comments(mut text: &str) -> &str {
    while text.starts_with("/*") {
        text = &text[comment_end(text.as_bytes(), 2)..];
    }
    text
}

/// What follows the comments and blanks at the beginning of `text`.
pub(super) fn behind_gap(mut text: &str) -> &str {
    loop {
        text = text.trim_ascii_start();
        match behind_comments(text) {
            behind if behind.len() == text.len() => return text,
            behind => text = behind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_where_it_ends_for_a_browser() {
        for (text, expected) in [
            ("a-b_1é.c", Some(("a-b_1é", ".c"))),
            ("\\31 0.c", Some(("10", ".c"))),
            ("\\31\r\n0 c", Some(("10", " c"))),
            ("a\\.b\\\nc", Some(("a.b", "\\\nc"))),
            ("a/**/b", Some(("a", "/**/b"))),
            ("--", Some(("--", ""))),
            ("-\\31 ", Some(("-1", ""))),
            ("-.a", None),
            ("-", None),
            ("-1", None),
            ("1", None),
            ("\\\r\n", None),
            ("\\", None),
            ("", None),
        ] {
            let read = identifier(text);
            assert_eq!(read.as_ref().map(|(name, rest)| (&**name, *rest)), expected, "{text:?}");
        }
    }

    #[test]
    fn a_gap_is_blanks_and_comments() {
        for (text, expected) in [(" /*a*/\r\n/**/b /**/", "b /**/"), ("/*a", ""), ("/a", "/a"), ("", "")] {
            assert_eq!(behind_gap(text), expected, "{text}");
        }
        assert_eq!(behind_comments("/**//*a*/ /**/b"), " /**/b");
    }
}
