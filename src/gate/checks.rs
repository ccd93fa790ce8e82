// SPDX-License-Identifier: MIT OR Apache-2.0
//! The checks of a registered tool, in the order that picks the reason.
//!
//! The first check, that the tool is registered, is the gate's: what is not registered never comes here.

use super::allow_list::AllowList;
use super::availability::Availability;
use super::configured_groups::ConfiguredGroups;
use super::decision::{DenialReason, Outcome};
use super::gate::Actor;
use super::setting::Reading;
use super::tool::Tool;
use super::zone::{Enforcement, TrustZone};

/// What the checks of a registered tool compare it with.
pub(super) struct Checks<'a> {
    pub(super) availability: &'a Availability,
    pub(super) in_force: &'a AllowList,
    pub(super) groups: &'a ConfiguredGroups,
    pub(super) zone: TrustZone,
    pub(super) enforcement: Enforcement,
    pub(super) actor: Actor,
    pub(super) reading: Reading,
}

impl Checks<'_> {
    /// Checks 2 to 5, in their order.
    pub(super) fn outcome(&self, tool: &Tool) -> Outcome {
        if !self.availability.is_enabled(tool) {
            return Outcome::Denied(DenialReason::ToolDisabled);
        }
        if tool.requires_admin() && self.actor != Actor::Admin {
            return Outcome::Denied(DenialReason::RequiresAdmin);
        }
        if !self.in_force.allows(tool.name()) || !self.groups.allow(tool.group(), self.reading) {
            return Outcome::Denied(DenialReason::ConfigurationGroup);
        }
        if tool.data_class() <= self.zone.ceiling() {
            return Outcome::Allowed;
        }
        // Where a remote tool's data goes is up to its server: it never profits from observe mode.
        match self.enforcement {
            Enforcement::Observe if !tool.is_remote() => Outcome::Observed,
            Enforcement::Observe | Enforcement::Enforce => Outcome::Denied(DenialReason::TrustZone),
        }
    }
}
