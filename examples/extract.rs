// SPDX-License-Identifier: MIT OR Apache-2.0
//! Extracts pages for a scorer: reads lines of `FILE<TAB>URL`, answers each with one line of JSON, `title` and `text`
//! (the plain words). It never fetches anything.

use std::{
    fs,
    io::{self, BufRead, Write},
};

use portcullis::html;

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (file, url) = line.split_once('\t').unwrap_or((&line, ""));
        let bytes = fs::read(file)?;
        let page = html::charset::decode(&bytes, None, true);
        let document = html::extract(&page.text, Some(url).filter(|url| !url.is_empty()));
        let answer = serde_json::json!({ "title": document.title, "text": document.plain_text });
        writeln!(out, "{answer}")?;
    }
    out.flush()
}
