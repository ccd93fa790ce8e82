// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the content of an element inherits from it: lists, tables, headings, parts of the page.
//!
//! Decides from the start tag of an element that a reader sees. It never opens or closes one.

use super::{
    attribute::{Attribute, Attributes},
    block::{Context, List, Names, Regions},
    element::{self, Element},
    parser::Parser,
    visibility::Hidden,
};

impl<'a> Parser<'a> {
    /// What the content of a visible element inherits from it.
    pub(super) fn inherit(&mut self, context: &mut Context, element: Element, attributes: &Attributes<'a>) {
        self.regions(context, element, attributes);
        if element.is(element::BLOCK) {
            let written = |attribute| attributes.raw(attribute).unwrap_or_default();
            let names = Names {
                class: written(Attribute::Class),
                id: written(Attribute::Id),
                role: written(Attribute::Role),
                property: written(Attribute::ItemProp),
            };
            context.part = self.lines.start_part(context.part, element, names);
        }
        context.preformatted |= element.is_preformatted();
        if let Some(level) = element.heading_level() {
            context.heading = level;
        }
        match element {
            Element::BlockQuote => context.nesting = self.lines.quote(context),
            Element::Ul | Element::Ol | Element::Menu | Element::Dir => {
                let list = List {
                    ordered: element == Element::Ol,
                    reversed: attributes.has(Attribute::Reversed),
                    start: number(attributes, Attribute::Start),
                    given: None,
                    items: 0,
                };
                (context.nesting, context.list) = self.lines.list(context, list);
            }
            Element::Li => self.lines.item(context, number(attributes, Attribute::Value)),
            Element::Dd => self.lines.definition(context),
            Element::Table => {
                let layout = attributes.is(Attribute::Role, "presentation") || attributes.is(Attribute::Role, "none");
                context.table = self.lines.start_table(context, layout);
                context.in_cell = false;
                context.preformatted = false;
            }
            Element::THead | Element::TBody | Element::TFoot => {
                self.lines.table_section(context.table, element == Element::THead)
            }
            Element::Td | Element::Th => {
                let spans = (span(attributes, Attribute::ColSpan), span(attributes, Attribute::RowSpan));
                context.in_cell = true;
                if !self.lines.start_cell(context.table, element == Element::Th, spans) {
                    (context.hidden, context.weakly) = (Some(Hidden::Limit), false);
                    self.counted = false;
                }
                self.gutter(context);
            }
            Element::Span | Element::Div | Element::Pre | Element::Unknown => self.gutter(context),
            _ => {}
        }
    }

    fn gutter(&mut self, context: &mut Context) {
        if self.judge.gutter {
            context.gutter = true;
            if context.counts_lines() {
                self.lines.table_is_layout(context.table);
            }
        }
    }

    fn regions(&mut self, context: &mut Context, element: Element, attributes: &Attributes<'a>) {
        let is_main = element == Element::Main || attributes.is(Attribute::Role, "main");
        let mut regions = match element {
            Element::Nav => Regions::NAVIGATION,
            Element::Aside => Regions::ASIDE,
            Element::Header | Element::Footer if !context.regions.meets(Regions::CONTENT) => Regions::BANNER,
            Element::Article => Regions::CONTENT,
            _ => Regions::default(),
        };
        if element == Element::Article {
            self.articles += 1;
            if self.articles == 1 {
                regions = regions.and(Regions::FIRST_ARTICLE);
            }
        }
        if is_main {
            self.mains += 1;
            regions = regions.and(Regions::CONTENT);
            if self.mains == 1 {
                regions = regions.and(Regions::FIRST_MAIN);
            }
        }
        context.regions = context.regions.and(regions);
    }
}

/// A number of a list, as far as it is one that browsers count with.
fn number(attributes: &Attributes<'_>, attribute: Attribute) -> Option<i64> {
    integer(&attributes.value(attribute)?).filter(|number| i32::try_from(*number).is_ok())
}

/// How many columns or rows a cell spans.
fn span(attributes: &Attributes<'_>, attribute: Attribute) -> u16 {
    let number = attributes.value(attribute).and_then(|value| integer(&value));
    // More than fit are more than any span that counts.
    number.filter(|number| *number >= 0).map_or(1, |number| u16::try_from(number).unwrap_or(u16::MAX))
}

/// The integer that a text begins with, by the rules for parsing integers (HTML Standard 2.3.4.1); the largest where it
/// is larger.
fn integer(text: &str) -> Option<i64> {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let digits = &digits[..digits.bytes().take_while(u8::is_ascii_digit).count()];
    if digits.is_empty() {
        return None;
    }
    let number = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_is_what_a_text_begins_with() {
        for (text, expected) in [
            ("3", Some(3)),
            (" \n3.7", Some(3)),
            ("3abc", Some(3)),
            ("+3", Some(3)),
            ("-3-", Some(-3)),
            ("007", Some(7)),
            ("99999999999999999999", Some(i64::MAX)),
            ("", None),
            ("-", None),
            ("+-3", None),
            ("x3", None),
            ("\u{663}", None),
        ] {
            assert_eq!(integer(text), expected, "{text}");
        }
    }
}
