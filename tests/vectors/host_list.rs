// SPDX-License-Identifier: MIT OR Apache-2.0
//! `web/host_list.jsonl`: which lists can be read, and what their entries name.

use std::net::IpAddr;

use portcullis::egress::{Host, HostList};
use serde::Deserialize;

use crate::rows::{Tally, expect_eq, json_lines, shared};

#[derive(Deserialize)]
struct Row {
    id: String,
    list: String,
    host: String,
    address: IpAddr,
    readable: bool,
    entries: Option<Vec<Entry>>,
    #[serde(default)]
    stricter: bool,
    #[serde(default)]
    alt_ok: bool,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
struct Entry {
    is_address: bool,
    port: Option<u32>,
    matches_host: bool,
    matches_address: bool,
}

#[test]
fn a_list_is_read_as_labelled_and_its_entries_name_what_they_should() {
    let Some(text) = shared("web/host_list.jsonl") else { return };
    let mut tally = Tally::of("host_list.jsonl");
    for row in json_lines::<Row>(&text) {
        let list = HostList::parse(row.list.as_bytes());
        if row.stricter {
            tally.stricter_row(&row.id, expect_eq("readable", &list.is_ok(), &false));
            continue;
        }
        let result = match list {
            Err(_) if row.alt_ok => Ok(()),
            Err(problems) => {
                expect_eq("readable", &false, &row.readable).map_err(|error| format!("{error}: {problems:?}"))
            }
            Ok(list) => expect_eq("entries", &Some(entries(&list, &row)), &row.entries),
        };
        tally.row(&row.id, result);
    }
    tally.finish();
}

fn entries(list: &HostList, row: &Row) -> Vec<Entry> {
    let host = match row.host.parse() {
        Ok(IpAddr::V4(address)) => Some(Host::V4(address)),
        Ok(IpAddr::V6(address)) => Some(Host::V6(address)),
        Err(_) => Host::parse(row.host.as_bytes()).ok(),
    };
    let entry = |entry: &portcullis::egress::Entry| Entry {
        is_address: entry.is_address(),
        port: entry.port().map(u32::from),
        matches_host: host.as_ref().is_some_and(|host| entry.matches_host(host)),
        matches_address: entry.matches_address(row.address),
    };
    list.entries().iter().map(entry).collect()
}
