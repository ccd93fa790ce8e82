// SPDX-License-Identifier: MIT OR Apache-2.0
//! Colours (CSS Color 4), as far as they tell whether text can be told from what is behind it.
//!
//! Decides which red, green and blue a colour is, and whether it is transparent. Colours of other spaces and of the
//! system are known to be colours and no more.

mod named;

use self::named::NAMED;
use super::length::{Measure, degrees, measure};

/// Below this nobody sees the colour.
const FAINTEST: f32 = 0.05;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// Nothing is painted.
    Transparent,
    /// Red, green and blue.
    Rgb([u8; 3]),
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
        let at = NAMED.binary_search_by(|(name, _)| (*name).cmp(text)).ok()?;
        let [_, red, green, blue] = NAMED[at].1.to_be_bytes();
        Some(Colour::Rgb([red, green, blue]))
    }
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

fn functional(function: &str, arguments: &str) -> Option<Colour> {
    let separated: Vec<&str> = arguments
        .split(|character: char| character.is_ascii_whitespace() || matches!(character, ',' | '/'))
        .filter(|argument| !argument.is_empty())
        .collect();
    let alpha = |at: usize| match separated.get(at) {
        None => 1.0,
        Some(&"none") => 0.0,
        // One that cannot be computed is taken for the least.
        Some(alpha) => measure(alpha).and_then(Measure::number).map_or(f32::NAN, |alpha| alpha),
    };
    let channel = |at: usize, whole: f32| -> Option<f32> {
        let value = match *separated.get(at)? {
            "none" => 0.0,
            value => match measure(value)? {
                Measure::Percent(percent) => percent / 100.0 * whole,
                measure => measure.number()?,
            },
        };
        Some(value.clamp(0.0, whole))
    };
    match function {
        "rgb" | "rgba" if separated.first() != Some(&"from") => {
            let (red, green, blue) = (channel(0, 255.0)?, channel(1, 255.0)?, channel(2, 255.0)?);
            Some(with_alpha([red, green, blue].map(|channel| channel.round() as u8), alpha(3)))
        }
        "hsl" | "hsla" | "hwb" if separated.first() != Some(&"from") => {
            let first = separated.first()?;
            let hue = degrees(first).or_else(|| measure(first)?.number()).unwrap_or(0.0).rem_euclid(360.0);
            let (second, third) = (percentage(separated.get(1)?)?, percentage(separated.get(2)?)?);
            let rgb = if function == "hwb" { from_hwb(hue, second, third) } else { from_hsl(hue, second, third) };
            Some(with_alpha(rgb, alpha(3)))
        }
        "lab" | "lch" | "oklab" | "oklch" | "color" | "rgb" | "rgba" | "hsl" | "hsla" | "hwb" => {
            let faint = arguments.rsplit_once('/').is_some_and(|(_, alpha)| {
                let alpha = alpha.trim_ascii();
                alpha == "none" || measure(alpha).and_then(Measure::number).is_some_and(|alpha| alpha < FAINTEST)
            });
            Some(if faint { Colour::Transparent } else { Colour::Unknown })
        }
        "color-mix" | "light-dark" | "device-cmyk" | "contrast-color" => Some(Colour::Unknown),
        _ => None,
    }
}

fn with_alpha(rgb: [u8; 3], alpha: f32) -> Colour {
    if alpha >= FAINTEST { Colour::Rgb(rgb) } else { Colour::Transparent }
}

/// 0 to 1.
fn percentage(text: &str) -> Option<f32> {
    let share = match measure(text)? {
        Measure::Percent(percent) | Measure::Number(percent) => percent / 100.0,
        _ => return None,
    };
    Some(share.clamp(0.0, 1.0))
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
    fn near_colours_cannot_be_told_apart() {
        assert!(alike([255, 255, 255], [253, 253, 253]));
        assert!(!alike([255, 255, 255], [238, 238, 238]));
    }
}
