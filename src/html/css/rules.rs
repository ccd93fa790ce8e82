// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the rules of one style sheet.
//!
//! Decides which rules there are (CSS Syntax 3, Nesting 1), which layer each is in (Cascade 5), and whether it applies to a
//! reader's screen. It drops what browsers drop: a rule that they do not have must not show what another one hides.

use std::borrow::Cow;

use super::{
    super::names::lower_case,
    declaration::{self, Setting},
    media::{self, Certainty},
    name::{behind_comments, behind_gap, identifier},
    property::{Slot, Value},
    reader::{End, Reader},
    selector::{self, Parents},
    sheet::{Effect, LayerName, Sheet, UNLAYERED},
};

/// How many selectors the rules around another one may stand for.
const PARENTS: usize = 4096;
/// How many steps each of them costs, each selector of a rule within another one, and each byte of a list that is read again.
const STEPS: Steps = Steps { parent: 16, selector: 8, byte: 4 };

struct Steps {
    parent: usize,
    selector: usize,
    byte: usize,
}

/// What a `{` that is open belongs to.
struct Frame<'s> {
    kind: FrameKind<'s>,
    certainty: Certainty,
    layer: u16,
    /// Where the nearest rule stands among the frames, this one included.
    rule: Option<usize>,
    /// Whether declarations of it were made a rule already: each time its selectors are read again.
    flushed: bool,
    /// What `&` stands for in the rule, once another one is within.
    parents: Option<Parents>,
}

enum FrameKind<'s> {
    /// A condition, or the sheet itself.
    Group,
    /// A rule.
    Rule(&'s str),
}

/// A sheet being read.
pub(super) struct Reading<'r, 's> {
    sheet: &'r mut Sheet,
    reader: Reader<'s>,
    frames: Vec<Frame<'s>>,
    pending: Vec<Setting>,
    /// Whether something stands before the next rule that makes it none.
    spoiled: bool,
}

impl<'r, 's> Reading<'r, 's> {
    /// Begins to read `css`, which applies with this much certainty.
    pub(super) fn new(sheet: &'r mut Sheet, css: &'s str, certainty: Certainty) -> Self {
        let mut reading =
            Reading { sheet, reader: Reader::new(css), frames: Vec::new(), pending: Vec::new(), spoiled: false };
        reading.push(FrameKind::Group, certainty, UNLAYERED, None);
        reading
    }

    /// Reads it to its end, or until there are more rules than the page is worth.
    pub(super) fn run(&mut self) {
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
        self.frame().rule.is_some()
    }

    fn enter(&mut self, kind: FrameKind<'s>, certainty: Certainty, layer: u16) {
        let rule = match kind {
            FrameKind::Group => self.frame().rule,
            FrameKind::Rule(_) => Some(self.frames.len()),
        };
        self.push(kind, certainty, layer, rule);
    }

    fn push(&mut self, kind: FrameKind<'s>, certainty: Certainty, layer: u16, rule: Option<usize>) {
        self.frames.push(Frame { kind, certainty, layer, rule, flushed: false, parents: None });
    }

    /// The selectors of the rule at a place among the frames, and where the next rule around it stands.
    fn rule_at(&self, place: usize) -> (&'s str, Option<usize>) {
        let list = match self.frames[place].kind {
            FrameKind::Rule(list) => list,
            FrameKind::Group => "",
        };
        (list, self.frames[place - 1].rule)
    }

    /// A declaration, or a rule that begins with `@` and has no block.
    fn statement(&mut self, text: &'s str) {
        // Most are declarations, with nothing before their names.
        let may_be_rule = text.trim_ascii_start().starts_with(['@', '/']);
        if may_be_rule && let Some(rule) = behind_gap(text).strip_prefix('@') {
            // Behind what spoils a rule, this belongs to that rule.
            let (name, behind) = at_name(rule);
            match &*name {
                _ if self.spoiled && self.frames.len() == 1 => {}
                "layer" => {
                    let names = || selector::parted(behind, true);
                    let (outer, certainty) = (self.frame().layer, self.frame().certainty);
                    // One that is no name makes the whole none.
                    if names().all(|name| layer_name(name).is_some()) {
                        names().filter_map(layer_name).for_each(|name| {
                            self.sheet.layer(Some(&name), outer, certainty);
                        });
                    }
                }
                // Names without a prefix then belong to another language: what is shown by them is not.
                "namespace" => {
                    self.frames[0].certainty = self.frames[0].certainty.min(Certainty::Doubtful);
                }
                _ => {}
            }
            return;
        }
        match self.in_rule() {
            true => declaration::read(text, self.sheet.features.quirks(), |setting| self.pending.push(setting)),
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
        let prelude = behind_gap(text);
        if let Some(rule) = prelude.strip_prefix('@') {
            let (name, condition) = at_name(rule);
            let (certainty, layer) = match &*name {
                "media" => (media::applies(condition), Some(layer)),
                "supports" | "container" | "scope" | "document" | "-moz-document" => (Certainty::Doubtful, Some(layer)),
                "layer" => {
                    let name = layer_name(condition);
                    match name.is_some() || condition.is_empty() {
                        true => match self.sheet.layer(name.as_ref(), layer, outer) {
                            Some(layer) => (Certainty::Yes, Some(layer)),
                            None => (Certainty::Doubtful, Some(layer)),
                        },
                        false => (Certainty::No, None),
                    }
                }
                _ => (Certainty::No, None),
            };
            self.flush();
            match layer.filter(|_| certainty > Certainty::No) {
                Some(layer) => self.enter(FrameKind::Group, outer.min(certainty), layer),
                None => self.reader.skip_block(),
            }
            return;
        }
        if self.in_rule() {
            if declaration::is_custom(text) {
                if self.reader.custom_value(true) == End::Source {
                    self.flush();
                }
                return;
            }
            self.flush();
            self.resolve();
        }
        self.enter(FrameKind::Rule(text), outer, layer);
    }

    /// Makes a rule of the declarations that were read since the last one.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let settings = std::mem::take(&mut self.pending);
        let (certainty, layer) = (self.frame().certainty, self.frame().layer);
        let Some(place) = self.frame().rule else { return };
        let (innermost, around) = self.rule_at(place);
        let again = std::mem::replace(&mut self.frames[place].flushed, true);
        if again && !self.sheet.afford(innermost.len() * STEPS.byte) {
            return;
        }
        let parents = around.and_then(|place| self.frames[place].parents.as_ref());
        let sheet = &mut *self.sheet;
        let (features, nested) = (sheet.features, around.is_some());
        let effect = effect(&settings);
        // What a selector that may match too much, or a rule that may not apply, sets only counts where it hides.
        let (mut sure_rule, mut doubtful_rule) = (None, None);
        selector::read(innermost, &features, parents, |compound| {
            let mut compound = compound;
            compound.certainty = compound.certainty.min(certainty);
            let rule = match compound.certainty {
                Certainty::Yes => *sure_rule.get_or_insert_with(|| sheet.add_rule(&settings, layer)),
                _ if effect < Effect::Hides => return,
                _ => *doubtful_rule.get_or_insert_with(|| {
                    let hiding: Vec<Setting> =
                        settings.iter().copied().filter(|setting| setting.value == Value::Hides).collect();
                    sheet.add_rule(&hiding, layer)
                }),
            };
            if !nested || sheet.afford(STEPS.selector) {
                sheet.add_selector(&compound, rule, effect);
            }
        });
        self.pending = settings;
        self.pending.clear();
    }

    /// Finds out what the rule that is open applies to, within the one around it, for those inside.
    fn resolve(&mut self) {
        let Some(place) = self.frame().rule.filter(|place| self.frames[*place].parents.is_none()) else { return };
        let (list, around) = self.rule_at(place);
        let parents = around.and_then(|place| self.frames[place].parents.as_ref());
        let sheet = &mut *self.sheet;
        let features = sheet.features;
        let parents = Parents::read(list, &features, parents, |kept| {
            if kept == PARENTS {
                sheet.give_up();
            }
            kept < PARENTS && sheet.afford(STEPS.parent)
        });
        self.frames[place].parents = Some(parents);
    }
}

/// The name behind an `@`, lower-case, and what follows it.
fn at_name(rule: &str) -> (Cow<'_, str>, &str) {
    let (name, behind) = identifier(rule).unwrap_or_default();
    (lower_case(name), behind_gap(behind).trim_ascii_end())
}

/// The name of a layer (Cascade 5, section 6.4.2): names with dots between them, and nothing else.
fn layer_name(text: &str) -> Option<LayerName<'_>> {
    let (outermost, mut rest) = identifier(behind_gap(text))?;
    let mut name = LayerName { outermost, is_nested: false };
    let is_keyword = |part: &str| {
        ["initial", "inherit", "unset", "revert", "revert-layer"].iter().any(|word| part.eq_ignore_ascii_case(word))
    };
    let mut is_name = !is_keyword(&name.outermost);
    while let Some(behind) = behind_comments(rest).strip_prefix('.') {
        let (part, behind) = identifier(behind_comments(behind))?;
        is_name &= !is_keyword(&part);
        (name.is_nested, rest) = (true, behind);
    }
    (is_name && behind_gap(rest).is_empty()).then_some(name)
}

/// The text without the marks that once hid sheets from old browsers, which count as blanks between rules.
fn without_comment_marks(text: &str) -> &str {
    let mut rest = behind_gap(text);
    while let Some(behind) = rest.strip_prefix("<!--").or_else(|| rest.strip_prefix("-->")) {
        rest = behind_gap(behind);
    }
    rest
}

/// The strongest thing that one of the settings does.
fn effect(settings: &[Setting]) -> Effect {
    let of_one = |setting: &Setting| match (setting.slot, setting.value) {
        (Slot::OverflowX | Slot::OverflowY | Slot::MinWidth | Slot::MinHeight, Value::Hides) => Effect::Helps,
        (Slot::PaperImage | Slot::PaperClip, Value::Inherits) => Effect::Helps,
        (Slot::Paper, Value::Paints(_)) | (_, Value::Hides) => Effect::Hides,
        (Slot::Ink | Slot::TextFill, Value::Paints(_)) => Effect::Inks,
        _ => Effect::Shows,
    };
    settings.iter().map(of_one).max().unwrap_or(Effect::Shows)
}
