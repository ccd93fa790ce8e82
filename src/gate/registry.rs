// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registry of all tools of an installation: in order, each name once.
//!
//! What is wrong with the tools of the installation itself is an error; what is wrong with a remote server's costs that
//! server its tool. Whether a run may use a tool is decided elsewhere.

use std::collections::HashMap;
use std::fmt;

use super::shown::Shown;
use super::tool::{Effect, Tool};

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
        let mut bearers: HashMap<&str, usize> = HashMap::with_capacity(tools.len());
        for tool in &tools {
            *bearers.entry(tool.name()).or_default() += 1;
        }
        let shares_its_name: Vec<bool> = tools.iter().map(|tool| bearers[tool.name()] > 1).collect();
        let mut registry = Self::default();
        for (tool, shared) in tools.into_iter().zip(shares_its_name) {
            if tool.is_remote() && shared {
                registry.left_out.push(tool.name().to_owned());
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
        self.place_of(name).map(|(_, tool)| tool)
    }

    /// The tool of this name and its place in the order.
    pub(super) fn place_of(&self, name: &str) -> Option<(usize, &Tool)> {
        self.places.get(name).map(|&place| (place, &self.tools[place]))
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
        if tool.name().is_empty() {
            return Err(RegistrationError::NoName { group: tool.group().to_owned() });
        }
        if self.places.contains_key(tool.name()) {
            return Err(RegistrationError::Duplicate { name: tool.name().to_owned() });
        }
        if tool.needs_input() && tool.requires_approval() {
            return Err(RegistrationError::ApprovalAndInput { name: tool.name().to_owned() });
        }
        self.places.insert(tool.name().to_owned(), self.tools.len());
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
    use crate::gate::Answer;

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

    #[test]
    fn an_unknown_tool_may_do_anything_and_there_is_nothing_to_approve() {
        let registry = ToolRegistry::new([Tool::new("a", "content")]).unwrap();
        assert_eq!(registry.effect_of("a"), Effect::Read);
        assert_eq!(registry.effect_of("b"), Effect::NonIdempotentWrite);
        assert!(!registry.requires_approval("b"));
    }
}
