// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shows pages as the choice of content sees them, for the program that fits its model (`tools/fit`).
//!
//! Reads lines of `FILE<TAB>URL` and answers each with one line of JSON: every block's text, words, part, group and features, and
//! every part's outer part and names. The first argument is a file of lines `WORD<TAB>WEIGHT`: what the words of the names
//! weigh. It never fetches anything.

use std::{
    collections::HashMap,
    env, fs,
    io::{self, BufRead, Write},
};

use portcullis::html;

fn main() -> io::Result<()> {
    let written = env::args().nth(1).map(fs::read_to_string).transpose()?.unwrap_or_default();
    let weights: HashMap<&str, f32> = written
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(word, weight)| Some((word, weight.parse().ok()?)))
        .collect();
    let weight = |word: &str| weights.get(word.to_ascii_lowercase().as_str()).copied();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (file, url) = line.split_once('\t').unwrap_or((&line, ""));
        let bytes = fs::read(file)?;
        let page = html::charset::decode(&bytes, None, true);
        let survey = html::survey(&page.text, Some(url).filter(|url| !url.is_empty()), &weight);
        let blocks: Vec<_> = survey
            .blocks
            .iter()
            .map(|block| {
                serde_json::json!({
                    "text": block.text, "words": block.words, "part": block.part, "group": block.group, "features": block.features,
                })
            })
            .collect();
        let parts: Vec<_> = survey.parts.iter().map(|(outer, names)| serde_json::json!([outer, names])).collect();
        let answer = serde_json::json!({ "blocks": blocks, "parts": parts, "features": survey.features });
        writeln!(out, "{answer}")?;
    }
    out.flush()
}
