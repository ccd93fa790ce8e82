// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the rules of a page say of its elements, kept for those that follow: most carry the same names as one before.
//!
//! Decides nothing, and answers only for an element of the very same name, classes, style and surroundings.

use super::css::{Judgement, Sheet, Veil};

/// Verdicts that are kept; with more all are forgotten, so that no page makes them many.
const MOST: usize = 2048;
/// Places by which they are found.
const SLOTS: usize = 1024;

/// What an element is judged by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Subject<'a> {
    /// Its name as written.
    pub(super) name: &'a str,
    /// Its `class` attribute as written.
    pub(super) class: Option<&'a str>,
    /// Its `style` attribute as written.
    pub(super) style: Option<&'a str>,
    /// The colours that attributes give its text and its background, as written.
    pub(super) colours: (Option<&'a str>, Option<&'a str>),
    /// What it inherits.
    pub(super) around: Veil,
}

/// What was said of an element.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// What the rules say, if anything.
    pub(super) judgement: Option<Judgement>,
    /// Whether it is named as one that holds line numbers.
    pub(super) gutter: bool,
}

/// The verdicts since the last style sheet.
pub(super) struct Verdicts<'a> {
    known: Vec<(Subject<'a>, Verdict)>,
    /// For each place the number of a verdict plus one; zero for none.
    slots: Vec<u16>,
}

impl<'a> Verdicts<'a> {
    /// None yet.
    pub(super) fn new() -> Self {
        Verdicts { known: Vec::new(), slots: vec![0; SLOTS] }
    }

    /// Where the verdict of such an element is kept.
    pub(super) fn place(sheet: &Sheet, subject: &Subject<'_>) -> usize {
        let spelling = |text: Option<&str>| text.map_or(0, |text| sheet.spelling(text));
        let class = spelling(subject.class);
        (spelling(Some(subject.name)) ^ class.rotate_left(20) ^ spelling(subject.style).rotate_left(40)) as usize
            % SLOTS
    }

    /// What was said of such an element.
    pub(super) fn at(&self, place: usize, subject: &Subject<'_>) -> Option<Verdict> {
        let number = usize::from(self.slots[place]).checked_sub(1)?;
        let (known, verdict) = &self.known[number];
        (known == subject).then_some(*verdict)
    }

    /// Keeps what is said of one.
    pub(super) fn keep(&mut self, place: usize, subject: Subject<'a>, verdict: Verdict) {
        if self.known.len() == MOST {
            self.forget();
        }
        self.known.push((subject, verdict));
        self.slots[place] = self.known.len() as u16;
    }

    /// Forgets all: other rules have come.
    pub(super) fn forget(&mut self) {
        if !self.known.is_empty() {
            self.known.clear();
            self.slots.fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_found_for_the_very_same_element_only() {
        let (sheet, mut verdicts) = (Sheet::new(0, false), Verdicts::new());
        let subject =
            |name, class, style| Subject { name, class, style, colours: (None, None), around: Veil::default() };
        let one = subject("p", Some("a"), None);
        let others = [
            subject("b", Some("a"), None),
            subject("p", Some("a "), None),
            subject("p", None, Some("a")),
            subject("p", None, None),
            Subject { colours: (Some("a"), None), ..one },
        ];
        verdicts.keep(Verdicts::place(&sheet, &one), one, Verdict { judgement: None, gutter: true });
        assert!(verdicts.at(Verdicts::place(&sheet, &one), &one).is_some_and(|verdict| verdict.gutter));
        for other in others {
            // Wherever it would be looked for.
            assert!((0..SLOTS).all(|place| verdicts.at(place, &other).is_none()));
        }
        verdicts.forget();
        assert!(verdicts.at(Verdicts::place(&sheet, &one), &one).is_none());
    }

    #[test]
    fn no_page_makes_them_many() {
        let names: Vec<String> = (0..3 * MOST).map(|number| number.to_string()).collect();
        let (sheet, mut verdicts) = (Sheet::new(0, false), Verdicts::new());
        for class in &names {
            let subject =
                Subject { name: "p", class: Some(class), style: None, colours: (None, None), around: Veil::default() };
            let place = Verdicts::place(&sheet, &subject);
            verdicts.keep(place, subject, Verdict { judgement: None, gutter: false });
            assert!(verdicts.at(place, &subject).is_some());
            assert!(verdicts.known.len() <= MOST);
        }
    }
}
