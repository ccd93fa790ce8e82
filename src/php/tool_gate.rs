// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\ToolGate`: which tools a run may use.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    allow_list::{AllowList, sentences},
    availability::Availability,
    convert::{Array, Bytes, text},
    decision::Decision,
    gate_input::GateInput,
    tool_registry::ToolRegistry,
};
use crate::gate::{self, Approver, Offer, release_turn};

/// Decides which tools a run may use.
#[php_class]
#[php(name = "Portcullis\\ToolGate")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct ToolGate(gate::ToolGate);

#[php_impl]
impl ToolGate {
    /// Resolves what all decisions share.
    pub fn __construct(registry: &ToolRegistry, availability: &Availability, input: &GateInput) -> Self {
        Self(gate::ToolGate::new(registry.registry(), availability.availability(), input.input()))
    }

    /// The decision for one name.
    pub fn decide(&self, name: Bytes<'_>) -> PhpResult<Decision> {
        let name = text("Portcullis\\ToolGate::decide(): Argument #1 ($name)", &name)?;
        Ok(self.0.decide(&name).into())
    }

    /// A decision per name.
    pub fn explain(&self, names: Option<Array<'_>>) -> PhpResult<Vec<Decision>> {
        let decisions = match names {
            None => self.0.explain_enabled(),
            Some(names) => self.0.explain(names.names("Portcullis\\ToolGate::explain(): Argument #1 ($names)")?),
        };
        Ok(decisions.into_iter().map(Decision::from).collect())
    }

    /// The allowed names.
    pub fn offerable(&self, names: Option<Array<'_>>) -> PhpResult<ZBox<ZendHashTable>> {
        let Some(names) = names else {
            return Ok(self.0.offerable_enabled().try_into()?);
        };
        let names = names.names("Portcullis\\ToolGate::offerable(): Argument #1 ($names)")?;
        Ok(self.0.offerable(names).try_into()?)
    }

    /// The refusals of all registered tools.
    pub fn unavailable(&self) -> Vec<Decision> {
        self.0.unavailable().into_iter().map(Decision::from).collect()
    }

    /// Whether a person approves each call of this name.
    pub fn requires_approval(&self, name: Bytes<'_>) -> bool {
        std::str::from_utf8(&name).is_ok_and(|name| self.0.registry().requires_approval(name))
    }

    /// Whether the user of this gate may release a turn.
    pub fn may_approve(&self, names: Array<'_>, serviceAccount: bool) -> PhpResult<bool> {
        self.approval("mayApprove", &names, serviceAccount).map(|refusal| refusal.is_none())
    }

    /// Why not.
    pub fn approval_refusal(&self, names: Array<'_>, serviceAccount: bool) -> PhpResult<Option<String>> {
        self.approval("approvalRefusal", &names, serviceAccount)
    }

    /// Whether a call may run now.
    pub fn may_execute(&self, name: Bytes<'_>, offered: Array<'_>) -> PhpResult<bool> {
        self.execution("mayExecute", &name, &offered).map(|refusal| refusal.is_none())
    }

    /// What the model gets instead of a result.
    pub fn execution_refusal(&self, name: Bytes<'_>, offered: Array<'_>) -> PhpResult<Option<String>> {
        self.execution("executionRefusal", &name, &offered)
    }

    /// The allow-list that counts.
    pub fn allow_list(&self) -> AllowList {
        AllowList::new(self.0.allow_list().clone(), self.0.warnings().to_vec())
    }

    /// The text the run stores.
    pub fn stored_allow_list(&self) -> String {
        self.0.stored_allow_list()
    }

    /// The inputs that could not be read.
    pub fn warnings(&self) -> Vec<String> {
        sentences(self.0.warnings())
    }
}

impl ToolGate {
    fn approval(&self, method: &str, names: &Array<'_>, service_account: bool) -> PhpResult<Option<String>> {
        let names = names.names(&format!("Portcullis\\ToolGate::{method}(): Argument #1 ($names)"))?;
        let approver = if service_account { Approver::ServiceAccount } else { Approver::Person(&self.0) };
        Ok(release_turn(self.0.registry(), approver, names).err().map(|refusal| refusal.to_string()))
    }

    fn execution(&self, method: &str, name: &[u8], offered: &Array<'_>) -> PhpResult<Option<String>> {
        let name = text(&format!("Portcullis\\ToolGate::{method}(): Argument #1 ($name)"), name)?;
        let offered = offered.names(&format!("Portcullis\\ToolGate::{method}(): Argument #2 ($offered)"))?;
        Ok(self.0.may_run(&Offer::from_iter(offered), &name).err().map(|refusal| refusal.to_string()))
    }
}
