// SPDX-License-Identifier: MIT OR Apache-2.0
//! Character references (HTML Standard 13.2.5.72 and following): named with and without semicolon, decimal, hexadecimal.
//!
//! Decides which characters a reference stands for. It never decides whether these characters may be shown: a
//! reference to an invisible character is dropped where every other invisible character is.

mod named;

use std::borrow::Cow;

use memchr::memchr;

use self::named::NAMED;

/// Bytes of the longest name in the table.
const LONGEST_NAME: usize = 31;
/// Bytes of the longest name that counts without a semicolon.
const LONGEST_BARE_NAME: usize = 6;
/// How many names count without a semicolon.
const BARE_NAMES: usize = 106;

/// What a reference at the start of a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// A named one.
    Text(&'static str),
    /// A numeric one.
    Character(char),
}

/// Reads the reference that `text`, which begins with `&`, begins with, and the bytes it takes.
///
/// `None` when the `&` stands for itself. Within an attribute's value a name without semicolon does not count before
/// `=` and alphanumerics, so that `?a=1&copy=2` stays what its author meant.
pub(super) fn read(text: &str, in_attribute: bool) -> Option<(Reference, usize)> {
    let bytes = text.as_bytes();
    match bytes.get(1)? {
        b'#' => numeric(bytes),
        first if first.is_ascii_alphanumeric() => named(bytes, in_attribute),
        _ => None,
    }
}

/// The value of an attribute, its references decoded.
pub(super) fn decode_attribute(value: &str) -> Cow<'_, str> {
    if memchr(b'&', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let mut decoded = String::with_capacity(value.len());
    decode(value, true, |piece| decoded.push_str(piece));
    Cow::Owned(decoded)
}

/// Hands the pieces of `text`, its references decoded, to `sink` in order.
pub(super) fn decode(text: &str, in_attribute: bool, mut sink: impl FnMut(&str)) {
    let mut rest = text;
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        if at > 0 {
            sink(&rest[..at]);
        }
        rest = &rest[at..];
        match read(rest, in_attribute) {
            Some((Reference::Text(text), taken)) => {
                sink(text);
                rest = &rest[taken..];
            }
            Some((Reference::Character(character), taken)) => {
                sink(character.encode_utf8(&mut [0; 4]));
                rest = &rest[taken..];
            }
            None => {
                sink("&");
                rest = &rest[1..];
            }
        }
    }
    if !rest.is_empty() {
        sink(rest);
    }
}

fn named(bytes: &[u8], in_attribute: bool) -> Option<(Reference, usize)> {
    let name = &bytes[1..];
    let run = name.iter().take(LONGEST_NAME + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    // Every name is alphanumeric, so one that ends in a semicolon takes the whole run.
    if name.get(run) == Some(&b';')
        && let Ok(at) = NAMED.binary_search_by(|(candidate, _, _)| candidate.as_bytes().cmp(&name[..run]))
    {
        return Some((Reference::Text(NAMED[at].1), run + 2));
    }
    let (text, length) = bare(&name[..run])?;
    let followed_by_word = name.get(length).is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric());
    (!in_attribute || !followed_by_word).then_some((Reference::Text(text), length + 1))
}

/// What the name that counts without a semicolon and that `run` begins with stands for, and its bytes.
fn bare(run: &[u8]) -> Option<(&'static str, usize)> {
    let key = packed(run);
    // None of these names begins with another, so the one `run` begins with is the last that does not sort behind it.
    let at = BARE.partition_point(|(name, _)| *name <= key).checked_sub(1)?;
    let (name, text) = BARE[at];
    let length = size_of::<u64>() - name.trailing_zeros() as usize / 8;
    (key >> (64 - 8 * length) == name >> (64 - 8 * length)).then_some((text, length))
}

/// The first bytes of a name, as many as the longest that counts without a semicolon has, as a number that sorts like them.
const fn packed(name: &[u8]) -> u64 {
    let mut bytes = [0; size_of::<u64>()];
    let mut at = 0;
    while at < name.len() && at < LONGEST_BARE_NAME {
        bytes[at] = name[at];
        at += 1;
    }
    u64::from_be_bytes(bytes)
}

/// The names that count without a semicolon, packed, and what they stand for, in the order of the names.
static BARE: [(u64, &str); BARE_NAMES] = {
    let mut names = [(0, ""); BARE_NAMES];
    let (mut at, mut found) = (0, 0);
    while at < NAMED.len() {
        let (name, text, bare) = NAMED[at];
        if bare {
            names[found] = (packed(name.as_bytes()), text);
            found += 1;
        }
        at += 1;
    }
    names
};

fn numeric(bytes: &[u8]) -> Option<(Reference, usize)> {
    let (radix, start) = if matches!(bytes.get(2), Some(b'x' | b'X')) { (16, 3) } else { (10, 2) };
    let mut value: u32 = 0;
    let mut end = start;
    while let Some(digit) = bytes.get(end).and_then(|byte| char::from(*byte).to_digit(radix)) {
        value = value.saturating_mul(radix).saturating_add(digit);
        end += 1;
    }
    if end == start {
        return None;
    }
    let taken = end + usize::from(bytes.get(end) == Some(&b';'));
    Some((Reference::Character(code_point(value)), taken))
}

/// The character a number stands for: windows-1252 for the C1 range, U+FFFD for what is none (13.2.5.80).
fn code_point(value: u32) -> char {
    /// Windows-1252 from 0x80 on; zero where the number keeps its meaning.
    const C1: [u16; 32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D,
        0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
        0x017E, 0x0178,
    ];
    let value = match value {
        0 => return char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => match C1[value as usize - 0x80] {
            0 => value,
            mapped => u32::from(mapped),
        },
        other => other,
    };
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn text(source: &str) -> String {
        let mut decoded = String::new();
        decode(source, false, |piece| decoded.push_str(piece));
        decoded
    }

    #[test]
    fn the_table_is_sorted_so_that_every_name_is_found() {
        assert!(NAMED.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(NAMED.iter().all(|(name, _, _)| name.len() <= LONGEST_NAME));
        assert!(NAMED.iter().all(|(name, _, bare)| !bare || name.len() <= LONGEST_BARE_NAME));
        for (name, value, _) in &NAMED {
            assert_eq!(text(&format!("&{name};")), *value, "{name}");
        }
    }

    #[test]
    fn every_name_that_counts_without_a_semicolon_is_found_whatever_follows() {
        let bare: Vec<_> = NAMED.iter().filter(|(_, _, bare)| *bare).collect();
        assert_eq!(bare.len(), BARE_NAMES);
        for (name, value, _) in &bare {
            assert!(bare.iter().all(|(other, _, _)| other == name || !other.starts_with(name)), "{name}");
            for behind in ["", " ", "=", "0", "Az", "zzzzzz", "é"] {
                assert_eq!(text(&format!("&{name}{behind}")), format!("{value}{behind}"), "{name}{behind}");
            }
        }
    }

    #[test]
    fn a_name_without_semicolon_is_read_where_the_standard_reads_it() {
        assert_eq!(
            text("&amp &lt &copy 2026 &notit; &notin; &nosuch; &hellip x"),
            "& < © 2026 ¬it; ∉ &nosuch; &hellip x"
        );
        assert_eq!(text("& &; &# &#x &#; &#xg"), "& &; &# &#x &#; &#xg");
    }

    #[test]
    fn numbers_are_read_as_the_standard_maps_them() {
        assert_eq!(
            text("&#65;&#x42;&#X43 &#128;&#x9f;&#0;&#xD800;&#x110000;&#99999999999;"),
            "ABC €Ÿ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
        );
    }

    #[test]
    fn an_attribute_keeps_a_bare_name_that_a_query_may_hold() {
        assert_eq!(decode_attribute("/x?a=1&copy=2&amp;b=3&lt"), "/x?a=1&copy=2&b=3<");
        assert_eq!(decode_attribute("&notit;"), "&notit;");
        assert!(matches!(decode_attribute("plain"), Cow::Borrowed("plain")));
    }
}
