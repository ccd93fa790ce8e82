// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the content of an element inherits from it: lists, tables, headings, parts of the page.
//!
//! Decides from the start tag of an element that a reader sees. It never opens or closes one.

use super::{
    attribute::{Attribute, Attributes},
    block::{Context, List, Names, Regions},
    element::{self, Element},
    parser::Parser,
    reference,
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

fn number(attributes: &Attributes<'_>, attribute: Attribute) -> Option<i64> {
    reference::decode_attribute(attributes.raw(attribute)?).trim_ascii().parse::<i32>().ok().map(i64::from)
}

fn span(attributes: &Attributes<'_>, attribute: Attribute) -> u16 {
    let value = attributes.raw(attribute).map(str::trim_ascii).unwrap_or_default();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    match value[..digits].parse() {
        Ok(span) => span,
        // More digits than fit: more than any span that counts.
        Err(_) if digits > 0 => u16::MAX,
        Err(_) => 1,
    }
}
