// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether what a run injects may reach the zone of its providers.
//!
//! Snippets and skills travel to the model before any tool does. Whoever asks lists all of them: the configuration's,
//! the task's and those forced for this one run, on resume too. Reads none of their text.

use super::shown::Shown;
use super::zone::{DataClass, Enforcement, TrustZone};

/// A snippet or skill that a run injects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextSource {
    /// Its name.
    pub name: String,
    /// The class it declares, if it declares one: see [`DataClass::declared`].
    pub class: Option<DataClass>,
}

/// The answer for all sources of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputContext {
    strictest: Option<(String, DataClass)>,
    zone: TrustZone,
    enforcement: Enforcement,
}

impl InputContext {
    /// Compares the strictest class the sources declare with the ceiling of the zone.
    #[must_use]
    pub fn judge<'a>(
        sources: impl IntoIterator<Item = &'a ContextSource>,
        zone: TrustZone,
        enforcement: Enforcement,
    ) -> Self {
        let mut strictest: Option<(&str, DataClass)> = None;
        for source in sources {
            let Some(class) = source.class else { continue };
            if strictest.is_none_or(|(_, known)| class > known) {
                strictest = Some((&source.name, class));
            }
        }
        Self { strictest: strictest.map(|(name, class)| (name.to_owned(), class)), zone, enforcement }
    }

    /// Whether the run may start.
    #[must_use]
    pub fn is_permitted(&self) -> bool {
        !self.is_above_ceiling() || self.enforcement == Enforcement::Observe
    }

    /// Whether the run is above the ceiling and permitted in observe mode alone.
    #[must_use]
    pub fn is_observed_only(&self) -> bool {
        self.is_above_ceiling() && self.enforcement == Enforcement::Observe
    }

    /// The strictest declared class and the first source that declares it; none when nothing is declared.
    #[must_use]
    pub fn strictest(&self) -> Option<(&str, DataClass)> {
        self.strictest.as_ref().map(|(name, class)| (name.as_str(), *class))
    }

    /// The zone of the run.
    #[must_use]
    pub fn zone(&self) -> TrustZone {
        self.zone
    }

    /// The answer in one sentence without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        let (zone, ceiling) = (self.zone, self.zone.ceiling());
        let Some((name, class)) = self.strictest() else {
            return "no injected source declares a data class".to_owned();
        };
        let name = Shown(name);
        if !self.is_above_ceiling() {
            return format!(
                "the strictest class of the injected sources is {class}, which the trust zone {zone} may receive"
            );
        }
        let observed = if self.is_observed_only() { ", allowed in observe mode" } else { "" };
        format!("\"{name}\" has the class {class}, above {ceiling}, the ceiling of the trust zone {zone}{observed}")
    }

    fn is_above_ceiling(&self) -> bool {
        self.strictest().is_some_and(|(_, class)| class > self.zone.ceiling())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(sources: &[(&str, Option<DataClass>)], enforcement: Enforcement) -> InputContext {
        let sources: Vec<_> =
            sources.iter().map(|(name, class)| ContextSource { name: (*name).to_owned(), class: *class }).collect();
        InputContext::judge(&sources, TrustZone::ExternalGlobal, enforcement)
    }

    #[test]
    fn nothing_declared_is_permitted() {
        assert!(judge(&[], Enforcement::Enforce).is_permitted());
        let undeclared = judge(&[("a", None)], Enforcement::Enforce);
        assert!(undeclared.is_permitted());
        assert_eq!(undeclared.message(), "no injected source declares a data class");
    }

    #[test]
    fn a_class_up_to_the_ceiling_is_permitted() {
        let at = judge(&[("a", Some(DataClass::EditorContent)), ("b", None)], Enforcement::Enforce);
        assert!(at.is_permitted() && !at.is_observed_only());
        assert_eq!(
            at.message(),
            "the strictest class of the injected sources is editorContent, which the trust zone externalGlobal may \
             receive"
        );
    }

    #[test]
    fn a_class_above_the_ceiling_refuses_the_run_and_names_its_source() {
        let sources = [
            ("a", Some(DataClass::PublicContent)),
            ("b c", Some(DataClass::SystemDiagnostics)),
            ("d", Some(DataClass::SourceCode)),
        ];
        let above = judge(&sources, Enforcement::Enforce);
        assert!(!above.is_permitted());
        assert_eq!(above.strictest(), Some(("b c", DataClass::SystemDiagnostics)));
        assert_eq!(
            above.message(),
            "\"b\\u{20}c\" has the class systemDiagnostics, above editorContent, the ceiling of the trust zone \
             externalGlobal"
        );
    }

    #[test]
    fn the_first_source_is_named_on_a_tie() {
        let class = Some(DataClass::SourceCode);
        let tie = judge(&[("first", class), ("second", class)], Enforcement::Enforce);
        assert_eq!(tie.strictest(), Some(("first", DataClass::SourceCode)));
    }

    #[test]
    fn observe_mode_reports_and_does_not_refuse() {
        let observed = judge(&[("a", Some(DataClass::SecretAdjacent))], Enforcement::Observe);
        assert!(observed.is_permitted() && observed.is_observed_only());
        assert!(observed.message().ends_with(", allowed in observe mode"));
        assert!(!judge(&[], Enforcement::Observe).is_observed_only());
    }
}
