// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the tests with the shared list of behaviours and with the list of what is pending, so that nothing is
//! forgotten without a word and nothing stays listed that works.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use libtest_mimic::Failed;

/// A test that does not pass yet, or a row that has no test yet, and the reason on each line; `#` before a comment.
const PENDING: &str = include_str!("../../pending.txt");

/// Whether this test is listed as one that does not pass yet.
pub fn is_pending(test: &str) -> bool {
    pending().any(|listed| listed == test)
}

/// Runs a test that is listed as pending. It fails where the test passes.
pub fn must_fail(test: impl FnOnce()) -> Result<(), Failed> {
    match catch_unwind(AssertUnwindSafe(test)) {
        Ok(()) => Err("it passes now: take it off tests/e2e/pending.txt".into()),
        Err(_) => Ok(()),
    }
}

/// Fails where a row has no test and is not pending, and where a test or a line of `pending.txt` is about no row.
pub fn check(tests: &[String]) -> Result<(), Failed> {
    println!("e2e: {} pending (tests/e2e/pending.txt)", pending().count());
    let shared = env::var_os("PORTCULLIS_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared").into());
    let Ok(rows) = fs::read_to_string(shared.join("vectors/e2e.jsonl")) else {
        println!("skipped: the shared list of behaviours is not here");
        return Ok(());
    };
    let rows: BTreeSet<String> = rows.lines().map(id).collect();
    let names = tests.iter().cloned().chain(pending().map(str::to_owned));
    let covered: BTreeSet<String> = names.filter_map(|name| row_of(&name)).collect();
    let missing: Vec<&str> = rows.difference(&covered).map(String::as_str).collect();
    let unknown: Vec<&str> = covered.difference(&rows).map(String::as_str).collect();
    let stale: Vec<&str> = pending().filter(|line| row_of(line).is_none()).collect();
    if missing.is_empty() && unknown.is_empty() && stale.is_empty() {
        return Ok(());
    }
    Err(format!("without a test: {missing:?}; in no row: {unknown:?}; pending but neither row nor test: {stale:?}")
        .into())
}

fn pending() -> impl Iterator<Item = &'static str> {
    PENDING.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_whitespace().next())
}

fn id(row: &str) -> String {
    let row: serde_json::Value = serde_json::from_str(row).expect("the shared list is JSON, one object a line");
    row["id"].as_str().expect("a row has an id").to_owned()
}

/// The row that a name is about: `E001` of `e001_a_redirect…` and of `E001` itself.
fn row_of(name: &str) -> Option<String> {
    let digits = name.strip_prefix(['e', 'E'])?.get(..3)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("E{digits}"))
}
