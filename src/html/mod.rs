// SPDX-License-Identifier: MIT OR Apache-2.0
//! WHAT a page says: from bytes to text that a model can read.
//!
//! Decides the encoding of a page, which of its text a reader sees, which part of that is content, and how it is
//! written. It never follows a link, runs a script or builds a tree: one pass over the source, linear in its length
//! whatever the source is. What lies behind a limit is dropped and reported, never passed through unexamined.
//!
//! ```
//! let page = portcullis::html::extract("<title>T</title><p>See <a href=/x>this</a>.", Some("https://example.org/"));
//! assert_eq!(page.title, "T");
//! assert_eq!(page.text, "See this (https://example.org/x).");
//! assert_eq!(page.plain_text, "See this.");
//! ```
#![forbid(unsafe_code)]

pub mod charset;

mod address;
mod attribute;
mod block;
mod bytes;
mod closing;
mod css;
mod document;
mod element;
mod formatting;
mod inherit;
mod invisible;
mod lines;
mod met;
mod names;
mod open;
mod parser;
mod quirks;
mod reference;
mod render;
mod scanner;
mod score;
mod select;
mod sheets;
mod streamed;
mod structure;
mod swar;
mod table;
mod verdicts;
mod visibility;

pub use self::{
    document::{Document, Heading, Link, Removed},
    invisible::{InvisibleCharacters, strip_invisible},
};

use self::{
    address::Addresses,
    block::Kind,
    parser::Parsed,
    render::{Rendering, one_line},
};

/// Extracts the readable text of `html`, the page at `url`. Without `url` relative links have no address.
///
/// Takes any text; time and memory are linear in its length. Formatting-only differences aside, `text` and `plain_text`
/// hold the same words.
pub fn extract(html: &str, url: Option<&str>) -> Document {
    let parsed = parser::parse(html, url);
    let title = title(&parsed);
    let selection = select::content(&parsed, &title, url);
    let mut addresses = Addresses::new(url, parsed.head.base, html.len());
    let Rendering { text, plain_text, headings, links } =
        render::render(&parsed.outline, &selection.keep, &mut addresses);
    Document {
        title,
        text,
        plain_text,
        headings,
        links,
        language: parsed.head.language.and_then(language),
        removed: parsed.removed,
        thin: selection.thin,
        truncated: parsed.truncated || addresses.exhausted(),
    }
}

/// All visible text of a page, its plain words before any part is chosen. For tests that compare with a tree.
#[doc(hidden)]
pub fn visible_text(html: &str) -> String {
    let parsed = parser::parse(html, None);
    let keep = select::everything(&parsed);
    render::render(&parsed.outline, &keep, &mut Addresses::new(None, None, 0)).plain_text
}

fn title(parsed: &Parsed<'_>) -> String {
    let written = [parsed.head.title, parsed.head.open_graph_title].into_iter().flatten().map(clean);
    let first_heading = || {
        let heading = parsed.outline.blocks.iter().find(|block| block.kind == Kind::Heading(1))?;
        Some(one_line(&parsed.outline.text[heading.text.start as usize..heading.text.end as usize]))
    };
    written.into_iter().find(|title| !title.is_empty()).or_else(first_heading).unwrap_or_default()
}

/// A text of the head on one line, references decoded, invisible characters dropped.
fn clean(written: &str) -> String {
    let mut decoded = String::with_capacity(written.len());
    reference::decode(written, false, |piece| decoded.push_str(piece));
    one_line(&strip_invisible(&decoded).0)
}

/// A language tag, when it is made of what language tags are made of (RFC 5646, section 2.1).
fn language(written: &str) -> Option<String> {
    /// Bytes of the longest tag that is believed.
    const LONGEST: usize = 35;
    let tag = written.trim_ascii();
    let well_formed =
        (1..=LONGEST).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    well_formed.then(|| tag.to_owned())
}

/// A page as the choice of content sees it. For the program that fits its model.
#[doc(hidden)]
pub struct Survey {
    /// The names of the features.
    pub features: &'static [&'static str],
    /// The blocks that are there to be read.
    pub blocks: Vec<SurveyedBlock>,
    /// The part around each part, and the words of its own names.
    pub parts: Vec<(u32, Vec<String>)>,
}

/// One block of it.
#[doc(hidden)]
pub struct SurveyedBlock {
    /// Its text.
    pub text: String,
    /// How many words.
    pub words: u32,
    /// Number of the innermost part.
    pub part: u32,
    /// Number of the blocks it is content together with, zero for none.
    pub group: u32,
    /// Its features.
    pub features: Vec<f32>,
}

/// Surveys a page; `weight` tells what a word in a class name, id, role or property hints at.
#[doc(hidden)]
pub fn survey(html: &str, url: Option<&str>, weight: &dyn Fn(&str) -> Option<f32>) -> Survey {
    let parsed = parser::parse(html, url);
    let title = title(&parsed);
    let title = score::words::Title::new(&title);
    let (words, present) = select::readable(&parsed, &title);
    let outline = &parsed.outline;
    let page = score::Page { outline, words: &words, title: &title, url };
    let features = score::features::Features::of(&page, weight);
    let groups = features.groups();
    let rows = features.rows().zip(groups);
    let blocks = outline.blocks.iter().zip(&words).zip(present).zip(rows).filter(|((_, present), _)| *present);
    let blocks = blocks.map(|(((block, words), _), (features, group))| SurveyedBlock {
        text: outline.text[block.text.start as usize..block.text.end as usize].to_owned(),
        words: words.words,
        part: block.part,
        group,
        features: features.to_vec(),
    });
    let names_of = |part: &block::Part| {
        let mut names = Vec::new();
        score::hints::words_of(outline.names_of(part), |word| names.push(word.to_ascii_lowercase()));
        names
    };
    Survey {
        features: score::features::NAMES,
        blocks: blocks.collect(),
        parts: outline.parts.iter().map(|part| (part.outer, names_of(part))).collect(),
    }
}
