// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a name appears in a message: cut and escaped.
//!
//! The name may be one a model or a remote server chose, and the message goes back to the model, into a log or onto a
//! screen. Never used to compare or to store a name.

use std::fmt;

/// The most characters of a name a message shows.
pub const MAX_SHOWN_CHARACTERS: usize = 64;

/// A name for a message: its first [`MAX_SHOWN_CHARACTERS`], each outside `[A-Za-z0-9_.:-]` as `\u{…}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shown<'a>(pub(super) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars().take(MAX_SHOWN_CHARACTERS) {
            match character {
                'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '.' | ':' | '-' => write!(f, "{character}")?,
                _ => write!(f, "{}", character.escape_unicode())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_to_64_characters() {
        assert_eq!(Shown(&"x".repeat(64)).to_string(), "x".repeat(64));
        assert_eq!(Shown(&"x".repeat(65)).to_string(), "x".repeat(64));
    }

    #[test]
    fn characters_outside_the_plain_set_are_escaped() {
        assert_eq!(Shown("get_page.v2:a-b").to_string(), "get_page.v2:a-b");
        assert_eq!(Shown("a\"\n<ä\u{202e}").to_string(), "a\\u{22}\\u{a}\\u{3c}\\u{e4}\\u{202e}");
        assert_eq!(Shown("\\").to_string(), "\\u{5c}");
    }
}
