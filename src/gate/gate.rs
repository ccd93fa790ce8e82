// SPDX-License-Identifier: MIT OR Apache-2.0
//! The gate: for each tool, whether a run may use it and the first reason why not.
//!
//! One AND of five checks, made by [`ToolGate::new`] for every registered tool; there is no other way to an allowed
//! [`Decision`]. Reads no database, no user and no settings: the caller hands them in.

use std::sync::Arc;

use super::allow_list::{AllowList, RunAllowList};
use super::availability::Availability;
use super::checks::Checks;
use super::configured_groups::ConfiguredGroups;
use super::decision::{Decision, DenialReason, Outcome};
use super::registry::ToolRegistry;
use super::setting::Reading;
use super::skill::{Skill, TrustFloor, resolve_allow_list};
use super::tool::Tool;
use super::warning::Warning;
use super::zone::{DataClass, Enforcement, TrustZone};

/// The backend user a run acts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Actor {
    /// There is none; no user is no administrator.
    #[default]
    Nobody,
    /// A user without administrator rights.
    Editor,
    /// An administrator.
    Admin,
}

/// What is asked of the gate: the run as the caller read it. The default is a run for nobody in the least trusted zone.
#[derive(Debug, Clone, Default)]
pub struct GateInput {
    /// The attached skills, in order: the configuration's, then the task's or forced ones.
    pub skills: Vec<Skill>,
    /// The level below which a skill has no say.
    pub floor: TrustFloor,
    /// The configuration's groups.
    pub groups: ConfiguredGroups,
    /// The allow-list the run stored at its start.
    pub run: RunAllowList,
    /// The zone of the run's providers.
    pub zone: TrustZone,
    /// Whether the ceiling of the zone refuses.
    pub enforcement: Enforcement,
    /// The acting user.
    pub actor: Actor,
    /// What to make of broken input.
    pub reading: Reading,
}

/// Decides for one run.
#[derive(Debug, Clone)]
pub struct ToolGate {
    registry: Arc<ToolRegistry>,
    /// In the order of the registry.
    outcomes: Vec<Outcome>,
    declared: AllowList,
    live: AllowList,
    in_force: AllowList,
    run: RunAllowList,
    zone: TrustZone,
    actor: Actor,
    warnings: Arc<[Warning]>,
}

impl ToolGate {
    /// Resolves the inputs that all decisions share, and makes the decisions. Linear in the tools, the skills and what
    /// the skills declare.
    #[must_use]
    pub fn new(registry: Arc<ToolRegistry>, availability: &Availability, input: &GateInput) -> Self {
        let &GateInput { ref skills, floor, ref groups, ref run, zone, enforcement, actor, reading } = input;
        let (declared, mut warnings) = resolve_allow_list(skills, floor, reading);
        warnings.extend(groups.warning());
        if *run == RunAllowList::Unreadable {
            warnings.push(Warning::UnreadableRunAllowList);
        }
        let live = within_groups(&declared, groups, &registry, reading);
        let in_force = run.in_force(&live);
        let checks = Checks { availability, in_force: &in_force, groups, zone, enforcement, actor, reading };
        let outcomes = registry.iter().map(|tool| checks.outcome(tool)).collect();
        let (run, warnings) = (run.clone(), warnings.into());
        Self { registry, outcomes, declared, live, in_force, run, zone, actor, warnings }
    }

    /// Whether the decisions are made for a user's rights.
    #[must_use]
    pub fn has_user(&self) -> bool {
        self.actor != Actor::Nobody
    }

    /// The decision for one name, registered or not.
    #[must_use]
    pub fn decide(&self, name: &str) -> Decision {
        match self.registry.place_of(name) {
            Some((place, tool)) => self.decision(tool, self.outcomes[place]),
            None => {
                let unknown = Outcome::Denied(DenialReason::NotRegistered);
                Decision::new(name, unknown, DataClass::SecretAdjacent, self.zone, &self.warnings)
            }
        }
    }

    /// A decision per name, order and duplicates kept.
    pub fn explain<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Vec<Decision> {
        names.into_iter().map(|name| self.decide(name.as_ref())).collect()
    }

    /// A decision per tool that is switched on, in the order of the registry.
    #[must_use]
    pub fn explain_enabled(&self) -> Vec<Decision> {
        self.enabled().map(|(tool, outcome)| self.decision(tool, outcome)).collect()
    }

    /// The allowed names, order and duplicates kept.
    pub fn offerable<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Vec<String> {
        let allowed =
            |name: &N| self.registry.place_of(name.as_ref()).is_some_and(|(at, _)| self.outcomes[at].allows());
        names.into_iter().filter(allowed).map(|name| name.as_ref().to_owned()).collect()
    }

    /// The allowed names of the tools that are switched on, in the order of the registry.
    #[must_use]
    pub fn offerable_enabled(&self) -> Vec<&str> {
        self.enabled().filter(|(_, outcome)| outcome.allows()).map(|(tool, _)| tool.name()).collect()
    }

    /// The refusals of all registered tools, in the order of the registry. Remote tools are listed for administrators
    /// only.
    #[must_use]
    pub fn unavailable(&self) -> Vec<Decision> {
        let listed = |tool: &Tool| !tool.is_remote() || self.actor == Actor::Admin;
        let refused = self.decided().filter(|(tool, outcome)| !outcome.allows() && listed(tool));
        refused.map(|(tool, outcome)| self.decision(tool, outcome)).collect()
    }

    /// What the skills declare together.
    #[must_use]
    pub fn declared_allow_list(&self) -> &AllowList {
        &self.declared
    }

    /// The allow-list that counts: what the skills declare within the configuration's groups, and what the run stored
    /// at its start.
    #[must_use]
    pub fn allow_list(&self) -> &AllowList {
        &self.in_force
    }

    /// What the run stores of its allow-list: see [`RunAllowList::stored_form`].
    #[must_use]
    pub fn stored_allow_list(&self) -> String {
        self.run.stored_form(&self.live)
    }

    /// The inputs that could not be read.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The tools the gate knows.
    #[must_use]
    pub fn registry(&self) -> &ToolRegistry {
        &self.registry
    }

    fn decision(&self, tool: &Tool, outcome: Outcome) -> Decision {
        Decision::new(tool.name(), outcome, tool.data_class(), self.zone, &self.warnings)
    }

    fn decided(&self) -> impl Iterator<Item = (&Tool, Outcome)> {
        self.registry.iter().zip(self.outcomes.iter().copied())
    }

    fn enabled(&self) -> impl Iterator<Item = (&Tool, Outcome)> {
        // Of a registered tool this is the first check.
        self.decided().filter(|(_, outcome)| *outcome != Outcome::Denied(DenialReason::ToolDisabled))
    }
}

/// The declared names whose tools are in the configuration's groups, in the order of the declarations; with nothing
/// declared, the registered tools of the groups.
fn within_groups(
    declared: &AllowList,
    groups: &ConfiguredGroups,
    registry: &ToolRegistry,
    reading: Reading,
) -> AllowList {
    if groups.allow_any(reading) {
        return declared.clone();
    }
    let in_groups = |tool: &Tool| groups.allow(tool.group(), reading);
    match declared {
        AllowList::Unrestricted => AllowList::of(registry.iter().filter(|tool| in_groups(tool)).map(Tool::name)),
        AllowList::Only(_) => declared.only(|name| registry.get(name).is_some_and(in_groups)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::gate::{Declaration, Effect, Setting, TrustLevel};

    fn gate_of(tools: Vec<Tool>, input: GateInput) -> ToolGate {
        ToolGate::new(Arc::new(ToolRegistry::new(tools).unwrap()), &Availability::default(), &input)
    }

    fn tools() -> Vec<Tool> {
        vec![
            Tool::new("page", "content"),
            Tool::new("log", "system").admin_only(),
            Tool::new("raw", "accounts").admin_only().off_by_default(),
            Tool::new("far", "mcp_docs").remote().with_effect(Effect::NonIdempotentWrite),
        ]
    }

    fn input(actor: Actor, zone: TrustZone) -> GateInput {
        GateInput { actor, zone, ..GateInput::default() }
    }

    fn declaring(names: &[&str]) -> Vec<Skill> {
        let declaration = Declaration::Tools(names.iter().map(|name| (*name).to_owned()).collect());
        vec![Skill { enabled: true, trust: TrustLevel::Verified, declaration, ..Skill::default() }]
    }

    fn groups(text: &str) -> ConfiguredGroups {
        ConfiguredGroups::read(Setting::of(Some(text)))
    }

    fn reason(gate: &ToolGate, name: &str) -> DenialReason {
        gate.decide(name).reason()
    }

    #[test]
    fn the_first_failed_check_gives_the_reason_and_hides_the_later_ones() {
        // Fails every check but the first; then one check fewer each time.
        let tool = || Tool::new("a", "accounts").admin_only();
        let closed = || GateInput { skills: declaring(&[]), ..GateInput::default() };
        let admin = || GateInput { actor: Actor::Admin, ..closed() };
        assert_eq!(reason(&gate_of(vec![], closed()), "a"), DenialReason::NotRegistered);
        assert_eq!(reason(&gate_of(vec![tool().off_by_default()], closed()), "a"), DenialReason::ToolDisabled);
        assert_eq!(reason(&gate_of(vec![tool()], closed()), "a"), DenialReason::RequiresAdmin);
        assert_eq!(reason(&gate_of(vec![tool()], admin()), "a"), DenialReason::ConfigurationGroup);
        let listed = GateInput { skills: declaring(&["a"]), ..admin() };
        assert_eq!(reason(&gate_of(vec![tool()], listed.clone()), "a"), DenialReason::TrustZone);
        let local = GateInput { zone: TrustZone::Local, ..listed };
        assert_eq!(reason(&gate_of(vec![tool()], local), "a"), DenialReason::None);
    }

    #[test]
    fn no_user_is_no_admin() {
        for (actor, allowed) in [(Actor::Nobody, false), (Actor::Editor, false), (Actor::Admin, true)] {
            assert_eq!(gate_of(tools(), input(actor, TrustZone::Local)).decide("log").is_allowed(), allowed);
        }
    }

    #[test]
    fn a_tool_needs_its_name_in_the_allow_list_and_its_group_in_the_configuration() {
        let run = |names: &[&str], field: &str| {
            let input =
                GateInput { skills: declaring(names), groups: groups(field), ..input(Actor::Admin, TrustZone::Local) };
            gate_of(tools(), input).offerable_enabled().join(" ")
        };
        assert_eq!(run(&["page", "log"], ""), "page log");
        assert_eq!(run(&["page", "log"], "system"), "log");
        assert_eq!(run(&["page"], "system"), "");
        assert_eq!(run(&["page", "log"], "nope"), "");
    }

    #[test]
    fn groups_and_allow_list_intersect_in_the_order_of_the_allow_list() {
        let skills = declaring(&["far", "nope", "log", "page"]);
        let input = GateInput { skills, groups: groups("content,mcp_docs"), ..GateInput::default() };
        assert_eq!(gate_of(tools(), input).allow_list(), &AllowList::of(["far", "page"]));
        let unlisted = GateInput { groups: groups("mcp_docs,content"), ..GateInput::default() };
        assert_eq!(gate_of(tools(), unlisted).allow_list(), &AllowList::of(["page", "far"]));
        assert_eq!(gate_of(tools(), GateInput::default()).allow_list(), &AllowList::Unrestricted);
    }

    #[test]
    fn observe_mode_allows_what_is_above_the_ceiling_and_reports_it() {
        let observing =
            GateInput { enforcement: Enforcement::Observe, ..input(Actor::Admin, TrustZone::ExternalGlobal) };
        let decision = gate_of(tools(), observing).decide("log");
        assert!(decision.is_allowed() && decision.is_observed_only());
        assert_eq!(decision.reason(), DenialReason::TrustZone);
    }

    #[test]
    fn a_remote_tool_never_profits_from_observe_mode() {
        let observing =
            GateInput { enforcement: Enforcement::Observe, ..input(Actor::Admin, TrustZone::PrivateHosted) };
        let decision = gate_of(tools(), observing).decide("far");
        assert!(!decision.is_allowed() && !decision.is_observed_only());
        assert_eq!(decision.reason(), DenialReason::TrustZone);
    }

    #[test]
    fn a_request_keeps_its_order_and_its_duplicates() {
        let gate = gate_of(tools(), input(Actor::Editor, TrustZone::Local));
        let asked = ["far", "page", "", "page", "log"];
        let answered: Vec<_> = gate.explain(asked).iter().map(|decision| decision.tool().to_owned()).collect();
        assert_eq!(answered, asked);
        assert_eq!(gate.offerable(asked), ["far", "page", "page"]);
    }

    #[test]
    fn explaining_no_names_explains_the_enabled_tools() {
        let gate = gate_of(tools(), input(Actor::Editor, TrustZone::Local));
        let names: Vec<_> = gate.explain_enabled().iter().map(|decision| decision.tool().to_owned()).collect();
        assert_eq!(names, ["page", "log", "far"]);
        assert_eq!(gate.offerable_enabled(), ["page", "far"]);
    }

    #[test]
    fn the_unavailable_tools_are_the_refusals_in_registry_order() {
        let gate = gate_of(tools(), input(Actor::Admin, TrustZone::ExternalGlobal));
        let refused: Vec<_> =
            gate.unavailable().iter().map(|decision| (decision.tool().to_owned(), decision.reason())).collect();
        let expected = [
            ("log".to_owned(), DenialReason::TrustZone),
            ("raw".to_owned(), DenialReason::ToolDisabled),
            ("far".to_owned(), DenialReason::TrustZone),
        ];
        assert_eq!(refused, expected);
    }

    #[test]
    fn remote_tools_are_left_out_of_the_unavailable_unless_the_user_is_an_admin() {
        let listed = |actor| {
            let gate = gate_of(tools(), input(actor, TrustZone::ExternalGlobal));
            gate.unavailable().iter().any(|decision| decision.tool() == "far")
        };
        assert!(listed(Actor::Admin));
        assert!(!listed(Actor::Editor) && !listed(Actor::Nobody));
    }

    #[test]
    fn an_unknown_tool_carries_the_most_sensitive_class() {
        let decision = gate_of(tools(), input(Actor::Admin, TrustZone::Local)).decide("nope");
        assert_eq!(decision.data_class(), DataClass::SecretAdjacent);
    }

    #[test]
    fn the_warnings_of_a_decision_name_what_could_not_be_read() {
        let broken =
            Skill { identifier: "tone".to_owned(), declaration: Declaration::Broken, ..declaring(&[])[0].clone() };
        let input = GateInput {
            skills: vec![broken],
            floor: TrustFloor::Unreadable,
            groups: groups(" , "),
            run: RunAllowList::Unreadable,
            ..GateInput::default()
        };
        let decision = gate_of(tools(), input).decide("page");
        assert_eq!(
            decision.warnings(),
            [
                Warning::UnreadableTrustFloor,
                Warning::BrokenDeclaration { source: 0, identifier: "tone".to_owned() },
                Warning::BlankGroups,
                Warning::UnreadableRunAllowList,
            ]
        );
    }

    #[test]
    fn a_run_keeps_the_allow_list_of_its_start() {
        let start = gate_of(tools(), GateInput { skills: declaring(&["page"]), ..GateInput::default() });
        let run = RunAllowList::read(Setting::of(Some(&start.stored_allow_list())));
        // The skill is gone: nothing restricts the live list any more, yet the run keeps to where it began.
        let later = gate_of(tools(), GateInput { run, ..input(Actor::Admin, TrustZone::Local) });
        assert_eq!(later.offerable_enabled(), ["page"]);
        assert_eq!(later.stored_allow_list(), start.stored_allow_list());
    }

    #[test]
    fn a_run_that_started_within_groups_does_not_widen_with_them() {
        let start = gate_of(tools(), GateInput { groups: groups("content"), ..GateInput::default() });
        let run = RunAllowList::read(Setting::of(Some(&start.stored_allow_list())));
        let later = gate_of(tools(), GateInput { run, ..input(Actor::Admin, TrustZone::Local) });
        assert_eq!(later.offerable_enabled(), ["page"]);
    }
}
