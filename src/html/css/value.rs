// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values of keywords, fonts and colours, and what they come to.
//!
//! Decides whether a value hides, by itself. A value that browsers do not take is `None`.

use super::{
    colour::Colour,
    length::{Measure, measure, measure_within},
    property::{Slot, Value},
};

/// Hides, unless it is shown.
pub(super) fn hides_unless(shown: bool) -> Value {
    if shown { Value::Shows } else { Value::Hides }
}

/// What hides does so even where not all of a value is understood; what shows must be understood to its end, since browsers
/// drop a declaration for the least that they do not know.
pub(super) fn verdict(hides: bool, is_understood: bool) -> Option<Value> {
    match (hides, is_understood) {
        (true, _) => Some(Value::Hides),
        (false, true) => Some(Value::Shows),
        (false, false) => None,
    }
}

/// `display`: one keyword, or how it lies outside and inside (Display 3, section 2).
pub(super) fn display(value: &str) -> Option<Value> {
    const OUTSIDE: &[&str] = &["block", "inline"];
    const INSIDE: &[&str] = &["flow", "flow-root", "flex", "grid", "table", "ruby", "math"];
    const ALONE: &[&str] = &[
        "inline-block",
        "inline-flex",
        "inline-grid",
        "inline-table",
        "contents",
        "table-row",
        "table-cell",
        "table-row-group",
        "table-header-group",
        "table-footer-group",
        "table-caption",
        "-webkit-box",
        "-webkit-inline-box",
        "-webkit-flex",
        "-webkit-inline-flex",
    ];
    match value {
        // Of the columns of a table nothing is shown.
        "none" | "table-column" | "table-column-group" => return Some(Value::Hides),
        _ if ALONE.contains(&value) => return Some(Value::Shows),
        _ => {}
    }
    let count = |kind: &[&str]| words(value).filter(|word| kind.contains(word)).count();
    let (outside, inside, item) = (count(OUTSIDE), count(INSIDE), count(&["list-item"]));
    let is_understood = outside + inside + item == words(value).count()
        && (1..=3).contains(&(outside + inside + item))
        && outside.max(inside).max(item) == 1
        && (item == 0 || inside == count(&["flow", "flow-root"]));
    is_understood.then_some(Value::Shows)
}

/// The shorthand `font`: what comes before the size, the size, a height of lines, and families.
pub(super) fn font(value: &str) -> Option<Value> {
    const SYSTEM: &[&str] = &["caption", "icon", "menu", "message-box", "small-caption", "status-bar"];
    const STYLES: &[&str] = &[
        "normal",
        "italic",
        "oblique",
        "small-caps",
        "bold",
        "bolder",
        "lighter",
        "ultra-condensed",
        "extra-condensed",
        "condensed",
        "semi-condensed",
        "semi-expanded",
        "expanded",
        "extra-expanded",
        "ultra-expanded",
    ];
    if SYSTEM.contains(&value) {
        return Some(Value::Shows);
    }
    let is_weight = |word: &str| word.parse().is_ok_and(|weight: f32| (1.0..=1000.0).contains(&weight));
    let mut words = words(value).skip_while(|word| STYLES.contains(word) || is_weight(word)).peekable();
    let word = words.next()?;
    let (size, mut height) = word.split_once('/').map_or((word, None), |(size, height)| (size, Some(height)));
    let size = font_size(size)?;
    if height.is_none() {
        height = words.next_if(|word| word.starts_with('/')).map(|word| &word[1..]);
    }
    if height == Some("") {
        height = words.next();
    }
    let is_understood = height.is_none_or(|height| {
        height == "normal" || is_length(height) || measure(height).is_some_and(Measure::is_number)
    }) && words
        .next()
        .is_some_and(|family| !family.starts_with(|first: char| first.is_ascii_digit() || first == ','));
    match size {
        Value::Hides => Some(size),
        _ => is_understood.then_some(size),
    }
}

/// Nobody reads letters below two pixels.
pub(super) fn font_size(value: &str) -> Option<Value> {
    /// Pixels of the letters around.
    const LETTER: f32 = 16.0;
    const SMALLEST: f32 = 2.0;
    match value {
        "xx-small" | "x-small" | "small" | "medium" | "large" | "x-large" | "xx-large" | "xxx-large" => {
            return Some(Value::Shows);
        }
        "larger" | "smaller" | "math" => return Some(Value::Inherits),
        _ => {}
    }
    let measure = measure_within(value, LETTER)?;
    let pixels = measure.pixels(LETTER)?;
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
        Colour::Transparent | Colour::Doubtful(_) => Value::Hides,
        Colour::Rgb(colour) => Value::Paints(colour),
        Colour::Unknown if value == "currentcolor" => Value::Inherits,
        Colour::Unknown => Value::Shows,
    })
}

/// A colour behind the text; what is not painted leaves what was there.
pub(super) fn paper(colour: Colour) -> Value {
    match colour {
        Colour::Transparent => Value::Inherits,
        Colour::Rgb(colour) | Colour::Doubtful(colour) => Value::Paints(colour),
        Colour::Unknown => Value::Shows,
    }
}

/// `background-image`: pictures, or none.
pub(super) fn image(text: &str) -> Option<Value> {
    let (mut pictures, mut is_understood) = (false, true);
    for layer in listed(text) {
        pictures |= is_picture(layer);
        is_understood &= is_picture(layer) || layer == "none";
    }
    is_understood.then_some(if pictures { Value::Shows } else { Value::Inherits })
}

/// The shorthand: a colour, an image, both or neither, in layers of which the last has the colour.
pub(super) fn background(value: &str, set: &mut impl FnMut(Slot, Value)) {
    let (mut colour, mut has_image, mut has_text) = (None, false, false);
    for layer in listed(value) {
        // A colour in any but the last layer, or what nobody knows, makes it no declaration.
        let Some(layer) = Layer::read(layer).filter(|_| colour.is_none()) else { return };
        colour = layer.colour;
        (has_image, has_text) = (has_image || layer.picture, has_text || layer.text);
    }
    set(Slot::Paper, colour.map_or(Value::Inherits, paper));
    set(Slot::PaperImage, if has_image { Value::Shows } else { Value::Inherits });
    set(Slot::PaperClip, if has_text { Value::Shows } else { Value::Inherits });
}

/// One layer of a background.
struct Layer {
    colour: Option<Colour>,
    picture: bool,
    text: bool,
}

impl Layer {
    /// Reads it; `None` when browsers would not take it.
    fn read(text: &str) -> Option<Layer> {
        /// What a layer may have once, or as often as this, by kind.
        const KINDS: [(&[&str], usize); 5] = [
            (&["none"], 1),
            (&["repeat", "no-repeat", "space", "round"], 2),
            (&["repeat-x", "repeat-y"], 1),
            (&["fixed", "scroll", "local"], 1),
            (&["border-box", "padding-box", "content-box", "text"], 2),
        ];
        let mut layer = Layer { colour: None, picture: false, text: false };
        let (mut counts, mut pictures) = ([0; KINDS.len()], 0);
        let (mut place, mut place_is_open, mut sizes) = (Vec::new(), true, None);
        // The size stands behind a slash.
        let spaced = text.replace('/', " / ");
        for word in words(&spaced) {
            if place_is_open && sizes.is_none() && (PLACES.contains(&word) || is_length(word)) && place.len() < 4 {
                place.push(word);
                continue;
            }
            place_is_open &= place.is_empty();
            if word == "/" {
                sizes = if !place.is_empty() && sizes.is_none() { Some(0) } else { return None };
            } else if let Some(count) = sizes.as_mut().filter(|count| **count < 2)
                && (matches!(word, "auto" | "cover" | "contain") || is_length(word))
            {
                *count += 1;
            } else if let Some(kind) = KINDS.iter().position(|(words, _)| words.contains(&word)) {
                (counts[kind], layer.text) = (counts[kind] + 1, layer.text || word == "text");
                sizes = sizes.map(|_| 2);
            } else if is_picture(word) {
                pictures += 1;
            } else {
                layer.colour = match layer.colour {
                    None => Some(Colour::read(word)?),
                    Some(_) => return None,
                };
            }
        }
        let is_taken = counts.iter().zip(KINDS).all(|(count, (_, most))| *count <= most)
            && is_place(&place)
            && pictures + counts[0] <= 1
            && sizes != Some(0)
            && !text.is_empty();
        layer.picture = pictures > 0;
        is_taken.then_some(layer)
    }
}

/// Sides, and the middle, that a picture can be placed at.
pub(super) const PLACES: [&str; 5] = ["left", "right", "top", "bottom", "center"];

/// Whether these words, each a side or a length, are a place together (Backgrounds 3, section 2.6).
fn is_place(words: &[&str]) -> bool {
    let across = |word: &&str| matches!(*word, "left" | "right");
    let down = |word: &&str| matches!(*word, "top" | "bottom");
    let is_side = |word: &&str| PLACES.contains(word);
    if words.iter().filter(|word| across(word)).count() > 1 || words.iter().filter(|word| down(word)).count() > 1 {
        return false;
    }
    match words {
        // A length stands for the side that the other word is not.
        [first, second] => (is_side(first) || !across(second)) && (is_side(second) || !down(first)),
        // Each length stands behind its side.
        [first, second, third] => is_side(first) && (is_side(second) != is_side(third)),
        [first, second, third, fourth] => is_side(first) && !is_side(second) && is_side(third) && !is_side(fourth),
        _ => true,
    }
}

fn is_length(word: &str) -> bool {
    measure(word).and_then(|measure| measure.pixels(1.0)).is_some_and(|pixels| !pixels.is_nan())
}

/// Whether a word is a picture.
fn is_picture(word: &str) -> bool {
    const PICTURES: [&str; 4] = ["url(", "image-set(", "-webkit-image-set(", "cross-fade("];
    const GRADIENTS: [&str; 3] = ["linear-gradient(", "radial-gradient(", "conic-gradient("];
    let bare = word.strip_prefix("-webkit-").unwrap_or(word);
    let bare = bare.strip_prefix("repeating-").unwrap_or(bare);
    PICTURES.iter().any(|begins| word.starts_with(begins)) || GRADIENTS.iter().any(|begins| bare.starts_with(begins))
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
    parts(value, |character| character.is_ascii_whitespace()).filter(|word| !word.is_empty())
}

/// What commas part, those in brackets left alone.
pub(super) fn listed(value: &str) -> impl Iterator<Item = &str> {
    parts(value, |character| character == ',').map(str::trim_ascii)
}

fn parts(value: &str, separates: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    value.split(move |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && separates(character)
    })
}
