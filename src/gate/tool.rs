// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the gate knows of a tool, and the registry of all tools of an installation.
//!
//! A tool is facts alone: name, group, effect, class, who it is for, what it says about approval. Whether a run may use
//! it is decided elsewhere.

use std::collections::HashMap;
use std::fmt;

use super::approval::Answer;
use super::shown::Shown;
use super::zone::DataClass;

/// What running a tool does to the installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Nothing.
    ReadOnly,
    /// A change that a second run leaves as it is.
    IdempotentWrite,
    /// A change that a second run makes again.
    NonIdempotentWrite,
}

impl Effect {
    /// Every effect.
    pub const ALL: [Self; 3] = [Self::ReadOnly, Self::IdempotentWrite, Self::NonIdempotentWrite];

    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
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
        !matches!(self, Self::ReadOnly)
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
        self.effect.unwrap_or(Effect::ReadOnly)
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

/// The tools of an installation, in the order of their registration.
#[derive(Debug, Clone, Default)]
pub struct ToolRegistry {
    tools: Vec<Tool>,
    places: HashMap<String, usize>,
    left_out: Vec<String>,
}

impl ToolRegistry {
    /// Registers the tools in this order. A remote tool with the name of another tool is left out, and so is every
    /// remote tool of a name that two of them have: no server may take another tool's name, nor keep an installation
    /// from starting.
    ///
    /// # Errors
    ///
    /// The first tool without a name, local tool with the name of an earlier one, or tool that needs approval and human
    /// input at once.
    pub fn new(tools: impl IntoIterator<Item = Tool>) -> Result<Self, RegistrationError> {
        let tools: Vec<Tool> = tools.into_iter().collect();
        let mut bearers: HashMap<String, usize> = HashMap::with_capacity(tools.len());
        for tool in &tools {
            *bearers.entry(tool.name.clone()).or_default() += 1;
        }
        let mut registry = Self::default();
        for tool in tools {
            if tool.remote && bearers.get(&tool.name).is_some_and(|&tools| tools > 1) {
                registry.left_out.push(tool.name);
            } else {
                registry.register(tool)?;
            }
        }
        Ok(registry)
    }

    /// The names of the remote tools that were left out, in order.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The tool of this name, compared byte for byte.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.places.get(name).map(|&place| &self.tools[place])
    }

    /// The tools in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Tool> {
        self.tools.iter()
    }

    /// What a call of this name does. An unknown tool might do anything.
    #[must_use]
    pub fn effect_of(&self, name: &str) -> Effect {
        self.get(name).map_or(Effect::NonIdempotentWrite, Tool::effect)
    }

    /// Whether a person approves a call of this name. There is nothing to approve for an unknown tool: it never runs.
    #[must_use]
    pub fn requires_approval(&self, name: &str) -> bool {
        self.get(name).is_some_and(Tool::requires_approval)
    }

    fn register(&mut self, tool: Tool) -> Result<(), RegistrationError> {
        if tool.name.is_empty() {
            return Err(RegistrationError::NoName { group: tool.group });
        }
        if self.places.contains_key(&tool.name) {
            return Err(RegistrationError::Duplicate { name: tool.name });
        }
        if tool.needs_input && tool.requires_approval() {
            return Err(RegistrationError::ApprovalAndInput { name: tool.name });
        }
        self.places.insert(tool.name.clone(), self.tools.len());
        self.tools.push(tool);
        Ok(())
    }
}

impl<'a> IntoIterator for &'a ToolRegistry {
    type Item = &'a Tool;
    type IntoIter = std::slice::Iter<'a, Tool>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Why a registry cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegistrationError {
    /// A tool has no name.
    NoName {
        /// Its group.
        group: String,
    },
    /// Two local tools have one name.
    Duplicate {
        /// The name.
        name: String,
    },
    /// A tool needs approval and human input at once.
    ApprovalAndInput {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for RegistrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName { group } => write!(f, "a tool of the group \"{}\" has no name", Shown(group)),
            Self::Duplicate { name } => write!(f, "two tools have the name \"{}\"", Shown(name)),
            Self::ApprovalAndInput { name } => {
                write!(f, "the tool \"{}\" needs approval and human input at once", Shown(name))
            }
        }
    }
}

impl std::error::Error for RegistrationError {}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_undeclared_effect_is_read_only_and_an_unknown_tool_may_write_twice() {
        let registry = ToolRegistry::new([Tool::new("a", "content")]).unwrap();
        assert_eq!(registry.effect_of("a"), Effect::ReadOnly);
        assert_eq!(registry.effect_of("b"), Effect::NonIdempotentWrite);
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

    #[test]
    fn the_order_of_registration_is_kept() {
        let registry = ToolRegistry::new(["b", "10", "a", "9"].map(|name| Tool::new(name, "x"))).unwrap();
        let names: Vec<_> = registry.iter().map(Tool::name).collect();
        assert_eq!(names, ["b", "10", "a", "9"]);
    }

    #[test]
    fn two_tools_of_one_name_are_a_registration_error() {
        let error = ToolRegistry::new([Tool::new("a", "x"), Tool::new("a", "y")]).unwrap_err();
        assert_eq!(error, RegistrationError::Duplicate { name: "a".to_owned() });
        assert_eq!(error.to_string(), "two tools have the name \"a\"");
    }

    #[test]
    fn a_remote_tool_never_takes_the_name_of_another_tool() {
        let near = || Tool::new("mcp_do_cs_a", "content");
        let far = |group| Tool::new("mcp_do_cs_a", group).remote();
        for tools in [vec![near(), far("mcp_do")], vec![far("mcp_do"), near(), far("mcp_do_cs")]] {
            let registry = ToolRegistry::new(tools.clone()).unwrap();
            assert_eq!(registry.get("mcp_do_cs_a"), Some(&near()));
            assert_eq!(registry.left_out().len(), tools.len() - 1);
        }
        let registry = ToolRegistry::new([far("mcp_do"), far("mcp_do_cs"), Tool::new("b", "x")]).unwrap();
        assert_eq!(registry.get("mcp_do_cs_a"), None);
        assert_eq!(registry.iter().count(), 1);
    }

    #[test]
    fn names_that_differ_in_one_byte_are_two_tools() {
        let names = ["12", "012", "12 ", "A", "a", "\u{e9}", "e\u{301}"];
        assert_eq!(ToolRegistry::new(names.map(|name| Tool::new(name, "x"))).unwrap().iter().count(), names.len());
    }

    #[test]
    fn a_tool_without_a_name_is_a_registration_error() {
        let error = ToolRegistry::new([Tool::new("", "my\u{a}group")]).unwrap_err();
        assert_eq!(error.to_string(), "a tool of the group \"my\\u{a}group\" has no name");
    }

    #[test]
    fn approval_and_human_input_at_once_are_a_registration_error() {
        let asks = || Tool::new("a", "x").with_human_input();
        assert!(ToolRegistry::new([asks()]).is_ok());
        let writes = asks().with_effect(Effect::IdempotentWrite);
        let error = ToolRegistry::new([writes]).unwrap_err();
        assert_eq!(error.to_string(), "the tool \"a\" needs approval and human input at once");
        assert!(ToolRegistry::new([asks().remote().with_approval_answer(Answer::Failed)]).is_err());
    }
}
