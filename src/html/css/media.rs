// SPDX-License-Identifier: MIT OR Apache-2.0
//! Media queries (Media Queries 4), asked for a reader at a screen of 1280 by 800 pixels with a mouse.
//!
//! Decides whether what a query guards applies. What it does not know it does not guess: it says so.

use super::{
    length::measure,
    reader::{decode_escapes, without_comments},
};

/// Whether a rule applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::html) enum Certainty {
    /// It does not.
    No,
    /// That cannot be told: such a rule may hide and never show.
    Doubtful,
    /// It does.
    Yes,
}

impl Certainty {
    fn opposite(self) -> Self {
        match self {
            Certainty::No => Certainty::Yes,
            Certainty::Doubtful => Certainty::Doubtful,
            Certainty::Yes => Certainty::No,
        }
    }

    fn from(applies: bool) -> Self {
        if applies { Certainty::Yes } else { Certainty::No }
    }
}

const WIDTH: f32 = 1280.0;
const HEIGHT: f32 = 800.0;

/// Asks a list of queries: one that applies is enough.
pub(super) fn applies(queries: &str) -> Certainty {
    let queries = without_comments(queries);
    let queries = decode_escapes(&queries, true).to_ascii_lowercase();
    if queries.trim_ascii().is_empty() {
        return Certainty::Yes;
    }
    queries.split(',').map(|query| ask(query.trim_ascii())).max().unwrap_or(Certainty::Yes)
}

fn ask(query: &str) -> Certainty {
    let (negated, query) = match query.strip_prefix("not") {
        Some(rest) if rest.starts_with([' ', '\t', '\n']) || rest.starts_with('(') => (true, rest.trim_ascii_start()),
        _ => (false, query),
    };
    let query = query.strip_prefix("only ").unwrap_or(query);
    // Every query of the web is a type and features joined by `and`; what else there is, is doubtful.
    let mut result = Certainty::Yes;
    for part in joined_by_and(query) {
        result = result.min(condition(part));
    }
    if negated { result.opposite() } else { result }
}

/// The parts between the words `and` outside of brackets.
fn joined_by_and(query: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(query);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut depth = 0_i32;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'a' if depth == 0
                    && text[at..].starts_with("and")
                    && text[..at].ends_with([' ', ')', '\t', '\n'])
                    && text[at + 3..].starts_with([' ', '(', '\t', '\n']) =>
                {
                    rest = Some(&text[at + 3..]);
                    return Some(text[..at].trim_ascii());
                }
                _ => {}
            }
        }
        rest = None;
        Some(text.trim_ascii())
    })
}

fn condition(part: &str) -> Certainty {
    let Some(feature) = part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) else {
        return match part {
            "all" | "screen" => Certainty::Yes,
            // Types that no screen has; names of no type apply to nothing either.
            _ if part.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-') => Certainty::No,
            _ => Certainty::Doubtful,
        };
    };
    let feature = feature.trim_ascii();
    if let Some((name, value)) = feature.split_once(':') {
        return named(name.trim_ascii(), value.trim_ascii());
    }
    if feature.contains(['<', '>', '=']) {
        return range(feature);
    }
    match feature {
        "width" | "height" | "color" | "hover" | "pointer" | "grid" => Certainty::from(feature != "grid"),
        _ => Certainty::Doubtful,
    }
}

fn named(name: &str, value: &str) -> Certainty {
    let compare = |screen: f32, minimum: bool| match measure(value).and_then(|value| value.pixels(0.0)) {
        Some(pixels) if pixels.is_finite() => {
            Certainty::from(if minimum { screen >= pixels } else { screen <= pixels })
        }
        _ => Certainty::Doubtful,
    };
    let is = |expected: &str, others: &[&str]| match value {
        value if value == expected => Certainty::Yes,
        value if others.contains(&value) => Certainty::No,
        _ => Certainty::Doubtful,
    };
    match name.strip_prefix("device-").map_or(name, |name| name) {
        "min-width" | "min-device-width" => compare(WIDTH, true),
        "max-width" | "max-device-width" => compare(WIDTH, false),
        "min-height" | "min-device-height" => compare(HEIGHT, true),
        "max-height" | "max-device-height" => compare(HEIGHT, false),
        "orientation" => is("landscape", &["portrait"]),
        "prefers-color-scheme" => is("light", &["dark"]),
        "prefers-reduced-motion" | "prefers-contrast" => is("no-preference", &["reduce", "more", "less"]),
        "hover" | "any-hover" => is("hover", &["none"]),
        "pointer" | "any-pointer" => is("fine", &["coarse", "none"]),
        "scripting" => is("enabled", &["none", "initial-only"]),
        _ => Certainty::Doubtful,
    }
}

/// `width >= 600px`, `600px <= width < 900px` and the like.
fn range(feature: &str) -> Certainty {
    let value = |text: &str| match text.trim_ascii() {
        "width" => Some(WIDTH),
        "height" => Some(HEIGHT),
        text => measure(text)?.pixels(0.0).filter(|pixels| pixels.is_finite()),
    };
    let (mut rest, mut holds) = (feature, true);
    while let Some(at) = rest.find(['<', '>', '=']) {
        let behind = &rest[at + 1..];
        let (or_equal, behind) = match behind.strip_prefix('=') {
            Some(behind) => (true, behind),
            None => (false, behind),
        };
        let next = behind.find(['<', '>', '=']).unwrap_or(behind.len());
        let (Some(left), Some(right)) = (value(&rest[..at]), value(&behind[..next])) else {
            return Certainty::Doubtful;
        };
        holds &= match rest.as_bytes()[at] {
            b'<' => left < right || (or_equal && left == right),
            b'>' => left > right || (or_equal && left == right),
            _ => left == right,
        };
        rest = behind;
    }
    Certainty::from(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_asked_for_a_reader_at_a_desk() {
        for (queries, expected) in [
            ("", Certainty::Yes),
            ("all", Certainty::Yes),
            ("Screen", Certainty::Yes),
            ("print", Certainty::No),
            ("print, screen", Certainty::Yes),
            ("only screen and (min-width: 768px)", Certainty::Yes),
            ("screen and (max-width:767.98px)", Certainty::No),
            ("(min-width:48em)and (max-width:62em)", Certainty::No),
            ("(width >= 600px)", Certainty::Yes),
            ("(400px <= width < 900px)", Certainty::No),
            ("not print", Certainty::Yes),
            ("not all and (min-width: 1px)", Certainty::No),
            ("not (min-width: 9999px)", Certainty::Yes),
            ("(prefers-color-scheme: dark)", Certainty::No),
            ("(prefers-reduced-motion: reduce)", Certainty::No),
            ("(hover: hover)", Certainty::Yes),
            ("(aspect-ratio > 1/1)", Certainty::Doubtful),
            ("(min-resolution: 2dppx)", Certainty::Doubtful),
            ("(min-width: 1px) or (max-width: 1px)", Certainty::Doubtful),
            ("/**/print/**/", Certainty::No),
            ("speech", Certainty::No),
        ] {
            assert_eq!(applies(queries), expected, "{queries}");
        }
    }
}
