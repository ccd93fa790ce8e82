// SPDX-License-Identifier: MIT OR Apache-2.0
//! The list of active formatting elements (HTML Standard 13.2.4.3): `b`, `a`, `font` and their kin, which go on behind
//! the end of the block they were opened in.
//!
//! Decides what these elements hide and which links they are, wherever the text stands. In place of the adoption agency
//! (13.2.6.4.7), which moves nodes, it only knows which of them cover the text to come: that is all a text needs.

use super::{
    css::{Ink, Veil},
    element::Element,
    open::Height,
    swar,
    visibility::Hidden,
};

/// How many formatting elements are remembered. Past it the oldest that neither hides nor links is forgotten.
const REMEMBERED: usize = 64;
/// How many equal ones are (the "Noah's Ark clause").
const EQUAL: usize = 3;

/// A formatting element.
#[derive(Clone, Copy)]
pub(super) struct FormattingElement<'a> {
    /// Which one.
    pub(super) element: Element,
    /// Its attributes as written: two elements with the same are equal.
    pub(super) source: &'a str,
    /// What tells most of those apart at once.
    fingerprint: u64,
    /// What it hides its content by.
    hides: Option<Hidden>,
    /// What hides it where it stands: an element around it that is off the stack.
    held: Option<Hidden>,
    /// The number of its link.
    pub(super) link: Option<u32>,
    /// The colour that it gives to letters.
    pub(super) ink: Option<Ink>,
    /// How many elements were open when it was.
    pub(super) height: Height,
}

impl<'a> FormattingElement<'a> {
    /// An element that was opened when so many were open.
    pub(super) fn new(
        element: Element,
        source: &'a str,
        hides: Option<Hidden>,
        link: Option<u32>,
        height: Height,
    ) -> Self {
        // Most that differ do so in their length or at their end.
        let bytes = source.as_bytes();
        let end = swar::word_or_rest(&bytes[bytes.len().saturating_sub(8)..]);
        let fingerprint = end ^ (bytes.len() as u64).rotate_left(56) ^ (element as u64).rotate_left(48);
        FormattingElement { element, source, fingerprint, hides, held: None, link, ink: None, height }
    }

    /// What hides its content.
    pub(super) fn hides(&self) -> Option<Hidden> {
        self.hides.or(self.held)
    }
}

/// What an end tag does to the stack.
#[derive(Clone, Copy)]
pub(super) enum Closing<'a> {
    /// Nothing: it is not open, or out of reach.
    Ignored,
    /// Nothing, but the element is gone from the list.
    Forgotten(Option<u32>),
    /// All above this height is closed.
    Pops(Height, Option<u32>),
    /// A block was opened within, so that the element goes on inside the block: it is off the list, and whoever calls
    /// follows it upwards from where it was opened.
    Splits(FormattingElement<'a>),
}

/// The list.
#[derive(Default)]
pub(super) struct ActiveFormatting<'a> {
    entries: Vec<FormattingElement<'a>>,
    /// Where each marker stands, and what the elements before it hide.
    markers: Vec<(usize, Option<Hidden>)>,
    hidden: Option<Hidden>,
    /// The lowest the stack has been since the elements were last opened again: those above it are not open.
    low: Height,
    /// How many entries there are up to the innermost one that is open: those behind it are not.
    reach: usize,
    /// Set when an element that hides could not be remembered: then nothing more is shown.
    overflowed: bool,
}

impl<'a> ActiveFormatting<'a> {
    /// What the elements that cover the text here hide it by.
    pub(super) fn hidden(&self) -> Option<Hidden> {
        self.hidden
    }

    /// What the elements that are open around hide a place by. Those that only text would open again do not count.
    pub(super) fn hidden_around(&self) -> Option<Hidden> {
        let inherited = self.markers.last().and_then(|(_, hidden)| *hidden);
        let open = || self.entries[self.start()..].iter().filter(|entry| entry.height <= self.low);
        match self.hidden {
            Some(_) if !self.overflowed => inherited.or_else(|| open().find_map(FormattingElement::hides)),
            hidden => hidden,
        }
    }

    /// Whether one of this kind is active behind the last marker.
    pub(super) fn contains(&self, element: Element) -> bool {
        self.entries[self.start()..].iter().any(|entry| entry.element == element)
    }

    /// Whether one was opened, and is open, above every other element of a stack of this height.
    pub(super) fn is_innermost(&self, height: Height) -> bool {
        self.reach > 0 && self.entries[self.reach - 1].height >= height
    }

    /// Tells that the element of this height is off the stack but not what was opened in it: that stays open, and hidden
    /// by what hid the element.
    pub(super) fn outlive(&mut self, height: Height, hidden: Option<Hidden>) {
        let low = self.low;
        for entry in self.entries[..self.reach].iter_mut().rev().take_while(|entry| entry.height >= height) {
            if entry.height <= low {
                entry.held = entry.held.or(hidden);
                entry.height -= usize::from(entry.height == height);
            }
        }
        self.judge();
    }

    /// The link that covers the text here.
    pub(super) fn link(&self) -> Option<u32> {
        self.entries.iter().rev().find_map(|entry| entry.link)
    }

    /// What letters inherit here, where the elements that cover them give them another colour than those on the stack do.
    pub(super) fn inked(&self, around: &Veil) -> Option<Veil> {
        self.entries.iter().rev().filter_map(|entry| entry.ink).find_map(|ink| around.inked(ink))
    }

    /// Remembers an element that was just opened.
    pub(super) fn push(&mut self, entry: FormattingElement<'a>) {
        self.reopen(entry.height);
        let start = self.start();
        let mut equal = (start..self.entries.len()).filter(|index| {
            let other = &self.entries[*index];
            other.fingerprint == entry.fingerprint
                && other.link.is_none()
                && other.element == entry.element
                && other.source == entry.source
        });
        let earliest = equal.next();
        // One that hides stays on the list: forgotten, it would no longer hide what its end tag has not reached.
        if entry.hides.is_none()
            && equal.count() + 1 >= EQUAL
            && let Some(earliest) = earliest
        {
            self.remove(earliest);
        } else if self.entries.len() >= REMEMBERED {
            match self.entries.iter().position(|other| other.hides().is_none() && other.link.is_none()) {
                Some(neutral) => self.remove(neutral),
                None => {
                    // Fail closed: what it hides could not be told from what is shown behind it.
                    self.overflowed = true;
                    self.hidden = Some(Hidden::Limit);
                    return;
                }
            }
        }
        self.hidden = self.hidden.or(entry.hides());
        self.entries.push(entry);
        self.reach = self.entries.len();
    }

    /// Opens again what the end of a block closed: text or inline content follows at this height.
    pub(super) fn reopen(&mut self, height: Height) {
        self.entries[self.reach..].iter_mut().for_each(|entry| entry.height = height);
        (self.low, self.reach) = (height, self.entries.len());
    }

    /// Tells that the stack shrank to this height.
    pub(super) fn popped_to(&mut self, height: Height) {
        self.low = self.low.min(height);
        let mut held = false;
        while self.reach > 0 && self.entries[self.reach - 1].height > self.low {
            self.reach -= 1;
            // Where it goes on, nothing of that stands around it.
            held |= self.entries[self.reach].held.take().is_some();
        }
        if held {
            self.judge();
        }
    }

    /// Reads an end tag. `scope` and `special` are the nearest elements that bound the scope and that are special.
    pub(super) fn close(&mut self, element: Element, scope: Height, special: Height) -> Closing<'a> {
        let start = self.start();
        let Some(offset) = self.entries[start..].iter().rposition(|entry| entry.element == element) else {
            return Closing::Ignored;
        };
        let entry = FormattingElement { held: None, ..self.entries[start + offset] };
        let FormattingElement { height, link, .. } = entry;
        let open = height <= self.low;
        if open && scope > height {
            return Closing::Ignored;
        }
        self.remove(start + offset);
        match open {
            false => Closing::Forgotten(link),
            true if special > height => Closing::Splits(entry),
            true => Closing::Pops(height, link),
        }
    }

    /// Sets a marker: an element was opened in which the ones before do not go on unless they are open around it.
    pub(super) fn mark(&mut self) {
        self.markers.push((self.entries.len(), self.hidden_around()));
        self.judge();
    }

    /// Forgets everything behind the last marker, and the marker. The links that end here are handed to `ended`.
    ///
    /// Only the closing tags that the standard names do so. A marker whose element was closed otherwise stays, and with it
    /// what it was set in: what hid the text then goes on hiding it.
    pub(super) fn unmark(&mut self, mut ended: impl FnMut(u32)) {
        let start = self.start();
        self.entries.drain(start..).filter_map(|entry| entry.link).for_each(&mut ended);
        self.markers.pop();
        self.reach = self.reach.min(start);
        self.popped_to(self.low);
        self.judge();
    }

    /// How many markers are set.
    pub(super) fn markers(&self) -> usize {
        self.markers.len()
    }

    fn start(&self) -> usize {
        self.markers.last().map_or(0, |(start, _)| *start)
    }

    fn remove(&mut self, index: usize) {
        self.entries.remove(index);
        self.reach -= usize::from(index < self.reach);
        self.popped_to(self.low);
        for (start, _) in self.markers.iter_mut().rev().take_while(|(start, _)| *start > index) {
            *start -= 1;
        }
        self.judge();
    }

    fn judge(&mut self) {
        let inherited = self.markers.last().and_then(|(_, hidden)| *hidden);
        let own = self.entries[self.start()..].iter().find_map(FormattingElement::hides);
        self.hidden = if self.overflowed { Some(Hidden::Limit) } else { inherited.or(own) };
    }
}
