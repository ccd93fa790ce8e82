// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the names of the tests with the shared list of behaviours, so that no row is forgotten without a word.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;

use libtest_mimic::Failed;

/// Rows that have no test yet: an id and the reason on each line, `#` before a comment.
const PENDING: &str = include_str!("../../pending.txt");

/// Fails where a row has neither a test nor a line in `pending.txt`, or has both, or where a name belongs to no row.
pub fn check(names: Vec<String>) -> Result<(), Failed> {
    let pending: BTreeSet<String> =
        PENDING.lines().filter(|line| !line.starts_with('#')).filter_map(first_word).collect();
    println!("e2e: {} rows pending (tests/e2e/pending.txt)", pending.len());
    let shared = env::var_os("PORTCULLIS_SHARED")
        .map_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared").into(), PathBuf::from);
    let Ok(rows) = fs::read_to_string(shared.join("vectors/e2e.jsonl")) else {
        println!("skipped: the shared list of behaviours is not here");
        return Ok(());
    };
    let tested: BTreeSet<String> = names.iter().filter_map(|name| row_of(name)).collect();
    let rows: BTreeSet<String> = rows.lines().map(id).collect();
    let covered: BTreeSet<String> = tested.union(&pending).cloned().collect();
    let complaints = [
        ("neither tested nor pending", rows.difference(&covered).cloned().collect::<Vec<_>>()),
        ("tested and pending", tested.intersection(&pending).cloned().collect()),
        ("in no row", covered.difference(&rows).cloned().collect()),
    ];
    let complaints = complaints.iter().filter(|(_, ids)| !ids.is_empty());
    let complaint = complaints.map(|(what, ids)| format!("{what}: {}", ids.join(" "))).collect::<Vec<_>>().join("; ");
    if complaint.is_empty() { Ok(()) } else { Err(complaint.into()) }
}

fn id(row: &str) -> String {
    let row: serde_json::Value = serde_json::from_str(row).expect("the shared list is JSON, one object a line");
    row["id"].as_str().expect("a row has an id").to_owned()
}

/// `e001_a_redirect…` is about row `E001`.
fn row_of(name: &str) -> Option<String> {
    let digits = name.strip_prefix('e')?.get(..3)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("E{digits}"))
}

fn first_word(line: &str) -> Option<String> {
    line.split_whitespace().next().map(str::to_owned)
}
