// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a page is turned into.
//!
//! It decides nothing: it is the answer of [`extract`](super::extract).

use super::{invisible::InvisibleCharacters, visibility::Hidden};

/// The readable part of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The text of `<title>`, else `og:title`, else the first `h1`; empty when there is none.
    pub title: String,
    /// The readable text, one block a line, with links, list marks, table rows and the like written out.
    pub text: String,
    /// The same words and nothing else.
    pub plain_text: String,
    /// The headings of the readable text.
    pub headings: Vec<Heading>,
    /// The links of the readable text, each address once, in the order of the text.
    pub links: Vec<Link>,
    /// The language the page says it is in: a language tag (BCP 47) as written.
    pub language: Option<String>,
    /// What was dropped because no reader sees it.
    pub removed: Removed,
    /// Whether the markup holds almost no text, as with pages that scripts render.
    pub thin: bool,
    /// Whether something lay behind a limit and was dropped.
    pub truncated: bool,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text on one line.
    pub text: String,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its text on one line, or what its image shows; may be empty.
    pub label: String,
    /// Its absolute address, `http` or `https`, without user name and password.
    pub url: String,
}

/// How many hidden elements and invisible characters were dropped, by kind.
///
/// An element is counted when it holds text and nothing around it is hidden already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// By the `hidden` attribute.
    pub hidden_attribute: u32,
    /// By `aria-hidden`.
    pub aria_hidden: u32,
    /// By a `style` attribute.
    pub inline_style: u32,
    /// By a rule of one of the page's own style sheets.
    pub style_sheet: u32,
    /// By a class that hides by convention, such as `sr-only`, of which no rule of the page speaks.
    pub utility_class: u32,
    /// A `dialog` that is not open.
    pub closed_dialog: u32,
    /// A `popover`.
    pub popover: u32,
    /// Behind a limit: too many attributes, or too deep.
    pub beyond_limit: u32,
    /// Elements that a rule would have hidden but for the whole page they hold. Nothing of these was dropped.
    pub exempted: u32,
    /// Invisible characters within visible text.
    pub characters: InvisibleCharacters,
}

impl Removed {
    /// All elements that were dropped.
    pub fn elements(&self) -> u32 {
        let by_attributes = self.hidden_attribute + self.aria_hidden + self.closed_dialog + self.popover;
        let by_style = self.inline_style + self.style_sheet + self.utility_class;
        by_attributes + by_style + self.beyond_limit
    }

    /// Every kind with its count, for people and for PHP. `exempted` counts what was not dropped.
    pub fn counts(&self) -> [(&'static str, u32); 13] {
        [
            ("hiddenAttribute", self.hidden_attribute),
            ("ariaHidden", self.aria_hidden),
            ("inlineStyle", self.inline_style),
            ("styleSheet", self.style_sheet),
            ("utilityClass", self.utility_class),
            ("closedDialog", self.closed_dialog),
            ("popover", self.popover),
            ("beyondLimit", self.beyond_limit),
            ("exempted", self.exempted),
            ("ignorableCharacters", self.characters.ignorable),
            ("bidirectionalCharacters", self.characters.bidirectional),
            ("fillerCharacters", self.characters.fillers),
            ("controlCharacters", self.characters.controls),
        ]
    }

    pub(super) fn count(&mut self, reason: Hidden) {
        *match reason {
            Hidden::Attribute => &mut self.hidden_attribute,
            Hidden::Aria => &mut self.aria_hidden,
            Hidden::Style => &mut self.inline_style,
            Hidden::Sheet => &mut self.style_sheet,
            Hidden::Utility => &mut self.utility_class,
            Hidden::Dialog => &mut self.closed_dialog,
            Hidden::Popover => &mut self.popover,
            Hidden::Limit => &mut self.beyond_limit,
        } += 1;
    }
}
