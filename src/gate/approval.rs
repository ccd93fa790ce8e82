// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a person has to approve a call, and whether this person may.
//!
//! No configuration lifts the approval of a local write, and an answer that could not be had is a yes. Shows nothing to
//! anybody and keeps no state of a turn.

use std::fmt;

use super::decision::Decision;
use super::gate::ToolGate;
use super::registry::ToolRegistry;
use super::tool::Tool;

/// What a remote server's row or a configurable tool's settings say about approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A person approves each call.
    Required,
    /// Nobody needs to.
    NotRequired,
    /// There is no answer: the word is unknown, or asking failed.
    Failed,
}

impl Answer {
    const fn requires_approval(self) -> bool {
        !matches!(self, Self::NotRequired)
    }
}

impl Tool {
    /// Whether a person approves each call of the tool.
    ///
    /// In this order: the explicit marker; for a remote tool its server's answer, or no; a declared write; the answer
    /// of a configurable tool; else no.
    #[must_use]
    pub fn requires_approval(&self) -> bool {
        let answer = self.approval_answer();
        if self.has_approval_marker() {
            return true;
        }
        if self.is_remote() {
            return answer.is_some_and(Answer::requires_approval);
        }
        self.effect().is_write() || answer.is_some_and(Answer::requires_approval)
    }
}

/// Who releases a waiting turn.
#[derive(Debug, Clone, Copy)]
pub enum Approver<'a> {
    /// A person, with the gate that answers for that person's own rights.
    Person(&'a ToolGate),
    /// An account no person acts through. It never releases a write.
    ServiceAccount,
}

/// Why a turn stays waiting.
#[derive(Debug, Clone, PartialEq)]
pub enum StillWaiting {
    /// The turn contains a write and the approver is a service account.
    ServiceAccount,
    /// The turn contains a write and the approver's gate has no user: nobody's rights release nothing.
    Nobody,
    /// The approver may not use a tool the turn would write with.
    NotPermitted(Decision),
}

impl fmt::Display for StillWaiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ServiceAccount => f.write_str("a service account does not release a write"),
            Self::Nobody => f.write_str("without a user nobody releases a write"),
            Self::NotPermitted(decision) => {
                write!(f, "the approver may not release this write: {}", decision.message())
            }
        }
    }
}

impl std::error::Error for StillWaiting {}

/// Whether the approver may release a turn with these calls, of which only the writes are asked about.
///
/// # Errors
///
/// Why the turn stays waiting, for the first write that is refused.
pub fn release_turn<N: AsRef<str>>(
    registry: &ToolRegistry,
    approver: Approver<'_>,
    calls: impl IntoIterator<Item = N>,
) -> Result<(), StillWaiting> {
    for name in calls {
        if !registry.effect_of(name.as_ref()).is_write() {
            continue;
        }
        let own_rights = match approver {
            Approver::Person(gate) if gate.has_user() => gate,
            Approver::Person(_) => return Err(StillWaiting::Nobody),
            Approver::ServiceAccount => return Err(StillWaiting::ServiceAccount),
        };
        let decision = own_rights.decide(name.as_ref());
        if !decision.is_allowed() {
            return Err(StillWaiting::NotPermitted(decision));
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::gate::{Actor, Availability, Effect, GateInput, TrustZone};
    use std::sync::Arc;

    fn tool() -> Tool {
        Tool::new("a", "content")
    }

    #[test]
    fn an_explicit_marker_asks_for_approval_whatever_else_is_declared() {
        assert!(tool().with_approval_marker().requires_approval());
        assert!(tool().remote().with_approval_answer(Answer::NotRequired).with_approval_marker().requires_approval());
    }

    #[test]
    fn a_remote_tool_follows_its_declaration_and_an_unknown_one_is_a_yes() {
        let declared = |answer| tool().remote().with_effect(Effect::NonIdempotentWrite).with_approval_answer(answer);
        assert!(declared(Answer::Required).requires_approval());
        assert!(declared(Answer::Failed).requires_approval());
        assert!(!declared(Answer::NotRequired).requires_approval());
    }

    #[test]
    fn any_other_remote_tool_needs_no_approval() {
        assert!(!tool().remote().with_effect(Effect::NonIdempotentWrite).requires_approval());
    }

    #[test]
    fn no_configuration_lifts_the_approval_of_a_local_write() {
        for effect in [Effect::IdempotentWrite, Effect::NonIdempotentWrite] {
            assert!(tool().with_effect(effect).requires_approval());
            assert!(tool().with_effect(effect).with_approval_answer(Answer::NotRequired).requires_approval());
        }
    }

    #[test]
    fn a_configurable_tool_gives_its_answer_and_an_error_is_a_yes() {
        assert!(tool().with_approval_answer(Answer::Required).requires_approval());
        assert!(tool().with_approval_answer(Answer::Failed).requires_approval());
        assert!(!tool().with_approval_answer(Answer::NotRequired).requires_approval());
    }

    #[test]
    fn any_other_tool_needs_no_approval() {
        assert!(!tool().requires_approval());
        assert!(!tool().with_effect(Effect::Read).requires_approval());
    }

    fn gate(actor: Actor) -> ToolGate {
        let tools = [
            Tool::new("read", "content"),
            Tool::new("admin_read", "system").admin_only(),
            Tool::new("write", "editing").with_effect(Effect::IdempotentWrite),
            Tool::new("admin_write", "editing").with_effect(Effect::NonIdempotentWrite).admin_only(),
        ];
        let input = GateInput { actor, zone: TrustZone::Local, ..GateInput::default() };
        ToolGate::new(Arc::new(ToolRegistry::new(tools).unwrap()), &Availability::default(), &input)
    }

    #[test]
    fn an_approver_releases_a_write_only_with_rights_of_their_own() {
        let (run, editor) = (gate(Actor::Admin), gate(Actor::Editor));
        assert_eq!(release_turn(run.registry(), Approver::Person(&editor), ["read", "write"]), Ok(()));
        let waiting = release_turn(run.registry(), Approver::Person(&editor), ["write", "admin_write"]).unwrap_err();
        assert_eq!(
            waiting.to_string(),
            "the approver may not release this write: tool \"admin_write\" is available to administrators only"
        );
        assert_eq!(release_turn(run.registry(), Approver::Person(&run), ["write", "admin_write"]), Ok(()));
    }

    #[test]
    fn read_only_calls_are_not_asked_about() {
        let (run, nobody) = (gate(Actor::Admin), gate(Actor::Nobody));
        assert_eq!(release_turn(run.registry(), Approver::Person(&nobody), ["read", "admin_read"]), Ok(()));
        assert_eq!(release_turn(run.registry(), Approver::ServiceAccount, ["read", "admin_read"]), Ok(()));
    }

    #[test]
    fn a_service_account_never_releases_a_write() {
        let run = gate(Actor::Admin);
        assert_eq!(
            release_turn(run.registry(), Approver::ServiceAccount, ["read", "write"]),
            Err(StillWaiting::ServiceAccount)
        );
    }

    #[test]
    fn a_gate_without_a_user_releases_no_write() {
        let (run, nobody) = (gate(Actor::Admin), gate(Actor::Nobody));
        assert_eq!(
            release_turn(run.registry(), Approver::Person(&nobody), ["read", "write"]),
            Err(StillWaiting::Nobody)
        );
    }

    #[test]
    fn an_unknown_tool_counts_as_a_write_and_keeps_the_turn_waiting() {
        let run = gate(Actor::Admin);
        assert!(release_turn(run.registry(), Approver::Person(&run), ["nope"]).is_err());
        assert!(release_turn(run.registry(), Approver::ServiceAccount, ["nope"]).is_err());
    }
}
