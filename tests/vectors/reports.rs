// SPDX-License-Identifier: MIT OR Apache-2.0
//! `reports.jsonl`: public bug reports of this kind of software, as far as they are about the URL or the address.

use std::net::IpAddr;

use portcullis::egress::{EgressPolicy, FetchSettings, Guard, OwnSites, ProxyView, is_public};
use serde::Deserialize;

use crate::rows::{Tally, expect_eq, json_lines, shared};

#[derive(Deserialize)]
struct Row {
    id: String,
    input: String,
    expected: String,
}

#[test]
fn no_url_or_address_of_a_public_report_gets_through() {
    let Some(text) = shared("reports.jsonl") else { return };
    let guard = Guard::new(
        EgressPolicy::new(OwnSites::default()),
        FetchSettings::new(b"", b"", false, false),
        ProxyView::none(),
    );
    let mut tally = Tally::of("reports.jsonl (URLs and addresses)");
    for row in json_lines::<Row>(&text).iter().filter(|row| row.expected.starts_with("refuse")) {
        for target in targets(&row.input) {
            let refused = match target.parse::<IpAddr>() {
                Ok(address) => !is_public(address),
                Err(_) => guard.admit(b"web", target.as_bytes()).is_err(),
            };
            tally.row(&row.id, expect_eq(target, &refused, &true));
        }
    }
    tally.finish();
}

/// The URLs and addresses in the words of a report.
fn targets(input: &str) -> impl Iterator<Item = &str> {
    let words = input.split([' ', ';', '"', '(', ')']).map(|word| word.strip_prefix("url=").unwrap_or(word));
    words.filter(|word| word.starts_with("http://") || word.starts_with("//") || word.parse::<IpAddr>().is_ok())
}
