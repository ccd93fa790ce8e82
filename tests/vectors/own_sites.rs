// SPDX-License-Identifier: MIT OR Apache-2.0
//! `web/own_sites.jsonl`: the hosts of an installation, and what its own scopes may reach.

use std::collections::{BTreeMap, BTreeSet};

use portcullis::egress::{EgressPolicy, OwnSites, WebUrl};
use serde::Deserialize;

use crate::rows::{Tally, expect_eq, json_lines, shared};

/// How the vectors write a site.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    base: String,
    active_base: Option<String>,
    #[serde(default)]
    base_variants: Vec<String>,
    #[serde(default)]
    languages: Vec<Language>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Language {
    base: String,
    #[serde(default)]
    base_variants: Vec<String>,
}

pub fn own_sites(sites: &[Site]) -> OwnSites {
    let active: Vec<&str> = sites.iter().map(|site| site.active_base.as_ref().unwrap_or(&site.base).as_str()).collect();
    let mut further = Vec::new();
    for site in sites {
        further.push(&site.base);
        further.extend(&site.base_variants);
        for language in &site.languages {
            further.push(&language.base);
            further.extend(&language.base_variants);
        }
    }
    OwnSites::new(&active, &further, &[])
}

#[derive(Deserialize)]
struct Row {
    id: String,
    set: String,
    #[serde(default)]
    sites: Vec<Site>,
    #[serde(default, rename = "siteHostNames")]
    site_host_names: Vec<String>,
    #[serde(default)]
    calls: Vec<Call>,
    #[serde(default)]
    scopes: BTreeMap<String, String>,
    #[serde(default)]
    alt_ok: bool,
    #[serde(default)]
    stricter: bool,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
struct Call {
    group: Option<String>,
    #[serde(default)]
    input: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    declared: Vec<String>,
    result: Option<String>,
    #[serde(default)]
    alt_ok: bool,
    #[serde(default)]
    stricter: bool,
    #[serde(default)]
    sent_may_differ: bool,
}

#[test]
fn own_hosts_and_own_scopes_are_as_labelled() {
    let Some(text) = shared("web/own_sites.jsonl") else { return };
    let mut tally = Tally::of("own_sites.jsonl");
    for row in json_lines::<Row>(&text) {
        let policy = EgressPolicy::new(own_sites(&row.sites));
        match row.set.as_str() {
            "hosts" if row.stricter => tally.stricter_row(&row.id, check_stricter_hosts(&policy, &row)),
            "hosts" => tally.row(&row.id, check_hosts(&policy, &row)),
            "scopes" => tally.row(&row.id, check_scopes(&policy, &row)),
            "resolveAllowedUrl" => check_calls(&mut tally, &row, |call| {
                policy.resolve_allowed_url(call.group.as_deref().unwrap_or("system").as_bytes(), call.input.as_bytes())
            }),
            "resolveConfiguredEndpoint" => check_calls(&mut tally, &row, |call| {
                let group = call.group.as_deref().unwrap_or("rag");
                policy.resolve_configured_endpoint(group.as_bytes(), call.url.as_bytes(), &call.declared)
            }),
            other => tally.row(&row.id, Err(format!("nobody knows the set {other}"))),
        }
    }
    tally.finish();
}

fn check_hosts(policy: &EgressPolicy, row: &Row) -> Result<(), String> {
    let actual: BTreeSet<&String> = policy.sites().hosts().iter().collect();
    let expected: BTreeSet<&String> = row.site_host_names.iter().collect();
    if row.alt_ok && actual.is_superset(&expected) {
        return Ok(());
    }
    expect_eq("hosts", &actual, &expected)
}

/// The note of a stricter row ends with the hosts.
fn check_stricter_hosts(policy: &EgressPolicy, row: &Row) -> Result<(), String> {
    let actual: BTreeSet<&str> = policy.sites().hosts().iter().map(String::as_str).collect();
    let expected = row.note.rsplit_once(": ").map_or("", |(_, hosts)| hosts).split(' ').collect();
    expect_eq("hosts", &actual, &expected)
}

fn check_scopes(policy: &EgressPolicy, row: &Row) -> Result<(), String> {
    assert!(!row.scopes.is_empty());
    row.scopes
        .iter()
        .try_for_each(|(group, scope)| expect_eq(group, &policy.scope_for(group.as_bytes()).as_str(), &scope.as_str()))
}

fn check_calls(tally: &mut Tally, row: &Row, resolve: impl Fn(&Call) -> Option<WebUrl>) {
    for (at, call) in row.calls.iter().enumerate() {
        let id = format!("{}/{at}", row.id);
        let actual = resolve(call);
        let described = format!("{}{} {:?}: ", call.input, call.url, call.declared);
        if call.stricter {
            tally.stricter_row(&id, expect_eq(&described, &actual, &None));
            continue;
        }
        let result = match (&actual, &call.result) {
            (Some(_), None) if call.alt_ok => Ok(()),
            (Some(actual), Some(expected)) if call.sent_may_differ => {
                let expected = WebUrl::parse(expected.as_bytes()).unwrap();
                expect_eq(&described, actual, &expected)
            }
            _ => expect_eq(&described, &actual.as_ref().map(WebUrl::as_str), &call.result.as_deref()),
        };
        tally.row(&id, result);
    }
}
