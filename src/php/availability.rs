// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Availability`: which tools are switched on.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    convert::{Array, Empty, Record, list},
    stored::scalar,
    tool::Tool,
    tool_registry::ToolRegistry,
};
use crate::gate;

/// Which tools are switched on.
#[php_class]
#[php(name = "Portcullis\\Availability")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Availability(gate::Availability);

impl Availability {
    /// The override rows.
    pub fn availability(&self) -> &gate::Availability {
        &self.0
    }
}

#[php_impl]
impl Availability {
    /// Takes the override rows.
    #[php(defaults(toolOverrides = Empty, groupOverrides = Empty))]
    pub fn __construct(toolOverrides: Array<'_>, groupOverrides: Array<'_>) -> Self {
        Self(gate::Availability::new(overrides(&toolOverrides), overrides(&groupOverrides)))
    }

    /// Whether the tool and its group are on.
    pub fn is_enabled(&self, tool: &Tool) -> bool {
        self.0.is_enabled(tool.tool())
    }

    /// The rows of a management screen.
    pub fn states(&self, registry: &ToolRegistry) -> PhpResult<ZBox<ZendHashTable>> {
        let registry = registry.registry();
        let tools = list(&self.0.tool_states(&registry), |state| {
            Record::new()
                .with("name", state.name.as_str())?
                .with("group", state.group.as_str())?
                .with("enabled", state.enabled)?
                .with("toolEnabled", state.tool_enabled)?
                .with("groupEnabled", state.group_enabled)?
                .with("defaultEnabled", state.default_enabled)?
                .with("overridden", state.overridden)
        })?;
        let groups = list(&self.0.group_states(&registry), |state| {
            Record::new()
                .with("name", state.name.as_str())?
                .with("enabled", state.enabled)?
                .with("overridden", state.overridden)
        })?;
        Ok(Record::new().with("tools", tools)?.with("groups", groups)?.into_array())
    }
}

/// A row whose name is not UTF-8 is one of an unknown tool.
fn overrides(rows: &Array<'_>) -> Vec<(String, bool)> {
    let rows = rows.entries().into_iter().filter_map(|(name, value)| {
        Some((String::from_utf8(name).ok()?, gate::Availability::reads_as_on(&scalar(value))))
    });
    rows.collect()
}
