// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules that narrow a single call with its arguments.
//!
//! Rules are an AND in their order: the first denial wins and names its rule. What fails denies. A rule never widens
//! what the gate allows; the gate is asked first and knows nothing of rules.

use std::collections::HashSet;
use std::fmt;

use super::shown::Shown;
use super::tool::Tool;
use super::value::Value;

/// The longest rule id, in bytes.
const MAX_RULE_ID_BYTES: usize = 64;

/// The id of a rule: `[a-z][a-z0-9_.-]{0,63}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RuleId(String);

impl RuleId {
    /// Takes a text of that form.
    ///
    /// # Errors
    ///
    /// [`PolicyError::RuleId`] for any other text.
    pub fn new(text: &str) -> Result<Self, PolicyError> {
        let is_tail = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_.-".contains(byte);
        let (head, tail) = text.as_bytes().split_first().unwrap_or((&0, &[]));
        if head.is_ascii_lowercase() && tail.len() < MAX_RULE_ID_BYTES && tail.iter().all(is_tail) {
            return Ok(Self(text.to_owned()));
        }
        Err(PolicyError::RuleId { text: text.to_owned() })
    }

    /// The id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A call a model wants to make.
#[derive(Debug, Clone, Copy)]
pub struct Invocation<'a> {
    /// The tool.
    pub tool: &'a Tool,
    /// The arguments; none when they cannot be read.
    pub arguments: Option<&'a Value>,
    /// Whether everything the run did before is known.
    pub history: History,
}

/// How much of a run's past is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum History {
    /// All of it.
    Complete,
    /// Parts were dropped or cannot be read.
    #[default]
    Incomplete,
}

/// What a call acts on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Target {
    /// What kind of thing it is: a table, say.
    pub kind: String,
    /// Which one.
    pub identifier: String,
}

/// A rule or resolver could not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Failure;

/// A rule's answer for one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// Nothing against it.
    Allow,
    /// The call must not run.
    Deny {
        /// Why, in one sentence that repeats no argument.
        message: String,
    },
}

/// Narrows single calls.
pub trait InvocationRule {
    /// The id, unique in a policy.
    fn id(&self) -> &RuleId;

    /// Whether the rule can only answer knowing everything the run did before.
    fn needs_complete_history(&self) -> bool {
        false
    }

    /// The answer for a call and what it acts on.
    ///
    /// # Errors
    ///
    /// [`Failure`] when the rule cannot answer, which denies the call.
    fn judge(&self, call: &Invocation<'_>, target: Option<&Target>) -> Result<Judgement, Failure>;
}

/// Finds what a call acts on.
pub trait TargetResolver {
    /// The target, if this resolver knows the tool.
    ///
    /// # Errors
    ///
    /// [`Failure`] when it cannot answer, which denies the call.
    fn claim(&self, call: &Invocation<'_>) -> Result<Option<Target>, Failure>;
}

/// Why a call was denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DenialCode {
    /// A rule denied it.
    Denied,
    /// A rule needs the complete history and the run has not got it.
    HistoryIncomplete,
    /// A rule failed.
    RuleFailed,
    /// The target is not clear: two resolvers claim one, or a resolver failed.
    PolicyFailed,
}

impl DenialCode {
    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::HistoryIncomplete => "history_incomplete",
            Self::RuleFailed => "rule_failed",
            Self::PolicyFailed => "policy_failed",
        }
    }
}

/// A call was denied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    /// The code.
    pub code: DenialCode,
    /// The rule; none when the policy itself failed.
    pub rule: Option<RuleId>,
    /// Why, in one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Denial {}

/// The rules and resolvers of an installation.
#[derive(Default)]
pub struct InvocationPolicy {
    rules: Vec<Box<dyn InvocationRule>>,
    resolvers: Vec<Box<dyn TargetResolver>>,
}

impl InvocationPolicy {
    /// A policy of these rules, in this order.
    ///
    /// # Errors
    ///
    /// [`PolicyError::Duplicate`] for two rules of one id.
    pub fn new(
        rules: Vec<Box<dyn InvocationRule>>,
        resolvers: Vec<Box<dyn TargetResolver>>,
    ) -> Result<Self, PolicyError> {
        let mut ids = HashSet::new();
        if let Some(rule) = rules.iter().find(|rule| !ids.insert(rule.id())) {
            return Err(PolicyError::Duplicate { id: rule.id().clone() });
        }
        Ok(Self { rules, resolvers })
    }

    /// Judges a call. Without rules every call passes.
    ///
    /// # Errors
    ///
    /// The first denial.
    pub fn judge(&self, call: &Invocation<'_>) -> Result<(), Denial> {
        if self.rules.is_empty() {
            return Ok(());
        }
        let target = self.target(call)?;
        self.rules.iter().try_for_each(|rule| apply(rule.as_ref(), call, target.as_ref()))
    }

    fn target(&self, call: &Invocation<'_>) -> Result<Option<Target>, Denial> {
        let failed = |message: &str| Denial {
            code: DenialCode::PolicyFailed,
            rule: None,
            message: format!("the target of the call is not clear: {message}"),
        };
        let mut claimed = None;
        for resolver in &self.resolvers {
            let claim = resolver.claim(call).map_err(|Failure| failed("a resolver failed"))?;
            if claimed.is_some() && claim.is_some() {
                return Err(failed("two resolvers claim it"));
            }
            claimed = claimed.or(claim);
        }
        Ok(claimed)
    }
}

fn apply(rule: &dyn InvocationRule, call: &Invocation<'_>, target: Option<&Target>) -> Result<(), Denial> {
    let denial = |code, message: String| Denial { code, rule: Some(rule.id().clone()), message };
    if rule.needs_complete_history() && call.history == History::Incomplete {
        let message = format!("the rule {} needs the complete history of the run", rule.id());
        return Err(denial(DenialCode::HistoryIncomplete, message));
    }
    match rule.judge(call, target) {
        Ok(Judgement::Allow) => Ok(()),
        Ok(Judgement::Deny { message }) => Err(denial(DenialCode::Denied, message)),
        Err(Failure) => Err(denial(DenialCode::RuleFailed, format!("the rule {} failed", rule.id()))),
    }
}

/// Why a policy cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// A text is no rule id.
    RuleId {
        /// The text.
        text: String,
    },
    /// Two rules have one id.
    Duplicate {
        /// The id.
        id: RuleId,
    },
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RuleId { text } => write!(f, "\"{}\" is no rule id: [a-z][a-z0-9_.-]{{0,63}}", Shown(text)),
            Self::Duplicate { id } => write!(f, "two rules have the id \"{id}\""),
        }
    }
}

impl std::error::Error for PolicyError {}

#[cfg(test)]
#[path = "invocation_tests.rs"]
mod tests;
