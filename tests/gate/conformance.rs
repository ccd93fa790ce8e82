// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decisions, messages and approvals against upstream's answers.
//!
//! An unmarked row is answered alike; on a row with broken input the strict reading allows a subset, and the compatible
//! reading answers alike.

use std::collections::HashSet;

use portcullis::gate::{
    Answer, DataClass, Decision, DenialReason, Effect, Reading, Setting, Tool, ToolGate, ToolRegistry, TrustZone,
};
use serde_json::{Value as Json, json};

use crate::row::{id, rows, strings, throws};
use crate::world;

#[test]
fn random_worlds_are_decided_as_upstream_decides_them() {
    decide_all("decisions.jsonl");
}

#[test]
fn edge_worlds_are_decided_as_upstream_decides_them() {
    decide_all("decisions_edge.jsonl");
}

fn decide_all(file: &str) {
    let Some(rows) = rows(file) else { return };
    let (mut equal, mut subset, mut newer, mut answered) = (0, 0, 0, 0);
    for row in &rows {
        let expected = &row["expect"];
        if throws(expected) {
            assert!(world::gate(row, Reading::Strict).is_err(), "{}: two tools of one name", id(row));
            equal += 1;
            continue;
        }
        let strict = world::gate(row, Reading::Strict).unwrap();
        if let Some(group) = row.get("versionGap") {
            assert_later_class(row, &strict, group.as_str().unwrap());
            newer += 1;
        } else if row["brokenInput"] == true {
            assert_subset(row, &strict);
            assert_equal(row, &world::gate(row, Reading::Compatible).unwrap());
            subset += 1;
        } else {
            answered += usize::from(assert_equal(row, &strict));
            equal += 1;
        }
    }
    println!(
        "{file}: {} rows: {equal} equal ({answered} of them answered where upstream fails), {subset} a subset, {newer} \
         by a later catalogue",
        rows.len()
    );
}

/// Compares what upstream answered; says whether it failed at some of it, where any answer is right as long as it
/// keeps the names.
fn assert_equal(row: &Json, gate: &ToolGate) -> bool {
    let (row_id, expected) = (id(row), &row["expect"]);
    let decisions = gate.explain_enabled();
    let requested = (!row["requested"].is_null()).then(|| strings(&row["requested"]));
    let offerable =
        requested.as_ref().map_or_else(|| json!(gate.offerable_enabled()), |names| json!(gate.offerable(names)));
    let reasons = requested.as_ref().map(|names| reasons(&gate.explain(names)));

    for decision in &decisions {
        assert_eq!(decision.zone().as_str(), expected["zone"], "{row_id}");
        assert_eq!(decision.ceiling().as_str(), expected["ceiling"], "{row_id}");
    }
    let parts = [
        ("decisions", Json::from(decisions.iter().map(written).collect::<Vec<_>>())),
        ("offerable", offerable),
        ("requestedReasons", json!(reasons)),
        ("allowList", json!(gate.allow_list().names())),
    ];
    let mut failed_upstream = false;
    for (part, answer) in parts {
        match expected.get(part) {
            Some(expected) if throws(expected) => failed_upstream = true,
            Some(expected) => assert_eq!(answer, *expected, "{row_id}: {part}"),
            None => assert!(answer.is_null(), "{row_id}: {part}"),
        }
    }
    if failed_upstream {
        let names = row["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap());
        let names: HashSet<&str> = names.collect();
        assert!(decisions.iter().all(|decision| names.contains(decision.tool())), "{row_id}: a name changed");
    }
    failed_upstream
}

fn assert_subset(row: &Json, gate: &ToolGate) {
    let (row_id, expected) = (id(row), &row["expect"]);
    let allowed = |decision: &&Json| decision["allowed"] == true;
    let upstream: HashSet<_> = expected["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(allowed)
        .map(|decision| decision["tool"].as_str().unwrap().to_owned())
        .collect();
    let ours: HashSet<_> = gate.offerable_enabled().into_iter().map(str::to_owned).collect();
    assert!(ours.is_subset(&upstream), "{row_id}: {ours:?} is more than {upstream:?}");
    if !row["requested"].is_null() {
        let upstream: HashSet<_> = strings(&expected["offerable"]).into_iter().collect();
        let ours: HashSet<_> = gate.offerable(strings(&row["requested"])).into_iter().collect();
        assert!(ours.is_subset(&upstream), "{row_id}: {ours:?} is more than {upstream:?}");
    }
    assert!(!gate.warnings().is_empty() || !has_a_say(row), "{row_id}: broken input without a warning");
}

/// Whether what is broken matters in the row: a broken declaration of a skill that is off or below the floor does not.
fn has_a_say(row: &Json) -> bool {
    let is_declaration = |kind: &Json| kind.as_str().unwrap().starts_with("allowedTools");
    !row["broken"].as_array().unwrap().iter().all(is_declaration)
}

fn assert_later_class(row: &Json, gate: &ToolGate, group: &str) {
    let decisions = gate.explain_enabled();
    assert!(!decisions.is_empty(), "{}", id(row));
    for decision in decisions {
        assert_eq!(decision.data_class(), DataClass::of_group(group), "{}", id(row));
        assert_ne!(decision.data_class(), DataClass::SecretAdjacent, "{}", id(row));
    }
}

fn written(decision: &Decision) -> Json {
    let mut written = json!({
        "tool": decision.tool(),
        "allowed": decision.is_allowed(),
        "reason": decision.reason().as_str(),
        "dataClass": decision.data_class().as_str(),
    });
    if decision.is_observed_only() {
        written["observedOnly"] = Json::Bool(true);
    }
    written
}

fn reasons(decisions: &[Decision]) -> Vec<&'static str> {
    decisions.iter().map(|decision| decision.reason().as_str()).collect()
}

#[test]
fn messages_hold_upstreams_phrases() {
    const PHRASES: [&str; 6] = [
        "is available",
        "not a registered tool",
        "disabled globally",
        "administrators only",
        "outside the tool groups",
        "observe mode",
    ];
    let Some(rows) = rows("messages.jsonl") else { return };
    for row in &rows {
        let word = |key: &str| row[key].as_str().unwrap();
        let reason = DenialReason::ALL.into_iter().find(|reason| reason.as_str() == word("reason")).unwrap();
        let class = DataClass::read(word("dataClass").as_bytes());
        let zone = TrustZone::read(Setting::of(Some(word("zone"))));
        assert_eq!(zone.ceiling().as_str(), word("ceiling"), "{}", id(row));
        let message = reason.describe(word("tool"), class, zone, row["observedOnly"] == true);

        let expected = &row["expect"];
        for (phrase, expected) in PHRASES.iter().zip(expected["phrases"].as_array().unwrap()) {
            assert_eq!(message.contains(phrase), *expected, "{}: {phrase:?} in {message:?}", id(row));
        }
        for (key, named) in [("tool", "tool"), ("dataClass", "class"), ("zone", "zone"), ("ceiling", "ceiling")] {
            assert_eq!(message.contains(word(key)), expected[named], "{}: {key} in {message:?}", id(row));
        }
    }
    println!("messages.jsonl: {} rows equal", rows.len());
}

#[test]
fn approval_registration_and_effect_are_those_of_upstream() {
    let Some(rows) = rows("approval.jsonl") else { return };
    let (mut equal, mut stricter) = (0, 0);
    for row in rows {
        let expected = &row["expect"];
        if row["unknownTool"] == true {
            let registry = ToolRegistry::default();
            assert_eq!(registry.requires_approval("nope"), expected["approval"]);
            assert_eq!(registry.effect_of("nope").as_str(), expected["effect"]);
            assert_eq!(registry.effect_of("nope").is_safe_to_retry(), expected["safeToRetry"]);
            equal += 1;
            continue;
        }
        let tool = approval_tool(&row);
        let registry = ToolRegistry::new([tool.clone()]);
        if row.get("stricter").is_some() {
            assert!(tool.requires_approval(), "{}", id(&row));
            assert_eq!(registry.is_ok(), row["needsInput"] == false, "{}", id(&row));
            stricter += 1;
        } else {
            assert_eq!(tool.requires_approval(), expected["approval"], "{}", id(&row));
            assert_eq!(registry.is_ok(), expected["registers"], "{}", id(&row));
            equal += 1;
        }
        if let Some(effect) = expected.get("effect") {
            assert_eq!(tool.effect().as_str(), *effect, "{}", id(&row));
            assert_eq!(tool.effect().is_safe_to_retry(), expected["safeToRetry"], "{}", id(&row));
        }
    }
    println!("approval.jsonl: {equal} rows equal, {stricter} stricter");
}

fn approval_tool(row: &Json) -> Tool {
    let mut tool = Tool::new("a", "content");
    if row["marker"] == true {
        tool = tool.with_approval_marker();
    }
    if row["remote"] == true {
        tool = tool.remote();
    }
    if row["needsInput"] == true {
        tool = tool.with_human_input();
    }
    if let Some(effect) = row["effect"].as_str() {
        tool = tool.with_effect(Effect::read(effect.as_bytes()));
    }
    match &row["declared"] {
        Json::Null => tool,
        Json::Bool(true) => tool.with_approval_answer(Answer::Required),
        Json::Bool(false) => tool.with_approval_answer(Answer::NotRequired),
        _ => tool.with_approval_answer(Answer::Failed),
    }
}
