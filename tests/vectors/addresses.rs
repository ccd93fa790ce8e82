// SPDX-License-Identifier: MIT OR Apache-2.0
//! `addresses.csv`, `addresses_policy.csv`, `metadata.csv`: every address as labelled.

use std::net::IpAddr;

use portcullis::egress::{AddressKind, EgressPolicy, FetchSettings, Guard, OwnSites, ProxyView, is_public, kind_of};

use crate::rows::{Tally, csv_rows, expect_eq, shared};

#[test]
fn every_address_is_public_or_refused_as_labelled() {
    check("addresses.csv (essential)", include_str!("addresses.csv"));
    if let Some(text) = shared("addresses.csv") {
        check("addresses.csv", &text);
    }
}

#[test]
fn unallocated_space_of_global_unicast_is_public() {
    let Some(text) = shared("addresses_policy.csv") else { return };
    let mut tally = Tally::of("addresses_policy.csv");
    for row in csv_rows(&text) {
        let address: IpAddr = row["address"].parse().unwrap();
        tally.row(&row["address"], expect_eq("public", &is_public(address), &true));
    }
    tally.finish();
}

#[test]
fn every_metadata_service_is_refused() {
    let Some(text) = shared("metadata.csv") else { return };
    let guard = Guard::new(
        EgressPolicy::new(OwnSites::default()),
        FetchSettings::new(b"", b"", false, false),
        ProxyView::none(),
    );
    let mut tally = Tally::of("metadata.csv");
    for row in csv_rows(&text) {
        if let Ok(address) = row["target"].parse() {
            tally.row(&row["target"], expect_eq("kind", &kind_of(address), &AddressKind::Metadata));
        }
        let url = &row["url"];
        let refused = match guard.admit(b"web", url.as_bytes()) {
            Err(_) => true,
            // A name under a public suffix: what gives it away is its answer.
            Ok(admitted) => {
                admitted.name_to_resolve().is_some()
                    && row["refused_by"].starts_with("resolved address")
                    && guard.pin(admitted, &[IpAddr::from([169, 254, 169, 254])]).is_err()
            }
        };
        tally.row(url, expect_eq("refused", &refused, &true));
    }
    tally.finish();
}

fn check(file: &str, text: &str) {
    let mut tally = Tally::of(file);
    for row in csv_rows(text) {
        let address: IpAddr = row["address"].parse().unwrap();
        tally.row(&row["address"], expect_eq("public", &is_public(address), &(row["expected"] == "public")));
    }
    tally.finish();
}
