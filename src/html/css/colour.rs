// SPDX-License-Identifier: MIT OR Apache-2.0
//! Colours (CSS Color 4), as far as they tell whether text can be told from what is behind it.
//!
//! Decides which red, green and blue a colour is, and whether it is transparent. Colours of other spaces and of the
//! system are known to be colours and no more.

mod named;

use self::named::NAMED;
use super::{
    length::{Measure, degrees, measure},
    value::{listed, words},
};

/// The spaces of `color()`.
const SPACES: [&str; 9] =
    ["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "xyz", "xyz-d50", "xyz-d65"];
/// Below this nobody sees the colour.
const FAINTEST: f32 = 0.05;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// Nothing is painted.
    Transparent,
    /// Red, green and blue.
    Rgb([u8; 3]),
    /// These, or so it seems: a part of it cannot be computed.
    Doubtful([u8; 3]),
    /// One that cannot be computed here.
    Unknown,
}

impl Colour {
    /// Reads a lower-case colour; `None` when it is none.
    pub(super) fn read(text: &str) -> Option<Colour> {
        if let Some(digits) = text.strip_prefix('#') {
            return hexadecimal(digits);
        }
        if let Some((function, arguments)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            return functional(function, arguments);
        }
        match text {
            "transparent" => return Some(Colour::Transparent),
            "currentcolor" => return Some(Colour::Unknown),
            // What people see unless the system says otherwise.
            "canvas" => return Some(Colour::Rgb([255, 255, 255])),
            "canvastext" => return Some(Colour::Rgb([0, 0, 0])),
            "accentcolor" | "accentcolortext" | "activetext" | "buttonborder" | "buttonface" | "buttontext"
            | "field" | "fieldtext" | "graytext" | "highlight" | "highlighttext" | "linktext" | "mark" | "marktext"
            | "selecteditem" | "selecteditemtext" | "visitedtext" => return Some(Colour::Unknown),
            _ => {}
        }
        named(text).map(Colour::Rgb)
    }
}

fn named(text: &str) -> Option<[u8; 3]> {
    let at = NAMED.binary_search_by(|(name, _)| (*name).cmp(text)).ok()?;
    let [_, red, green, blue] = NAMED[at].1.to_be_bytes();
    Some([red, green, blue])
}

/// The colour of an attribute (HTML Standard 2.4.6): any text is one, or nearly so.
pub(super) fn legacy(written: &str) -> Option<[u8; 3]> {
    /// Characters that are read.
    const LONGEST: usize = 128;
    let text = written.trim_ascii().to_ascii_lowercase();
    if text.is_empty() || text == "transparent" {
        return None;
    }
    if let Some(colour) = named(&text) {
        return Some(colour);
    }
    let short = text.strip_prefix('#').filter(|digits| digits.len() == 3);
    if let Some(Colour::Rgb(colour)) = short.and_then(hexadecimal) {
        return Some(colour);
    }
    // A character of two UTF-16 units counts as two.
    let mut digits: Vec<u8> =
        text.chars().flat_map(|c| std::iter::repeat_n(c, c.len_utf16())).take(LONGEST).map(digit).collect();
    if text.starts_with('#') {
        digits.remove(0);
    }
    while digits.is_empty() || !digits.len().is_multiple_of(3) {
        digits.push(0);
    }
    let length = digits.len() / 3;
    let mut parts = [0, 1, 2].map(|part| &digits[part * length..(part + 1) * length]);
    parts = parts.map(|part| &part[length.saturating_sub(8)..]);
    while parts[0].len() > 2 && parts.iter().all(|part| part[0] == 0) {
        parts = parts.map(|part| &part[1..]);
    }
    Some(parts.map(|part| part.iter().take(2).fold(0, |value, digit| value * 16 + digit)))
}

/// What a character of such a colour counts as.
fn digit(character: char) -> u8 {
    character.to_digit(16).map_or(0, |digit| digit as u8)
}

/// Whether nobody can tell one colour from the other.
pub(super) fn alike(one: [u8; 3], other: [u8; 3]) -> bool {
    /// How far two values of one channel may be apart.
    const NEAR: u8 = 8;
    one.into_iter().zip(other).all(|(one, other)| one.abs_diff(other) <= NEAR)
}

fn hexadecimal(digits: &str) -> Option<Colour> {
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [red, green, blue, alpha] = match digits.len() {
        3 | 4 => {
            let value = if digits.len() == 3 { value << 4 | 0xF } else { value };
            [12, 8, 4, 0].map(|shift| (value >> shift & 0xF) as u8 * 0x11)
        }
        6 => (value << 8 | 0xFF).to_be_bytes(),
        8 => value.to_be_bytes(),
        _ => return None,
    };
    Some(with_alpha([red, green, blue], f32::from(alpha) / 255.0))
}

/// A colour of a function (sections 4 to 11). One with an argument that browsers do not take is none.
fn functional(function: &str, arguments: &str) -> Option<Colour> {
    match function {
        "color-mix" => return mix(arguments),
        "light-dark" => {
            let mut both = listed(arguments);
            let light = simple(both.next()?)?;
            return (simple(both.next()?).is_some() && both.next().is_none()).then_some(light);
        }
        _ => {}
    }
    let separated: Vec<&str> = arguments
        .split(|character: char| character.is_ascii_whitespace() || matches!(character, ',' | '/'))
        .filter(|argument| !argument.is_empty())
        .collect();
    // Relative ones: what they come to is not followed.
    let (origin, channels) = match &separated[..] {
        ["from", origin, channels @ ..] => (Some(simple(origin)?), channels),
        channels => (None, channels),
    };
    let channels = match function {
        "color" => channels.split_first().filter(|(space, _)| SPACES.contains(space))?.1,
        "rgb" | "rgba" | "hsl" | "hsla" | "hwb" | "lab" | "lch" | "oklab" | "oklch" => channels,
        _ => return None,
    };
    let [first, second, third] = channels.get(..3)? else { return None };
    if channels.len() > 4 || (arguments.contains(',') && !is_legacy(function, arguments)) {
        return None;
    }
    if origin.is_some() {
        let is_channel = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase()) || measure(word).is_some();
        let is_faint = channels.get(3).is_some_and(|alpha| is_faint(alpha));
        let colour = if is_faint { Colour::Transparent } else { Colour::Unknown };
        return channels.iter().all(is_channel).then_some(colour);
    }
    let alpha = match channels.get(3) {
        None => 1.0,
        Some(&"none") => 0.0,
        Some(alpha) => measure(alpha)?.number()?,
    };
    let part = |word: &str, whole: f32| -> Option<f32> {
        let value = match word {
            "none" => 0.0,
            word => match measure(word)? {
                Measure::Percent(percent) => percent / 100.0 * whole,
                measure => measure.number()?,
            },
        };
        Some(value.clamp(0.0, whole))
    };
    let hue = |word: &str| match word {
        "none" => Some(0.0),
        word => measure(word)
            .and_then(Measure::number)
            .or_else(|| degrees(word).filter(|hue| !hue.is_nan()))
            .map(|degrees| degrees.rem_euclid(360.0)),
    };
    let share = |word: &str| part(word, 100.0).map(|share| share / 100.0);
    match function {
        "rgb" | "rgba" => {
            let (red, green, blue) = (part(first, 255.0)?, part(second, 255.0)?, part(third, 255.0)?);
            Some(with_alpha([red, green, blue].map(|channel| channel.round() as u8), alpha))
        }
        "hsl" | "hsla" => Some(with_alpha(from_hsl(hue(first)?, share(second)?, share(third)?), alpha)),
        "hwb" => Some(with_alpha(from_hwb(hue(first)?, share(second)?, share(third)?), alpha)),
        "color" if arguments.trim_ascii_start().starts_with("srgb ") => {
            let (red, green, blue) = (part(first, 1.0)?, part(second, 1.0)?, part(third, 1.0)?);
            Some(with_alpha([red, green, blue].map(|channel| (channel * 255.0).round() as u8), alpha))
        }
        _ => {
            let lightness = match function {
                "lab" | "lch" => part(first, 100.0)? / 100.0,
                "oklab" | "oklch" => part(first, 1.0)?,
                _ => 0.5,
            };
            // White and black are the same in all spaces; other colours are not computed.
            let colour = match lightness {
                0.0 => with_alpha([0; 3], alpha),
                1.0 => with_alpha([255; 3], alpha),
                _ if alpha < FAINTEST || alpha.is_nan() => Colour::Transparent,
                _ => Colour::Unknown,
            };
            [first, second, third].iter().all(|word| hue(word).is_some()).then_some(colour)
        }
    }
}

fn is_faint(alpha: &str) -> bool {
    alpha == "none" || measure(alpha).and_then(Measure::number).is_some_and(|alpha| alpha < FAINTEST)
}

/// The notation with commas, which some functions have.
fn is_legacy(function: &str, arguments: &str) -> bool {
    matches!(function, "rgb" | "rgba" | "hsl" | "hsla")
        && !arguments.contains('/')
        && listed(arguments)
            .all(|argument| !argument.is_empty() && !argument.contains(|c: char| c.is_ascii_whitespace()))
}

/// `color-mix(in space, colour share, colour share)`: known to be a colour, and of two equal ones which.
fn mix(arguments: &str) -> Option<Colour> {
    const OTHERS: [&str; 6] = ["lab", "oklab", "lch", "oklch", "hsl", "hwb"];
    let is_space = |name: &str| SPACES.contains(&name) || OTHERS.contains(&name);
    let parts: Vec<&str> = listed(arguments).take(4).collect();
    let [space, one, other] = parts[..] else { return None };
    let mut space = words(space);
    if space.next() != Some("in") || !space.next().is_some_and(is_space) {
        return None;
    }
    let part = |text: &str| {
        let (mut colour, mut share) = (None, None);
        for word in words(text) {
            match measure(word) {
                Some(Measure::Percent(percent)) if share.is_none() => share = Some(percent),
                _ if colour.is_none() => colour = Some(simple(word)?),
                _ => return None,
            }
        }
        colour
    };
    let (one, other) = (part(one)?, part(other)?);
    Some(if one == other { one } else { Colour::Unknown })
}

/// A colour that holds no other one.
fn simple(text: &str) -> Option<Colour> {
    let holds_another = text.contains("from ") || ["color-mix(", "light-dark("].iter().any(|name| text.contains(name));
    if holds_another { None } else { Colour::read(text) }
}

fn with_alpha(rgb: [u8; 3], alpha: f32) -> Colour {
    match alpha {
        alpha if alpha >= FAINTEST => Colour::Rgb(rgb),
        alpha if alpha.is_nan() => Colour::Doubtful(rgb),
        _ => Colour::Transparent,
    }
}

/// CSS Color 4, section 7.1.
fn from_hsl(hue: f32, saturation: f32, lightness: f32) -> [u8; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let step = (offset + hue / 30.0) % 12.0;
        let value = lightness - reach * (-1.0_f32).max((step - 3.0).min(9.0 - step).min(1.0));
        (value * 255.0).round() as u8
    })
}

/// CSS Color 4, section 8.1.
fn from_hwb(hue: f32, white: f32, black: f32) -> [u8; 3] {
    if white + black >= 1.0 {
        return [(white / (white + black) * 255.0).round() as u8; 3];
    }
    from_hsl(hue, 1.0, 0.5).map(|channel| {
        let share = f32::from(channel) / 255.0 * (1.0 - white - black) + white;
        (share * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_the_same_however_they_are_written() {
        assert!(NAMED.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for text in [
            "red",
            "#f00",
            "#f00f",
            "#ff0000",
            "#ff0000ff",
            "rgb(255,0,0)",
            "rgb(255 0 0 / 1)",
            "rgba(100%, 0%, 0%, .5)",
            "hsl(0, 100%, 50%)",
            "hsl(360deg 100% 50%)",
            "hsl(1turn 100 50 / 90%)",
            "hwb(0 0% 0%)",
            "rgb(300, -5, none)",
        ] {
            assert_eq!(Colour::read(text), Some(Colour::Rgb([255, 0, 0])), "{text}");
        }
        assert_eq!(Colour::read("rebeccapurple"), Some(Colour::Rgb([0x66, 0x33, 0x99])));
        assert_eq!(Colour::read("hsl(120, 100%, 25%)"), Some(Colour::Rgb([0, 128, 0])));
        assert_eq!(Colour::read("lightgoldenrodyellow"), Some(Colour::Rgb([0xFA, 0xFA, 0xD2])));
    }

    #[test]
    fn what_is_transparent_is_told_and_what_is_no_colour_too() {
        for text in [
            "transparent",
            "#0000",
            "#12345600",
            "rgba(1,2,3,0)",
            "rgb(0 0 0 / 0%)",
            "hsla(0,0%,0%,.01)",
            "lab(1 2 3 / 0)",
        ] {
            assert_eq!(Colour::read(text), Some(Colour::Transparent), "{text}");
        }
        for text in ["lab(50% 40 59.5)", "currentcolor", "color-mix(in srgb, red, blue)", "graytext"] {
            assert_eq!(Colour::read(text), Some(Colour::Unknown), "{text}");
        }
        for text in ["", "#12", "#ggg", "#12345", "rde", "rgb(1)", "rgb(a,b,c)", "none", "url(x)", "var(--x)"] {
            assert_eq!(Colour::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_colour_of_an_attribute_is_what_browsers_make_of_it() {
        for (text, expected) in [
            ("white", Some([255; 3])),
            (" #FFF ", Some([255; 3])),
            ("fff", Some([15; 3])),
            ("ffffff", Some([255; 3])),
            ("#fffffffff", Some([255; 3])),
            ("chucknorris", Some([0xC0, 0, 0])),
            ("#", Some([0; 3])),
            ("x", Some([0; 3])),
            ("transparent", None),
            ("", None),
        ] {
            assert_eq!(legacy(text), expected, "{text}");
        }
    }

    #[test]
    fn near_colours_cannot_be_told_apart() {
        assert!(alike([255, 255, 255], [253, 253, 253]));
        assert!(!alike([255, 255, 255], [238, 238, 238]));
    }
}
