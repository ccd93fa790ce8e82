// SPDX-License-Identifier: MIT OR Apache-2.0
//! Declarations that decide whether text is seen, and what their values come to.
//!
//! Decides what one declaration says, by itself: which property, whether its value hides. A value that browsers do not
//! take is no declaration: it must not undo the one before it.

use std::borrow::Cow;

use super::{
    colour::Colour,
    length::{Measure, measure},
    name::{behind_gap, identifier},
    property::{Property, Slot, Value, named, slots},
    reader::{decode_escapes, without_comments},
    shape,
    value::{background, display, font, font_size, hides_unless, image, ink, overflow, paper, words},
};

/// One setting of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// What is set.
    pub(super) slot: Slot,
    /// To what.
    pub(super) value: Value,
    /// Whether it is marked `!important`.
    pub(super) important: bool,
}

/// Whether `text` begins a declaration of a custom property.
pub(super) fn is_custom(text: &str) -> bool {
    identifier(behind_gap(text)).is_some_and(|(name, _)| name.starts_with("--"))
}

/// Reads the declaration `text`, without its semicolon, and hands each setting to `sink`.
pub(super) fn read(text: &str, quirks: bool, mut sink: impl FnMut(Setting)) {
    let text = text.trim_ascii();
    let bytes = text.as_bytes();
    // Most declarations are about something else, and are known by their name; few have comments or escapes.
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else { return };
    if marks(&bytes[..colon]) & ESCAPE == 0 {
        let Some(property) = named(text[..colon].trim_ascii()) else { return };
        let marks = marks(&bytes[colon..]);
        if marks & ESCAPE == 0 {
            return read_value(property, Cow::Borrowed(text[colon + 1..].trim_ascii()), marks, quirks, sink);
        }
    }
    let text = without_comments(text);
    let Some((property, value)) = text.split_once(':') else { return };
    let Some(property) = named(&decode_escapes(property.trim_ascii(), true)) else { return };
    let value = decode_escapes(value.trim_ascii(), true);
    let marks = marks(value.as_bytes());
    read_value(property, value, marks, quirks, &mut sink);
}

/// What a text has, one bit for each.
type Marks = u8;
/// What comments or escapes begin with.
const ESCAPE: Marks = 1;
/// Capital letters.
const CAPITAL: Marks = 1 << 1;
/// An exclamation mark.
const EXCLAMATION: Marks = 1 << 2;
/// An opening bracket.
const BRACKET: Marks = 1 << 3;

fn marks(text: &[u8]) -> Marks {
    static MARKS: [Marks; 256] = {
        let mut marks = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            marks[byte] = match byte as u8 {
                b'\\' | b'/' => ESCAPE,
                b'A'..=b'Z' => CAPITAL,
                b'!' => EXCLAMATION,
                b'(' => BRACKET,
                _ => 0,
            };
            byte += 1;
        }
        marks
    };
    text.iter().fold(0, |all, byte| all | MARKS[usize::from(*byte)])
}

/// Reads a value without comments and escapes.
fn read_value(property: Property, mut value: Cow<'_, str>, marks: Marks, quirks: bool, mut sink: impl FnMut(Setting)) {
    if marks & CAPITAL != 0 {
        value.to_mut().make_ascii_lowercase();
    }
    if marks & BRACKET != 0 {
        close_brackets(&mut value);
    }
    let mark = if marks & EXCLAMATION == 0 { None } else { value.rsplit_once('!') };
    let (value, important) = match mark {
        Some((before, mark)) if mark.trim_ascii() == "important" => (before.trim_ascii_end(), true),
        _ => (&*value, false),
    };
    let substitutes = marks & BRACKET != 0 && has_substitution(value);
    let mut set = |slot, value| sink(Setting { slot, value, important });
    settings(property, value, substitutes, &mut set);
    if quirks && let Some(value) = in_quirks(property, value) {
        // More than standards allow: it only hides.
        settings(property, &value, substitutes, &mut |slot, value| {
            if matches!(value, Value::Hides | Value::Paints(_)) {
                set(slot, value);
            }
        });
    }
}

/// The value as quirks mode takes it: numbers outside of calculations as pixels, and colours without their sign (Quirks Mode
/// Standard, section 3).
fn in_quirks(property: Property, value: &str) -> Option<String> {
    use Property as P;
    match property {
        P::Color | P::BackgroundColor => {
            let is_colour = matches!(value.len(), 3 | 6) && value.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_colour.then(|| format!("#{value}"))
        }
        P::FontSize
        | P::TextIndent
        | P::Left
        | P::Right
        | P::Top
        | P::Bottom
        | P::Margin
        | P::MarginLeft
        | P::MarginTop
        | P::Width
        | P::Height
        | P::MaxWidth
        | P::MaxHeight
        | P::Clip => {
            if value.contains('(') != matches!(property, P::Clip) {
                return None;
            }
            let separates = |character: char| character.is_ascii_whitespace() || matches!(character, '(' | ')' | ',');
            let pixels = |word: &str| {
                let number = word.trim_end_matches(separates);
                let unit = if number.parse::<f32>().is_ok() { "px" } else { "" };
                format!("{number}{unit}{}", &word[number.len()..])
            };
            Some(value.split_inclusive(separates).map(pixels).collect())
        }
        _ => None,
    }
}

/// Closes what the end of the sheet, or of the attribute, leaves open, as browsers do.
fn close_brackets(value: &mut Cow<'_, str>) {
    let depth = value.bytes().fold(0_usize, |depth, byte| match byte {
        b'(' => depth + 1,
        b')' => depth.saturating_sub(1),
        _ => depth,
    });
    if depth > 0 {
        value.to_mut().extend(std::iter::repeat_n(')', depth));
    }
}

fn settings(property: Property, value: &str, substitutes: bool, set: &mut impl FnMut(Slot, Value)) {
    use Property as P;
    if let Some(keyword) = wide_keyword(value) {
        let all = matches!(property, P::All);
        let is_settled = all || keyword == Value::Reverts;
        return slots(property)
            .iter()
            .for_each(|slot| set(*slot, if is_settled { keyword } else { slot.wide(keyword) }));
    }
    if substitutes && matches!(property, P::Background | P::BackgroundImage) && value.contains("gradient(") {
        // Whatever its colours are, it is a picture.
        return set(Slot::PaperImage, Value::Shows);
    }
    if matches!(property, P::All) || substitutes {
        return;
    }
    let one = match property {
        P::Display => display(value),
        P::Visibility => match value {
            "hidden" | "collapse" => Some(Value::Hides),
            "visible" => Some(Value::Shows),
            _ => None,
        },
        P::ContentVisibility => match value {
            "hidden" => Some(Value::Hides),
            "visible" | "auto" => Some(Value::Shows),
            _ => None,
        },
        P::Opacity => measure(value).and_then(Measure::number).map(|opacity| hides_unless(opacity >= 0.05)),
        P::Font => font(value),
        P::FontSize => font_size(value),
        P::Color | P::TextFill => ink(value),
        P::Background => return background(value, set),
        P::BackgroundColor => Colour::read(value).map(paper),
        P::BackgroundImage => image(value),
        P::BackgroundClip => match value {
            "text" => Some(Value::Shows),
            "border-box" | "padding-box" | "content-box" => Some(Value::Inherits),
            _ => None,
        },
        P::TextIndent => shape::indent(value),
        P::Transform => shape::transform(value),
        P::Translate => shape::translate(value),
        P::Scale => shape::scale(value),
        P::Rotate => shape::rotate(value),
        P::Zoom => shape::zoom(value),
        P::Filter => shape::filter(value),
        P::Clip => shape::clip(value),
        P::ClipPath => shape::clip_path(value),
        P::Left
        | P::Right
        | P::MarginLeft
        | P::Top
        | P::Bottom
        | P::MarginTop
        | P::InsetInlineEnd
        | P::InsetInlineStart
        | P::InsetBlockStart
        | P::InsetBlockEnd
        | P::MarginInlineStart
        | P::MarginBlockStart => slots(property).first().and_then(|slot| shape::offset(*slot, value)),
        P::Margin | P::Inset | P::InsetInline | P::InsetBlock | P::MarginInline | P::MarginBlock => {
            return sides(property, value, set);
        }
        // No minimum, or one of a height that is not known.
        P::MinWidth | P::MinHeight if value == "auto" => Some(Value::Hides),
        P::MinHeight if value.ends_with('%') => Some(Value::Hides),
        P::Width
        | P::Height
        | P::MaxWidth
        | P::MaxHeight
        | P::MinWidth
        | P::MinHeight
        | P::InlineSize
        | P::BlockSize
        | P::MaxInlineSize
        | P::MaxBlockSize => slots(property).first().and_then(|slot| shape::size(*slot, value)),
        P::Overflow | P::OverflowX | P::OverflowY => {
            let slots = slots(property);
            let values: Option<Vec<Value>> = words(value).map(overflow).collect();
            if let Some(values) = values.filter(|values| (1..=slots.len()).contains(&values.len())) {
                (0..slots.len()).for_each(|at| set(slots[at], values[at.min(values.len() - 1)]));
            }
            return;
        }
        P::All => None,
    };
    if let Some(value) = one {
        slots(property).iter().for_each(|slot| set(*slot, value));
    }
}

/// A shorthand of two or four sides. Those that hide do so in any case; the others count when all are understood.
fn sides(property: Property, value: &str, set: &mut impl FnMut(Slot, Value)) {
    use Property as P;
    // The slot of each side in the order in which they are written; margins to the right and below move nothing.
    let of_sides: &[Option<Slot>] = match property {
        P::Margin => &[Some(Slot::MarginTop), None, None, Some(Slot::MarginLeft)],
        P::MarginInline => &[Some(Slot::MarginLeft), None],
        P::MarginBlock => &[Some(Slot::MarginTop), None],
        _ => &slots(property).iter().copied().map(Some).collect::<Vec<_>>(),
    };
    let words: Vec<&str> = words(value).take(of_sides.len() + 1).collect();
    let read: Vec<Option<Value>> = of_sides
        .iter()
        .enumerate()
        .map(|(side, slot)| {
            let word = words.get(side).or(words.get(side % 2)).or(words.first())?;
            shape::offset(slot.unwrap_or(Slot::MarginTop), word)
        })
        .collect();
    let is_understood = words.len() <= of_sides.len() && read.iter().all(Option::is_some);
    for side in of_sides.iter().zip(read) {
        if let (Some(slot), Some(value)) = side
            && (is_understood || value == Value::Hides)
        {
            set(*slot, value);
        }
    }
}

/// Keywords that every property takes.
fn wide_keyword(value: &str) -> Option<Value> {
    match value {
        "initial" => Some(Value::Shows),
        "inherit" | "unset" => Some(Value::Inherits),
        "revert" | "revert-layer" => Some(Value::Reverts),
        _ => None,
    }
}

/// Whether the value is only known once variables are, which nothing here follows.
fn has_substitution(value: &str) -> bool {
    ["var(", "env(", "attr("].iter().any(|function| value.contains(function))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last value that is set for the slot.
    fn value(declaration: &str, slot: Slot) -> Option<Value> {
        let mut found = None;
        read(declaration, false, |setting| {
            if setting.slot == slot {
                found = Some(setting.value);
            }
        });
        found
    }

    #[test]
    fn values_that_hide_are_told_from_values_that_show() {
        use Slot::*;
        for (slot, hiding, showing) in [
            (
                Display,
                &[
                    "display:none",
                    "DISPLAY : None ",
                    "d\\69splay:n\\6f ne",
                    "display/**/:/*x*/none/**/",
                    "\\64 isplay:none",
                ][..],
                &["display:block", "display:inline flow-root", "display:initial"][..],
            ),
            (Visibility, &["visibility:hidden", "visibility:collapse"], &["visibility:visible"]),
            (ContentVisibility, &["content-visibility:hidden"], &["content-visibility:auto"]),
            (
                Opacity,
                &["opacity:0", "opacity:.01", "opacity:0%", "opacity:calc(1 - 1)", "opacity:-1"],
                &["opacity:1", "opacity:.5", "opacity:50%"],
            ),
            (
                FontSize,
                &[
                    "font-size:0",
                    "font-size:1px",
                    "font-size:.05em",
                    "font-size:0%",
                    "font:0/0 a",
                    "font:italic 1px/1 serif",
                    "font-size:calc(0px)",
                ],
                &["font-size:14px", "font-size:small", "font:12px/1.5 serif"],
            ),
            (Ink, &["color:transparent", "color:rgba(0,0,0,0)", "color:#0000"], &["color:LinkText"]),
            (
                Indent,
                &["text-indent:-9999px", "text-indent:-999em", "text-indent:200%"],
                &["text-indent:1em", "text-indent:0"],
            ),
            (
                Left,
                &[
                    "left:-9999px",
                    "left:-100vw",
                    "left:99999px",
                    "inset:0 auto auto -9999px",
                    "inset-inline-start:-9999px",
                    "left:calc(0px - 9999px)",
                ],
                &["left:0", "left:-50%", "left:50px", "left:auto", "inset:0"],
            ),
            (Top, &["top:-9999px", "inset:-9999px 0 0 0"], &["top:1500px"]),
            (
                MarginLeft,
                &["margin-left:-9999px", "margin:0 0 0 -9999px", "margin:0 -2000px"],
                &["margin:0 auto", "margin-left:-15px", "margin:1px 2px 3px"],
            ),
            (
                Transform,
                &[
                    "transform:scale(0)",
                    "transform:rotate(1deg) scale(0, 1)",
                    "transform:translateX(-9999px)",
                    "-webkit-transform:scale3d(0,0,0)",
                    "transform:matrix(0,0,0,0,0,0)",
                    "transform:rotateX(90deg)",
                ],
                &["transform:none", "transform:scale(1.1)", "transform:translate(-50%,-50%)"],
            ),
            (Scale, &["scale:0", "scale:1 0"], &["scale:1", "scale:none"]),
            (
                Translate,
                &["translate:-9999px", "translate:0 -9999px"],
                &["translate:0", "translate:none", "translate:-50% -50%"],
            ),
            (Filter, &["filter:opacity(0)", "filter:blur(0) opacity(1%)"], &["filter:none", "filter:opacity(1)"]),
            (
                Clip,
                &["clip:rect(0,0,0,0)", "clip:rect(0 0 0 0)", "clip:rect(1px, 1px, 1px, 1px)"],
                &["clip:auto", "clip:rect(0, 100px, 100px, 0)"],
            ),
            (
                ClipPath,
                &[
                    "clip-path:inset(50%)",
                    "clip-path:inset(100% 0 0 0)",
                    "clip-path:circle(0)",
                    "clip-path:polygon(0 0,0 0,0 0)",
                    "clip-path:polygon(0 0, 10px 10px, 20px 20px)",
                ],
                &[
                    "clip-path:none",
                    "clip-path:inset(0)",
                    "clip-path:circle(50%)",
                    "clip-path:polygon(0 0, 100% 0, 100% 100%)",
                ],
            ),
            (Height, &["height:0", "height:1px", "block-size:0"], &["height:20px", "height:auto", "height:100%"]),
            (
                OverflowY,
                &["overflow:hidden", "overflow:visible clip"],
                &["overflow:visible", "overflow:hidden visible"],
            ),
        ] {
            for declaration in hiding {
                assert_eq!(value(declaration, slot), Some(Value::Hides), "{declaration}");
            }
            for declaration in showing {
                assert_eq!(value(declaration, slot), Some(Value::Shows), "{declaration}");
            }
        }
    }

    #[test]
    fn what_browsers_do_not_take_is_no_declaration() {
        for (declaration, slot) in [
            ("display:nonsense", Slot::Display),
            ("display:none none", Slot::Display),
            ("display:bl ock", Slot::Display),
            ("display:bl/**/ock", Slot::Display),
            ("display", Slot::Display),
            ("--x-display:none", Slot::Display),
            ("x-display:none", Slot::Display),
            ("display:var(--x)", Slot::Display),
            ("/*display:none", Slot::Display),
            ("opacity:\\31", Slot::Opacity),
            ("opacity:1px", Slot::Opacity),
            ("font-size:12", Slot::FontSize),
            ("font-size:-1px", Slot::FontSize),
            ("color:rde", Slot::Ink),
            ("left:5", Slot::Left),
            ("height:10", Slot::Height),
            ("background:nonsense", Slot::Paper),
        ] {
            assert_eq!(value(declaration, slot), None, "{declaration}");
        }
    }

    #[test]
    fn a_background_is_a_colour_an_image_or_neither() {
        for (declaration, colour, image) in [
            ("background:#fff", Value::Paints([255; 3]), Value::Inherits),
            ("background:url(a b.png) no-repeat, white", Value::Paints([255; 3]), Value::Shows),
            ("background:linear-gradient(red, blue)", Value::Inherits, Value::Shows),
            ("background:none", Value::Inherits, Value::Inherits),
            ("background:0 0", Value::Inherits, Value::Inherits),
        ] {
            assert_eq!(value(declaration, Slot::Paper), Some(colour), "{declaration}");
            assert_eq!(value(declaration, Slot::PaperImage), Some(image), "{declaration}");
        }
    }
}
