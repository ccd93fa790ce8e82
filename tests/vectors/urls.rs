// SPDX-License-Identifier: MIT OR Apache-2.0
//! `urls.jsonl`: every URL refused or allowed as labelled, with the host that must be read out of it.

use std::net::IpAddr;

use portcullis::egress::{EgressPolicy, FetchSettings, Guard, OwnSites, ProxyView, Refusal, RefusalReason};
use serde::Deserialize;

use crate::rows::{Tally, json_lines, shared};

#[derive(Deserialize)]
struct Row {
    id: String,
    url: String,
    expected: String,
    reason_kind: String,
    host: Option<String>,
    alt_ok: Option<String>,
    answers: Option<Vec<IpAddr>>,
}

#[test]
fn every_url_is_refused_or_allowed_as_labelled() {
    check("urls.jsonl (essential)", include_str!("urls.jsonl"));
    if let Some(text) = shared("urls.jsonl") {
        check("urls.jsonl", &text);
    }
}

fn check(file: &str, text: &str) {
    let mut tally = Tally::of(file);
    for row in json_lines::<Row>(text) {
        let verdict = verdict(&row);
        let outcome = if verdict.is_ok() { "allowed_if_public" } else { "refused" };
        let expected = row.expected == outcome || row.alt_ok.as_deref() == Some(outcome);
        let result = match &verdict {
            _ if !expected => Err(format!("{:?} is {outcome}: {verdict:?}", row.url)),
            Ok(host) => match &row.host {
                Some(expected) if expected.trim_matches(['[', ']']) != host => {
                    Err(format!("{:?} has the host {host}, not {expected}", row.url))
                }
                _ => Ok(()),
            },
            Err(refusal) if row.expected == "refused" => expected_reason(&row, refusal.reason()),
            Err(_) => Ok(()),
        };
        tally.row(&row.id, result);
    }
    tally.finish();
}

fn verdict(row: &Row) -> Result<String, Refusal> {
    // The port rows need an allowlist, which would refuse every other row.
    let allowed = if row.url.contains("api.ok.example") { "api.ok.example:8443" } else { "" };
    let sites = OwnSites::new(&["https://mysite.example/"], &["https://www.mysite.example/"], &[]);
    let guard = Guard::new(
        EgressPolicy::new(sites),
        FetchSettings::new(allowed.as_bytes(), b"*.bad.example, bad2.example", false, false),
        ProxyView::none(),
    );
    let admitted = guard.admit(b"web", row.url.as_bytes())?;
    let answers = row.answers.clone().unwrap_or_else(|| vec![IpAddr::from([93, 184, 215, 14])]);
    guard.pin(admitted, &answers).map(|pinned| pinned.url().host().to_string())
}

/// The reasons that may stand for a label. A label names one fault of a URL that may have several, and an earlier rule
/// may see another one.
fn expected_reason(row: &Row, reason: RefusalReason) -> Result<(), String> {
    use RefusalReason::*;
    let expected: &[RefusalReason] = match row.reason_kind.as_str() {
        "scheme_not_allowed" => &[Scheme],
        "userinfo" => &[Credentials, Url, Host],
        "control_or_space" => &[Url, Scheme, Host],
        "malformed_or_relative" | "backslash" => &[Url, Scheme, Credentials, Host],
        "bad_port" => &[Url, Host],
        "url_too_long" => &[Url],
        "percent_encoded_host" | "non_ascii_host" | "host_charset" => &[Host, Url, Credentials],
        "bad_ipv6_literal" => &[Host, Url, Address],
        "bad_a_label" | "empty_label" | "name_too_long" => &[Host],
        "label_too_long" => &[Host, Url],
        "host_charset_or_numeric" | "numeric_host" => &[NumericHost, Host],
        "address_not_public" => &[Address, Port],
        "port_not_allowed" => &[Port, NotAllowlisted],
        "own_site" => &[OwnSite],
        "denylisted" => &[Denylisted],
        "special_or_single_label_name" | "single_label" => &[SpecialName, Url, Port],
        "resolves_to_non_public" => &[PrivateAnswer],
        other => return Err(format!("nobody knows the reason {other}")),
    };
    if expected.contains(&reason) {
        return Ok(());
    }
    Err(format!("{:?} is refused as {reason}, not as {}", row.url, row.reason_kind))
}
