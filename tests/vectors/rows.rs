// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads vector files and keeps the tally of their rows.

use std::collections::BTreeMap;
use std::fs;

use serde::de::DeserializeOwned;

/// `file id reason`, one a line.
const EXPECTED_FAILURES: &str = include_str!("../expected_failures.txt");

/// The text of a shared vector file; none, and one line that says so, when the shared vectors are not there.
pub fn shared(file: &str) -> Option<String> {
    let root = crate::shared::root();
    if !root.is_dir() {
        println!("skipped: {file}, the shared vectors are not there (PORTCULLIS_SHARED)");
        return None;
    }
    let path = root.join("vectors").join(file);
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file} cannot be read: {error}")))
}

/// One value for each line.
pub fn json_lines<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The rows of a CSV file behind its header, each by column name. Fields may be quoted; none spans lines.
pub fn csv_rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.lines().map(csv_fields);
    let header = lines.next().unwrap_or_default();
    lines.map(|fields| header.iter().cloned().zip(fields).collect()).collect()
}

fn csv_fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().unwrap().push(character),
        }
    }
    fields
}

/// Counts the rows of one file and fails at its end if one of them did.
pub struct Tally {
    file: String,
    rows: usize,
    stricter: usize,
    differing: usize,
    failures: Vec<String>,
    expected: BTreeMap<String, String>,
}

impl Tally {
    pub fn of(file: &str) -> Self {
        let listed = EXPECTED_FAILURES.lines().filter(|line| !line.starts_with('#'));
        let expected = listed
            .filter_map(|line| line.strip_prefix(file)?.trim_start().split_once(' '))
            .map(|(id, reason)| (id.to_owned(), reason.to_owned()))
            .collect();
        Self { file: file.to_owned(), rows: 0, stricter: 0, differing: 0, failures: Vec::new(), expected }
    }

    /// One row, with what is wrong about it.
    pub fn row(&mut self, id: &str, result: Result<(), String>) {
        self.rows += 1;
        match (result, self.expected.remove(id)) {
            (Ok(()), None) => {}
            (Err(_), Some(_)) => self.differing += 1,
            (Ok(()), Some(_)) => self.failures.push(format!("{id}: passes, but stands in expected_failures.txt")),
            (Err(error), None) => self.failures.push(format!("{id}: {error}")),
        }
    }

    /// One row whose own answer is not the rule.
    pub fn stricter_row(&mut self, id: &str, result: Result<(), String>) {
        self.stricter += 1;
        self.row(id, result);
    }

    pub fn finish(self) {
        let Self { file, rows, stricter, differing, mut failures, expected } = self;
        failures.extend(expected.into_keys().map(|id| format!("{id}: stands in expected_failures.txt, but is no row")));
        println!("{file}: {rows} rows, {} failed, {stricter} stricter, {differing} known to differ", failures.len());
        assert!(failures.is_empty(), "{file}:\n  {}", failures.join("\n  "));
        assert!(rows > 0, "{file} has no rows");
    }
}

/// `Ok` when the two are equal.
pub fn expect_eq<T: PartialEq + std::fmt::Debug>(what: &str, actual: &T, expected: &T) -> Result<(), String> {
    if actual == expected { Ok(()) } else { Err(format!("{what} is {actual:?}, not {expected:?}")) }
}
