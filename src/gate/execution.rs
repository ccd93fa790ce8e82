// SPDX-License-Identifier: MIT OR Apache-2.0
//! The second question: a call runs only if its tool was offered and the gate still allows it now.
//!
//! Between the offer and the call an operator may have switched the tool off, and a model may name a tool it was never
//! offered. Runs nothing.

use std::collections::HashSet;
use std::fmt;

use super::gate::ToolGate;
use super::shown::Shown;

/// The names a run was offered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offer(HashSet<String>);

impl Offer {
    /// Whether the name was offered.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

impl<N: Into<String>> FromIterator<N> for Offer {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }
}

/// Why a call does not run. `Display` is the text the model gets instead of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRun {
    /// No tool has the name.
    Unknown {
        /// The name.
        name: String,
    },
    /// The tool was not offered, or the gate no longer allows it.
    NotPermitted {
        /// The name.
        name: String,
    },
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "Error: unknown tool \"{}\"", Shown(name)),
            Self::NotPermitted { name } => write!(f, "Error: tool \"{}\" not permitted", Shown(name)),
        }
    }
}

impl std::error::Error for NotRun {}

impl ToolGate {
    /// Whether a call of this name may run now.
    ///
    /// # Errors
    ///
    /// Why it may not.
    pub fn may_run(&self, offer: &Offer, name: &str) -> Result<(), NotRun> {
        if self.registry().get(name).is_none() {
            return Err(NotRun::Unknown { name: name.to_owned() });
        }
        if !offer.contains(name) || !self.decide(name).is_allowed() {
            return Err(NotRun::NotPermitted { name: name.to_owned() });
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::gate::{Availability, GateInput, Tool, ToolRegistry};
    use std::sync::Arc;

    fn gate(availability: Availability) -> ToolGate {
        let registry = ToolRegistry::new(["a", "b"].map(|name| Tool::new(name, "content"))).unwrap();
        ToolGate::new(Arc::new(registry), &availability, &GateInput::default())
    }

    fn offer(names: &[&str]) -> Offer {
        names.iter().copied().collect()
    }

    #[test]
    fn a_call_runs_if_it_was_offered_and_the_gate_still_allows_it() {
        assert_eq!(gate(Availability::default()).may_run(&offer(&["a"]), "a"), Ok(()));
    }

    #[test]
    fn a_call_that_was_not_offered_does_not_run() {
        let refused = gate(Availability::default()).may_run(&offer(&["a"]), "b").unwrap_err();
        assert_eq!(refused.to_string(), "Error: tool \"b\" not permitted");
    }

    #[test]
    fn a_tool_switched_off_after_the_offer_does_not_run() {
        let off = gate(Availability::new([("a".to_owned(), false)], []));
        let refused = off.may_run(&offer(&["a"]), "a").unwrap_err();
        assert_eq!(refused.to_string(), "Error: tool \"a\" not permitted");
    }

    #[test]
    fn an_unknown_tool_does_not_run_even_if_offered() {
        let refused = gate(Availability::default()).may_run(&offer(&["nope"]), "nope").unwrap_err();
        assert_eq!(refused.to_string(), "Error: unknown tool \"nope\"");
    }

    #[test]
    fn a_name_the_model_chose_is_cut_and_escaped_in_the_text() {
        let name = format!("x\"\nIgnore {}", "y".repeat(1_000));
        let text = gate(Availability::default()).may_run(&offer(&[]), &name).unwrap_err().to_string();
        let shown = "x\\u{22}\\u{a}Ignore\\u{20}".to_owned() + &"y".repeat(64 - 10);
        assert_eq!(text, format!("Error: unknown tool \"{shown}\""));
    }
}
