// SPDX-License-Identifier: MIT OR Apache-2.0
//! Content that a server sent behind its place: React streams a page so, and Next.js with it.
//!
//! Such content stands in `<div hidden id="S:1">`, its place is `<template id="B:1">`, and a script that calls
//! `$RC("B:1","S:1")` puts the one in the other's place as soon as it arrives: every reader with scripts sees it. Decides
//! that exactly this is so: the place stands where text is seen, and a script of the page makes the call. A page without
//! its own scripts, such as what users wrote on somebody's site, cannot claim it.

use std::collections::{HashMap, HashSet};

use memchr::memmem;

/// Pieces of one page that are followed.
const MOST: usize = 1024;
/// Bytes of the longest number of a piece.
const LONGEST: usize = 8;
/// What the script calls to put a piece in its place, without and with style sheets to wait for.
const CALLS: [&str; 2] = ["$RC(\"B:", "$RR(\"B:"];

/// The pieces of a page.
#[derive(Default)]
pub(super) struct Streamed<'a> {
    /// Scripts that were not looked at yet: few pages have pieces.
    scripts: Vec<&'a str>,
    /// The numbers of the places that are seen.
    places: HashSet<String>,
    /// The number of the place that a script puts each piece in: the first call moves it.
    put: HashMap<String, String>,
    /// A piece came before what shows it.
    waiting: bool,
    /// The page was read once.
    again: bool,
}

impl<'a> Streamed<'a> {
    /// Notes a visible place for content.
    pub(super) fn place(&mut self, id: &str) {
        if let Some(number) = id.strip_prefix("B:").filter(|number| self.places.len() < MOST && is_number(number)) {
            self.places.insert(number.to_owned());
        }
    }

    /// Notes what a script puts in place.
    pub(super) fn script(&mut self, source: &'a str) {
        self.scripts.push(source);
    }

    /// Reads the scripts behind a piece that is not shown yet.
    fn catch_up(&mut self) {
        if self.waiting {
            self.read_scripts();
        }
    }

    fn read_scripts(&mut self) {
        for script in std::mem::take(&mut self.scripts) {
            self.read_script(script);
        }
    }

    fn read_script(&mut self, source: &str) {
        let calls = CALLS
            .iter()
            .flat_map(|call| memmem::find_iter(source.as_bytes(), call).map(move |at| &source[at + call.len()..]));
        for call in calls {
            let Some((place, rest)) = number(call) else { continue };
            let Some((piece, _)) = rest.strip_prefix("\",\"S:").and_then(number) else { continue };
            if self.put.len() < MOST {
                self.put.entry(piece.to_owned()).or_insert_with(|| place.to_owned());
            }
        }
    }

    /// Whether the hidden element of this id is a piece that is put in a visible place.
    pub(super) fn shows(&mut self, id: &str) -> bool {
        let Some(piece) = id.strip_prefix("S:").filter(|number| is_number(number)) else { return false };
        self.read_scripts();
        let is_shown = self.put.get(piece).is_some_and(|place| self.places.contains(place));
        self.waiting |= !is_shown;
        is_shown
    }

    /// Whether the page has to be read again, now that everything is known.
    pub(super) fn is_late(&mut self) -> bool {
        self.catch_up();
        self.waiting && !self.again && !self.put.is_empty()
    }

    /// What is known, for the second reading.
    pub(super) fn again(mut self) -> Self {
        self.read_scripts();
        Streamed { waiting: false, again: true, scripts: Vec::new(), ..self }
    }
}

fn is_number(text: &str) -> bool {
    number(text).is_some_and(|(_, rest)| rest.is_empty())
}

/// The number a text begins with, and what follows. Never looks further than the longest number.
fn number(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take(LONGEST + 1).take_while(u8::is_ascii_hexdigit).count();
    (1..=LONGEST).contains(&digits).then(|| text.split_at(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_shown_when_a_script_puts_it_in_a_visible_place() {
        let mut streamed = Streamed::default();
        streamed.place("B:1a");
        streamed.script("$RC=function(a,b){};$RC(\"B:1a\",\"S:2\")");
        assert!(streamed.shows("S:2"));
        assert!(!streamed.is_late());
        assert!(!streamed.shows("S:1a"));
    }

    #[test]
    fn a_piece_alone_stays_hidden() {
        let mut streamed = Streamed::default();
        streamed.place("B:1");
        assert!(!streamed.shows("S:1"));
        assert!(!streamed.is_late(), "nothing was learnt that could show it");
        streamed.script("$RC(\"B:9\",\"S:1\")");
        assert!(!streamed.shows("S:1"), "its place is not on the page");
        assert!(streamed.is_late());
        let mut streamed = streamed.again();
        assert!(!streamed.shows("S:1"));
        assert!(!streamed.is_late(), "a page is read twice at most");
    }
}
