// SPDX-License-Identifier: MIT OR Apache-2.0
//! What applies to one element in the end (CSS Cascade 5), and whether its text is then seen.
//!
//! Decides from the element's own rules and declarations and from what it inherits. What an element sets is judged as if
//! it were positioned wherever that counts: a position that is out of sight hides, whatever it is relative to.

use super::{
    colour::{alike, legacy},
    declaration::{self, Setting},
    feature::{ANY, Kind},
    property::{Slot, Value},
    reader::{End, Reader},
    sheet::{Effect, NONE, Sheet},
    utility,
};
use crate::html::visibility::Hidden;

/// Whether letters, or what is behind them, have a known colour.
type Colour = Option<[u8; 3]>;

/// What hides text by properties that are inherited, so that an element inside can show it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::html) struct Veil {
    unseen: bool,
    tiny: bool,
    indented: bool,
    ink: Paint,
    /// Whether a rule gave the colour.
    ruled_ink: bool,
    /// What letters are filled with instead, once something says so.
    fill: Option<Paint>,
    /// The background that a `style` attribute around it, or on it, gives it.
    paper: Colour,
    /// What hides it, when something does.
    reason: Option<Hidden>,
}

/// The colour that an element gives to letters, and the one that they have around it.
#[derive(Clone, Copy, Debug)]
pub(in crate::html) struct Ink {
    own: Colour,
    /// Whether it does so by a rule.
    ruled: bool,
    around: Colour,
}

/// What letters are painted with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Paint {
    /// Something to be seen, or so it is taken.
    #[default]
    Unknown,
    Transparent,
    Colour([u8; 3]),
}

impl Paint {
    fn colour(self) -> Colour {
        match self {
            Paint::Colour(colour) => Some(colour),
            Paint::Unknown | Paint::Transparent => None,
        }
    }
}

impl Veil {
    /// What letters are painted with here.
    fn letters(&self) -> Paint {
        self.fill.unwrap_or(self.ink)
    }

    /// Whether nobody can read what is written here.
    fn covers(&self) -> bool {
        let letters = self.letters();
        let is_lost = || letters.colour().zip(self.paper).is_some_and(|(ink, paper)| alike(ink, paper));
        self.unseen || self.tiny || self.indented || letters == Paint::Transparent || is_lost()
    }

    /// The same with the colour of letters that an element off the stack gives, where `around` was its colour before and
    /// nothing gave another one since.
    pub(in crate::html) fn inked(&self, ink: Ink) -> Option<Veil> {
        let colour = self.ink.colour();
        let own = ink.own.map_or(Paint::Unknown, Paint::Colour);
        (colour == ink.around && colour != ink.own).then_some(Veil { ink: own, ruled_ink: ink.ruled, ..*self })
    }

    /// What an element that made this veil out of `around` does to the colour of letters.
    pub(in crate::html) fn ink(&self, around: &Veil) -> Option<Ink> {
        let (own, around) = (self.ink.colour(), around.ink.colour());
        (own != around).then_some(Ink { own, ruled: self.ruled_ink, around })
    }

    /// Why text here is not seen.
    pub(in crate::html) fn hides(&self) -> Option<Hidden> {
        self.reason
    }

    pub(super) fn is_default(&self) -> bool {
        *self == Veil::default()
    }
}

/// What an element's own settings say.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::html) struct Judgement {
    /// Hidden with everything inside, whatever it is.
    pub(in crate::html) strong: Option<Hidden>,
    /// Hidden with everything inside, unless it holds the page.
    pub(in crate::html) weak: Option<Hidden>,
    /// What its content inherits.
    pub(in crate::html) veil: Veil,
    /// Why that veils, when the element's own settings do.
    pub(in crate::html) veils: Option<Hidden>,
    /// What its content inherits when weak signals do not hold on it.
    pub(in crate::html) veil_if_exempt: Veil,
    /// Whether it stands before a background of its own, or one around it.
    pub(in crate::html) papered: bool,
    /// Whether its size is next to nothing.
    pub(in crate::html) shrunk: bool,
}

/// A start tag, as the rules ask about it.
pub(in crate::html) struct Subject<'e> {
    /// The element's name.
    pub(in crate::html) name: &'e str,
    /// Its id.
    pub(in crate::html) id: Option<&'e str>,
    /// Its classes.
    pub(in crate::html) classes: Option<&'e str>,
    /// Its `style` attribute.
    pub(in crate::html) style: Option<&'e str>,
    /// Whether nothing of it reaches beyond its size, as with an image.
    pub(in crate::html) is_image: bool,
    /// Whether it is a box that lines stand in, unless a rule makes it one.
    pub(in crate::html) is_block: bool,
    /// The colours that attributes give its text and its background.
    pub(in crate::html) colours: (Option<&'e str>, Option<&'e str>),
}

/// The settings that apply to one element; one value is reused for all elements of a page.
#[derive(Default)]
pub(in crate::html) struct Cascade {
    features: Vec<u64>,
    winners: Winners,
}

struct Winners {
    /// Which slots are set.
    set: u64,
    priorities: [u64; Slot::COUNT],
    values: [Value; Slot::COUNT],
    /// The slots that are reverted, and how strongly.
    reverted: Vec<(Slot, u64)>,
}

impl Default for Winners {
    fn default() -> Self {
        Winners { set: 0, priorities: [0; Slot::COUNT], values: [Value::Inherits; Slot::COUNT], reverted: Vec::new() }
    }
}

/// The slots that leave an element little room.
const SIZES: [Slot; 4] = [Slot::Width, Slot::MaxWidth, Slot::Height, Slot::MaxHeight];
/// A colour that an attribute gives: less than any rule.
const HINT: u64 = 0;
/// Importance, then whether it stands on the element, then the layer, the specificity and the order.
const IMPORTANT: u64 = 1 << 63;
const ATTACHED: u64 = 1 << 62;

impl Winners {
    fn clear(&mut self) {
        self.set = 0;
        self.reverted.clear();
    }

    fn take(&mut self, setting: Setting, priority: u64) {
        match (setting.slot, setting.value) {
            (slot, Value::Reverts) => self.reverted.push((slot, priority)),
            (Slot::All, keyword) => Slot::EVERY.iter().for_each(|slot| self.set(*slot, slot.wide(keyword), priority)),
            (slot, value) => self.set(slot, value, priority),
        }
    }

    fn set(&mut self, slot: Slot, value: Value, priority: u64) {
        let at = slot as usize;
        if self.set & 1 << at == 0 || priority >= self.priorities[at] {
            self.set |= 1 << at;
            self.priorities[at] = priority;
            self.values[at] = value;
        }
    }

    /// What is reverted goes back to what is not known: it undoes nothing that hides, and what shows no longer does.
    fn revert(&mut self) {
        for (slot, priority) in std::mem::take(&mut self.reverted) {
            let slots = if slot == Slot::All { Slot::EVERY } else { &[slot] };
            for slot in slots {
                let at = *slot as usize;
                if self.set & 1 << at != 0 && priority >= self.priorities[at] && self.values[at] != Value::Hides {
                    self.values[at] = slot.wide(Value::Inherits);
                }
            }
        }
    }

    /// The value of a slot, if it is set, and whether the element itself sets it.
    fn of(&self, slot: Slot) -> Option<(Value, bool)> {
        let at = slot as usize;
        (self.set & 1 << at != 0).then(|| (self.values[at], is_attached(self.priorities[at])))
    }

    /// Why the slot hides, if it does.
    fn hides(&self, slot: Slot) -> Option<Hidden> {
        match self.of(slot)? {
            (Value::Hides, attached) => Some(origin(attached)),
            _ => None,
        }
    }

    fn first(&self, slots: &[Slot]) -> Option<Hidden> {
        slots.iter().find_map(|slot| self.hides(*slot))
    }
}

/// Whether the element itself sets what has this priority.
fn is_attached(priority: u64) -> bool {
    priority & ATTACHED != 0 || priority == HINT
}

fn origin(attached: bool) -> Hidden {
    if attached { Hidden::Style } else { Hidden::Sheet }
}

impl Cascade {
    /// Judges an element that inherits `around`. `None` when the rules say nothing about it.
    pub(in crate::html) fn judge(
        &mut self,
        sheet: &mut Sheet,
        subject: &Subject<'_>,
        around: Veil,
    ) -> Option<Judgement> {
        let rules_matter = self.collect(sheet, subject, &around);
        let convention = subject.classes.is_some_and(utility::hides);
        let attributes = subject.colours.0.is_some() || subject.colours.1.is_some();
        if !rules_matter && !convention && !attributes && subject.style.is_none() {
            return None;
        }
        self.winners.clear();
        let mut spoken = false;
        if rules_matter || (convention && !sheet.rules.is_empty()) {
            if sheet.is_incomplete {
                return Some(hidden(Hidden::Limit, around));
            }
            match self.apply_rules(sheet) {
                Some(of_convention) => spoken = of_convention,
                None => return Some(hidden(Hidden::Limit, around)),
            }
        }
        for (slot, colour) in [(Slot::Ink, subject.colours.0), (Slot::Paper, subject.colours.1)] {
            if let Some(colour) = colour {
                self.apply_attribute(slot, colour);
            }
        }
        if let Some(style) = subject.style {
            self.apply_style(style, sheet.features.quirks());
        }
        self.winners.revert();
        if self.winners.set == 0 && !convention {
            return None;
        }
        let mut judgement = self.conclude(around, subject);
        if convention && !spoken && judgement.strong.is_none() {
            judgement.weak = judgement.weak.or(Some(Hidden::Utility));
        }
        Some(judgement)
    }

    /// Gathers what the element is found by; whether a rule may decide something about it.
    fn collect(&mut self, sheet: &mut Sheet, subject: &Subject<'_>, around: &Veil) -> bool {
        self.features.clear();
        if sheet.is_incomplete {
            return true;
        }
        if sheet.rules.is_empty() {
            return false;
        }
        let features = sheet.features;
        self.features.push(ANY);
        self.features.push(features.of(Kind::Tag, subject.name));
        if let Some(id) = subject.id {
            self.features.push(features.of(Kind::Id, id));
        }
        let classes = subject.classes.unwrap_or_default().split_ascii_whitespace();
        self.features.extend(classes.map(|class| features.of(Kind::Class, class)));
        let every_rule = !around.is_default() || subject.style.is_some();
        let decides =
            |feature: &u64| sheet.head(*feature).is_some_and(|head| every_rule || head.effect > Effect::Helps);
        self.features.iter().any(decides)
    }

    /// Applies the rules that match: whether one of them names a class that hides by convention. `None` when there is no
    /// work left to do so.
    fn apply_rules(&mut self, sheet: &mut Sheet) -> Option<bool> {
        if self.features.len() > 8 {
            self.features.sort_unstable();
            self.features.dedup();
        }
        let features = &self.features;
        let has = |feature: u64| match features.len() {
            0..=8 => features.contains(&feature),
            _ => features.binary_search(&feature).is_ok(),
        };
        let mut spoken = false;
        for feature in features {
            let mut next = sheet.head(*feature).map_or(NONE, |head| head.first);
            while let Some(entry) = sheet.entries.get(next as usize) {
                sheet.work = sheet.work.checked_sub(1)?;
                next = entry.next;
                let (asked, excluded) = sheet.further(entry);
                if !asked.iter().all(|asked| has(*asked)) || excluded.iter().any(|excluded| has(*excluded)) {
                    continue;
                }
                let rule = &sheet.rules[entry.rule as usize];
                spoken |= entry.speaks;
                let weight = u64::from(entry.specificity) << 30 | (u64::from(entry.rule) + 1);
                for setting in &sheet.settings[rule.settings.0 as usize..rule.settings.1 as usize] {
                    // Among important ones the layers count the other way round.
                    let priority = match setting.important {
                        true => IMPORTANT | u64::from(u16::MAX - rule.layer) << 46 | weight,
                        false => u64::from(rule.layer) << 46 | weight,
                    };
                    self.winners.take(*setting, priority);
                }
            }
        }
        Some(spoken)
    }

    /// A colour that an attribute gives: every rule wins over it.
    fn apply_attribute(&mut self, slot: Slot, written: &str) {
        if self.winners.of(slot).is_none()
            && let Some(colour) = legacy(written)
        {
            self.winners.set(slot, Value::Paints(colour), HINT);
        }
    }

    fn apply_style(&mut self, style: &str, quirks: bool) {
        let mut reader = Reader::new(style);
        let mut doubtful = false;
        loop {
            let (text, end) = reader.part();
            // Engines differ in what a brace that closes nothing spoils: behind it nothing is shown.
            doubtful |= end == End::Close;
            if end != End::Open {
                declaration::read(text, quirks, |setting| {
                    let importance = if setting.important { IMPORTANT } else { 0 };
                    if !doubtful || setting.value == Value::Hides {
                        self.winners.take(setting, ATTACHED | importance);
                    }
                });
            }
            match end {
                End::Source => return,
                // A rule within the attribute is passed; the value of a custom property may hold braces.
                End::Open if declaration::is_custom(text) => {
                    reader.custom_value(true);
                }
                End::Open => reader.skip_block(),
                End::Close | End::Semicolon => {}
            }
        }
    }

    fn conclude(&self, around: Veil, subject: &Subject<'_>) -> Judgement {
        let winners = &self.winners;
        let mut veil = around;
        let mut reasons = [None; 4];
        let inherited = |slot: Slot, state: &mut bool, reason: &mut Option<Hidden>| {
            match winners.of(slot) {
                Some((Value::Hides, attached)) => (*state, *reason) = (true, Some(origin(attached))),
                Some((Value::Shows | Value::Paints(_), _)) => *state = false,
                _ => {}
            };
        };
        inherited(Slot::Visibility, &mut veil.unseen, &mut reasons[0]);
        inherited(Slot::FontSize, &mut veil.tiny, &mut reasons[1]);
        inherited(Slot::Indent, &mut veil.indented, &mut reasons[2]);
        // The first line is that of the box around.
        if !subject.is_block && winners.of(Slot::Display).is_none() {
            veil.indented |= around.indented;
        }
        reasons[3] = self.paint(&mut veil);
        let own = reasons.into_iter().flatten().next();
        let mut veil = Veil { reason: None, ..veil };
        if veil.covers() {
            veil.reason = own.or(around.reason).or(Some(Hidden::Style));
        }
        let mut exempt = Veil { unseen: veil.unseen, ..around };
        exempt.reason = match exempt.unseen {
            true => veil.reason,
            false if exempt.covers() => around.reason,
            false => None,
        };
        Judgement {
            strong: winners.first(&[Slot::Display, Slot::ContentVisibility]),
            weak: winners
                .first(&[
                    Slot::Opacity,
                    Slot::Left,
                    Slot::Right,
                    Slot::Top,
                    Slot::Bottom,
                    Slot::MarginLeft,
                    Slot::MarginTop,
                    Slot::Transform,
                    Slot::Translate,
                    Slot::Scale,
                    Slot::Rotate,
                    Slot::Zoom,
                    Slot::Filter,
                    Slot::Clip,
                    Slot::ClipPath,
                ])
                .or_else(|| self.shrunk(subject.is_image)),
            veil,
            veils: own.filter(|_| veil.hides().is_some()),
            veil_if_exempt: exempt,
            papered: veil.paper.is_some() || winners.of(Slot::Paper).is_some(),
            shrunk: winners.first(&SIZES).is_some(),
        }
    }

    /// Why nothing of the content fits in: a size next to nothing with the rest cut off.
    fn shrunk(&self, is_image: bool) -> Option<Hidden> {
        let winners = &self.winners;
        if !is_image {
            winners.first(&[Slot::OverflowX, Slot::OverflowY])?;
        }
        let nothing = |limits: [Slot; 2], minimum: Slot| {
            let has_minimum = matches!(winners.of(minimum), Some((Value::Shows, _)));
            winners.first(&limits).filter(|_| !has_minimum)
        };
        nothing([Slot::Width, Slot::MaxWidth], Slot::MinWidth)
            .or_else(|| nothing([Slot::Height, Slot::MaxHeight], Slot::MinHeight))
    }

    /// Sets the colours of the veil; why the element's own colours hide, if they do.
    fn paint(&self, veil: &mut Veil) -> Option<Hidden> {
        let winners = &self.winners;
        let image = matches!(winners.of(Slot::PaperImage), Some((Value::Shows, _)));
        let clipped_to_text = image && matches!(winners.of(Slot::PaperClip), Some((Value::Shows, _)));
        let mut reason = None;
        // What letters are filled with covers the colour they have.
        for slot in [Slot::Ink, Slot::TextFill] {
            let Some((value, attached)) = winners.of(slot) else { continue };
            let paint = match value {
                Value::Hides if !clipped_to_text => Paint::Transparent,
                Value::Hides | Value::Shows => Paint::Unknown,
                Value::Paints(colour) => Paint::Colour(colour),
                Value::Inherits | Value::Reverts => continue,
            };
            if value != Value::Shows {
                reason = (paint != Paint::Unknown).then_some(origin(attached));
            }
            if paint.colour().is_some() {
                veil.ruled_ink = !attached;
            }
            match slot {
                Slot::Ink => veil.ink = paint,
                _ => veil.fill = Some(paint),
            }
        }
        // A background that a rule gives counts for the element itself: between it and what is inside there may be others.
        let mut own_paper = None;
        match winners.of(Slot::Paper) {
            _ if image => veil.paper = None,
            Some((Value::Paints(colour), true)) => veil.paper = Some(colour),
            Some((Value::Paints(colour), false)) => (own_paper, veil.paper) = (Some(colour), None),
            Some((Value::Shows, _)) => veil.paper = None,
            Some(_) | None => {}
        }
        if veil.letters() == Paint::Transparent {
            return reason;
        }
        let ink = veil.letters().colour();
        // Rules further in, which are not followed, often give both another colour together.
        let is_certain = reason.is_some() || !veil.ruled_ink;
        if is_certain && ink.zip(own_paper).is_some_and(|(ink, paper)| alike(ink, paper)) {
            veil.paper = own_paper;
            return Some(Hidden::Sheet);
        }
        ink.zip(veil.paper).filter(|(ink, paper)| alike(*ink, *paper)).map(|_| reason.unwrap_or(Hidden::Style))
    }
}

fn hidden(reason: Hidden, around: Veil) -> Judgement {
    Judgement { strong: Some(reason), veil: around, veil_if_exempt: around, ..Judgement::default() }
}
