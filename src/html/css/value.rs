// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values of keywords, fonts and colours, and what they come to.
//!
//! Decides whether a value hides, by itself. A value that browsers do not take is `None`.

use super::{
    colour::Colour,
    length::{Measure, measure},
    property::{Slot, Value},
};

/// Hides, unless it is shown.
pub(super) fn hides_unless(shown: bool) -> Value {
    if shown { Value::Shows } else { Value::Hides }
}

/// `display`: one keyword, or several that agree.
pub(super) fn display(value: &str) -> Option<Value> {
    const SHOWN: &[&str] = &[
        "block",
        "inline",
        "inline-block",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "flow-root",
        "flow",
        "contents",
        "list-item",
        "table",
        "inline-table",
        "table-row",
        "table-cell",
        "table-row-group",
        "table-header-group",
        "table-footer-group",
        "table-column",
        "table-column-group",
        "table-caption",
        "ruby",
        "ruby-base",
        "ruby-text",
        "math",
        "run-in",
        "-webkit-box",
        "-webkit-inline-box",
        "-webkit-flex",
        "-webkit-inline-flex",
    ];
    if value == "none" {
        return Some(Value::Hides);
    }
    let mut words = words(value).peekable();
    (words.peek().is_some() && words.all(|word| SHOWN.contains(&word))).then_some(Value::Shows)
}

/// Nobody reads letters below two pixels.
pub(super) fn font_size(value: &str) -> Option<Value> {
    const SMALLEST: f32 = 2.0;
    match value {
        "xx-small" | "x-small" | "small" | "medium" | "large" | "x-large" | "xx-large" | "xxx-large" => {
            return Some(Value::Shows);
        }
        "larger" | "smaller" | "math" => return Some(Value::Inherits),
        _ => {}
    }
    let measure = measure(value)?;
    let pixels = measure.pixels(16.0)?;
    if pixels < 0.0 {
        return None;
    }
    // What is relative to nothing is nothing.
    let relative = matches!(measure, Measure::Letters(_) | Measure::Percent(_));
    Some(if relative && pixels >= SMALLEST { Value::Inherits } else { hides_unless(pixels >= SMALLEST) })
}

/// The colour of letters.
pub(super) fn ink(value: &str) -> Option<Value> {
    Some(match Colour::read(value)? {
        Colour::Transparent => Value::Hides,
        Colour::Rgb(colour) => Value::Paints(colour),
        Colour::Unknown if value == "currentcolor" => Value::Inherits,
        Colour::Unknown => Value::Shows,
    })
}

/// A colour behind the text; what is not painted leaves what was there.
pub(super) fn paper(colour: Colour) -> Value {
    match colour {
        Colour::Transparent => Value::Inherits,
        Colour::Rgb(colour) => Value::Paints(colour),
        Colour::Unknown => Value::Shows,
    }
}

/// The shorthand: a colour, an image, both or neither.
pub(super) fn background(value: &str, set: &mut impl FnMut(Slot, Value)) {
    let has_image = ["url(", "gradient(", "image(", "image-set(", "cross-fade(", "element("]
        .iter()
        .any(|function| value.contains(function));
    let pieces = || pieces(value, |character| character.is_ascii_whitespace() || matches!(character, ',' | '/'));
    let colour = pieces().find_map(Colour::read);
    let known = has_image
        || colour.is_some()
        || pieces().all(|word| {
            matches!(
                word,
                "none"
                    | "repeat"
                    | "no-repeat"
                    | "repeat-x"
                    | "repeat-y"
                    | "fixed"
                    | "scroll"
                    | "local"
                    | "top"
                    | "left"
                    | "right"
                    | "bottom"
                    | "center"
                    | "cover"
                    | "contain"
                    | "auto"
                    | "border-box"
                    | "padding-box"
                    | "content-box"
                    | "text"
            ) || measure(word).is_some()
        });
    if !known || value.is_empty() {
        return;
    }
    set(Slot::Paper, colour.map_or(Value::Inherits, paper));
    set(Slot::PaperImage, if has_image { Value::Shows } else { Value::Inherits });
    set(Slot::PaperClip, if pieces().any(|word| word == "text") { Value::Shows } else { Value::Inherits });
}

/// Whether what does not fit is cut off, or only to be scrolled to.
pub(super) fn overflow(value: &str) -> Option<Value> {
    match value {
        "hidden" | "clip" | "scroll" | "auto" | "overlay" => Some(Value::Hides),
        "visible" => Some(Value::Shows),
        _ => None,
    }
}

/// The words of a value; what stands in brackets belongs to the word before it.
pub(super) fn words(value: &str) -> impl Iterator<Item = &str> {
    pieces(value, |character| character.is_ascii_whitespace())
}

fn pieces(value: &str, separates: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let split = value.split(move |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && separates(character)
    });
    split.filter(|piece| !piece.is_empty())
}
