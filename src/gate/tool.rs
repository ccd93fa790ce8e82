// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the gate knows of a tool.
//!
//! A tool is facts alone: name, group, effect, class, who it is for, what it says about approval. Whether a run may use
//! it is decided elsewhere.

use std::fmt;

use super::approval::Answer;
use super::zone::DataClass;

/// What running a tool does to the installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Nothing.
    Read,
    /// A change that a second run leaves as it is.
    IdempotentWrite,
    /// A change that a second run makes again.
    NonIdempotentWrite,
}

impl Effect {
    /// Every effect.
    pub const ALL: [Self; 3] = [Self::Read, Self::IdempotentWrite, Self::NonIdempotentWrite];

    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read_only",
            Self::IdempotentWrite => "idempotent_write",
            Self::NonIdempotentWrite => "non_idempotent_write",
        }
    }

    /// The effect a word names; [`NonIdempotentWrite`](Self::NonIdempotentWrite) for any other text.
    #[must_use]
    pub fn read(word: &[u8]) -> Self {
        Self::ALL.into_iter().find(|effect| effect.as_str().as_bytes() == word).unwrap_or(Self::NonIdempotentWrite)
    }

    /// Whether the tool changes something.
    #[must_use]
    pub const fn is_write(self) -> bool {
        !matches!(self, Self::Read)
    }

    /// Whether a call of unknown outcome may be made again.
    #[must_use]
    pub const fn is_safe_to_retry(self) -> bool {
        !matches!(self, Self::NonIdempotentWrite)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A tool, built from its name and group and the facts it declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    name: String,
    group: String,
    remote: bool,
    requires_admin: bool,
    enabled_by_default: bool,
    data_class: Option<DataClass>,
    effect: Option<Effect>,
    approval_marker: bool,
    approval_answer: Option<Answer>,
    needs_input: bool,
}

impl Tool {
    /// A local tool for everybody, on by default, that declares nothing.
    #[must_use]
    pub fn new(name: impl Into<String>, group: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            group: group.into(),
            remote: false,
            requires_admin: false,
            enabled_by_default: true,
            data_class: None,
            effect: None,
            approval_marker: false,
            approval_answer: None,
            needs_input: false,
        }
    }

    /// Marks the tool as one that a remote server runs.
    #[must_use]
    pub fn remote(mut self) -> Self {
        self.remote = true;
        self
    }

    /// For administrators only.
    #[must_use]
    pub fn admin_only(mut self) -> Self {
        self.requires_admin = true;
        self
    }

    /// Off until an operator switches it on.
    #[must_use]
    pub fn off_by_default(mut self) -> Self {
        self.enabled_by_default = false;
        self
    }

    /// Declares the class of the tool's data.
    #[must_use]
    pub fn with_data_class(mut self, class: DataClass) -> Self {
        self.data_class = Some(class);
        self
    }

    /// Declares the effect.
    #[must_use]
    pub fn with_effect(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }

    /// Marks the tool as one whose every call a person approves.
    #[must_use]
    pub fn with_approval_marker(mut self) -> Self {
        self.approval_marker = true;
        self
    }

    /// What a remote tool's server, or a configurable tool's settings, say about approval.
    #[must_use]
    pub fn with_approval_answer(mut self, answer: Answer) -> Self {
        self.approval_answer = Some(answer);
        self
    }

    /// Asks a person for input while it runs.
    #[must_use]
    pub fn with_human_input(mut self) -> Self {
        self.needs_input = true;
        self
    }

    /// The name, unique in a registry.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The group.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    /// Whether a remote server runs it.
    #[must_use]
    pub const fn is_remote(&self) -> bool {
        self.remote
    }

    /// Whether it is for administrators only.
    #[must_use]
    pub const fn requires_admin(&self) -> bool {
        self.requires_admin
    }

    /// Whether it is on without an override.
    #[must_use]
    pub const fn is_enabled_by_default(&self) -> bool {
        self.enabled_by_default
    }

    /// The class of its data: what it declares, else what its group says.
    #[must_use]
    pub fn data_class(&self) -> DataClass {
        self.data_class.unwrap_or_else(|| DataClass::of_group(&self.group))
    }

    /// What it does: read only unless declared.
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect.unwrap_or(Effect::Read)
    }

    /// Whether it carries the explicit approval marker.
    #[must_use]
    pub const fn has_approval_marker(&self) -> bool {
        self.approval_marker
    }

    /// What its server or its settings say about approval.
    #[must_use]
    pub const fn approval_answer(&self) -> Option<Answer> {
        self.approval_answer
    }

    /// Whether it asks a person for input.
    #[must_use]
    pub const fn needs_input(&self) -> bool {
        self.needs_input
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undeclared_effect_is_read_only_and_an_unknown_word_the_most_that_can_happen() {
        assert_eq!(Tool::new("a", "content").effect(), Effect::Read);
        assert_eq!(Effect::read(b"idempotent_write"), Effect::IdempotentWrite);
        assert_eq!(Effect::read(b"Read_Only"), Effect::NonIdempotentWrite);
    }

    #[test]
    fn retry_is_safe_unless_a_second_run_writes_again() {
        assert_eq!(Effect::ALL.map(Effect::is_safe_to_retry), [true, true, false]);
        assert_eq!(Effect::ALL.map(Effect::is_write), [false, true, true]);
    }

    #[test]
    fn a_tool_has_the_class_it_declares_else_its_groups() {
        assert_eq!(Tool::new("a", "rag").data_class(), DataClass::PublicContent);
        let declared = Tool::new("a", "rag").with_data_class(DataClass::SourceCode);
        assert_eq!(declared.data_class(), DataClass::SourceCode);
    }
}
