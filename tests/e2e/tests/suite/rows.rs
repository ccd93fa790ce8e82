// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the tests with the shared list of behaviours, so that nothing is forgotten without a word.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;

use libtest_mimic::Failed;

/// Fails where a row has no test, and where a test is about no row.
pub fn check(tests: &[String]) -> Result<(), Failed> {
    let shared = env::var_os("PORTCULLIS_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared").into());
    let Ok(rows) = fs::read_to_string(shared.join("vectors/e2e.jsonl")) else {
        println!("skipped: the shared list of behaviours is not here");
        return Ok(());
    };
    let rows: BTreeSet<String> = rows.lines().map(id).collect();
    let covered: BTreeSet<String> = tests.iter().filter_map(|name| row_of(name)).collect();
    let missing: Vec<&str> = rows.difference(&covered).map(String::as_str).collect();
    let unknown: Vec<&str> = covered.difference(&rows).map(String::as_str).collect();
    if missing.is_empty() && unknown.is_empty() {
        return Ok(());
    }
    Err(format!("without a test: {missing:?}; in no row: {unknown:?}").into())
}

fn id(row: &str) -> String {
    let row: serde_json::Value = serde_json::from_str(row).expect("the shared list is JSON, one object a line");
    row["id"].as_str().expect("a row has an id").to_owned()
}

/// The row that a name is about: `E001` of `e001_a_redirect…`.
fn row_of(name: &str) -> Option<String> {
    let digits = name.strip_prefix('e')?.get(..3)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("E{digits}"))
}
