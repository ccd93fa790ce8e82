// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lengths, percentages and numbers of CSS (CSS Values 4), as far as they tell whether something is next to nothing or
//! far away.
//!
//! Decides how many pixels a length is, on a screen of 1280 by 800 and at 16 pixels a letter. It never needs a layout: what
//! a percentage is of, the caller says. What cannot be computed is NaN, which every caller reads as hiding.

use super::{SCREEN_HEIGHT, SCREEN_WIDTH};

/// How deep calculations may be nested.
const DEEPEST: u8 = 16;

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measure {
    /// A length in pixels that does not depend on the font.
    Pixels(f32),
    /// A length in pixels at 16 pixels a letter.
    Letters(f32),
    /// A percentage.
    Percent(f32),
    /// A number without a unit.
    Number(f32),
}

impl Measure {
    /// The pixels, when 100 % are `whole`. A bare number is a length when it is zero.
    pub(super) fn pixels(self, whole: f32) -> Option<f32> {
        match self {
            Measure::Pixels(pixels) | Measure::Letters(pixels) => Some(pixels),
            Measure::Percent(percent) => Some(percent / 100.0 * whole),
            Measure::Number(number) => (number == 0.0 || number.is_nan()).then_some(number),
        }
    }

    /// The number, a percentage as its hundredth.
    pub(super) fn number(self) -> Option<f32> {
        match self {
            Measure::Number(number) => Some(number),
            Measure::Percent(percent) => Some(percent / 100.0),
            _ => None,
        }
    }

    /// Whether it is a number that is known.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Measure::Number(number) if !number.is_nan())
    }

    /// Pixels, degrees or a number, whichever it is.
    fn value(self) -> f32 {
        match self {
            Measure::Pixels(value) | Measure::Letters(value) | Measure::Percent(value) | Measure::Number(value) => {
                value
            }
        }
    }

    fn with(self, value: f32) -> Self {
        match self {
            Measure::Pixels(_) => Measure::Pixels(value),
            Measure::Letters(_) => Measure::Letters(value),
            Measure::Percent(_) => Measure::Percent(value),
            Measure::Number(_) => Measure::Number(value),
        }
    }
}

/// Reads a lower-case measure, `calc()` and its kin included; `None` when it is none.
pub(super) fn measure(text: &str) -> Option<Measure> {
    // Of something as wide as the screen.
    measure_within(text, SCREEN_WIDTH)
}

/// The same, where percentages are of `whole` pixels.
pub(super) fn measure_within(text: &str, whole: f32) -> Option<Measure> {
    if !text.ends_with(')') {
        return plain(text);
    }
    let mut calculation = Calculation { rest: text, depth: 0, whole };
    let result = calculation.operand()?;
    match result {
        _ if !calculation.rest.is_empty() => None,
        // Unlike a bare zero it is no length, and nothing is what a number of this size leaves.
        Measure::Number(0.0) => Some(Measure::Number(f32::NAN)),
        _ => Some(result),
    }
}

/// The angle in degrees; NaN when it is a calculation.
pub(super) fn degrees(text: &str) -> Option<f32> {
    if text.ends_with(')') {
        return Some(f32::NAN);
    }
    let (number, unit) = split(text)?;
    let degrees = match unit {
        "deg" => number,
        "grad" => number * 0.9,
        "rad" => number.to_degrees(),
        "turn" => number * 360.0,
        "" if number == 0.0 => 0.0,
        _ => return None,
    };
    Some(degrees)
}

fn plain(text: &str) -> Option<Measure> {
    let (number, unit) = split(text)?;
    let measure = match unit {
        "" => Measure::Number(number),
        "%" => Measure::Percent(number),
        "px" => Measure::Pixels(number),
        "pt" => Measure::Pixels(number * 4.0 / 3.0),
        "pc" => Measure::Pixels(number * 16.0),
        "in" => Measure::Pixels(number * 96.0),
        "cm" => Measure::Pixels(number * 96.0 / 2.54),
        "mm" => Measure::Pixels(number * 96.0 / 25.4),
        "q" => Measure::Pixels(number * 96.0 / 101.6),
        "rem" | "rlh" | "rcap" | "ric" => Measure::Pixels(number * 16.0),
        "rex" | "rch" => Measure::Pixels(number * 8.0),
        "em" | "lh" | "cap" | "ic" => Measure::Letters(number * 16.0),
        "ex" | "ch" => Measure::Letters(number * 8.0),
        unit => match unit.strip_prefix(['s', 'l', 'd']).unwrap_or(unit) {
            "vw" | "vi" | "vmax" | "cqw" | "cqi" | "cqmax" => Measure::Pixels(number * (SCREEN_WIDTH / 100.0)),
            "vh" | "vb" | "vmin" | "cqh" | "cqb" | "cqmin" => Measure::Pixels(number * (SCREEN_HEIGHT / 100.0)),
            _ => return None,
        },
    };
    Some(measure)
}

/// A number and what follows it.
fn split(text: &str) -> Option<(f32, &str)> {
    /// Digits of a number that [`f32`] holds exactly, whatever they are.
    const EXACT: usize = 7;
    let bytes = text.as_bytes();
    // Most are short and whole.
    let whole = bytes.iter().take(EXACT + 1).take_while(|byte| byte.is_ascii_digit()).count();
    if (1..=EXACT).contains(&whole) && !matches!(bytes.get(whole), Some(b'.' | b'e')) {
        let number = bytes[..whole].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
        return Some((number as f32, &text[whole..]));
    }
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(end);
    end += whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        if fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    // An `e` without digits begins a unit, such as `em`.
    if bytes.get(end) == Some(&b'e') {
        let signed = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = bytes.get(end + 1 + signed..).map_or(0, |_| digits(end + 1 + signed));
        if exponent > 0 {
            end += 1 + signed + exponent;
        }
    }
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// The functions of numbers that are not computed (Values 4, section 10).
const FUNCTIONS: [&str; 20] = [
    "abs",
    "sign",
    "round",
    "mod",
    "rem",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "pow",
    "sqrt",
    "hypot",
    "log",
    "exp",
    "anchor",
    "anchor-size",
    "calc-size",
];

/// A calculation being read from its left to its right.
struct Calculation<'t> {
    rest: &'t str,
    depth: u8,
    /// Pixels that 100 % are.
    whole: f32,
}

impl<'t> Calculation<'t> {
    /// A sum up to a comma, a closing bracket or the end.
    fn sum(&mut self) -> Option<Measure> {
        let mut total = self.product()?;
        loop {
            // White space on both sides: without it the sign is one of a number.
            let rest = self.rest.trim_ascii_start();
            let sign = match rest.as_bytes() {
                [b'+', after, ..] if rest.len() < self.rest.len() && after.is_ascii_whitespace() => 1.0,
                [b'-', after, ..] if rest.len() < self.rest.len() && after.is_ascii_whitespace() => -1.0,
                _ => return Some(total),
            };
            self.rest = &rest[1..];
            let next = self.product()?;
            total = self.mixed(total, next, |one, other| one + sign * other);
        }
    }

    fn product(&mut self) -> Option<Measure> {
        let mut total = self.operand()?;
        loop {
            let operator = self.rest.trim_ascii_start().bytes().next();
            let Some(operator @ (b'*' | b'/')) = operator else { return Some(total) };
            self.rest = &self.rest.trim_ascii_start()[1..];
            let next = self.operand()?;
            total = match (operator, total, next) {
                (b'*', Measure::Number(factor), _) => next.with(next.value() * factor),
                (b'*', _, Measure::Number(factor)) => total.with(total.value() * factor),
                (b'/', _, Measure::Number(factor)) => total.with(total.value() / factor),
                // Lengths of lengths are none.
                _ => Measure::Number(f32::NAN),
            };
        }
    }

    fn operand(&mut self) -> Option<Measure> {
        self.rest = self.rest.trim_ascii_start();
        let ends =
            |character: char| character.is_ascii_whitespace() || matches!(character, '(' | ')' | ',' | '*' | '/');
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, behind) = self.rest.split_at(end);
        let Some(inside) = behind.strip_prefix('(') else {
            self.rest = behind;
            return match word {
                "pi" => Some(Measure::Number(std::f32::consts::PI)),
                "e" => Some(Measure::Number(std::f32::consts::E)),
                "infinity" => Some(Measure::Number(f32::INFINITY)),
                "-infinity" => Some(Measure::Number(f32::NEG_INFINITY)),
                "nan" => Some(Measure::Number(f32::NAN)),
                word => plain(word),
            };
        };
        self.rest = inside;
        self.depth += 1;
        if self.depth > DEEPEST {
            self.rest = "";
            return Some(Measure::Number(f32::NAN));
        }
        let result = match word {
            "" | "calc" | "-webkit-calc" => self.sum()?,
            "min" | "max" | "clamp" => self.further(word)?,
            // Another function that browsers have: its result could be anything.
            _ if FUNCTIONS.contains(&word) => {
                self.rest = "";
                return Some(Measure::Number(f32::NAN));
            }
            _ => return None,
        };
        self.depth -= 1;
        self.rest = self.rest.trim_ascii_start();
        // Of what is not computed nothing is left.
        self.rest = self.rest.strip_prefix(')').or(self.rest.is_empty().then_some(""))?;
        Some(result)
    }

    /// The arguments of `min`, `max` and `clamp`.
    fn further(&mut self, function: &str) -> Option<Measure> {
        let mut result = self.sum()?;
        let mut position = 0;
        while let Some(rest) = self.rest.trim_ascii_start().strip_prefix(',') {
            self.rest = rest;
            position += 1;
            let next = self.sum()?;
            let smaller = function == "min" || (function == "clamp" && position == 2);
            result = self.mixed(result, next, |one, other| match (one.is_nan() || other.is_nan(), smaller) {
                (true, _) => f32::NAN,
                (false, true) => one.min(other),
                (false, false) => one.max(other),
            });
        }
        Some(result)
    }

    /// Combines two measures; of different units, in pixels. What depends on what is around still does then.
    fn mixed(&self, one: Measure, other: Measure, combine: impl Fn(f32, f32) -> f32) -> Measure {
        if std::mem::discriminant(&one) == std::mem::discriminant(&other) {
            return one.with(combine(one.value(), other.value()));
        }
        let is_number = |measure| matches!(measure, Measure::Number(_));
        let is_relative = |measure| matches!(measure, Measure::Letters(_) | Measure::Percent(_));
        match (one.pixels(self.whole), other.pixels(self.whole)) {
            (Some(first), Some(second)) if !is_number(one) && !is_number(other) => {
                let kind = if is_relative(one) || is_relative(other) { Measure::Letters } else { Measure::Pixels };
                kind(combine(first, second))
            }
            _ => Measure::Number(f32::NAN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_read_as_browsers_read_them() {
        for (text, expected) in [
            ("0", Some(Measure::Number(0.0))),
            ("-.5px", Some(Measure::Pixels(-0.5))),
            ("+1e1px", Some(Measure::Pixels(10.0))),
            ("1em", Some(Measure::Letters(16.0))),
            ("1e3em", Some(Measure::Letters(16_000.0))),
            ("50%", Some(Measure::Percent(50.0))),
            ("-100vw", Some(Measure::Pixels(-1280.0))),
            ("72pt", Some(Measure::Pixels(96.0))),
            ("calc(0px)", Some(Measure::Pixels(0.0))),
            ("calc(2 * -5000px + 1px)", Some(Measure::Pixels(-9999.0))),
            ("calc((1px + 2px) * 3 / 9)", Some(Measure::Pixels(1.0))),
            ("calc(0px - 9999px)", Some(Measure::Pixels(-9999.0))),
            ("calc(100% - 1280px)", Some(Measure::Letters(0.0))),
            ("calc(1em + 0px)", Some(Measure::Letters(16.0))),
            ("calc(0px\r\n+\x0C1px)", Some(Measure::Pixels(1.0))),
            ("calc(0px -(1px))", None),
            ("foo(1px)", None),
            ("min(0px, 3px)", Some(Measure::Pixels(0.0))),
            ("clamp(0px, 9px, 4px)", Some(Measure::Pixels(4.0))),
            ("max(1px, calc(1px * 2))", Some(Measure::Pixels(2.0))),
            ("5", Some(Measure::Number(5.0))),
            ("5foo", None),
            ("px", None),
            ("1px2", None),
            ("inf", None),
            (".", None),
            ("calc(1px", None),
            ("", None),
        ] {
            assert_eq!(measure(text), expected, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_computed_is_not_a_number() {
        let deep = format!("calc({}1px{})", "(".repeat(50), ")".repeat(50));
        for text in [
            deep.as_str(),
            "calc(hypot(1px))",
            "round(1px, 2px)",
            "min(16px, hypot(0px))",
            "calc(16px * 1px)",
            "calc(0 + 16px)",
            "calc(0)",
        ] {
            assert!(measure(text).and_then(|measure| measure.pixels(0.0)).is_some_and(f32::is_nan), "{text}");
        }
    }
}
