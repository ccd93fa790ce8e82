// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of a page's `style` elements, as far as they decide whether text is seen.
//!
//! Decides how rules are found again: each is stored once for each of its selectors, under the rarest feature that asks for.
//! What does not fit the budget of work makes the whole incomplete, and then nothing that a rule could hide is shown.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::{
    cascade::Veil,
    compound::Compound,
    declaration::Setting,
    feature::{ANY, BuildAsIs, Features, Kind},
    media,
    property::Slot,
    rules::Reading,
};

pub(in crate::html) use super::media::Certainty;

/// The layer of rules outside of any: it wins over all others.
pub(super) const UNLAYERED: u16 = u16::MAX;
/// How many steps the nesting of rules may cost for each byte of a page, and to begin with.
const WORK: (usize, usize) = (1, 65_536);
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
    /// What its rule does.
    effect: Effect,
}

/// What a rule does, from what matters least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// It undoes what others do.
    Shows,
    /// It hides only together with a size or a colour that another rule gives.
    Helps,
    /// It gives letters a colour, which hides them before a background of the same one.
    Inks,
    /// It hides, or does together with another one of the element.
    Hides,
}

/// The entries of one key.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// The first of them.
    pub(super) first: u32,
    /// The strongest effect of their rules.
    pub(super) effect: Effect,
}

/// What a rule sets.
pub(super) struct Rule {
    /// Its part of [`Sheet::settings`].
    pub(super) settings: (u32, u32),
    /// Its layer.
    pub(super) layer: u16,
}

/// The name of a layer.
pub(super) struct LayerName<'n> {
    /// Its first part.
    pub(super) outermost: Cow<'n, str>,
    /// Whether there are further parts.
    pub(super) is_nested: bool,
}

/// All rules of a page.
pub(in crate::html) struct Sheet {
    pub(super) features: Features,
    pub(super) rules: Vec<Rule>,
    pub(super) settings: Vec<Setting>,
    pub(super) entries: Vec<Entry>,
    /// The keys of the last entries, those of the sheet that is being read.
    keys: Vec<u64>,
    further: Vec<u64>,
    heads: HashMap<u64, Head, BuildAsIs>,
    /// Features of the elements that were judged before these rules.
    seen: HashSet<u64, BuildAsIs>,
    /// Whether a rule that does more than show asks for no class and no id.
    names_matter: bool,
    names_ids: bool,
    /// Whether a rule that hides came behind an element it may apply to, one that helps to, one that inks, one that only shows.
    hides_late: bool,
    helps_late: bool,
    inks_late: bool,
    shows_late: bool,
    /// Whether all rules of the page are known.
    is_complete: bool,
    /// Whether there are rules that were not read.
    pub(super) is_incomplete: bool,
    /// The layers that have a name, by what it is spelled as, and how many there are in all.
    layers: HashMap<u64, u16, BuildAsIs>,
    layer_count: u16,
    /// Steps left.
    pub(super) work: usize,
}

impl Sheet {
    /// Without rules yet, for a page of this many bytes.
    pub(in crate::html) fn new(length: usize, quirks: bool) -> Self {
        Sheet {
            features: Features::new(quirks),
            rules: Vec::new(),
            settings: Vec::new(),
            entries: Vec::new(),
            keys: Vec::new(),
            further: Vec::new(),
            heads: HashMap::default(),
            seen: HashSet::default(),
            names_matter: false,
            names_ids: false,
            hides_late: false,
            helps_late: false,
            inks_late: false,
            shows_late: false,
            is_complete: false,
            is_incomplete: false,
            layers: HashMap::default(),
            layer_count: 0,
            work: work_for(length),
        }
    }

    /// Whether the page has to be read again, now that all its rules are known. `hid` tells that something was hidden which
    /// a rule could show, `papered` that an element has a background of its own, `shrunk` that one has next to no size.
    pub(in crate::html) fn is_late(&self, hid: bool, papered: bool, shrunk: bool) -> bool {
        self.hides_late
            || (self.helps_late && (papered || shrunk))
            || (self.inks_late && papered)
            || (self.shows_late && hid)
    }

    /// Whether the page has to be read again already, whatever follows.
    pub(in crate::html) fn is_late_already(&self) -> bool {
        self.hides_late
    }

    /// Whether no rule so far says anything of an element for its name alone.
    pub(in crate::html) fn is_silent(&self, around: Veil) -> bool {
        let quiet = self.rules.is_empty() || (!self.names_matter && around.is_default());
        !self.is_incomplete && quiet
    }

    /// Whether all rules of the page are known, from the first reading of it.
    pub(in crate::html) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a rule asks for an id.
    pub(in crate::html) fn names_ids(&self) -> bool {
        self.names_ids
    }

    /// A number for a text as it is written.
    pub(in crate::html) fn spelling(&self, text: &str) -> u64 {
        self.features.spelling(text)
    }

    /// Tells that elements of this name were judged already.
    pub(in crate::html) fn meet_name(&mut self, name: &str) {
        self.seen.insert(ANY);
        self.seen.insert(self.features.of(Kind::Tag, name));
    }

    /// Tells that an element of this id was.
    pub(in crate::html) fn meet_id(&mut self, id: &str) {
        self.seen.insert(self.features.of(Kind::Id, id));
    }

    /// Tells that an element of these classes was.
    pub(in crate::html) fn meet_classes(&mut self, classes: &str) {
        let classes = classes.split_ascii_whitespace();
        self.seen.extend(classes.map(|class| self.features.of(Kind::Class, class)));
    }

    /// The same rules for a page that is read again.
    pub(in crate::html) fn again(mut self, length: usize) -> Self {
        (self.hides_late, self.helps_late) = (false, false);
        (self.inks_late, self.shows_late, self.is_complete) = (false, false, true);
        self.work = work_for(length);
        self
    }

    /// The entries of a key.
    pub(super) fn head(&self, key: u64) -> Option<Head> {
        self.heads.get(&key).copied()
    }

    /// What an entry asks besides its key, and what it excludes.
    pub(super) fn further(&self, entry: &Entry) -> (&[u64], &[u64]) {
        let start = entry.further as usize;
        self.further[start..start + usize::from(entry.asked + entry.excluded)].split_at(entry.asked.into())
    }

    /// Reads a sheet of the page, for which the `media` attribute and its place leave this much certainty; false when it
    /// changes nothing.
    pub(in crate::html) fn read(&mut self, css: &str, media: &str, certainty: Certainty) -> bool {
        let certainty = certainty.min(media::applies(media));
        let before = (self.entries.len(), self.is_incomplete);
        if certainty > Certainty::No {
            Reading::new(self, css, certainty).run();
            self.index();
        }
        before != (self.entries.len(), self.is_incomplete)
    }

    /// The number of the layer of this name, or of a new one without a name; `None` when its place is not known. It is
    /// there with this much certainty.
    pub(super) fn layer(&mut self, name: Option<&LayerName<'_>>, outer: u16, certainty: Certainty) -> Option<u16> {
        const MOST: u16 = UNLAYERED - 1;
        // The order of nested layers, and of more than can be counted, is not followed.
        if outer != UNLAYERED || self.layer_count == MOST {
            return None;
        }
        let next = self.layer_count;
        let layer = match name {
            None => next,
            Some(name) => *self.layers.entry(self.features.spelling(&name.outermost)).or_insert(next),
        };
        if layer == next {
            // Behind one that may not be there, no place is known.
            self.layer_count = if certainty == Certainty::Yes { next + 1 } else { MOST };
        }
        let is_placed = self.layer_count < MOST && !name.is_some_and(|name| name.is_nested);
        is_placed.then_some(layer)
    }

    /// Keeps what a rule sets: its number.
    pub(super) fn add_rule(&mut self, settings: &[Setting], layer: u16) -> u32 {
        let start = self.settings.len() as u32;
        // The last of one kind counts: the others need not be kept. Most rules have few.
        if let [setting] = settings {
            self.settings.push(*setting);
            self.rules.push(Rule { settings: (start, start + 1), layer });
            return self.rules.len() as u32 - 1;
        }
        let mut last = [[None; 2]; Slot::COUNT];
        for setting in settings {
            // It undoes what stands before it.
            if setting.slot == Slot::All {
                last.iter_mut().for_each(|last| last[usize::from(setting.important)] = None);
            }
            last[setting.slot as usize][usize::from(setting.important)] = Some(*setting);
        }
        self.settings.extend(last.into_iter().flatten().flatten());
        self.rules.push(Rule { settings: (start, self.settings.len() as u32), layer });
        self.rules.len() as u32 - 1
    }

    /// Keeps a selector of a rule.
    pub(super) fn add_selector(&mut self, compound: &Compound, rule: u32, effect: Effect) {
        self.names_ids |= compound.names_ids;
        self.names_matter |= effect > Effect::Helps && compound.is_of_names();
        let further = self.further.len() as u32;
        let asked = compound.asked();
        self.further.extend(asked.iter().chain(compound.excluded()));
        self.keys.push(compound.key());
        self.entries.push(Entry {
            rule,
            next: NONE,
            further,
            asked: asked.len() as u8,
            excluded: compound.excluded().len() as u8,
            specificity: compound.weight.specificity(),
            speaks: compound.utility && compound.certainty == Certainty::Yes,
            effect,
        });
    }

    /// Makes what was read findable by its keys, all at once: one after the other each would wait for memory.
    fn index(&mut self) {
        let first = self.entries.len() - self.keys.len();
        self.heads.reserve(self.keys.len());
        for (at, key) in (first..).zip(&self.keys) {
            let entry = &self.entries[at];
            let (effect, asked) = (entry.effect, self.further(entry).0);
            if self.seen.contains(key) && asked.iter().all(|asked| self.seen.contains(asked)) {
                self.hides_late |= effect == Effect::Hides;
                self.helps_late |= effect == Effect::Helps;
                self.inks_late |= effect == Effect::Inks;
                self.shows_late = true;
            }
            let head = self.heads.entry(*key).or_insert(Head { first: NONE, effect });
            head.effect = head.effect.max(effect);
            self.entries[at].next = std::mem::replace(&mut head.first, at as u32);
        }
        self.keys.clear();
    }

    /// Leaves rules unread: what they could hide is not shown, wherever it stands.
    pub(super) fn give_up(&mut self) {
        (self.is_incomplete, self.hides_late) = (true, true);
    }

    /// Takes steps off the work; false when there are none left, and the sheet is incomplete.
    pub(super) fn afford(&mut self, steps: usize) -> bool {
        match self.work.checked_sub(steps) {
            Some(left) => self.work = left,
            None => self.give_up(),
        }
        !self.is_incomplete
    }
}

fn work_for(length: usize) -> usize {
    length.saturating_mul(WORK.0).saturating_add(WORK.1)
}
