// SPDX-License-Identifier: MIT OR Apache-2.0
//! The `style` elements of a page, of HTML and of SVG.
//!
//! Decides which of them are style sheets that apply to what is read. It never loads one, and never reads one that only
//! programs look at.

use super::{
    attribute::{Attribute, Attributes},
    block::Regions,
    css::Certainty,
    element::Element,
    parser::Parser,
    reference,
    scanner::{Tag, Token},
};

/// A `style` element of SVG that is open.
pub(super) struct ForeignSheet {
    certainty: Certainty,
    media: String,
    css: String,
}

impl<'a> Parser<'a> {
    /// Reads the content of a `style` element that was just opened.
    pub(super) fn sheet(&mut self, tag: Tag<'a>, attributes: &mut Attributes<'a>) {
        let dropped = self.open.context().dropped;
        let certainty = if dropped { Certainty::Doubtful } else { Certainty::Yes };
        let (certainty, media) = self.certainty(attributes, certainty);
        let content = self.scanner.raw_text(tag.name, attributes);
        self.judge.read_sheet(content, &media, certainty);
    }

    /// Begins a `style` element of SVG, whose content is not raw text.
    pub(super) fn begin_foreign_sheet(&mut self, in_svg: bool, attributes: &Attributes<'a>) {
        let certainty = if in_svg { Certainty::Yes } else { Certainty::No };
        let (certainty, media) = self.certainty(attributes, certainty);
        self.foreign_sheets.push(ForeignSheet { certainty, media, css: String::new() });
    }

    /// Takes in text of a `style` element of SVG.
    pub(super) fn foreign_sheet_text(&mut self, text: &str, literal: bool) {
        if !self.open.at_foreign_element() || self.open.at(self.open.height()) != Element::Style {
            return;
        }
        let Some(ForeignSheet { css, .. }) = self.foreign_sheets.last_mut() else { return };
        match literal {
            true => css.push_str(text),
            false => reference::decode(text, false, |piece| css.push_str(piece)),
        }
    }

    /// Reads what was gathered of a `style` element of SVG.
    pub(super) fn end_foreign_sheet(&mut self) {
        if let Some(ForeignSheet { certainty, media, css }) = self.foreign_sheets.pop() {
            self.judge.read_sheet(&css, &media, certainty);
        }
    }

    /// Whether the `style` element with these attributes is a sheet that applies here, and for which media.
    fn certainty(&self, attributes: &Attributes<'a>, certainty: Certainty) -> (Certainty, String) {
        let is_css = attributes
            .value(Attribute::Type)
            .is_none_or(|kind| kind.is_empty() || kind.eq_ignore_ascii_case("text/css"));
        let context = self.open.context();
        let in_template = self.open.latest(Element::Template) > 0;
        let limit = match () {
            _ if !is_css || context.regions.meets(Regions::NO_SCRIPT) => Certainty::No,
            // Nobody sees what a template holds; one that browsers open has sheets for itself.
            _ if in_template && context.dropped => Certainty::No,
            _ if in_template => Certainty::Doubtful,
            // One of a set that a reader chooses from.
            _ if attributes.value(Attribute::Title).is_some_and(|title| !title.is_empty()) => Certainty::Doubtful,
            _ => Certainty::Yes,
        };
        (certainty.min(limit), attributes.value(Attribute::Media).unwrap_or_default().into_owned())
    }

    /// Reads the style sheets behind the place where the scan ends, all of which may apply to what was read.
    /// `read` is what was read already.
    pub(super) fn read_remaining_sheets(&mut self, read: Option<Token<'a>>, attributes: &mut Attributes<'a>) {
        let mut next = read;
        loop {
            if let Some(Token::Start(tag)) = next
                && tag.name.eq_ignore_ascii_case("style")
            {
                let content = self.scanner.raw_text(tag.name, attributes);
                self.judge.read_sheet(content, "", Certainty::Doubtful);
            }
            // Wherever such a tag stands: as doubtful ones these sheets can only hide.
            if !self.scanner.skip_to_tag(b"style") {
                return;
            }
            next = self.scanner.next(attributes);
        }
    }
}
