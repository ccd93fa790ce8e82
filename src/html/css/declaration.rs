// SPDX-License-Identifier: MIT OR Apache-2.0
//! Declarations that decide whether text is seen, and what their values come to.
//!
//! Decides what one declaration says, by itself: which property, whether its value hides. A value that browsers do not
//! take is no declaration: it must not undo the one before it.

use super::{
    colour::Colour,
    length::{Measure, measure},
    reader::{decode_escapes, without_comments},
    shape,
};
use crate::html::names::NameTable;

/// What a declaration sets. Shorthands set several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Slot {
    All,
    Display,
    Visibility,
    ContentVisibility,
    Opacity,
    FontSize,
    Ink,
    TextFill,
    Paper,
    PaperImage,
    PaperClip,
    Indent,
    Left,
    Right,
    Top,
    Bottom,
    MarginLeft,
    MarginTop,
    Transform,
    Translate,
    Scale,
    Filter,
    Clip,
    ClipPath,
    Width,
    Height,
    MaxWidth,
    MaxHeight,
    MinWidth,
    MinHeight,
    OverflowX,
    OverflowY,
}

impl Slot {
    /// How many there are.
    pub(super) const COUNT: usize = Slot::OverflowY as usize + 1;

    /// What a keyword that every property takes comes to here: `Shows` stands for `initial`, `Inherits` for the others.
    pub(super) fn wide(self, keyword: Value) -> Value {
        match self {
            Slot::Ink if keyword == Value::Shows => Value::Paints([0; 3]),
            Slot::Visibility | Slot::FontSize | Slot::Ink | Slot::Indent => keyword,
            Slot::TextFill | Slot::Paper | Slot::PaperImage | Slot::PaperClip => Value::Inherits,
            // No minimum; and what is around may well clip.
            Slot::MinWidth | Slot::MinHeight => Value::Hides,
            Slot::OverflowX | Slot::OverflowY if keyword == Value::Inherits => Value::Hides,
            _ => Value::Shows,
        }
    }
}

/// What a value comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// By itself, or together with another one, it hides.
    Hides,
    /// It shows, whatever was around.
    Shows,
    /// It changes nothing of what was around.
    Inherits,
    /// A colour that is painted.
    Paints([u8; 3]),
}

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

macro_rules! properties {
    ($($variant:ident $name:literal)*) => {
        #[derive(Clone, Copy)]
        enum Property { $($variant),* }

        const ALL: &[Property] = &[$(Property::$variant),*];
        static NAMES: NameTable<128> = NameTable::new(&[$($name),*]);
    };
}

// Names of more than 16 bytes do not fit the table and stand in `named` below.
properties! {
    All "all"
    Display "display"
    Visibility "visibility"
    Opacity "opacity"
    Font "font"
    FontSize "font-size"
    Color "color"
    Background "background"
    BackgroundColor "background-color"
    BackgroundImage "background-image"
    TextIndent "text-indent"
    Left "left"
    Right "right"
    Top "top"
    Bottom "bottom"
    Inset "inset"
    InsetInline "inset-inline"
    InsetBlock "inset-block"
    Margin "margin"
    MarginLeft "margin-left"
    MarginTop "margin-top"
    MarginInline "margin-inline"
    MarginBlock "margin-block"
    Transform "transform"
    Translate "translate"
    Scale "scale"
    Filter "filter"
    Clip "clip"
    ClipPath "clip-path"
    Width "width"
    Height "height"
    MaxWidth "max-width"
    MaxHeight "max-height"
    MinWidth "min-width"
    MinHeight "min-height"
    InlineSize "inline-size"
    BlockSize "block-size"
    MaxInlineSize "max-inline-size"
    MaxBlockSize "max-block-size"
    Overflow "overflow"
    OverflowX "overflow-x"
    OverflowY "overflow-y"
    BackgroundClip "background-clip"
    ContentVisibility "content-visible"
    MarginInlineStart "margin-inl-start"
    MarginBlockStart "margin-blk-start"
    InsetInlineStart "inset-inl-start"
    InsetInlineEnd "inset-inline-end"
    InsetBlockStart "inset-blk-start"
    InsetBlockEnd "inset-block-end"
    TextFill "text-fill-color"
}

/// The property of a name.
fn named(name: &str) -> Option<Property> {
    let name = name.strip_prefix("-webkit-").or_else(|| name.strip_prefix("-WEBKIT-")).unwrap_or(name);
    let short = match name.len() {
        0..=16 => name,
        17.. => [
            ("content-visibility", "content-visible"),
            ("margin-inline-start", "margin-inl-start"),
            ("margin-block-start", "margin-blk-start"),
            ("inset-inline-start", "inset-inl-start"),
            ("inset-block-start", "inset-blk-start"),
        ]
        .into_iter()
        .find_map(|(long, short)| name.eq_ignore_ascii_case(long).then_some(short))?,
    };
    NAMES.position(short).map(|position| ALL[position as usize])
}

/// Reads the declaration `text`, without its semicolon, and hands each setting to `sink`.
pub(super) fn read(text: &str, mut sink: impl FnMut(Setting)) {
    let text = text.trim_ascii();
    // A first look without copying: most declarations are about something else.
    let Some(colon) = text.find(':') else { return };
    let plain = !text[..colon].contains(['\\', '/']);
    if plain && named(text[..colon].trim_ascii()).is_none() {
        return;
    }
    let text = without_comments(text);
    let Some((property, value)) = text.split_once(':') else { return };
    let Some(property) = named(&decode_escapes(property.trim_ascii(), true)) else { return };
    let value = decode_escapes(value.trim_ascii(), true).to_ascii_lowercase();
    let (value, important) = match value.rsplit_once('!') {
        Some((before, mark)) if mark.trim_ascii() == "important" => (before.trim_ascii_end(), true),
        _ => (value.as_str(), false),
    };
    settings(property, value, &mut |slot, value| sink(Setting { slot, value, important }));
}

fn settings(property: Property, value: &str, set: &mut impl FnMut(Slot, Value)) {
    use Property as P;
    if let Some(keyword) = wide_keyword(value) {
        let all = matches!(property, P::All);
        return slots(property).iter().for_each(|slot| set(*slot, if all { keyword } else { slot.wide(keyword) }));
    }
    if matches!(property, P::All) || has_substitution(value) {
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
        P::Font => {
            if let Some(size) = words(value).find_map(|word| font_size(word.split('/').next().unwrap_or(word))) {
                set(Slot::FontSize, size);
            }
            return;
        }
        P::FontSize => font_size(value),
        P::Color | P::TextFill => ink(value),
        P::Background => return background(value, set),
        P::BackgroundColor => Colour::read(value).map(paper),
        P::BackgroundImage => Some(if value == "none" { Value::Inherits } else { Value::Shows }),
        P::BackgroundClip => Some(if value == "text" { Value::Shows } else { Value::Inherits }),
        P::TextIndent => words(value).find_map(shape::indent),
        P::Transform => shape::transform(value),
        P::Translate => shape::translate(&words(value).collect::<Vec<_>>()),
        P::Scale => shape::scale(&words(value).collect::<Vec<_>>()),
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
        P::Margin => {
            let sides = shape::sides(value);
            for (slot, side) in [(Slot::MarginTop, 0), (Slot::MarginLeft, 3)] {
                if let Some(value) = sides.and_then(|sides| shape::offset(slot, sides[side])) {
                    set(slot, value);
                }
            }
            return;
        }
        P::Inset => {
            let sides = shape::sides(value);
            for (side, slot) in slots(property).iter().enumerate() {
                if let Some(value) = sides.and_then(|sides| shape::offset(*slot, sides[side])) {
                    set(*slot, value);
                }
            }
            return;
        }
        P::InsetInline | P::InsetBlock | P::MarginInline | P::MarginBlock => {
            let values: Vec<&str> = words(value).collect();
            for (side, slot) in slots(property).iter().enumerate() {
                let value = values.get(side).or(values.first()).and_then(|value| shape::offset(*slot, value));
                if let Some(value) = value {
                    set(*slot, value);
                }
            }
            return;
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
        | P::MaxBlockSize => shape::size(value),
        P::Overflow | P::OverflowX | P::OverflowY => {
            let slots = slots(property);
            let values: Option<Vec<Value>> = words(value).map(overflow).collect();
            if let Some(values) = values.filter(|values| (1..=2).contains(&values.len())) {
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

/// What a property sets; four sides in the order top, right, bottom, left.
fn slots(property: Property) -> &'static [Slot] {
    use Property as P;
    match property {
        P::All => &[Slot::All],
        P::Display => &[Slot::Display],
        P::Visibility => &[Slot::Visibility],
        P::ContentVisibility => &[Slot::ContentVisibility],
        P::Opacity => &[Slot::Opacity],
        P::Font | P::FontSize => &[Slot::FontSize],
        P::Color => &[Slot::Ink],
        P::TextFill => &[Slot::TextFill],
        P::Background => &[Slot::Paper, Slot::PaperImage, Slot::PaperClip],
        P::BackgroundColor => &[Slot::Paper],
        P::BackgroundImage => &[Slot::PaperImage],
        P::BackgroundClip => &[Slot::PaperClip],
        P::TextIndent => &[Slot::Indent],
        P::Left | P::InsetInlineStart => &[Slot::Left],
        P::Right | P::InsetInlineEnd => &[Slot::Right],
        P::Top | P::InsetBlockStart => &[Slot::Top],
        P::Bottom | P::InsetBlockEnd => &[Slot::Bottom],
        P::Inset => &[Slot::Top, Slot::Right, Slot::Bottom, Slot::Left],
        P::InsetInline => &[Slot::Left, Slot::Right],
        P::InsetBlock => &[Slot::Top, Slot::Bottom],
        P::Margin => &[Slot::MarginTop, Slot::MarginLeft],
        P::MarginLeft | P::MarginInlineStart => &[Slot::MarginLeft],
        P::MarginTop | P::MarginBlockStart => &[Slot::MarginTop],
        P::MarginInline => &[Slot::MarginLeft],
        P::MarginBlock => &[Slot::MarginTop],
        P::Transform => &[Slot::Transform],
        P::Translate => &[Slot::Translate],
        P::Scale => &[Slot::Scale],
        P::Filter => &[Slot::Filter],
        P::Clip => &[Slot::Clip],
        P::ClipPath => &[Slot::ClipPath],
        P::Width | P::InlineSize => &[Slot::Width],
        P::Height | P::BlockSize => &[Slot::Height],
        P::MaxWidth | P::MaxInlineSize => &[Slot::MaxWidth],
        P::MaxHeight | P::MaxBlockSize => &[Slot::MaxHeight],
        P::MinWidth => &[Slot::MinWidth],
        P::MinHeight => &[Slot::MinHeight],
        P::Overflow => &[Slot::OverflowX, Slot::OverflowY],
        P::OverflowX => &[Slot::OverflowX],
        P::OverflowY => &[Slot::OverflowY],
    }
}

/// Keywords that every property takes. What `revert` goes back to is not known: it undoes nothing.
fn wide_keyword(value: &str) -> Option<Value> {
    match value {
        "initial" => Some(Value::Shows),
        "inherit" | "unset" => Some(Value::Inherits),
        _ => None,
    }
}

/// Whether the value is only known once variables are, which nothing here follows.
fn has_substitution(value: &str) -> bool {
    ["var(", "env(", "attr("].iter().any(|function| value.contains(function))
}

pub(super) fn hides_unless(shown: bool) -> Value {
    if shown { Value::Shows } else { Value::Hides }
}

fn display(value: &str) -> Option<Value> {
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
fn font_size(value: &str) -> Option<Value> {
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

fn ink(value: &str) -> Option<Value> {
    Some(match Colour::read(value)? {
        Colour::Transparent => Value::Hides,
        Colour::Rgb(colour) => Value::Paints(colour),
        Colour::Unknown if value == "currentcolor" => Value::Inherits,
        Colour::Unknown => Value::Shows,
    })
}

/// A colour behind the text; what is not painted leaves what was there.
fn paper(colour: Colour) -> Value {
    match colour {
        Colour::Transparent => Value::Inherits,
        Colour::Rgb(colour) => Value::Paints(colour),
        Colour::Unknown => Value::Shows,
    }
}

fn background(value: &str, set: &mut impl FnMut(Slot, Value)) {
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

fn overflow(value: &str) -> Option<Value> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The last value that is set for the slot.
    fn value(declaration: &str, slot: Slot) -> Option<Value> {
        let mut found = None;
        read(declaration, |setting| {
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
