// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of a page's `style` elements, as far as they decide whether text is seen.
//!
//! Decides which rules there are (CSS Syntax 3, Cascade 5, Nesting 1), in which order they count, and whether they apply
//! to a reader's screen. It stores a rule once, under the rarest feature of its selector; what does not fit its budget of
//! work makes it incomplete, and an incomplete sheet shows nothing.

use std::collections::HashMap;

use super::{
    declaration::{self, Setting, Slot, Value},
    feature::{Bloom, BuildAsIs, Features},
    media,
    reader::{End, Reader, decode_escapes, without_comments},
    selector::{self, Compound},
};

pub(in crate::html) use super::media::Certainty;

/// The layer of rules outside of any: it wins over all others.
const UNLAYERED: u16 = u16::MAX;
/// How many steps the nesting of rules may cost for each byte of a page, and to begin with.
const WORK: (usize, usize) = (4, 65_536);
/// No rule.
pub(super) const NONE: u32 = u32::MAX;

/// A selector and the rule it belongs to, in the list of those with the same key.
pub(super) struct Entry {
    /// Which of [`Sheet::rules`].
    pub(super) rule: u32,
    /// The next entry of the same key, or [`NONE`].
    pub(super) next: u32,
    /// Where what it asks and excludes besides its key begins in [`Sheet::further`].
    further: u32,
    asked: u8,
    excluded: u8,
    /// Its specificity.
    pub(super) specificity: u16,
    /// Whether it speaks, for certain, of a class that hides by convention.
    pub(super) speaks: bool,
}

/// What a rule sets.
pub(super) struct Rule {
    /// Its part of [`Sheet::settings`].
    pub(super) settings: (u32, u32),
    /// Its layer.
    pub(super) layer: u16,
}

/// All rules of a page.
pub(in crate::html) struct Sheet {
    pub(super) features: Features,
    pub(super) rules: Vec<Rule>,
    pub(super) settings: Vec<Setting>,
    pub(super) entries: Vec<Entry>,
    further: Vec<u64>,
    pub(super) heads: HashMap<u64, u32, BuildAsIs>,
    /// Keys of rules that may hide something.
    pub(super) hiding: Bloom,
    /// Keys of all rules.
    pub(super) keys: Bloom,
    /// Features of the elements that were judged while rules could still come.
    pub(super) seen: Bloom,
    /// Whether a rule that may hide was found.
    pub(super) hides: bool,
    /// Whether a rule that hides came behind an element it may apply to, and one that only shows.
    hides_late: bool,
    shows_late: bool,
    /// Whether no more rules come.
    pub(super) is_complete: bool,
    /// Whether there are rules that were not read.
    pub(super) is_incomplete: bool,
    layers: HashMap<String, u16>,
    /// Steps left.
    pub(super) work: usize,
}

/// What a `{` that is open belongs to.
struct Frame<'s> {
    kind: FrameKind<'s>,
    certainty: Certainty,
    layer: u16,
}

enum FrameKind<'s> {
    /// A condition, or the sheet itself.
    Group,
    /// A rule.
    Rule(&'s str),
}

impl Sheet {
    /// Without rules yet, for a page of this many bytes.
    pub(in crate::html) fn new(length: usize, quirks: bool) -> Self {
        Sheet {
            features: Features::new(quirks),
            rules: Vec::new(),
            settings: Vec::new(),
            entries: Vec::new(),
            further: Vec::new(),
            heads: HashMap::default(),
            hiding: Bloom::default(),
            keys: Bloom::default(),
            seen: Bloom::default(),
            hides: false,
            hides_late: false,
            shows_late: false,
            is_complete: false,
            is_incomplete: false,
            layers: HashMap::new(),
            work: work_for(length),
        }
    }

    /// Whether the page has to be read again, now that all its rules are known. `hid` tells that something was hidden which
    /// a rule could show.
    pub(in crate::html) fn is_late(&self, hid: bool) -> bool {
        self.hides_late || (self.shows_late && hid)
    }

    /// Whether no style sheet is known or to come.
    pub(in crate::html) fn is_empty(&self) -> bool {
        self.is_complete && self.rules.is_empty() && !self.is_incomplete
    }

    /// Tells that no more rules come.
    pub(in crate::html) fn complete(&mut self) {
        self.is_complete = true;
    }

    /// The same rules for a page that is read again.
    pub(in crate::html) fn again(mut self, length: usize) -> Self {
        (self.hides_late, self.shows_late, self.is_complete) = (false, false, true);
        self.work = work_for(length);
        self
    }

    /// What an entry asks besides its key, and what it excludes.
    pub(super) fn further(&self, entry: &Entry) -> (&[u64], &[u64]) {
        let start = entry.further as usize;
        self.further[start..start + usize::from(entry.asked + entry.excluded)].split_at(entry.asked.into())
    }

    /// Reads a sheet of the page, for which the `media` attribute and its place leave this much certainty.
    pub(in crate::html) fn read(&mut self, css: &str, media: &str, certainty: Certainty) {
        let certainty = certainty.min(media::applies(media));
        if self.is_complete || certainty == Certainty::No {
            return;
        }
        let mut reading = Reading {
            reader: Reader::new(css),
            frames: vec![Frame { kind: FrameKind::Group, certainty, layer: UNLAYERED }],
            pending: Vec::new(),
            spoiled: false,
            sheet: self,
        };
        reading.run();
    }

    fn layer(&mut self, name: &str, outer: u16) -> Option<u16> {
        let next = self.layers.len() as u16;
        let name = match name {
            "" => format!(" {next}"),
            name => name.to_owned(),
        };
        // The order of nested layers, and of more than can be counted, is not followed.
        if outer != UNLAYERED || name.contains('.') || self.layers.len() >= usize::from(UNLAYERED) - 1 {
            return None;
        }
        Some(*self.layers.entry(name).or_insert(next))
    }

    /// Keeps what a rule sets: its number.
    fn add_rule(&mut self, settings: &[Setting], layer: u16) -> u32 {
        let start = self.settings.len() as u32;
        // The last of one kind counts: the others need not be kept.
        let mut last = [[None; 2]; Slot::COUNT];
        for setting in settings {
            last[setting.slot as usize][usize::from(setting.important)] = Some(*setting);
        }
        self.settings.extend(last.into_iter().flatten().flatten());
        self.rules.push(Rule { settings: (start, self.settings.len() as u32), layer });
        self.rules.len() as u32 - 1
    }

    /// Keeps a selector of a rule.
    fn add_selector(&mut self, compound: &Compound, rule: u32, may_hide: bool) {
        let key = compound.key();
        if self.seen.may_have(key) {
            (self.hides_late, self.shows_late) = (self.hides_late || may_hide, true);
        }
        self.keys.add(key);
        if may_hide {
            self.hides = true;
            self.hiding.add(key);
        }
        let further = self.further.len() as u32;
        let asked = compound.asked().get(1..).unwrap_or_default();
        self.further.extend(asked.iter().chain(compound.excluded()));
        let next = self.heads.insert(key, self.entries.len() as u32).unwrap_or(NONE);
        self.entries.push(Entry {
            rule,
            next,
            further,
            asked: asked.len() as u8,
            excluded: compound.excluded().len() as u8,
            specificity: compound.specificity(),
            speaks: compound.utility && compound.certainty == Certainty::Yes,
        });
    }

    /// Takes steps off the work; false when there are none left, and the sheet is incomplete.
    fn afford(&mut self, steps: usize) -> bool {
        match self.work.checked_sub(steps) {
            Some(left) => self.work = left,
            None => self.is_incomplete = true,
        }
        !self.is_incomplete
    }
}

fn work_for(length: usize) -> usize {
    length.saturating_mul(WORK.0).saturating_add(WORK.1)
}

/// Whether the setting hides, or does together with another one of its element.
fn may_hide(setting: &Setting) -> bool {
    match setting.slot {
        Slot::OverflowX | Slot::OverflowY | Slot::MinWidth | Slot::MinHeight => false,
        Slot::Paper => matches!(setting.value, Value::Paints(_)),
        _ => setting.value == Value::Hides,
    }
}

/// A sheet being read.
struct Reading<'r, 's> {
    sheet: &'r mut Sheet,
    reader: Reader<'s>,
    frames: Vec<Frame<'s>>,
    pending: Vec<Setting>,
    /// Whether something stands before the next rule that makes it none.
    spoiled: bool,
}

impl<'s> Reading<'_, 's> {
    fn run(&mut self) {
        loop {
            let (text, end) = self.reader.part();
            let text = if self.frames.len() == 1 { without_comment_marks(text) } else { text };
            match end {
                End::Open => self.open(text),
                End::Semicolon => self.statement(text),
                End::Close => {
                    self.statement(text);
                    self.flush();
                    match self.frames.len() {
                        // A brace that closes nothing belongs to the rule behind it, which it spoils.
                        1 => self.spoiled = true,
                        _ => {
                            self.frames.pop();
                            self.spoiled = false;
                        }
                    }
                }
                End::Source => {
                    self.statement(text);
                    // What the end of the sheet leaves open counts.
                    while self.frames.len() > 1 {
                        self.flush();
                        self.frames.pop();
                    }
                    return;
                }
            }
            if self.sheet.is_incomplete {
                return;
            }
        }
    }

    fn frame(&self) -> &Frame<'s> {
        &self.frames[self.frames.len() - 1]
    }

    fn in_rule(&self) -> bool {
        self.frames.iter().rev().any(|frame| matches!(frame.kind, FrameKind::Rule(_)))
    }

    /// A declaration, or a rule that begins with `@` and has no block.
    fn statement(&mut self, text: &'s str) {
        let trimmed = text.trim_ascii_start();
        if trimmed.starts_with(['@', '/', '\\']) {
            let clean = without_comments(trimmed);
            let clean = clean.trim_ascii();
            if let Some(rule) = clean.strip_prefix('@') {
                // Behind what spoils a rule, this belongs to that rule.
                match at_name(rule) {
                    _ if self.spoiled && self.frames.len() == 1 => {}
                    (name, names) if name == "layer" => {
                        let outer = self.frame().layer;
                        names.split(',').for_each(|name| {
                            self.sheet.layer(name.trim_ascii(), outer);
                        });
                    }
                    // Names without a prefix then belong to another language: what is shown by them is not.
                    (name, _) if name == "namespace" => {
                        self.frames[0].certainty = self.frames[0].certainty.min(Certainty::Doubtful);
                    }
                    _ => {}
                }
                return;
            }
        }
        match self.in_rule() {
            true => declaration::read(text, |setting| self.pending.push(setting)),
            false => self.spoiled = true,
        }
    }

    fn open(&mut self, text: &'s str) {
        // Engines differ in what a stray semicolon within a condition spoils.
        let spoiled = std::mem::take(&mut self.spoiled);
        if spoiled && self.frames.len() == 1 {
            self.reader.skip_block();
            return;
        }
        let (mut outer, layer) = (self.frame().certainty, self.frame().layer);
        if spoiled {
            outer = outer.min(Certainty::Doubtful);
        }
        let clean = without_comments(text);
        let prelude = clean.trim_ascii();
        if let Some(rule) = prelude.strip_prefix('@') {
            let (name, condition) = at_name(rule);
            let (certainty, layer) = match name.as_str() {
                "media" => (media::applies(condition), Some(layer)),
                "supports" | "container" | "scope" | "document" | "-moz-document" => (Certainty::Doubtful, Some(layer)),
                "layer" => match self.sheet.layer(condition, layer) {
                    Some(layer) => (Certainty::Yes, Some(layer)),
                    None => (Certainty::Doubtful, Some(layer)),
                },
                _ => (Certainty::No, None),
            };
            self.flush();
            match layer.filter(|_| certainty > Certainty::No) {
                Some(layer) => {
                    self.frames.push(Frame { kind: FrameKind::Group, certainty: outer.min(certainty), layer })
                }
                None => self.reader.skip_block(),
            }
            return;
        }
        if self.in_rule() {
            if prelude.starts_with("--") {
                if self.reader.custom_value(true) == End::Source {
                    self.flush();
                }
                return;
            }
            self.flush();
        }
        self.frames.push(Frame { kind: FrameKind::Rule(text), certainty: outer, layer });
    }

    /// Makes a rule of the declarations that were read since the last one.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let settings = std::mem::take(&mut self.pending);
        let (certainty, layer) = (self.frame().certainty, self.frame().layer);
        let parents = self.parents();
        let innermost = self.frames.iter().rev().find_map(|frame| match frame.kind {
            FrameKind::Rule(list) => Some(list),
            FrameKind::Group => None,
        });
        let sheet = &mut *self.sheet;
        let (features, nested) = (sheet.features, parents.is_some());
        let may_hide = settings.iter().any(may_hide);
        // What a selector that may match too much, or a rule that may not apply, sets only counts where it hides.
        let (mut sure_rule, mut doubtful_rule) = (None, None);
        selector::read(innermost.unwrap_or_default(), &features, parents.as_deref(), |compound| {
            let mut compound = compound;
            compound.certainty = compound.certainty.min(certainty);
            let rule = match compound.certainty {
                Certainty::Yes => *sure_rule.get_or_insert_with(|| sheet.add_rule(&settings, layer)),
                _ if !may_hide => return,
                _ => *doubtful_rule.get_or_insert_with(|| {
                    let hiding: Vec<Setting> =
                        settings.iter().copied().filter(|setting| setting.value == Value::Hides).collect();
                    sheet.add_rule(&hiding, layer)
                }),
            };
            if !nested || sheet.afford(1) {
                sheet.add_selector(&compound, rule, may_hide);
            }
        });
        self.pending = settings;
        self.pending.clear();
    }

    /// What the rules around the innermost one apply to, each within the one before; `None` when there are none.
    fn parents(&mut self) -> Option<Vec<Compound>> {
        let mut rules = self.frames.iter().filter_map(|frame| match frame.kind {
            FrameKind::Rule(list) => Some(list),
            FrameKind::Group => None,
        });
        let count = rules.clone().count();
        let mut current: Option<Vec<Compound>> = None;
        for list in rules.by_ref().take(count.saturating_sub(1)) {
            // Each level of nesting is read again for each rule within.
            let steps = (list.len() / 8 + 1) * current.as_ref().map_or(1, Vec::len).max(1);
            let mut compounds = Vec::new();
            if self.sheet.afford(steps) {
                selector::read(list, &self.sheet.features, current.as_deref(), |compound| compounds.push(compound));
            }
            current = Some(compounds);
        }
        current
    }
}

/// The name behind an `@`, lower-case, and what follows it.
fn at_name(rule: &str) -> (String, &str) {
    let end = rule
        .find(|character: char| !(character.is_alphanumeric() || matches!(character, '-' | '_' | '\\')))
        .unwrap_or(rule.len());
    (decode_escapes(&rule[..end], true).to_ascii_lowercase(), rule[end..].trim_ascii())
}

/// The text without the marks that once hid sheets from old browsers, which count as blanks between rules.
fn without_comment_marks(text: &str) -> &str {
    let mut rest = text.trim_ascii_start();
    while let Some(behind) = rest.strip_prefix("<!--").or_else(|| rest.strip_prefix("-->")) {
        rest = behind.trim_ascii_start();
    }
    rest
}
