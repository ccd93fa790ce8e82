// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\ToolRegistry` and `Portcullis\ToolCatalogue`: the tools there are, and the built-in ones.

use std::sync::Arc;

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    convert::{Array, Bytes, Record, list, value_error},
    enums::Effect,
    tool::{self, Tool},
};
use crate::gate::{
    self, Answer,
    catalogue::{self, Difference},
};

/// The tools of an installation.
#[php_class]
#[php(name = "Portcullis\\ToolRegistry")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct ToolRegistry(Arc<gate::ToolRegistry>);

impl ToolRegistry {
    /// The registry behind the object.
    pub fn registry(&self) -> Arc<gate::ToolRegistry> {
        Arc::clone(&self.0)
    }
}

#[php_impl]
impl ToolRegistry {
    /// Registers the tools in this order.
    pub fn __construct(tools: Array<'_>) -> PhpResult<Self> {
        const METHOD: &str = "Portcullis\\ToolRegistry::__construct()";
        let tools = tools.objects::<Tool>(&format!("{METHOD}: Argument #1 ($tools)"))?;
        let registry = gate::ToolRegistry::new(tools.into_iter().map(|tool| tool.tool().clone()));
        registry.map(|registry| Self(Arc::new(registry))).map_err(|error| value_error(format!("{METHOD}: {error}")))
    }

    /// The names in order.
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(gate::Tool::name).collect()
    }

    /// The tool of this name.
    pub fn get(&self, name: Bytes<'_>) -> Option<Tool> {
        self.find(&name).cloned().map(Tool::from)
    }

    /// The names of the remote tools that were left out.
    pub fn left_out(&self) -> Vec<String> {
        self.0.left_out().to_vec()
    }

    /// What a call of this name does.
    pub fn effect_of(&self, name: Bytes<'_>) -> Effect {
        self.effect(&name).into()
    }

    /// Whether a call of this name may be made again.
    pub fn is_safe_to_retry(&self, name: Bytes<'_>) -> bool {
        self.effect(&name).is_safe_to_retry()
    }

    /// Whether a person approves each call of this name.
    pub fn requires_approval(&self, name: Bytes<'_>) -> bool {
        self.find(&name).is_some_and(gate::Tool::requires_approval)
    }

    /// A row per tool.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        list(&self.0.iter().collect::<Vec<_>>(), |tool| tool::record(tool))
    }
}

impl ToolRegistry {
    /// No tool has a name that is not UTF-8.
    fn find(&self, name: &[u8]) -> Option<&gate::Tool> {
        std::str::from_utf8(name).ok().and_then(|name| self.0.get(name))
    }

    fn effect(&self, name: &[u8]) -> gate::Effect {
        self.find(name).map_or(gate::Effect::NonIdempotentWrite, gate::Tool::effect)
    }
}

/// The built-in tools.
#[php_class]
#[php(name = "Portcullis\\ToolCatalogue")]
#[php(flags = ClassFlags::Final)]
pub struct ToolCatalogue;

#[php_impl]
impl ToolCatalogue {
    /// The tools in the order of the table.
    #[php(defaults(approval = true))]
    pub fn tools(approval: bool) -> Vec<Tool> {
        let configured = if approval { Answer::Required } else { Answer::NotRequired };
        catalogue::builtin(configured).map(Tool::from).collect()
    }

    /// The registry of these tools.
    pub fn builtin() -> ToolRegistry {
        ToolRegistry(Arc::new(catalogue::registry()))
    }

    /// How a live registry differs.
    pub fn differences(live: &ToolRegistry) -> PhpResult<ZBox<ZendHashTable>> {
        list(&catalogue::differences(&live.0), |difference| {
            let (tool, word) = match difference {
                Difference::Missing(tool) => (tool, "missing"),
                Difference::Unknown(tool) => (tool, "unknown"),
                Difference::Changed(tool) => (tool, "changed"),
            };
            Record::new().with("tool", tool.as_str())?.with("difference", word)
        })
    }
}
