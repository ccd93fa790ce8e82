// SPDX-License-Identifier: MIT OR Apache-2.0
//! The decision once more, written from the specification as a table of booleans, against the gate.
//!
//! Shares no code with the gate: it scans lists where the gate looks up sets, and it works on what the inputs mean, not
//! on how they are stored.

use portcullis::gate::{Actor, DataClass, Decision, TrustLevel, TrustZone};

use crate::random::{Dice, Field, Floor, NAMES, SkillFacts, Stored, ToolFacts, World};

const WORLDS: u32 = 100_000;

#[test]
fn the_gate_decides_as_a_naive_table_does() {
    let mut dice = Dice(0);
    for _ in 0..WORLDS {
        compare(&World::draw(&mut dice));
    }
}

fn compare(world: &World) {
    let gate = world.gate();
    for name in NAMES.into_iter().chain(["", "nope"]) {
        let (decision, model) = (gate.decide(name), decide(world, name));
        let ours = (decision.is_allowed(), decision.reason().as_str(), decision.is_observed_only());
        assert_eq!(ours, (model.allowed, model.reason, model.observed), "{name:?} in {world:#?}");
    }
    let enabled: Vec<_> = world.tools.iter().filter(|tool| is_enabled(world, tool)).map(|tool| tool.name).collect();
    assert_eq!(names(&gate.explain_enabled()), enabled, "{world:#?}");
    let listed = |tool: &&ToolFacts| !tool.remote || world.actor == Actor::Admin;
    let refused = world.tools.iter().filter(listed).map(|tool| tool.name).filter(|name| !decide(world, name).allowed);
    assert_eq!(names(&gate.unavailable()), refused.collect::<Vec<_>>(), "{world:#?}");
}

fn names(decisions: &[Decision]) -> Vec<&str> {
    decisions.iter().map(Decision::tool).collect()
}

struct Row {
    allowed: bool,
    reason: &'static str,
    observed: bool,
}

fn decide(world: &World, name: &str) -> Row {
    let Some(tool) = world.tools.iter().find(|tool| tool.name == name) else {
        return Row { allowed: false, reason: "notRegistered", observed: false };
    };
    let enabled = is_enabled(world, tool);
    let admin = !tool.for_admins || world.actor == Actor::Admin;
    let configured = is_declared(world, name) && is_stored(world, name) && is_in_groups(world, tool);
    let below = sensitivity(tool) <= ceiling(world.zone);
    let observed = world.observing && !tool.remote;
    let (allowed, reason, observed) = match (enabled, admin, configured, below, observed) {
        (false, _, _, _, _) => (false, "toolDisabled", false),
        (true, false, _, _, _) => (false, "requiresAdmin", false),
        (true, true, false, _, _) => (false, "configurationGroup", false),
        (true, true, true, true, _) => (true, "none", false),
        (true, true, true, false, true) => (true, "trustZone", true),
        (true, true, true, false, false) => (false, "trustZone", false),
    };
    Row { allowed, reason, observed }
}

fn is_enabled(world: &World, tool: &ToolFacts) -> bool {
    let row = |rows: &[(&str, bool)], name: &str| rows.iter().find(|row| row.0 == name).map(|row| row.1);
    row(&world.tool_rows, tool.name).unwrap_or(tool.on) && row(&world.group_rows, tool.group) != Some(false)
}

fn is_in_groups(world: &World, tool: &ToolFacts) -> bool {
    match &world.groups {
        Field::Empty => true,
        Field::Names(groups) => groups.contains(&tool.group),
        Field::Broken => false,
    }
}

fn is_stored(world: &World, name: &str) -> bool {
    match &world.stored {
        Stored::Not | Stored::Unrestricted => true,
        Stored::Names(names) => names.contains(&name),
        Stored::Broken => false,
    }
}

fn is_declared(world: &World, name: &str) -> bool {
    let (mut anyone_declares, mut somebody_grants) = (false, false);
    for (index, skill) in world.skills.iter().enumerate() {
        let earlier = &world.skills[..index];
        let is_repeated = earlier.iter().any(|other| key(other) == key(skill) && has_say(world, other));
        if !has_say(world, skill) || is_repeated || skill.field == Field::Empty {
            continue;
        }
        anyone_declares = true;
        if let Field::Names(names) = &skill.field {
            let may_grant = world.floor != Floor::Unknown || skill.trust == TrustLevel::FirstParty;
            somebody_grants |= may_grant && names.contains(&name);
        }
    }
    !anyone_declares || somebody_grants
}

fn has_say(world: &World, skill: &SkillFacts) -> bool {
    let trusted = match world.floor {
        Floor::Absent | Floor::Unknown => true,
        Floor::Level(level) => trust(skill.trust) >= trust(level),
    };
    skill.enabled && !skill.orphaned && trusted
}

fn key(skill: &SkillFacts) -> String {
    format!("{}\0{}", skill.source, skill.identifier)
}

fn trust(level: TrustLevel) -> u8 {
    match level {
        TrustLevel::Untrusted => 0,
        TrustLevel::Community => 1,
        TrustLevel::Verified => 2,
        TrustLevel::FirstParty => 3,
    }
}

fn sensitivity(tool: &ToolFacts) -> u8 {
    let of_group = match tool.group {
        "web" => 0,
        "content" => 1,
        "system" => 4,
        _ => 5,
    };
    tool.class.map_or(of_group, |class| match class {
        DataClass::PublicContent => 0,
        DataClass::EditorContent => 1,
        DataClass::SourceCode => 2,
        DataClass::InternalConfiguration => 3,
        DataClass::SystemDiagnostics => 4,
        DataClass::SecretAdjacent => 5,
    })
}

fn ceiling(zone: TrustZone) -> u8 {
    match zone {
        TrustZone::Local => 5,
        TrustZone::PrivateHosted => 4,
        TrustZone::ExternalEu => 3,
        TrustZone::ExternalGlobal => 1,
    }
}
