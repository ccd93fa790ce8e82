// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tool groups a configuration allows.
//!
//! An empty field restricts nothing; a field that holds something without naming a group allows nothing. Does not know
//! which groups exist: an unknown one matches no tool.

use std::collections::HashSet;

use super::setting::{Reading, Setting, is_blank, trim};
use super::warning::Warning;

/// The groups field of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ConfiguredGroups {
    /// Absent or empty: every group.
    #[default]
    Any,
    /// These groups alone.
    Only(HashSet<String>),
    /// Commas and blanks alone: no group.
    Blank,
    /// The field cannot be read: no group.
    Unreadable,
}

impl ConfiguredGroups {
    /// Reads the stored field: a comma list, its parts trimmed, empty parts dropped.
    #[must_use]
    pub fn read(field: Setting<'_>) -> Self {
        let text = match field {
            Setting::Absent | Setting::Text(b"") => return Self::Any,
            Setting::Unreadable => return Self::Unreadable,
            Setting::Text(text) => text,
        };
        if text.iter().all(|byte| *byte == b',' || is_blank(byte)) {
            return Self::Blank;
        }
        let parts = text.split(|byte| *byte == b',').map(trim).filter(|part| !part.is_empty());
        // A part that is not UTF-8 names no group; leaving it out keeps the field a restriction.
        Self::Only(parts.filter_map(|part| std::str::from_utf8(part).ok()).map(str::to_owned).collect())
    }

    /// Whether a tool of the group may be used.
    #[must_use]
    pub fn allow(&self, group: &str, reading: Reading) -> bool {
        match self {
            Self::Any => true,
            Self::Only(groups) => groups.contains(group),
            Self::Blank => reading == Reading::Compatible,
            Self::Unreadable => false,
        }
    }

    /// Whether every group may be used.
    pub(super) fn allow_any(&self, reading: Reading) -> bool {
        match self {
            Self::Any => true,
            Self::Blank => reading == Reading::Compatible,
            Self::Only(_) | Self::Unreadable => false,
        }
    }

    pub(super) fn warning(&self) -> Option<Warning> {
        match self {
            Self::Blank => Some(Warning::BlankGroups),
            Self::Unreadable => Some(Warning::UnreadableGroups),
            Self::Any | Self::Only(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ConfiguredGroups {
        ConfiguredGroups::read(Setting::of(Some(text)))
    }

    fn allow(text: &str, group: &str) -> bool {
        read(text).allow(group, Reading::Strict)
    }

    #[test]
    fn a_truly_empty_field_restricts_nothing() {
        assert_eq!(read(""), ConfiguredGroups::Any);
        assert_eq!(ConfiguredGroups::read(Setting::Absent), ConfiguredGroups::Any);
        assert!(allow("", "anything"));
    }

    #[test]
    fn a_group_must_be_in_the_list() {
        for text in ["content", " content ", ",content", "nope,content,", "content\0,code", "\ncontent\n,content"] {
            assert!(allow(text, "content"), "{text:?}");
            assert!(!allow(text, "system"), "{text:?}");
        }
    }

    #[test]
    fn unknown_groups_match_nothing() {
        for text in ["Content", "content;code", "content code", "*", "[content]", "\u{a0}", "content\u{a0}", "con"] {
            assert!(!allow(text, "content"), "{text:?}");
        }
    }

    #[test]
    fn a_group_that_looks_like_a_number_stays_a_name() {
        assert!(allow("12, 007", "12"));
        assert!(!allow("12", "012"));
        assert!(!allow("007", "7"));
    }

    #[test]
    fn commas_and_blanks_alone_allow_no_group_and_are_warned_about() {
        for text in [" ", ",", " , ,\t", "\n,\n", "\0"] {
            assert!(!allow(text, "content"), "{text:?}");
            assert_eq!(read(text).warning(), Some(Warning::BlankGroups), "{text:?}");
            assert!(read(text).allow("content", Reading::Compatible), "{text:?}");
        }
    }

    #[test]
    fn a_field_that_cannot_be_read_allows_no_group() {
        let lost = ConfiguredGroups::read(Setting::Unreadable);
        assert!(!lost.allow("content", Reading::Strict) && !lost.allow("content", Reading::Compatible));
        assert_eq!(lost.warning(), Some(Warning::UnreadableGroups));
        assert!(!ConfiguredGroups::read(Setting::Text(b"\xff")).allow("content", Reading::Strict));
    }
}
