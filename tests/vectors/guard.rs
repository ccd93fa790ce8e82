// SPDX-License-Identifier: MIT OR Apache-2.0
//! `web/guard.jsonl`: whole verdicts.

use std::collections::BTreeMap;

use portcullis::egress::{EgressPolicy, FetchSettings, Guard, Pinned, ProxyView, Refusal, RefusalReason};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::own_sites::{Site, own_sites};
use crate::proxy::Setup;
use crate::rows::{Tally, expect_eq, json_lines, shared};

#[derive(Deserialize)]
struct Row {
    id: String,
    group: String,
    url: Option<String>,
    url_base64: Option<String>,
    settings: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    config: Option<Value>,
    #[serde(default)]
    unreadable: bool,
    #[serde(default)]
    sites: Vec<Site>,
    dns: BTreeMap<String, Vec<String>>,
    proxy: Option<Setup>,
    allowed: bool,
    sent: Option<String>,
    host: Option<String>,
    port: Option<u16>,
    #[serde(default)]
    addresses: Vec<String>,
    check: Option<u8>,
    reason: Option<String>,
    #[serde(default)]
    reason_alt: Vec<String>,
    #[serde(default)]
    asked: Vec<String>,
    #[serde(default)]
    stricter: bool,
    #[serde(default)]
    sent_may_differ: bool,
    #[serde(default)]
    note: String,
}

/// What the guard said, and the names it had resolved.
struct Outcome {
    verdict: Result<Pinned, Refusal>,
    asked: Vec<String>,
}

#[test]
fn every_verdict_is_as_labelled() {
    let Some(text) = shared("web/guard.jsonl") else { return };
    let mut tally = Tally::of("guard.jsonl");
    for row in json_lines::<Row>(&text) {
        let outcome = run(&row);
        if row.stricter {
            tally.stricter_row(&row.id, check_stricter(&row, &outcome));
        } else {
            tally.row(&row.id, check(&row, &outcome));
        }
    }
    tally.finish();
}

fn run(row: &Row) -> Outcome {
    let proxy = row.proxy.as_ref().map_or_else(ProxyView::none, Setup::view);
    let guard = Guard::new(EgressPolicy::new(own_sites(&row.sites)), settings(row), proxy);
    let url = match (&row.url, &row.url_base64) {
        (Some(url), _) => url.clone().into_bytes(),
        (None, Some(encoded)) => base64(encoded),
        (None, None) => panic!("{} has no URL", row.id),
    };
    let mut asked = Vec::new();
    let verdict = guard.admit(row.group.as_bytes(), &url).and_then(|admitted| {
        let Some(name) = admitted.name_to_resolve().map(str::to_owned) else {
            return guard.pin(admitted, &[]);
        };
        let answers = row.dns.get(&name).cloned().unwrap_or_default();
        asked.push(name);
        match answers.iter().map(|answer| answer.parse()).collect::<Result<Vec<_>, _>>() {
            Ok(addresses) => guard.pin(admitted, &addresses),
            Err(_) => Err(guard.no_address(&admitted)),
        }
    });
    Outcome { verdict, asked }
}

fn check(row: &Row, outcome: &Outcome) -> Result<(), String> {
    if let Some(name) = outcome.asked.iter().find(|name| !row.asked.contains(name)) {
        return Err(format!("{name} reached the resolver"));
    }
    match &outcome.verdict {
        Ok(pinned) => {
            expect_eq("allowed", &true, &row.allowed)?;
            expect_eq("host", &Some(pinned.url().host().to_string()), &row.host)
                .or_else(|error| if row.sent_may_differ { Ok(()) } else { Err(error) })?;
            expect_eq("port", &Some(pinned.url().port()), &row.port)?;
            let addresses: Vec<_> = pinned.addresses().iter().map(ToString::to_string).collect();
            let expected: Vec<_> =
                row.addresses.iter().map(|address| address.parse::<std::net::IpAddr>().unwrap().to_string()).collect();
            expect_eq("addresses", &addresses, &expected)?;
            if row.sent_may_differ {
                return Ok(());
            }
            expect_eq("sent", &Some(pinned.url().as_str()), &row.sent.as_deref())
        }
        Err(refusal) => {
            expect_eq("allowed", &false, &row.allowed).map_err(|error| format!("{error}: {refusal}"))?;
            let mut phrases = row.reason.iter().chain(&row.reason_alt);
            if !phrases.any(|phrase| refusal.message().contains(phrase.as_str())) {
                return Err(format!("{:?} says {refusal}, not {:?}", row.url, row.reason));
            }
            let step = refusal.reason().step();
            // Upstream has no rule for special names; they do not resolve in its tests either.
            let same =
                Some(step) == row.check || refusal.reason() == RefusalReason::SpecialName && row.check == Some(15);
            // Upstream numbers every denial by the list alike.
            let denied = [8, 17].contains(&step) && row.check.is_some_and(|check| [8, 17].contains(&check));
            if same || denied || !row.reason_alt.is_empty() {
                return Ok(());
            }
            Err(format!("{:?} is refused by rule {step}, not {:?}", row.url, row.check))
        }
    }
}

/// The note of a stricter row names the phrase of the rule: `egress.md refuses: PHRASE (…)`.
fn check_stricter(row: &Row, outcome: &Outcome) -> Result<(), String> {
    let phrase = match row.note.split_once(": ") {
        Some((head, rest)) if head.starts_with("egress.md refuses") || head.starts_with("egress.md gives another") => {
            rest.split_once(" (").map_or(rest, |(phrase, _)| phrase)
        }
        Some(("egress.md 4", _)) => {
            expect_eq("asked", &outcome.asked, &Vec::new())?;
            "does not resolve"
        }
        _ if row.note.contains("does not parse") => "cannot be parsed",
        _ => return Err(format!("nobody knows the note {}", row.note)),
    };
    match &outcome.verdict {
        Ok(_) => Err(format!("{:?} is allowed, not refused with {phrase}", row.url)),
        Err(refusal) if refusal.message().contains(phrase) => Ok(()),
        Err(refusal) => Err(format!("{:?} says {refusal}, not {phrase}", row.url)),
    }
}

/// The stored settings as an embedder reads them: the switches are on for `true`, `1` and `"1"`, an absent key is its
/// default, and any other shape is unreadable.
fn settings(row: &Row) -> FetchSettings {
    let stored = match (&row.settings, &row.config) {
        _ if row.unreadable => None,
        (Some(settings), _) => keys_of(settings),
        (None, Some(config)) => stored_settings(config),
        (None, None) => Some(Map::new()),
    };
    stored.and_then(|keys| read_settings(&keys)).unwrap_or_else(FetchSettings::unreadable)
}

fn stored_settings(config: &Value) -> Option<Map<String, Value>> {
    let mut level = keys_of(config)?;
    for key in ["tools", "fetchExternalUrl"] {
        level = level.get(key).map_or_else(|| Some(Map::new()), keys_of)?;
    }
    Some(level)
}

fn read_settings(keys: &Map<String, Value>) -> Option<FetchSettings> {
    let list = |key| keys.get(key).map_or(Some(""), Value::as_str);
    let switch = |key| keys.get(key).is_some_and(|value| *value == true || *value == 1 || *value == "1");
    Some(FetchSettings::new(
        list("allowedHosts")?.as_bytes(),
        list("deniedHosts")?.as_bytes(),
        switch("skipApprovalWithAllowlist"),
        switch("allowViaProxy"),
    ))
}

/// A PHP array: JSON writes an empty one as a list.
fn keys_of(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(keys) => Some(keys.clone()),
        Value::Array(values) if values.is_empty() => Some(Map::new()),
        _ => None,
    }
}

/// Tells a null from an absent field.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in text.bytes().take_while(|byte| *byte != b'=') {
        let value = ALPHABET.iter().position(|letter| *letter == byte).unwrap();
        buffer = buffer << 6 | u32::try_from(value).unwrap();
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits & 0xff) as u8);
        }
    }
    bytes
}
