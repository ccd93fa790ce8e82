// SPDX-License-Identifier: MIT OR Apache-2.0
//! How sensitive a tool's data is, how far a model's provider is trusted, and which may meet.
//!
//! Every reading of text fails towards the side that shares less: an unknown class is the most sensitive, an unknown
//! zone the least trusted, an unknown mode enforces. Knows no tools and no runs.

use std::fmt;

use super::setting::{Setting, trim};

/// How sensitive data is, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataClass {
    /// What an anonymous visitor may read.
    PublicContent,
    /// Pages, records and files of editors, drafts included.
    EditorContent,
    /// The project's source.
    SourceCode,
    /// How the installation is set up.
    InternalConfiguration,
    /// Logs, versions, environment.
    SystemDiagnostics,
    /// Secrets, accounts, and whatever may hold some.
    SecretAdjacent,
}

impl DataClass {
    /// Every class, from least to most sensitive.
    pub const ALL: [Self; 6] = [
        Self::PublicContent,
        Self::EditorContent,
        Self::SourceCode,
        Self::InternalConfiguration,
        Self::SystemDiagnostics,
        Self::SecretAdjacent,
    ];

    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PublicContent => "publicContent",
            Self::EditorContent => "editorContent",
            Self::SourceCode => "sourceCode",
            Self::InternalConfiguration => "internalConfiguration",
            Self::SystemDiagnostics => "systemDiagnostics",
            Self::SecretAdjacent => "secretAdjacent",
        }
    }

    /// The class a word names; [`SecretAdjacent`](Self::SecretAdjacent) for any other text.
    #[must_use]
    pub fn read(word: &[u8]) -> Self {
        Self::ALL.into_iter().find(|class| class.as_str().as_bytes() == word).unwrap_or(Self::SecretAdjacent)
    }

    /// The class a field declares, if it declares one: an absent or empty field does not, an unreadable one declares
    /// the most sensitive.
    #[must_use]
    pub fn declared(field: Setting<'_>) -> Option<Self> {
        match field {
            Setting::Absent | Setting::Text(b"") => None,
            Setting::Unreadable => Some(Self::SecretAdjacent),
            Setting::Text(word) => Some(Self::read(word)),
        }
    }

    /// The class of a tool that declares none, by its group; [`SecretAdjacent`](Self::SecretAdjacent) for a group that
    /// is not built in.
    #[must_use]
    pub fn of_group(group: &str) -> Self {
        match group {
            "content" | "editing" | "files" => Self::EditorContent,
            "rag" | "web" => Self::PublicContent,
            "structure" | "configuration" => Self::InternalConfiguration,
            "code" => Self::SourceCode,
            "system" => Self::SystemDiagnostics,
            _ => Self::SecretAdjacent,
        }
    }
}

impl fmt::Display for DataClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How far the provider of a model is trusted, from most to least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum TrustZone {
    /// On this machine.
    Local,
    /// Elsewhere, in the operator's own hands.
    PrivateHosted,
    /// A third party under the law of the EU.
    ExternalEu,
    /// Any other third party.
    #[default]
    ExternalGlobal,
}

impl TrustZone {
    /// Every zone, from most to least trusted.
    pub const ALL: [Self; 4] = [Self::Local, Self::PrivateHosted, Self::ExternalEu, Self::ExternalGlobal];

    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::PrivateHosted => "privateHosted",
            Self::ExternalEu => "externalEu",
            Self::ExternalGlobal => "externalGlobal",
        }
    }

    /// The most sensitive class the zone may receive.
    #[must_use]
    pub const fn ceiling(self) -> DataClass {
        match self {
            Self::Local => DataClass::SecretAdjacent,
            Self::PrivateHosted => DataClass::SystemDiagnostics,
            Self::ExternalEu => DataClass::InternalConfiguration,
            Self::ExternalGlobal => DataClass::EditorContent,
        }
    }

    /// The zone of one provider. Unknown, empty, absent and unreadable text is
    /// [`ExternalGlobal`](Self::ExternalGlobal).
    #[must_use]
    pub fn read(word: Setting<'_>) -> Self {
        let Setting::Text(word) = word else {
            return Self::ExternalGlobal;
        };
        Self::ALL.into_iter().find(|zone| zone.as_str().as_bytes() == word).unwrap_or(Self::ExternalGlobal)
    }

    /// The zone of a provider and its fallbacks: the least trusted of them. A provider that is missing and a fallback
    /// that cannot be resolved are [`Setting::Absent`].
    #[must_use]
    pub fn of_chain<'a>(provider: Setting<'_>, fallbacks: impl IntoIterator<Item = Setting<'a>>) -> Self {
        fallbacks.into_iter().map(Self::read).fold(Self::read(provider), Self::max)
    }
}

impl fmt::Display for TrustZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether the ceiling of the zone refuses or is only reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Enforcement {
    /// A class above the ceiling is refused.
    #[default]
    Enforce,
    /// A class above the ceiling passes and is reported.
    Observe,
}

impl Enforcement {
    /// Observes for the text `observe` alone, trimmed and in any ASCII case; everything else enforces.
    #[must_use]
    pub fn read(setting: Setting<'_>) -> Self {
        match setting {
            Setting::Text(word) if trim(word).eq_ignore_ascii_case(b"observe") => Self::Observe,
            _ => Self::Enforce,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(word: &str) -> Setting<'_> {
        Setting::of(Some(word))
    }

    #[test]
    fn classes_are_ordered_from_public_to_secret() {
        assert!(DataClass::ALL.is_sorted());
        assert_eq!(DataClass::ALL.map(DataClass::as_str).join(" < "), {
            "publicContent < editorContent < sourceCode < internalConfiguration < systemDiagnostics < secretAdjacent"
        });
    }

    #[test]
    fn an_unknown_class_reads_as_secret_adjacent() {
        for word in ["", "secret", "PublicContent", " publicContent", "0"] {
            assert_eq!(DataClass::read(word.as_bytes()), DataClass::SecretAdjacent, "{word:?}");
        }
        for class in DataClass::ALL {
            assert_eq!(DataClass::read(class.as_str().as_bytes()), class);
        }
    }

    #[test]
    fn a_field_declares_a_class_unless_it_is_empty() {
        assert_eq!(DataClass::declared(Setting::Absent), None);
        assert_eq!(DataClass::declared(text("")), None);
        assert_eq!(DataClass::declared(Setting::Unreadable), Some(DataClass::SecretAdjacent));
        assert_eq!(DataClass::declared(text(" ")), Some(DataClass::SecretAdjacent));
        assert_eq!(DataClass::declared(text("publicContent")), Some(DataClass::PublicContent));
    }

    #[test]
    fn a_group_gives_its_tools_a_class_and_an_unknown_group_the_most_sensitive() {
        let table = [
            ("content editing files", DataClass::EditorContent),
            ("rag web", DataClass::PublicContent),
            ("structure configuration", DataClass::InternalConfiguration),
            ("code", DataClass::SourceCode),
            ("system", DataClass::SystemDiagnostics),
            ("accounts mcp_docs Content my_extension", DataClass::SecretAdjacent),
        ];
        for (groups, class) in table {
            for group in groups.split(' ') {
                assert_eq!(DataClass::of_group(group), class, "{group}");
            }
        }
        assert_eq!(DataClass::of_group(""), DataClass::SecretAdjacent);
    }

    #[test]
    fn each_zone_has_the_most_sensitive_class_it_may_receive() {
        assert_eq!(TrustZone::Local.ceiling(), DataClass::SecretAdjacent);
        assert_eq!(TrustZone::PrivateHosted.ceiling(), DataClass::SystemDiagnostics);
        assert_eq!(TrustZone::ExternalEu.ceiling(), DataClass::InternalConfiguration);
        assert_eq!(TrustZone::ExternalGlobal.ceiling(), DataClass::EditorContent);
    }

    #[test]
    fn less_trust_never_raises_the_ceiling() {
        assert!(TrustZone::ALL.is_sorted());
        assert!(TrustZone::ALL.map(TrustZone::ceiling).iter().rev().is_sorted());
    }

    #[test]
    fn an_unknown_empty_or_missing_zone_is_external_global() {
        for word in ["", "Local", " local", "local ", "private_hosted", "0"] {
            assert_eq!(TrustZone::read(text(word)), TrustZone::ExternalGlobal, "{word:?}");
        }
        assert_eq!(TrustZone::read(Setting::Absent), TrustZone::ExternalGlobal);
        assert_eq!(TrustZone::read(Setting::Unreadable), TrustZone::ExternalGlobal);
        assert_eq!(TrustZone::default(), TrustZone::ExternalGlobal);
    }

    #[test]
    fn a_chain_of_providers_has_its_least_trusted_zone() {
        let chain = |zones: &[Option<&str>]| TrustZone::of_chain(text("local"), zones.iter().copied().map(Setting::of));
        assert_eq!(chain(&[]), TrustZone::Local);
        assert_eq!(chain(&[Some("externalEu"), Some("privateHosted")]), TrustZone::ExternalEu);
        assert_eq!(chain(&[Some("local"), None]), TrustZone::ExternalGlobal);
        assert_eq!(chain(&[Some("local"), Some("bogus")]), TrustZone::ExternalGlobal);
    }

    #[test]
    fn only_the_word_observe_observes() {
        for word in ["observe", " observe ", "OBSERVE", "\tObserve\n", "observe\0"] {
            assert_eq!(Enforcement::read(text(word)), Enforcement::Observe, "{word:?}");
        }
        for word in ["", "observed", "observ", "off", "1", "ob\u{17f}erve", "\u{feff}observe", "observe\u{a0}"] {
            assert_eq!(Enforcement::read(text(word)), Enforcement::Enforce, "{word:?}");
        }
        assert_eq!(Enforcement::read(Setting::Absent), Enforcement::Enforce);
        assert_eq!(Enforcement::read(Setting::Unreadable), Enforcement::Enforce);
    }
}
