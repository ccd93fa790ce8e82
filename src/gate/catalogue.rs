// SPDX-License-Identifier: MIT OR Apache-2.0
//! The built-in tools of `nr_llm`, as data, and how a live registry differs from them.
//!
//! The table is for callers without a registry of their own and for reporting drift; with a live registry, that
//! registry decides. Runs no tool.

use super::approval::Answer;
use super::registry::ToolRegistry;
use super::tool::{Effect, Tool};
use super::zone::DataClass;

/// The table, in its order: the 58 tools that `nr_llm`'s documentation names ("The built-in tools", "The writing
/// tools"), and `ask_choice` and `attach_file_to_record`, which came later.
const ROWS: [Row; 60] = [
    reading("ask_choice", "content").off().asks(),
    reading("get_page_content", "content"),
    reading("get_record_history", "content"),
    reading("read_records", "content"),
    reading("search_records", "content"),
    reading("get_flexform_schema", "structure"),
    reading("get_full_tca", "structure"),
    reading("get_pagetree", "structure"),
    reading("get_table_schema", "structure"),
    reading("get_tca", "structure"),
    reading("read_fal_asset_meta", "structure").admin(),
    reading("resolve_url", "structure"),
    reading("validate_tca", "structure"),
    reading("browse_fal_folder", "files"),
    reading("find_missing_files", "files"),
    reading("get_fal_references", "files"),
    reading("list_fal_storages", "files"),
    reading("search_fal_files", "files"),
    reading("check_typoscript", "configuration").admin(),
    reading("fluid_resolve", "configuration"),
    reading("get_site_config", "configuration").admin().secret(),
    reading("get_tsconfig", "configuration").admin(),
    reading("get_typoscript", "configuration").admin(),
    reading("get_last_exception", "code").admin().secret(),
    reading("read_source", "code").admin(),
    reading("search_code", "code").admin(),
    reading("fetch_logs", "system").admin(),
    reading("get_env", "system").admin(),
    reading("get_env_raw", "system").admin().off().secret(),
    reading("get_php_info", "system").admin(),
    reading("get_php_info_raw", "system").admin().off().secret(),
    reading("get_system_status", "system").admin(),
    reading("list_deprecations", "system").admin(),
    reading("list_extensions", "system").admin(),
    reading("list_middlewares", "system").admin(),
    reading("list_scheduler_tasks", "system").admin(),
    reading("probe_url", "system").admin(),
    reading("list_be_groups", "accounts").admin().secret(),
    reading("list_be_users", "accounts").admin().secret(),
    reading("list_be_users_raw", "accounts").admin().off().secret(),
    reading("site_fetch_source", "rag"),
    reading("site_rag_query", "rag"),
    reading("fetch_external_url", "web").off().configurable(),
    writing("attach_file_to_content_element", "editing").off(),
    writing("attach_file_to_record", "editing").off(),
    writing("copy_record", "editing").off(),
    writing("create_content_element_draft", "editing").off(),
    writing("create_page_draft", "editing").off(),
    writing("create_record_draft", "editing").off(),
    writing("create_translation_draft", "editing").off(),
    rewriting("delete_record", "editing").off(),
    rewriting("move_content_element", "editing").off(),
    rewriting("move_page", "editing").off(),
    rewriting("publish_record", "editing").off(),
    writing("replace_file_reference", "editing").off(),
    rewriting("set_file_alternative_text", "editing").off(),
    writing("set_page_social_image", "editing").off(),
    rewriting("update_content_element", "editing").off(),
    rewriting("update_fal_asset_meta", "editing").off(),
    rewriting("update_page_metadata", "editing").off(),
];

/// A row of the table. What is not said otherwise: reads only, for everybody, on by default, no approval, the class of
/// its group.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    group: &'static str,
    effect: Effect,
    requires_admin: bool,
    enabled_by_default: bool,
    needs_input: bool,
    configurable: bool,
    data_class: Option<DataClass>,
}

const fn reading(name: &'static str, group: &'static str) -> Row {
    Row {
        name,
        group,
        effect: Effect::Read,
        requires_admin: false,
        enabled_by_default: true,
        needs_input: false,
        configurable: false,
        data_class: None,
    }
}

/// A write that a second run leaves as it is.
const fn rewriting(name: &'static str, group: &'static str) -> Row {
    Row { effect: Effect::IdempotentWrite, ..reading(name, group) }
}

/// A write that a second run makes again.
const fn writing(name: &'static str, group: &'static str) -> Row {
    Row { effect: Effect::NonIdempotentWrite, ..reading(name, group) }
}

impl Row {
    const fn admin(self) -> Self {
        Self { requires_admin: true, ..self }
    }

    const fn off(self) -> Self {
        Self { enabled_by_default: false, ..self }
    }

    /// Asks a person for input.
    const fn asks(self) -> Self {
        Self { needs_input: true, ..self }
    }

    /// Whether a person approves its calls is a setting.
    const fn configurable(self) -> Self {
        Self { configurable: true, ..self }
    }

    const fn secret(self) -> Self {
        Self { data_class: Some(DataClass::SecretAdjacent), ..self }
    }

    fn tool(self, configured: Answer) -> Tool {
        let mut tool = Tool::new(self.name, self.group).with_effect(self.effect);
        if self.requires_admin {
            tool = tool.admin_only();
        }
        if !self.enabled_by_default {
            tool = tool.off_by_default();
        }
        if self.needs_input {
            tool = tool.with_human_input();
        }
        if self.configurable {
            tool = tool.with_approval_answer(configured);
        }
        match self.data_class {
            Some(class) => tool.with_data_class(class),
            None => tool,
        }
    }
}

/// The built-in tools in the order of the table. `configured` is what the settings of the fetch say about approval
/// ([`FetchSettings::approval_required`](crate::egress::FetchSettings::approval_required)).
pub fn builtin(configured: Answer) -> impl Iterator<Item = Tool> {
    ROWS.into_iter().map(move |row| row.tool(configured))
}

/// The registry of the built-in tools, every approval that is a setting required.
#[must_use]
pub fn registry() -> ToolRegistry {
    ToolRegistry::new(builtin(Answer::Required)).expect("each name is there once, and no tool asks and needs approval")
}

/// How a live registry differs from the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Difference {
    /// The registry lacks this built-in tool.
    Missing(String),
    /// The registry has this local tool, and the table does not.
    Unknown(String),
    /// Both have the tool, and say different things of its group, effect, class, audience, default, approval or input.
    Changed(String),
}

/// The differences, in the order of the table, then of the registry. Remote tools are never built in and not reported.
#[must_use]
pub fn differences(live: &ToolRegistry) -> Vec<Difference> {
    let of_row = |row: Row| match live.get(row.name) {
        None => Some(Difference::Missing(row.name.to_owned())),
        Some(tool) => (!is_described_by(tool, row)).then(|| Difference::Changed(row.name.to_owned())),
    };
    let is_unknown = |tool: &&Tool| !tool.is_remote() && ROWS.iter().all(|row| row.name != tool.name());
    let unknown = live.iter().filter(is_unknown).map(|tool| Difference::Unknown(tool.name().to_owned()));
    ROWS.into_iter().filter_map(of_row).chain(unknown).collect()
}

/// Whether the row says of the tool what the tool says of itself, whatever way it says it.
fn is_described_by(tool: &Tool, row: Row) -> bool {
    let facts = |tool: &Tool| {
        let audience = (tool.requires_admin(), tool.is_enabled_by_default(), tool.needs_input());
        (tool.group().to_owned(), tool.effect(), tool.data_class(), audience, tool.is_remote())
    };
    let described = row.tool(Answer::Required);
    let same_approval = row.configurable || tool.requires_approval() == described.requires_approval();
    facts(tool) == facts(&described) && same_approval
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn the_table_holds_60_tools_in_10_groups() {
        let mut groups = HashMap::new();
        for tool in &registry() {
            *groups.entry(tool.group().to_owned()).or_insert(0) += 1;
        }
        let expected = [
            ("content", 5),
            ("structure", 8),
            ("files", 5),
            ("configuration", 5),
            ("code", 3),
            ("system", 11),
            ("accounts", 3),
            ("rag", 2),
            ("web", 1),
            ("editing", 17),
        ];
        assert_eq!(groups, expected.map(|(group, tools)| (group.to_owned(), tools)).into());
    }

    #[test]
    fn every_write_ships_disabled_and_needs_approval() {
        for tool in builtin(Answer::NotRequired).filter(|tool| tool.effect().is_write()) {
            assert!(!tool.is_enabled_by_default() && tool.requires_approval(), "{}", tool.name());
        }
    }

    #[test]
    fn only_the_fetch_takes_its_approval_from_the_settings() {
        let required = |configured| builtin(configured).filter(Tool::requires_approval).count();
        assert_eq!(required(Answer::Required), required(Answer::NotRequired) + 1);
        let fetch = builtin(Answer::Failed).find(|tool| tool.name() == "fetch_external_url").unwrap();
        assert!(fetch.requires_approval());
    }

    #[test]
    fn the_built_in_tools_do_not_differ_from_the_table() {
        assert_eq!(differences(&registry()), []);
        let waived = ToolRegistry::new(builtin(Answer::NotRequired)).unwrap();
        assert_eq!(differences(&waived), []);
    }

    #[test]
    fn a_live_registry_is_reported_where_it_differs() {
        let tools = builtin(Answer::Required)
            .filter(|tool| tool.name() != "get_env")
            .map(|tool| if tool.name() == "get_env_raw" { Tool::new("get_env_raw", "system") } else { tool });
        let added = [Tool::new("my_tool", "my_extension"), Tool::new("mcp_docs_a", "mcp_docs").remote()];
        let live = ToolRegistry::new(tools.chain(added)).unwrap();
        let expected = [
            Difference::Missing("get_env".to_owned()),
            Difference::Changed("get_env_raw".to_owned()),
            Difference::Unknown("my_tool".to_owned()),
        ];
        assert_eq!(differences(&live), expected);
    }
}
