// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a reader sees what stands inside an element: prompt injections hide in what people do not see.
//!
//! Decides from the start tag, the rules of the page and what is inherited. It never exempts an element for the amount of text it holds: an attacker can
//! write much text. Whoever calls keeps count of what was hidden, and of the exemptions used.

use memchr::memmem;

use super::{
    attribute::{Attribute, Attributes},
    css::{Cascade, Certainty, Judgement, Sheet, Subject, Veil},
    element::{self, Element},
    met::Met,
    streamed::Streamed,
    verdicts::{self, Verdict, Verdicts},
};

/// Why nothing inside an element is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// The `hidden` attribute.
    Attribute,
    /// `aria-hidden="true"`.
    Aria,
    /// A `style` attribute.
    Style,
    /// A rule of one of the page's style sheets.
    Sheet,
    /// A class that hides by convention.
    Utility,
    /// A `dialog` that is not open.
    Dialog,
    /// A `popover` before anybody opens it.
    Popover,
    /// More attributes than are looked at, or an element below the deepest one that is.
    Limit,
}

/// What a start tag says about the text inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visibility {
    /// Why nothing inside is seen, whatever it is.
    pub(super) hidden: Option<Hidden>,
    /// Whether it is hidden by a weak signal, which does not reach into what holds the page.
    pub(super) weak: bool,
    /// What hides text inside until an element shows it again.
    pub(super) veil: Veil,
    /// Why the element itself veils it.
    pub(super) veils: Option<Hidden>,
    /// Whether the element holds the page.
    pub(super) holds_page: bool,
    /// Whether more would be hidden, were the element not one that holds the whole page.
    pub(super) exempted: bool,
}

impl Visibility {
    /// That of an element which says nothing.
    pub(super) fn unchanged(around: Veil) -> Self {
        Visibility { hidden: None, weak: false, veil: around, veils: None, holds_page: false, exempted: false }
    }
}

/// What judges the elements of one page.
pub(super) struct Judge<'a> {
    source: &'a str,
    /// The rules of the page.
    pub(super) sheet: Sheet,
    cascade: Cascade,
    met: Met<'a>,
    verdicts: Verdicts<'a>,
    /// Whether the element that was judged last is named as one that holds line numbers.
    pub(super) gutter: bool,
    /// Whether the page has no second `article`, once that is known.
    sole_article: Option<bool>,
    /// The pieces that scripts put in place.
    pub(super) streamed: Streamed<'a>,
    /// Whether an element was hidden by something that a rule could undo.
    hid: bool,
    /// Whether an element has a background of its own.
    papered: bool,
    /// Whether one has next to no size.
    shrunk: bool,
}

impl<'a> Judge<'a> {
    /// Begins with the rules that are known of the page `source`.
    pub(super) fn new(source: &'a str, sheet: Sheet, streamed: Streamed<'a>) -> Self {
        Judge {
            source,
            sheet,
            cascade: Cascade::default(),
            met: Met::new(),
            verdicts: Verdicts::new(),
            gutter: false,
            sole_article: None,
            streamed,
            hid: false,
            papered: false,
            shrunk: false,
        }
    }

    /// Reads a style sheet, for which the `media` attribute and its place leave this much certainty.
    pub(super) fn read_sheet(&mut self, css: &str, media: &str, certainty: Certainty) {
        if self.sheet.is_complete() {
            return;
        }
        self.met.tell(&mut self.sheet);
        if self.sheet.read(css, media, certainty) {
            self.verdicts.forget();
        }
    }

    /// Whether the page has to be read again, now that all of it is known.
    pub(super) fn is_late(&mut self) -> bool {
        self.sheet.is_late(self.hid, self.papered, self.shrunk) || self.streamed.is_late()
    }

    /// Judges the start tag `name` of `element`, whose text inherits `around`.
    pub(super) fn of(
        &mut self,
        element: Element,
        name: &'a str,
        attributes: &Attributes<'a>,
        around: Veil,
    ) -> Visibility {
        self.gutter = false;
        let holds_page = self.holds_the_page(element, attributes);
        let shown = Visibility { holds_page, ..Visibility::unchanged(around) };
        if attributes.overflowed() {
            return Visibility { hidden: Some(Hidden::Limit), ..shown };
        }
        self.met.name(element, name);
        if element != Element::Dialog && !attributes.has_any(&SAYS_SOMETHING) && self.sheet.is_silent(around) {
            return shown;
        }
        let judgement = self.by_rules(element, name, attributes, around);
        let (strong, weak) = by_markup(element, attributes);
        let is_streamed = strong == Some(Hidden::Attribute) && self.is_streamed(element, attributes);
        let strong = strong.filter(|_| !is_streamed);
        if judgement.is_none() && strong.is_none() && weak.is_none() {
            return Visibility { exempted: is_streamed, ..shown };
        }
        let unruled = Judgement { veil: around, veil_if_exempt: around, ..Judgement::default() };
        let judgement = judgement.unwrap_or(unruled);
        let (strong, weak) = (strong.or(judgement.strong), judgement.weak.or(weak));
        let veiled = judgement.veil.hides().is_some() && around.hides().is_none();
        self.papered |= judgement.papered;
        self.shrunk |= judgement.shrunk;
        self.hid |= strong.is_some() || weak.is_some() || veiled;
        if matches!(element, Element::Html | Element::Body) {
            // Sites hide these two until their scripts have run.
            return Visibility { exempted: strong.is_some() || weak.is_some() || veiled, ..shown };
        }
        if !holds_page {
            let Judgement { veil, veils, .. } = judgement;
            return Visibility { hidden: strong.or(weak), weak: strong.is_none(), veil, veils, ..shown };
        }
        let veil = if veiled { judgement.veil_if_exempt } else { judgement.veil };
        let veils = judgement.veils.filter(|_| veil.hides().is_some());
        let exempted = strong.is_none() && (weak.is_some() || (veiled && veil.hides().is_none()));
        Visibility { hidden: strong, veil, veils, exempted, ..shown }
    }

    fn holds_the_page(&mut self, element: Element, attributes: &Attributes<'_>) -> bool {
        element == Element::Main
            || (element == Element::Article && self.has_sole_article())
            || attributes.is(Attribute::Role, "main")
    }

    /// Counted on the bare source, so that it is known at the first one. A mention in a comment or script only makes the
    /// exemption of a sole article rarer.
    fn has_sole_article(&mut self) -> bool {
        let source = self.source.as_bytes();
        let is_article = |at: &usize| {
            let name = source.get(at + 1..at + 1 + "article".len());
            name.is_some_and(|name| name.eq_ignore_ascii_case(b"article"))
        };
        let begun = |beginning| memmem::find_iter(source, beginning).filter(is_article).take(2).count();
        *self.sole_article.get_or_insert_with(|| begun(b"<a") + begun(b"<A") == 1)
    }

    fn is_streamed(&mut self, element: Element, attributes: &Attributes<'_>) -> bool {
        element == Element::Div && attributes.raw(Attribute::Id).is_some_and(|id| self.streamed.shows(id))
    }

    fn by_rules(
        &mut self,
        element: Element,
        name: &'a str,
        attributes: &Attributes<'a>,
        around: Veil,
    ) -> Option<Judgement> {
        let raw = |attribute| attributes.raw(attribute);
        let (id, class, style) = (raw(Attribute::Id), raw(Attribute::Class), raw(Attribute::Style));
        if let Some(id) = id {
            self.met.id(id);
        }
        let colours = (raw(Attribute::Color), raw(Attribute::BgColor));
        let subject = verdicts::Subject { name, class, style, colours, around };
        let place = Verdicts::place(&self.sheet, &subject);
        // Ids are rarely alike, and rarely matter.
        let is_usual = id.is_none() || !self.sheet.names_ids();
        if is_usual && let Some(verdict) = self.verdicts.at(place, &subject) {
            self.gutter = verdict.gutter;
            return verdict.judgement;
        }
        if let Some(class) = class {
            self.met.classes(class);
            // A block of code is named so, too, when numbers are to be set beside it.
            let is_cell = matches!(element, Element::Td | Element::Th);
            let names_gutter = |class| GUTTER_CLASSES.contains(&class) || (is_cell && class == "line-numbers");
            self.gutter = class.split_ascii_whitespace().any(names_gutter);
        }
        let judgement = self.judge_by_rules(element, name, attributes, around);
        if is_usual {
            self.verdicts.keep(place, subject, Verdict { judgement, gutter: self.gutter });
        }
        judgement
    }

    fn judge_by_rules(
        &mut self,
        element: Element,
        name: &str,
        attributes: &Attributes<'_>,
        around: Veil,
    ) -> Option<Judgement> {
        let value = |attribute| attributes.value(attribute);
        let ink = if element == Element::Font { value(Attribute::Color) } else { None };
        let paper = if HAS_PAPER.contains(&element) { value(Attribute::BgColor) } else { None };
        let own = attributes.has_any(&[Attribute::Class, Attribute::Id, Attribute::Style]);
        if !own && ink.is_none() && paper.is_none() && self.sheet.is_silent(around) {
            return None;
        }
        let (id, classes, style) = (value(Attribute::Id), value(Attribute::Class), value(Attribute::Style));
        let subject = Subject {
            name,
            id: id.as_deref(),
            classes: classes.as_deref(),
            style: style.as_deref(),
            is_image: matches!(element, Element::Img | Element::Image),
            is_block: element.is(element::BLOCK),
            colours: (ink.as_deref(), paper.as_deref()),
        };
        self.cascade.judge(&mut self.sheet, &subject, around)
    }
}

/// Class names that say that an element holds line numbers.
const GUTTER_CLASSES: [&str; 12] = [
    "gutter",
    "ln",
    "lnt",
    "lineno",
    "linenos",
    "linenodiv",
    "line-number",
    "linenumber",
    "line-numbers-rows",
    "hljs-ln-numbers",
    "blob-num",
    "rouge-gutter",
];

/// The elements whose background an attribute gives a colour.
const HAS_PAPER: [Element; 8] = [
    Element::Body,
    Element::Table,
    Element::THead,
    Element::TBody,
    Element::TFoot,
    Element::Tr,
    Element::Td,
    Element::Th,
];

/// The attributes that an element can be hidden by.
const SAYS_SOMETHING: [Attribute; 8] = [
    Attribute::Class,
    Attribute::Id,
    Attribute::Style,
    Attribute::Hidden,
    Attribute::AriaHidden,
    Attribute::Popover,
    Attribute::BgColor,
    Attribute::Color,
];

/// The signals that markup gives by itself: a strong one, which holds anywhere, and a weak one, which does not hold on
/// what holds the page.
fn by_markup(element: Element, attributes: &Attributes<'_>) -> (Option<Hidden>, Option<Hidden>) {
    let until_found =
        || attributes.value(Attribute::Hidden).is_some_and(|value| value.eq_ignore_ascii_case("until-found"));
    if attributes.has(Attribute::Hidden) && !until_found() {
        return (Some(Hidden::Attribute), None);
    }
    if element == Element::Dialog && !attributes.has(Attribute::Open) {
        return (Some(Hidden::Dialog), None);
    }
    if attributes.has(Attribute::Popover) {
        return (None, Some(Hidden::Popover));
    }
    (None, attributes.is(Attribute::AriaHidden, "true").then_some(Hidden::Aria))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{
        super::scanner::{Scanner, Token},
        *,
    };

    fn judge(tag: &str) -> Visibility {
        let mut attributes = Attributes::default();
        let Some(Token::Start(tag)) = Scanner::new(tag).next(&mut attributes) else { panic!("no tag: {tag}") };
        let mut judge = Judge::new("<article", Sheet::new(0, false), Streamed::default());
        judge.of(Element::from_name(tag.name), tag.name, &attributes, Veil::default())
    }

    #[test]
    fn hidden_text_is_known_by_its_start_tag() {
        use Hidden::*;
        for (tag, reason) in [
            ("<p hidden>", Attribute),
            ("<p HIDDEN=''>", Attribute),
            ("<p style='display:none'>", Style),
            ("<p style='DISPLAY: none !important'>", Style),
            ("<p style='display&colon;none'>", Style),
            ("<p style='content-visibility:hidden'>", Style),
            ("<p style='opacity:0'>", Style),
            ("<p class='a sr-only'>", Utility),
            ("<p aria-hidden=True>", Aria),
            ("<dialog>", Dialog),
            ("<div popover=manual>", Popover),
            ("<main style=display:none>", Style),
            ("<article hidden>", Attribute),
        ] {
            assert_eq!(judge(tag).hidden, Some(reason), "{tag}");
        }
        for tag in ["<p style=visibility:collapse>", "<p style=font-size:0>", "<main style=visibility:hidden>"] {
            let visibility = judge(tag);
            assert_eq!((visibility.hidden, visibility.veil.hides()), (None, Some(Style)), "{tag}");
        }
    }

    #[test]
    fn text_that_can_be_seen_stays() {
        for tag in [
            "<p>",
            "<p hidden=until-found>",
            "<p style='--x-display:none'>",
            "<p aria-hidden=false>",
            "<dialog open>",
            "<p style=display:block>",
            "<p class='md:hidden'>",
        ] {
            let visibility = judge(tag);
            assert!(visibility.hidden.is_none() && visibility.veil.hides().is_none() && !visibility.exempted, "{tag}");
        }
    }

    #[test]
    fn the_elements_that_hold_a_page_are_exempt_from_weak_signals() {
        for tag in [
            "<html hidden>",
            "<body style='visibility:hidden'>",
            "<body style='font-size:0'>",
            "<main aria-hidden=true>",
            "<main style='opacity:0'>",
            "<main style='font-size:0'>",
            "<div role=main aria-hidden=true>",
            "<article popover>",
        ] {
            let visibility = judge(tag);
            assert!(visibility.exempted && visibility.hidden.is_none() && visibility.veil.hides().is_none(), "{tag}");
        }
    }
}
