// SPDX-License-Identifier: MIT OR Apache-2.0
//! Room `gate`: which tools a run may use.
//!
//! A run has a configuration, an acting backend user or none, attached skills, and asks for tools. [`ToolGate`] answers
//! for each tool, allowed or not and the first reason why, as a pure function of values: reading the database, the user
//! and the settings is the caller's job. What could not be read is handed in as such, and never opens anything.
#![forbid(unsafe_code)]

mod allow_list;
mod approval;
mod availability;
pub mod catalogue;
mod checks;
mod configured_groups;
mod decision;
mod execution;
#[allow(clippy::module_inception)] // The room and the thing it is named for.
mod gate;
mod input_context;
mod invocation;
mod registry;
mod remote_schema;
mod remote_tool;
mod setting;
mod shown;
mod skill;
mod tool;
mod url_rule;
mod value;
mod warning;
mod zone;

pub use allow_list::{AllowList, Names, RunAllowList};
pub use approval::{Answer, Approver, StillWaiting, release_turn};
pub use availability::{Availability, GroupState, ToolState};
pub use configured_groups::ConfiguredGroups;
pub use decision::{Decision, DenialReason};
pub use execution::{NotRun, Offer};
pub use gate::{Actor, GateInput, ToolGate};
pub use input_context::{ContextSource, InputContext};
pub use invocation::{
    Denial, DenialCode, Failure, History, Invocation, InvocationPolicy, InvocationRule, Judgement, PolicyError, RuleId,
    Target, TargetResolver,
};
pub use registry::{RegistrationError, ToolRegistry};
pub use remote_schema::{MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, RemoteSchema, SchemaRefusal};
pub use remote_tool::{MAX_CALLS_PER_SEGMENT, RemoteBudget, RemoteServer, RemoteToolRefusal};
pub use setting::{Reading, Setting};
pub use shown::MAX_SHOWN_CHARACTERS;
pub use skill::{Declaration, MAX_DECLARATION_NESTING, Skill, TrustFloor, TrustLevel, resolve_allow_list};
pub use tool::{Effect, Tool};
pub use url_rule::UrlRule;
pub use value::{MAX_NESTING, Value, ValueError};
pub use warning::Warning;
pub use zone::{DataClass, Enforcement, TrustZone};
