// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts CSS where rules and declarations end (CSS Syntax 3, section 5), and writes what stands between in one form.
//!
//! Decides where strings, comments, escapes, brackets and unquoted addresses begin and end, as browsers do: a reader that
//! takes a brace for another one than they do misses rules, or finds rules that are none.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memmem};

use crate::html::bytes::{ByteSet, set};

/// What ended a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// `;`
    Semicolon,
    /// `{`
    Open,
    /// `}`
    Close,
    /// The end of the source.
    Source,
}

/// A position in a sheet or in the value of a `style` attribute.
pub(super) struct Reader<'s> {
    source: &'s str,
    at: usize,
    /// The brackets that are open: closing ones of another kind mean nothing.
    brackets: Vec<u8>,
}

impl<'s> Reader<'s> {
    /// Starts at the beginning of `source`.
    pub(super) fn new(source: &'s str) -> Self {
        Reader { source, at: 0, brackets: Vec::new() }
    }

    /// What stands before the next `;`, `{` or `}` outside of strings, comments and brackets, which is passed.
    pub(super) fn part(&mut self) -> (&'s str, End) {
        let start = self.at;
        self.brackets.clear();
        let end = self.run(false);
        let stop = if end == End::Source { self.at } else { self.at - 1 };
        (&self.source[start..stop], end)
    }

    /// Passes the value of a custom property, which may hold braces: what stands before its `;`, or before the `}` that
    /// ends the rule it stands in and is left to be read.
    pub(super) fn custom_value(&mut self, opened: bool) -> End {
        self.brackets.clear();
        if opened {
            self.brackets.push(b'}');
        }
        let end = self.run(true);
        if end == End::Close {
            self.at -= 1;
        }
        end
    }

    /// Passes a block whose `{` was read, and its `}`.
    pub(super) fn skip_block(&mut self) {
        self.brackets.clear();
        while self.run(true) == End::Semicolon {}
    }

    fn run(&mut self, braces_nest: bool) -> End {
        let bytes = self.source.as_bytes();
        while let Some(found) = bytes[self.at..].iter().position(|byte| is_structural(*byte)) {
            let byte = &bytes[self.at + found];
            self.at += found + 1;
            match byte {
                b';' if self.brackets.is_empty() => return End::Semicolon,
                b'{' if self.brackets.is_empty() && !braces_nest => return End::Open,
                b'}' if self.brackets.is_empty() => return End::Close,
                b'(' if ends_in_url(&self.source[..self.at - 1]) && self.is_unquoted() => self.address(),
                b'(' => self.brackets.push(b')'),
                b'[' => self.brackets.push(b']'),
                b'{' => self.brackets.push(b'}'),
                b')' | b']' | b'}' if self.brackets.last() == Some(byte) => {
                    self.brackets.pop();
                }
                b'"' | b'\'' => self.at = string_end(bytes, self.at, *byte),
                b'/' if bytes.get(self.at) == Some(&b'*') => self.at = comment_end(bytes, self.at + 1),
                b'\\' => self.at = behind_character(self.source, self.at),
                _ => {}
            }
        }
        self.at = bytes.len();
        End::Source
    }

    /// Whether what follows `url(` is an address without quotes, within which nothing else begins.
    fn is_unquoted(&self) -> bool {
        let rest = self.source[self.at..].trim_ascii_start();
        !rest.starts_with(['"', '\''])
    }

    fn address(&mut self) {
        let bytes = self.source.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b')' => return,
                b'\\' => self.at = behind_character(self.source, self.at),
                _ => {}
            }
        }
    }
}

fn is_structural(byte: u8) -> bool {
    static STRUCTURAL: ByteSet = set(b";{}()[]\"'/\\");
    STRUCTURAL[usize::from(byte)]
}

/// Whether the text ends in the name `url`, escapes in it decoded.
fn ends_in_url(text: &str) -> bool {
    /// Bytes of the longest spelling: three escapes of six digits, each with the blank behind it.
    const LONGEST: usize = 3 * 8;
    let bytes = text.as_bytes();
    match bytes.last() {
        // A blank may end an escape.
        Some(b'l' | b'L') => {}
        Some(byte) if byte.is_ascii_whitespace() || byte.is_ascii_hexdigit() => {}
        _ => return false,
    }
    let mut start = bytes.len().saturating_sub(LONGEST + 1);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let window = &text[start..];
    if memchr(b'\\', window.as_bytes()).is_none() {
        let Some(start) = bytes.len().checked_sub(3) else { return false };
        return bytes[start..].eq_ignore_ascii_case(b"url")
            && !start.checked_sub(1).is_some_and(|before| is_name_byte(bytes[before]));
    }
    window.char_indices().any(|(at, _)| {
        let name = &window[at..];
        !window[..at].ends_with(|before: char| before == '\\' || !before.is_ascii() || is_name_byte(before as u8))
            && decode_escapes(name, false).eq_ignore_ascii_case("url")
    })
}

/// Where the character ends that begins at `at`, which an escape takes whole.
pub(super) fn behind_character(text: &str, at: usize) -> usize {
    at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
}

/// Whether the byte can stand in a name.
pub(super) const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | 0x80..)
}

/// Where a string ends whose opening quote was passed: behind its quote, or before the line end that breaks it.
pub(super) fn string_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            // An escaped line end may be two bytes.
            b'\\' if bytes[at + 1..].starts_with(b"\r\n") => at += 3,
            b'\\' => at += 2,
            b'\n' | b'\r' | 0x0C => return at,
            end if *end == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Where the bracket is closed that was opened before `text`; at the end of it, when it is not.
pub(super) fn closing(text: &str) -> usize {
    let mut depth = 1_usize;
    let closes = |byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    text.bytes().position(closes).unwrap_or(text.len())
}

/// Where a comment ends whose `/*` was passed, given where the `*` stands behind.
pub(super) fn comment_end(bytes: &[u8], at: usize) -> usize {
    memmem::find(&bytes[at..], b"*/").map_or(bytes.len(), |found| at + found + 2)
}

/// The text with a blank in place of each comment. Escapes stay.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    if !memchr_iter(b'/', bytes).any(|slash| bytes.get(slash + 1) == Some(&b'*')) {
        return Cow::Borrowed(text);
    }
    let (mut clean, mut at, mut kept) = (String::with_capacity(text.len()), 0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => at = string_end(bytes, at + 1, *byte),
            b'\\' => at = behind_character(text, at + 1),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                clean.push_str(&text[kept..at]);
                clean.push(' ');
                at = comment_end(bytes, at + 2);
                kept = at;
            }
            _ => at += 1,
        }
    }
    clean.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(clean)
}

/// The text with its escapes decoded (4.3.7): up to six hexadecimal digits and one blank, or the character itself. An
/// escaped digit or sign is a letter of a name and never part of a number: where `letters_only`, it becomes U+FFFD.
pub(super) fn decode_escapes(text: &str, letters_only: bool) -> Cow<'_, str> {
    if memchr(b'\\', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let (mut decoded, mut characters) = (String::with_capacity(text.len()), text.chars().peekable());
    while let Some(character) = characters.next() {
        if character != '\\' {
            decoded.push(character);
            continue;
        }
        let (mut value, mut digits) = (0, 0);
        while digits < 6
            && let Some(digit) = characters.peek().and_then(|character| character.to_digit(16))
        {
            characters.next();
            value = value * 16 + digit;
            digits += 1;
        }
        let escaped = match digits {
            0 => characters.next(),
            _ if characters.next_if_eq(&'\r').is_some() => {
                characters.next_if_eq(&'\n');
                char::from_u32(value)
            }
            _ => {
                characters.next_if(char::is_ascii_whitespace);
                char::from_u32(value)
            }
        };
        let accepted = escaped.filter(|character| {
            *character != '\0' && (!letters_only || character.is_ascii_alphabetic() || *character == '-')
        });
        decoded.push(accepted.unwrap_or('\u{FFFD}'));
    }
    Cow::Owned(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(source: &str) -> Vec<&str> {
        let (mut reader, mut parts) = (Reader::new(source), Vec::new());
        loop {
            let (part, end) = reader.part();
            parts.push(part);
            if end == End::Source {
                return parts;
            }
        }
    }

    #[test]
    fn a_part_ends_where_it_ends_for_a_browser() {
        for (source, expected) in [
            ("a{b:c;d}", &["a", "b:c", "d", ""][..]),
            ("a:'};{';b", &["a:'};{'", "b"]),
            ("a:'x\n;b", &["a:'x\n", "b"]),
            ("a:'x\\\n;';b", &["a:'x\\\n;'", "b"]),
            ("a:'x\\\r\n;';b", &["a:'x\\\r\n;'", "b"]),
            ("a:'\\\r;';b", &["a:'\\\r;'", "b"]),
            ("a:'x\u{c};b", &["a:'x\u{c}", "b"]),
            ("a:\\75\u{c}rl(x');b", &["a:\\75\u{c}rl(x')", "b"]),
            ("/*;*/a;b/*", &["/*;*/a", "b/*"]),
            ("a\\;b;c\\", &["a\\;b", "c\\"]),
            ("a:(];b;)};c", &["a:(];b;)", "", "c"]),
            ("a:[{)}];b", &["a:[{)}]", "b"]),
            ("a:url(x';y{);b", &["a:url(x';y{)", "b"]),
            ("a:U\\52l(x');b", &["a:U\\52l(x')", "b"]),
            ("a:url( ';' );b", &["a:url( ';' )", "b"]),
            ("a:xurl(');b')", &["a:xurl(');b')"]),
            ("é\\é;ü", &["é\\é", "ü"]),
        ] {
            assert_eq!(parts(source), expected, "{source}");
        }
    }

    #[test]
    fn a_custom_property_may_hold_braces() {
        let mut reader = Reader::new("--x:{a;b};c:d}e");
        assert_eq!(reader.part(), ("--x:", End::Open));
        assert_eq!(reader.custom_value(true), End::Semicolon);
        assert_eq!(reader.part(), ("c:d", End::Close));
    }

    #[test]
    fn comments_and_escapes_are_taken_out() {
        assert_eq!(without_comments("a/* ' */b'/*'/*c"), "a b'/*' ");
        assert_eq!(decode_escapes("\\64isp\\6C ay \\000041\\:\\0", false), "display A:\u{FFFD}");
        assert_eq!(decode_escapes("\\64\\31 \\:", true), "d\u{FFFD}\u{FFFD}");
    }
}
