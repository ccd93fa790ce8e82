// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which tools are switched on: the cascade of override rows over the tools' defaults.
//!
//! A tool is on when it and its group are. No override of a tool re-opens a closed group. Knows nothing of runs.

use std::collections::{HashMap, HashSet};

use super::registry::ToolRegistry;
use super::tool::Tool;
use super::value::Value;

/// The override rows of an installation.
#[derive(Debug, Clone, Default)]
pub struct Availability {
    tools: HashMap<String, bool>,
    groups: HashMap<String, bool>,
}

/// A tool's row on a management screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolState {
    /// The tool.
    pub name: String,
    /// Its group.
    pub group: String,
    /// Whether it is on: `tool_enabled` and `group_enabled`.
    pub enabled: bool,
    /// Whether the tool itself is on.
    pub tool_enabled: bool,
    /// Whether its group is.
    pub group_enabled: bool,
    /// Whether the tool itself is on without an override.
    pub default_enabled: bool,
    /// Whether an override row names the tool.
    pub overridden: bool,
}

/// A group's row on a management screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupState {
    /// The group.
    pub name: String,
    /// Whether it is on.
    pub enabled: bool,
    /// Whether an override row names it.
    pub overridden: bool,
}

impl Availability {
    /// Takes the override rows of tools and of groups. Of two rows of one name the last counts; rows without a name are
    /// left out, and rows of unknown tools have no effect.
    #[must_use]
    pub fn new(
        tools: impl IntoIterator<Item = (String, bool)>,
        groups: impl IntoIterator<Item = (String, bool)>,
    ) -> Self {
        let named = |(name, _): &(String, bool)| !name.is_empty();
        Self { tools: tools.into_iter().filter(named).collect(), groups: groups.into_iter().filter(named).collect() }
    }

    /// Whether the stored value of an override row switches on: `true`, `1` and `"1"` do, nothing else does.
    #[must_use]
    pub fn reads_as_on(value: &Value) -> bool {
        match value {
            Value::Bool(on) => *on,
            Value::Integer(number) => *number == 1,
            Value::Text(text) => text == "1",
            Value::Null | Value::Float(_) | Value::List(_) | Value::Map(_) => false,
        }
    }

    /// Whether the tool and its group are on.
    #[must_use]
    pub fn is_enabled(&self, tool: &Tool) -> bool {
        self.is_tool_enabled(tool) && self.is_group_enabled(tool.group())
    }

    /// One row per tool, in the order of the registry.
    #[must_use]
    pub fn tool_states(&self, registry: &ToolRegistry) -> Vec<ToolState> {
        registry.iter().map(|tool| self.state_of(tool)).collect()
    }

    /// One row per group that has a tool, in the order in which the registry first names it.
    #[must_use]
    pub fn group_states(&self, registry: &ToolRegistry) -> Vec<GroupState> {
        let mut seen = HashSet::new();
        let groups = registry.iter().map(Tool::group).filter(|group| seen.insert(*group));
        let state = |group: &str| GroupState {
            name: group.to_owned(),
            enabled: self.is_group_enabled(group),
            overridden: self.groups.contains_key(group),
        };
        groups.map(state).collect()
    }

    fn state_of(&self, tool: &Tool) -> ToolState {
        ToolState {
            name: tool.name().to_owned(),
            group: tool.group().to_owned(),
            enabled: self.is_enabled(tool),
            tool_enabled: self.is_tool_enabled(tool),
            group_enabled: self.is_group_enabled(tool.group()),
            default_enabled: tool.is_enabled_by_default(),
            overridden: self.tools.contains_key(tool.name()),
        }
    }

    fn is_tool_enabled(&self, tool: &Tool) -> bool {
        self.tools.get(tool.name()).copied().unwrap_or(tool.is_enabled_by_default())
    }

    fn is_group_enabled(&self, group: &str) -> bool {
        self.groups.get(group).copied().unwrap_or(true)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn availability(tools: &[(&str, bool)], groups: &[(&str, bool)]) -> Availability {
        let rows = |rows: &[(&str, bool)]| rows.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect::<Vec<_>>();
        Availability::new(rows(tools), rows(groups))
    }

    #[test]
    fn without_rows_a_tool_has_its_default_and_a_group_is_on() {
        let none = Availability::default();
        assert!(none.is_enabled(&Tool::new("a", "g")));
        assert!(!none.is_enabled(&Tool::new("a", "g").off_by_default()));
    }

    #[test]
    fn an_override_row_replaces_the_default() {
        assert!(!availability(&[("a", false)], &[]).is_enabled(&Tool::new("a", "g")));
        assert!(availability(&[("a", true)], &[]).is_enabled(&Tool::new("a", "g").off_by_default()));
    }

    #[test]
    fn a_tool_override_never_re_opens_a_closed_group() {
        let closed = availability(&[("a", true)], &[("g", false)]);
        assert!(!closed.is_enabled(&Tool::new("a", "g")));
    }

    #[test]
    fn a_closed_group_also_closes_tools_installed_later() {
        let closed = availability(&[], &[("g", false)]);
        assert!(!closed.is_enabled(&Tool::new("installed_later", "g")));
    }

    #[test]
    fn an_override_counts_as_on_for_true_and_one_only() {
        for on in [Value::Bool(true), Value::Integer(1), Value::from("1")] {
            assert!(Availability::reads_as_on(&on), "{on:?}");
        }
        let texts = ["", "0", "true", "01", "1 ", "on"].map(Value::from);
        let others = [Value::Null, Value::Bool(false), Value::Integer(2), Value::Integer(-1), Value::Float(1.0)];
        let arrays = [Value::List(vec![Value::Integer(1)]), Value::Map(vec![])];
        for off in texts.into_iter().chain(others).chain(arrays) {
            assert!(!Availability::reads_as_on(&off), "{off:?}");
        }
    }

    #[test]
    fn rows_of_unknown_tools_and_rows_without_a_name_are_ignored() {
        let odd = availability(&[("nope", false), ("", false), ("A", false)], &[("", false), ("G", false)]);
        assert!(odd.is_enabled(&Tool::new("a", "g")));
        assert!(odd.is_enabled(&Tool::new("a", "")));
        let registry = ToolRegistry::new([Tool::new("a", "g")]).unwrap();
        assert_eq!(odd.tool_states(&registry).len(), 1);
        assert!(!odd.tool_states(&registry)[0].overridden);
    }

    #[test]
    fn a_management_screen_gets_one_row_per_tool_and_one_per_group() {
        let tools = [Tool::new("a", "g"), Tool::new("b", "h").off_by_default(), Tool::new("c", "g")];
        let registry = ToolRegistry::new(tools).unwrap();
        let rows = availability(&[("b", true)], &[("g", false)]);
        let expected = ToolState {
            name: "b".to_owned(),
            group: "h".to_owned(),
            enabled: true,
            tool_enabled: true,
            group_enabled: true,
            default_enabled: false,
            overridden: true,
        };
        assert_eq!(rows.tool_states(&registry)[1], expected);
        let closed = &rows.tool_states(&registry)[2];
        assert!(!closed.enabled && closed.tool_enabled && !closed.group_enabled && !closed.overridden);
        let groups = rows.group_states(&registry);
        assert_eq!(groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(), ["g", "h"]);
        assert_eq!(groups[0], GroupState { name: "g".to_owned(), enabled: false, overridden: true });
        assert_eq!(groups[1], GroupState { name: "h".to_owned(), enabled: true, overridden: false });
    }
}
