// SPDX-License-Identifier: MIT OR Apache-2.0
//! The laws of the gate, for any world.

use std::collections::HashSet;

use portcullis::gate::{
    Actor, AllowList, ConfiguredGroups, DataClass, Declaration, DenialReason, Reading, RemoteSchema, RunAllowList,
    Setting, TrustFloor, TrustLevel, TrustZone, Value,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::random::{Field, Floor, GROUPS, NAMES, SkillFacts, Stored, World, world};

/// Whether the second world allows no tool that the first does not.
fn shrinks(before: &World, after: &World) -> bool {
    let before: HashSet<_> = before.allowed().into_iter().collect();
    after.allowed().into_iter().all(|name| before.contains(&name))
}

fn changed(world: &World, change: impl FnOnce(&mut World)) -> World {
    let mut changed = world.clone();
    change(&mut changed);
    changed
}

/// A world in which nothing but the tools' own facts stands in the way.
fn open(world: &World) -> World {
    changed(world, |world| {
        world.tool_rows = NAMES.map(|name| (name, true)).to_vec();
        world.group_rows.clear();
        world.actor = Actor::Admin;
        world.skills.clear();
        world.groups = Field::Empty;
        world.stored = Stored::Not;
        world.zone = TrustZone::Local;
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn switching_a_tool_off_never_allows_more(world in world(), name in select(&NAMES[..])) {
        let after = changed(&world, |world| {
            world.tool_rows.retain(|row| row.0 != name);
            world.tool_rows.push((name, false));
        });
        prop_assert!(shrinks(&world, &after));
        prop_assert!(!after.gate().decide(name).is_allowed());
    }

    #[test]
    fn switching_a_group_off_never_allows_more(world in world(), group in select(&GROUPS[..])) {
        let after = changed(&world, |world| {
            world.group_rows.retain(|row| row.0 != group);
            world.group_rows.push((group, false));
        });
        prop_assert!(shrinks(&world, &after));
        let gate = after.gate();
        prop_assert!(world.tools.iter().all(|tool| tool.group != group || !gate.decide(tool.name).is_allowed()));
    }

    #[test]
    fn removing_a_group_from_the_configuration_never_allows_more(world in world(), group in select(&GROUPS[..])) {
        let before = match &world.groups {
            Field::Names(names) if names.iter().any(|name| *name != group) => names.clone(),
            _ => GROUPS.to_vec(),
        };
        let world = changed(&world, |world| world.groups = Field::Names(before.clone()));
        let fewer = before.into_iter().filter(|name| *name != group).collect();
        let after = changed(&world, |world| world.groups = Field::Names(fewer));
        prop_assert!(shrinks(&world, &after));
        prop_assert!(shrinks(&changed(&world, |world| world.groups = Field::Empty), &world));
    }

    /// The documented exception: the lists of two declaring skills add up.
    #[test]
    fn one_more_declaring_skill_allows_at_most_what_it_lists(
        world in world(),
        names in prop::collection::vec(select(&NAMES[..]), 0..4),
    ) {
        let skill = SkillFacts {
            source: 99,
            identifier: "new",
            enabled: true,
            orphaned: false,
            trust: TrustLevel::FirstParty,
            field: Field::Names(names.clone()),
        };
        let after = changed(&world, |world| world.skills.push(skill.clone()));
        let before: HashSet<_> = world.allowed().into_iter().collect();
        for name in after.allowed() {
            prop_assert!(before.contains(&name) || names.contains(&name.as_str()));
        }
        let alone = changed(&world, |world| world.skills.clear());
        prop_assert!(shrinks(&alone, &changed(&alone, |world| world.skills.push(skill))));
    }

    #[test]
    fn less_trust_in_the_zone_never_allows_more(world in world(), zone in select(&TrustZone::ALL[..])) {
        let after = changed(&world, |world| world.zone = world.zone.max(zone));
        prop_assert!(shrinks(&world, &after));
    }

    #[test]
    fn without_the_admin_flag_never_more_is_allowed(world in world()) {
        let admin = changed(&world, |world| world.actor = Actor::Admin);
        for actor in [Actor::Editor, Actor::Nobody] {
            prop_assert!(shrinks(&admin, &changed(&world, |world| world.actor = actor)));
        }
        let without = |actor| changed(&world, |world| world.actor = actor).allowed();
        prop_assert_eq!(without(Actor::Editor), without(Actor::Nobody));
    }

    #[test]
    fn a_stored_list_never_allows_more_than_none(world in world()) {
        prop_assert!(shrinks(&changed(&world, |world| world.stored = Stored::Not), &world));
    }

    /// Each check alone, the others held open: their AND is the decision, whatever their order, and the reason is one
    /// of the checks that fail.
    #[test]
    fn the_order_of_the_checks_only_picks_the_reason(world in world()) {
        let open = open(&world);
        let alone = [
            (DenialReason::ToolDisabled, changed(&open, |open| {
                open.tool_rows.clone_from(&world.tool_rows);
                open.group_rows.clone_from(&world.group_rows);
            })),
            (DenialReason::RequiresAdmin, changed(&open, |open| open.actor = world.actor)),
            (DenialReason::ConfigurationGroup, changed(&open, |open| {
                open.skills.clone_from(&world.skills);
                open.groups.clone_from(&world.groups);
                open.stored.clone_from(&world.stored);
            })),
            (DenialReason::TrustZone, changed(&open, |open| open.zone = world.zone)),
        ]
        .map(|(reason, world)| (reason, world.gate()));
        let gate = world.gate();
        for tool in &world.tools {
            let decision = gate.decide(tool.name);
            let failing: Vec<_> = alone.iter().filter(|(_, gate)| !gate.decide(tool.name).is_allowed()).collect();
            prop_assert_eq!(decision.is_allowed(), failing.is_empty());
            if !decision.is_allowed() {
                prop_assert_eq!(decision.reason(), failing[0].0);
            }
        }
    }

    #[test]
    fn what_is_offerable_is_the_allowed_part_of_what_is_explained(world in world()) {
        let gate = world.gate();
        let allowed = |decisions: Vec<portcullis::gate::Decision>| -> Vec<String> {
            let allowed = decisions.into_iter().filter(|decision| decision.is_allowed());
            allowed.map(|decision| decision.tool().to_owned()).collect()
        };
        prop_assert_eq!(gate.offerable(&world.request), allowed(gate.explain(&world.request)));
        prop_assert_eq!(gate.offerable_enabled(), allowed(gate.explain_enabled()));
    }

    #[test]
    fn a_request_is_answered_name_by_name_and_numbers_stay_names(world in world()) {
        let answered: Vec<_> =
            world.gate().explain(&world.request).iter().map(|decision| decision.tool().to_owned()).collect();
        prop_assert_eq!(answered, world.request);
    }

    #[test]
    fn observe_mode_changes_nothing_but_the_ceiling_of_local_tools(world in world()) {
        let enforcing = changed(&world, |world| world.observing = false).gate();
        let observing = changed(&world, |world| world.observing = true).gate();
        for name in NAMES {
            let (enforced, observed) = (enforcing.decide(name), observing.decide(name));
            prop_assert_eq!(enforced.reason(), observed.reason());
            let is_local = world.tools.iter().any(|tool| tool.name == name && !tool.remote);
            if enforced.reason() == DenialReason::TrustZone && is_local {
                prop_assert!(observed.is_allowed() && observed.is_observed_only());
            } else {
                prop_assert_eq!(enforced.is_allowed(), observed.is_allowed());
                prop_assert!(!observed.is_observed_only());
            }
        }
    }

    #[test]
    fn a_run_that_stores_its_list_decides_as_before(world in world()) {
        let first = world.gate();
        let run = RunAllowList::read(Setting::of(Some(&first.stored_allow_list())));
        prop_assert_eq!(&run.in_force(first.allow_list()), first.allow_list());
        let once = run.in_force(first.allow_list());
        prop_assert_eq!(run.in_force(&once), once);
    }

    #[test]
    fn broken_input_never_allows_what_absent_input_would_not(world in world()) {
        let mended = changed(&world, |world| {
            for skill in world.skills.iter_mut().filter(|skill| skill.field == Field::Broken) {
                skill.field = Field::Empty;
            }
            if world.floor == Floor::Unknown {
                world.floor = Floor::Absent;
            }
            if world.groups == Field::Broken {
                world.groups = Field::Empty;
            }
            if world.stored == Stored::Broken {
                world.stored = Stored::Not;
            }
        });
        prop_assert!(shrinks(&mended, &world));
    }

    #[test]
    fn the_strict_reading_allows_a_subset_of_the_compatible_one(world in world()) {
        let (strict, compatible) = (world.gate(), world.gate_read(Reading::Compatible));
        for name in world.allowed() {
            prop_assert!(compatible.decide(&name).is_allowed());
        }
        prop_assert_eq!(strict.warnings(), compatible.warnings());
    }

    #[test]
    fn no_field_of_any_bytes_reads_as_absent(bytes in prop::collection::vec(any::<u8>(), 1..40)) {
        let field = Setting::Text(&bytes);
        prop_assert_ne!(Declaration::read(field), Declaration::NoOpinion);
        prop_assert_ne!(ConfiguredGroups::read(field), ConfiguredGroups::Any);
        prop_assert_ne!(RunAllowList::read(field), RunAllowList::NotStored);
        if !TrustLevel::ALL.iter().any(|level| level.as_str().as_bytes() == bytes) {
            prop_assert_eq!(TrustFloor::read(field), TrustFloor::Unreadable);
        }
    }

    #[test]
    fn a_declaration_that_is_read_declares_the_strings_of_its_json(json in json()) {
        let text = json.to_string();
        let strings = |values: Vec<&serde_json::Value>| -> Vec<String> {
            values.into_iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
        };
        let expected = match &json {
            serde_json::Value::Array(values) => Declaration::Tools(strings(values.iter().collect())),
            serde_json::Value::Object(entries) => Declaration::Tools(strings(entries.values().collect())),
            _ => Declaration::Broken,
        };
        prop_assert_eq!(Declaration::read(Setting::of(Some(&text))), expected);
    }

    #[test]
    fn any_list_survives_being_stored(names in prop::option::of(prop::collection::vec(any::<String>(), 0..5))) {
        let list = names.map_or(AllowList::Unrestricted, AllowList::of);
        let stored = RunAllowList::NotStored.stored_form(&list);
        prop_assert_eq!(RunAllowList::read(Setting::of(Some(&stored))), RunAllowList::Stored(list));
    }

    #[test]
    fn a_message_is_plain_ascii_and_short_whatever_the_name(
        name in any::<String>(),
        reason in select(&DenialReason::ALL[..]),
    ) {
        let message = reason.describe(&name, DataClass::SecretAdjacent, TrustZone::ExternalGlobal, true);
        prop_assert!(message.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' '));
        prop_assert!(message.len() < 64 * r"\u{10ffff}".len() + 200, "{} bytes", message.len());
        prop_assert_eq!(message.matches('"').count(), 2);
    }

    #[test]
    fn any_json_value_is_written_as_json_and_reads_back(json in json()) {
        let value = Value::from_json(json.to_string().as_bytes()).unwrap();
        let written = value.to_json().unwrap();
        prop_assert!(written.is_ascii());
        prop_assert_eq!(Value::from_json(written.as_bytes()).unwrap(), value);
    }

    #[test]
    fn an_accepted_schema_is_accepted_again_unchanged(json in json()) {
        let mut schema = serde_json::json!({ "type": "object" });
        schema["properties"] = json;
        if let Ok(accepted) = RemoteSchema::from_json(schema.to_string().as_bytes()) {
            prop_assert_eq!(RemoteSchema::from_json(accepted.json().as_bytes()).unwrap(), accepted);
        }
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let key =
        prop_oneof![select(&["type", "if", "$ref", "0", "a", "items"][..]).prop_map(str::to_owned), any::<String>()];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            prop::collection::hash_map(key.clone(), inner, 0..5)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())),
        ]
    })
}
