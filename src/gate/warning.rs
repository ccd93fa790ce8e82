// SPDX-License-Identifier: MIT OR Apache-2.0
//! Inputs the gate could not read, for the operator.
//!
//! A warning explains why a run has fewer tools than its settings seem to give it. It decides nothing.

use std::fmt;

use super::shown::Shown;

/// An input the gate could not read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// A skill's declaration is not a JSON array or object.
    BrokenDeclaration {
        /// The skill's source.
        source: i64,
        /// The skill's identifier.
        identifier: String,
    },
    /// The trust floor names no level, or cannot be read.
    UnreadableTrustFloor,
    /// The configuration's groups are commas and blanks alone.
    BlankGroups,
    /// The configuration's groups cannot be read.
    UnreadableGroups,
    /// The allow-list the run stored cannot be read.
    UnreadableRunAllowList,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BrokenDeclaration { source, identifier } => write!(
                f,
                "the allowed tools of the skill \"{}\" (source {source}) are not a JSON array or object",
                Shown(identifier)
            ),
            Self::UnreadableTrustFloor => f.write_str("the trust floor of skills names no level or cannot be read"),
            Self::BlankGroups => f.write_str("the tool groups of the configuration are commas and blanks alone"),
            Self::UnreadableGroups => f.write_str("the tool groups of the configuration cannot be read"),
            Self::UnreadableRunAllowList => f.write_str("the allow-list the run stored at its start cannot be read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_names_the_skill_with_its_characters_escaped() {
        let warning = Warning::BrokenDeclaration { source: 7, identifier: "tone\"\n".to_owned() };
        assert_eq!(
            warning.to_string(),
            "the allowed tools of the skill \"tone\\u{22}\\u{a}\" (source 7) are not a JSON array or object"
        );
    }
}
