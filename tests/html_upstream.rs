// SPDX-License-Identifier: MIT OR Apache-2.0
//! Upstream's text of small pages against ours: what is kept, what is dropped, in which order.
//!
//! The richer form of ours is taken off both sides before they are compared.

use std::fs;

use portcullis::html;

mod shared;

/// Rows in which we differ on purpose, and why.
const INTENDED: &[(&str, &str)] = &[
    ("H0077", "a link without anything to see in it is not shown"),
    ("H0079", "the words of the blocks within a link stay apart"),
    ("H0115", "the fallback text of audio and video is not shown"),
    ("H0117", "a legend is a line of its own"),
    ("H0131", "invisible characters are dropped"),
    ("H0142", "a title in the body is not shown"),
    ("H0144", "a page without markup is text"),
    ("H0126", "a reference without semicolon is read as browsers read it"),
];

#[derive(serde::Deserialize)]
struct Row {
    id: String,
    name: String,
    url: String,
    html: String,
    title: String,
    text: String,
}

#[test]
fn small_pages_keep_and_drop_what_upstream_keeps_and_drops() {
    let shared = shared::root();
    let Ok(rows) = fs::read_to_string(shared.join("vectors/web/html_upstream.jsonl")) else {
        println!("skipped: no vectors/web/html_upstream.jsonl below PORTCULLIS_SHARED");
        return;
    };
    let mut failures = Vec::new();
    for row in rows.lines() {
        let row: Row = serde_json::from_str(row).unwrap_or_else(|error| panic!("{error}: {row}"));
        let document = html::extract(&row.html, Some(&row.url));
        let (ours, theirs) = (normalised(&document.text), normalised(&row.text));
        let differs = ours != theirs || document.title != row.title;
        let intended = INTENDED.iter().find(|(id, _)| *id == row.id);
        match (differs, intended) {
            (true, None) => failures.push(format!(
                "{} {}: title {:?} for {:?}, text\n  {ours:?} for\n  {theirs:?}",
                row.id, row.name, document.title, row.title
            )),
            (false, Some((_, reason))) => {
                failures.push(format!("{} {}: no difference any more: {reason}", row.id, row.name))
            }
            _ => {}
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures.join("\n"));
}

/// The words of a text in order, with `#` of headings, links and images; without list marks, numbers, table rows, quotes,
/// fences and the white space around them, and without the blank upstream writes before punctuation.
fn normalised(text: &str) -> String {
    let mut words = Vec::new();
    for line in text.lines() {
        let mut line = line.trim();
        if line == "```" || line.replace(['|', '-', ' '], "").is_empty() {
            continue;
        }
        while let Some(rest) =
            line.strip_prefix("> ").or_else(|| line.strip_prefix("- ")).or_else(|| line.strip_prefix(": "))
        {
            line = rest;
        }
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            line = line[digits..].strip_prefix(". ").unwrap_or(line);
        }
        let cells = line.replace('|', " ").replace("; ", " ");
        words.extend(cells.split_whitespace().filter(|word| !word.bytes().all(|byte| byte == b'#')).map(str::to_owned));
    }
    let mut text = words.join(" ");
    for mark in [".", ",", ";", ":", "!", "?"] {
        text = text.replace(&format!(" {mark}"), mark);
    }
    text
}
