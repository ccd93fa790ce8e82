// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a reader sees what stands inside an element: prompt injections hide in what people do not see.
//!
//! Decides from the start tag alone. It never exempts an element for the amount of text it holds: an attacker can
//! write much text. Whoever calls keeps count of what was hidden, and of the exemptions used.

use super::{
    attribute::{Attribute, Attributes},
    element::Element,
    style::{self, Declaration},
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
    /// A `dialog` that is not open.
    Dialog,
    /// A `popover` before anybody opens it.
    Popover,
    /// More attributes than are looked at, or an element below the deepest one that is.
    Limit,
}

/// What a start tag says about the text inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visibility {
    /// It is seen.
    Shown,
    /// It is not.
    Hidden(Hidden),
    /// It would not be, were the element not one that holds the whole page.
    Exempted,
}

/// Judges a start tag. `sole_article` tells that the page has no second `article`.
pub(super) fn of(element: Element, attributes: &Attributes<'_>, sole_article: bool) -> Visibility {
    if attributes.overflowed() {
        return Visibility::Hidden(Hidden::Limit);
    }
    let Some((reason, strength)) = signal(element, attributes) else { return Visibility::Shown };
    let exempt = match strength {
        // Sites hide these two until their scripts have run.
        Strength::Strong => matches!(element, Element::Html | Element::Body),
        Strength::Weak => {
            matches!(element, Element::Html | Element::Body | Element::Main)
                || (element == Element::Article && sole_article)
                || attributes.is(Attribute::Role, "main")
        }
    };
    if exempt { Visibility::Exempted } else { Visibility::Hidden(reason) }
}

/// How far a signal reaches.
#[derive(Clone, Copy)]
enum Strength {
    /// Nothing of it is painted, anywhere.
    Strong,
    /// Not on the elements that hold a page's content.
    Weak,
}

/// The strongest signal on the tag.
fn signal(element: Element, attributes: &Attributes<'_>) -> Option<(Hidden, Strength)> {
    if attributes.has(Attribute::Hidden) && !attributes.is(Attribute::Hidden, "until-found") {
        return Some((Hidden::Attribute, Strength::Strong));
    }
    if let Some(value) = attributes.value(Attribute::Style)
        && unpainted(&style::declarations(&value))
    {
        return Some((Hidden::Style, Strength::Strong));
    }
    if element == Element::Dialog && !attributes.has(Attribute::Open) {
        return Some((Hidden::Dialog, Strength::Strong));
    }
    if attributes.has(Attribute::Popover) {
        return Some((Hidden::Popover, Strength::Weak));
    }
    attributes.is(Attribute::AriaHidden, "true").then_some((Hidden::Aria, Strength::Weak))
}

fn unpainted(declarations: &[Declaration]) -> bool {
    let is = |property: &str, values: &[&str]| {
        style::value_of(declarations, property).is_some_and(|value| values.contains(&value))
    };
    is("display", &["none"]) || is("visibility", &["hidden", "collapse"]) || is("content-visibility", &["hidden"])
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
        of(Element::from_name(tag.name), &attributes, true)
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
            ("<p style=visibility:collapse>", Style),
            ("<p style='content-visibility:hidden'>", Style),
            ("<p aria-hidden=True>", Aria),
            ("<dialog>", Dialog),
            ("<div popover=manual>", Popover),
            ("<main style=display:none>", Style),
            ("<article hidden>", Attribute),
        ] {
            assert_eq!(judge(tag), Visibility::Hidden(reason), "{tag}");
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
        ] {
            assert_eq!(judge(tag), Visibility::Shown, "{tag}");
        }
    }

    #[test]
    fn the_elements_that_hold_a_page_are_exempt_from_weak_signals() {
        for tag in [
            "<html hidden>",
            "<body style='visibility:hidden'>",
            "<main aria-hidden=true>",
            "<div role=main aria-hidden=true>",
            "<article popover>",
        ] {
            assert_eq!(judge(tag), Visibility::Exempted, "{tag}");
        }
    }
}
