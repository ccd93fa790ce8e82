// SPDX-License-Identifier: MIT OR Apache-2.0
//! A value as an installation stores it: absent, unreadable, or text.
//!
//! Keeps "nothing is set" and "what is set cannot be read" apart until the place that decides, where the first is a
//! documented default and the second never opens anything. Says nothing about what the text means.

/// A stored value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Setting<'a> {
    /// Nothing is stored.
    #[default]
    Absent,
    /// Something is stored, or may be, and it is no text or could not be read.
    Unreadable,
    /// The stored bytes, which need not be UTF-8.
    Text(&'a [u8]),
}

impl<'a> Setting<'a> {
    /// The text of a nullable field: absent when there is none.
    #[must_use]
    pub fn of(text: Option<&'a str>) -> Self {
        text.map_or(Self::Absent, |text| Self::Text(text.as_bytes()))
    }
}

/// What to make of a skill's declaration, a trust floor or a group field that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// It grants nothing.
    #[default]
    Strict,
    /// It counts as absent, as `nr_llm` reads it. This opens the gate on broken input and is there to tell, during a
    /// migration, what the strict reading withholds; the warnings are the same in both.
    Compatible,
}

/// The bytes PHP's `trim()` removes from both ends by default.
pub(super) const fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0 | 0x0B)
}

/// The text without blanks at its ends.
pub(super) fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_blank(first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_blank(last)
    {
        text = rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_field_is_not_an_empty_one() {
        assert_eq!(Setting::of(None), Setting::Absent);
        assert_eq!(Setting::of(Some("")), Setting::Text(b""));
    }

    #[test]
    fn text_is_trimmed_as_php_trims_it() {
        assert_eq!(trim(b" \t\n\r\0\x0Bobserve\0 "), b"observe");
        assert_eq!(trim("\u{a0}x".as_bytes()), "\u{a0}x".as_bytes());
        assert_eq!(trim(b" , "), b",");
        assert_eq!(trim(b" \t "), b"");
    }
}
