// SPDX-License-Identifier: MIT OR Apache-2.0
//! A world of the decision vectors, as the gate takes it.

use std::sync::Arc;

use portcullis::gate::{
    Actor, Availability, ConfiguredGroups, DataClass, Declaration, Effect, Enforcement, GateInput, Reading,
    RegistrationError, RunAllowList, Setting, Skill, Tool, ToolGate, ToolRegistry, TrustFloor, TrustLevel, TrustZone,
};
use serde_json::Value as Json;

use crate::row::bytes;

/// Builds the gate of a row.
pub fn gate(row: &Json, reading: Reading) -> Result<ToolGate, RegistrationError> {
    let tools = row["tools"].as_array().unwrap().iter().map(tool);
    let registry = Arc::new(ToolRegistry::new(tools)?);
    let availability = Availability::new(overrides(&row["toolOverrides"]), overrides(&row["groupOverrides"]));
    let lost = |section: &str| {
        let settings = row.get("settings").and_then(Json::as_str).unwrap_or_default();
        settings == "unreadable" || settings == section
    };
    let floor = if lost("skillsNotArray") { Setting::Unreadable } else { setting(&row["minTrust"]) };
    let mode = match row.get("enforcement") {
        _ if lost("toolsNotArray") => Setting::Unreadable,
        Some(value) => setting(value),
        None => Setting::Absent,
    };
    let fallbacks = row["fallbacks"].as_array().unwrap().iter().map(setting);
    let input = GateInput {
        skills: row["skills"].as_array().unwrap().iter().map(skill).collect(),
        floor: TrustFloor::read(floor),
        groups: ConfiguredGroups::read(setting(&row["allowedGroups"])),
        run: RunAllowList::NotStored,
        zone: TrustZone::of_chain(setting(&row["zone"]), fallbacks),
        enforcement: Enforcement::read(mode),
        actor: match row["user"].as_str() {
            Some("admin") => Actor::Admin,
            Some("editor") => Actor::Editor,
            _ => Actor::Nobody,
        },
        reading,
    };
    Ok(ToolGate::new(registry, &availability, &input))
}

fn tool(row: &Json) -> Tool {
    let flag = |key: &str, default: bool| row.get(key).map_or(default, |value| value.as_bool().unwrap());
    let word = |key: &str| row.get(key).and_then(Json::as_str);
    let mut tool = Tool::new(row["name"].as_str().unwrap(), row["group"].as_str().unwrap());
    if flag("remote", false) {
        tool = tool.remote();
    }
    if flag("requiresAdmin", false) {
        tool = tool.admin_only();
    }
    if !flag("enabledByDefault", true) {
        tool = tool.off_by_default();
    }
    if let Some(class) = word("dataClass") {
        tool = tool.with_data_class(DataClass::read(class.as_bytes()));
    }
    if let Some(effect) = word("effect") {
        tool = tool.with_effect(Effect::read(effect.as_bytes()));
    }
    tool
}

fn skill(row: &Json) -> Skill {
    let flag = |key: &str, default: bool| row.get(key).map_or(default, |value| value.as_bool().unwrap());
    Skill {
        source: row["source"].as_i64().unwrap(),
        identifier: row["identifier"].as_str().unwrap().to_owned(),
        enabled: flag("enabled", true),
        orphaned: flag("orphaned", false),
        trust: TrustLevel::read(row["trust"].as_str().unwrap().as_bytes()),
        declaration: Declaration::read(Setting::Text(&bytes(&row["allowedTools"]))),
    }
}

fn overrides(rows: &Json) -> Vec<(String, bool)> {
    let rows = rows.as_object().into_iter().flatten();
    rows.map(|(name, on)| (name.clone(), on.as_bool().unwrap())).collect()
}

/// Null is a field that is not set, text is text, and whatever else stands there is no text.
fn setting(value: &Json) -> Setting<'_> {
    match value {
        Json::Null => Setting::Absent,
        Json::String(text) => Setting::Text(text.as_bytes()),
        _ => Setting::Unreadable,
    }
}
