// SPDX-License-Identifier: MIT OR Apache-2.0
//! Media queries (Media Queries 4), asked for a reader at a screen of 1280 by 800 pixels with a mouse.
//!
//! Decides whether what a query guards applies. What it does not know it does not guess: it says so.

use super::{
    SCREEN_HEIGHT, SCREEN_WIDTH,
    length::{Measure, measure},
    reader::{closing, decode_escapes, is_name_byte, without_comments},
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

/// Asks a list of queries: one that applies is enough.
pub(super) fn applies(queries: &str) -> Certainty {
    let queries = without_comments(queries);
    let queries = decode_escapes(&queries, true).to_ascii_lowercase();
    if queries.trim_ascii().is_empty() {
        return Certainty::Yes;
    }
    // Neither is part of a query, and commas within them part none.
    if queries.contains(['"', '\'', '[', '{']) {
        return Certainty::Doubtful;
    }
    listed(&queries).map(|query| ask(query.trim_ascii())).max().unwrap_or(Certainty::Yes)
}

/// The queries between commas outside of brackets.
fn listed(queries: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    queries.split(move |character| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0
    })
}

/// Asks one query. One that browsers do not take is `not all`.
fn ask(query: &str) -> Certainty {
    let (first, rest) = word(query);
    let (prefix, kind, rest) = match first {
        "not" | "only" => {
            let (kind, rest) = word(rest);
            (first, kind, rest)
        }
        _ => ("", first, rest),
    };
    let answer = match kind {
        "" if prefix == "only" => Answer::Never,
        "" => Condition::read(query, true),
        // These are no names of a medium.
        "not" | "only" | "and" | "or" | "layer" => Answer::Never,
        _ => medium(kind, rest).negated_if(prefix == "not"),
    };
    match answer {
        Answer::Never => Certainty::No,
        Answer::Known(certainty) => certainty,
    }
}

/// A medium, and what has to hold besides.
fn medium(kind: &str, rest: &str) -> Answer {
    // Types that no screen has apply to nothing, and neither do names of no type.
    let medium = Answer::Known(Certainty::from(matches!(kind, "all" | "screen")));
    match word(rest) {
        ("", "") => medium,
        ("and", condition) => match Condition::read(condition, false) {
            Answer::Never => Answer::Never,
            answer => medium.and(answer),
        },
        _ => Answer::Never,
    }
}

/// The name that `text` begins with, if it is no function, and what follows.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii_start();
    let end = text.bytes().position(|byte| !is_name_byte(byte)).unwrap_or(text.len());
    match text[end..].starts_with('(') {
        true => ("", text),
        false => (&text[..end], text[end..].trim_ascii_start()),
    }
}

/// What a condition comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// It holds for no browser, and neither does its opposite.
    Never,
    /// As far as is known.
    Known(Certainty),
}

impl Answer {
    const DOUBTFUL: Answer = Answer::Known(Certainty::Doubtful);

    fn from(applies: bool) -> Self {
        Answer::Known(Certainty::from(applies))
    }

    fn negated_if(self, negated: bool) -> Self {
        match self {
            Answer::Known(certainty) if negated => Answer::Known(certainty.opposite()),
            answer => answer,
        }
    }

    fn and(self, other: Answer) -> Self {
        match (self, other) {
            (Answer::Known(one), Answer::Known(other)) => Answer::Known(one.min(other)),
            (Answer::Never, Answer::Known(Certainty::Yes))
            | (Answer::Known(Certainty::Yes), Answer::Never)
            | (Answer::Never, Answer::Never) => Answer::Never,
            // Its opposite may hold.
            (Answer::Never, Answer::Known(certainty)) | (Answer::Known(certainty), Answer::Never) => {
                Answer::Known(certainty)
            }
        }
    }

    fn or(self, other: Answer) -> Self {
        match (self, other) {
            (Answer::Known(one), Answer::Known(other)) => Answer::Known(one.max(other)),
            (Answer::Never, Answer::Known(Certainty::No))
            | (Answer::Known(Certainty::No), Answer::Never)
            | (Answer::Never, Answer::Never) => Answer::Never,
            // Engines differ in whether the whole query falls.
            _ => Answer::DOUBTFUL,
        }
    }
}

/// What joins conditions: never both at one level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    And,
    Or,
}

/// What stands between a pair of brackets, or outside of all.
#[derive(Clone, Copy, Default)]
struct Level {
    so_far: Option<Answer>,
    joint: Option<Joint>,
    negated: bool,
}

/// A condition being read from its left to its right.
struct Condition<'t> {
    rest: &'t str,
    /// The brackets that are open, and what is outside of them.
    levels: Vec<Level>,
}

impl<'t> Condition<'t> {
    /// Reads all of `text`, which may be joined by `or` outside of brackets if `takes_or`.
    fn read(text: &'t str, takes_or: bool) -> Answer {
        let mut condition = Condition { rest: text, levels: vec![Level::default()] };
        match condition.run(takes_or) {
            Some(answer) => answer,
            // Within brackets something else may stand that comes to nothing, whatever it is.
            None if condition.levels.len() > 1 => Answer::DOUBTFUL,
            None => Answer::Never,
        }
    }

    fn run(&mut self, takes_or: bool) -> Option<Answer> {
        loop {
            self.operand()?;
            while let Some(answer) = self.is_closed()? {
                self.levels.pop();
                if self.levels.is_empty() {
                    return Some(answer);
                }
                self.take(answer);
            }
            let (joint, behind) = match word(self.rest) {
                ("and", behind) => (Joint::And, behind),
                ("or", behind) if takes_or || self.levels.len() > 1 => (Joint::Or, behind),
                _ => return None,
            };
            let level = self.levels.last_mut()?;
            if level.negated || level.joint.is_some_and(|other| other != joint) {
                return None;
            }
            (level.joint, self.rest) = (Some(joint), behind);
        }
    }

    /// Reads on to the end of a feature.
    fn operand(&mut self) -> Option<()> {
        loop {
            let level = self.levels.last_mut()?;
            if let ("not", behind) = word(self.rest)
                && level.so_far.is_none()
                && !level.negated
            {
                (level.negated, self.rest) = (true, behind);
            }
            self.rest = self.rest.trim_ascii_start();
            let function = self.rest.bytes().position(|byte| !is_name_byte(byte))?;
            let inside = self.rest[function..].strip_prefix('(')?;
            if function == 0 && (inside.trim_ascii_start().starts_with('(') || word(inside).0 == "not") {
                self.rest = inside;
                self.levels.push(Level::default());
                continue;
            }
            let end = closing(inside);
            let answer = match &self.rest[..function] {
                "" => feature(inside[..end].trim_ascii()),
                // These are words before a bracket that is too near.
                "not" | "and" | "or" | "only" => Answer::Never,
                _ => Answer::DOUBTFUL,
            };
            self.rest = inside.get(end + 1..).unwrap_or_default();
            self.take(answer);
            return Some(());
        }
    }

    /// Takes what stands behind a joint, or first.
    fn take(&mut self, answer: Answer) {
        let Some(level) = self.levels.last_mut() else { return };
        let answer = answer.negated_if(level.negated);
        level.so_far = Some(match (level.so_far, level.joint) {
            (Some(before), Some(Joint::And)) => before.and(answer),
            (Some(before), _) => before.or(answer),
            (None, _) => answer,
        });
    }

    /// What the innermost level comes to when it ends here. Browsers close what the end leaves open.
    fn is_closed(&mut self) -> Option<Option<Answer>> {
        self.rest = self.rest.trim_ascii_start();
        let level = self.levels.last()?;
        match self.rest.strip_prefix(')') {
            Some(_) if self.levels.len() == 1 => None,
            Some(behind) => {
                self.rest = behind;
                Some(level.so_far)
            }
            None if self.rest.is_empty() => Some(level.so_far),
            None => Some(None),
        }
    }
}

/// What stands between brackets.
fn feature(feature: &str) -> Answer {
    if let Some((name, value)) = feature.split_once(':') {
        return Answer::Known(named(name.trim_ascii(), value.trim_ascii()));
    }
    if feature.contains(['<', '>', '=']) {
        return range(feature);
    }
    match feature {
        "width" | "height" | "color" | "hover" | "pointer" => Answer::from(true),
        "grid" => Answer::from(false),
        _ => Answer::DOUBTFUL,
    }
}

fn named(name: &str, value: &str) -> Certainty {
    let compare = |screen: f32, minimum: bool| match length(value) {
        Some(pixels) => Certainty::from(if minimum { screen >= pixels } else { screen <= pixels }),
        None => Certainty::Doubtful,
    };
    let is = |expected: &str, others: &[&str]| match value {
        value if value == expected => Certainty::Yes,
        value if others.contains(&value) => Certainty::No,
        _ => Certainty::Doubtful,
    };
    match name {
        "min-width" | "min-device-width" => compare(SCREEN_WIDTH, true),
        "max-width" | "max-device-width" => compare(SCREEN_WIDTH, false),
        "min-height" | "min-device-height" => compare(SCREEN_HEIGHT, true),
        "max-height" | "max-device-height" => compare(SCREEN_HEIGHT, false),
        "orientation" => is("landscape", &["portrait"]),
        "prefers-color-scheme" => is("light", &["dark"]),
        "prefers-reduced-motion" | "prefers-contrast" => is("no-preference", &["reduce", "more", "less"]),
        "hover" | "any-hover" => is("hover", &["none"]),
        "pointer" | "any-pointer" => is("fine", &["coarse", "none"]),
        "scripting" => is("enabled", &["none", "initial-only"]),
        _ => Certainty::Doubtful,
    }
}

/// The pixels of a length of which it is certain that browsers take it here.
fn length(text: &str) -> Option<f32> {
    let pixels = match measure(text)? {
        Measure::Pixels(pixels) | Measure::Letters(pixels) => pixels,
        Measure::Number(number) if number == 0.0 && !text.ends_with(')') => number,
        Measure::Number(_) | Measure::Percent(_) => return None,
    };
    (pixels.is_finite() && pixels >= 0.0).then_some(pixels)
}

/// How one side of a range compares with the other.
#[derive(Clone, Copy)]
struct Comparison {
    /// `<`, `>` or `=`
    sign: u8,
    or_equal: bool,
}

impl Comparison {
    /// What stands before the first comparison of a range, it, and what stands behind.
    fn find(range: &str) -> Option<(&str, Comparison, &str)> {
        let at = range.find(['<', '>', '='])?;
        let (sign, behind) = (range.as_bytes()[at], &range[at + 1..]);
        let equal = behind.strip_prefix('=').filter(|_| sign != b'=');
        let comparison = Comparison { sign, or_equal: equal.is_some() };
        Some((range[..at].trim_ascii(), comparison, equal.unwrap_or(behind).trim_ascii()))
    }

    fn holds(self, left: Option<f32>, right: Option<f32>) -> Answer {
        let Some((left, right)) = left.zip(right) else { return Answer::DOUBTFUL };
        Answer::from(match self.sign {
            b'<' => left < right || (self.or_equal && left == right),
            b'>' => left > right || (self.or_equal && left == right),
            _ => left == right,
        })
    }
}

/// `width >= 600px`, `600px <= width < 900px` and the like.
fn range(range: &str) -> Answer {
    let screen = |name: &str| match name {
        "width" => Some(SCREEN_WIDTH),
        "height" => Some(SCREEN_HEIGHT),
        _ => None,
    };
    let Some((left, first, rest)) = Comparison::find(range) else { return Answer::DOUBTFUL };
    let Some((middle, second, right)) = Comparison::find(rest) else {
        return match (screen(left), screen(rest)) {
            (Some(left), None) => first.holds(Some(left), length(rest)),
            (None, Some(right)) => first.holds(length(left), Some(right)),
            (Some(_), Some(_)) => Answer::Never,
            // A feature that is not known, unless there is none.
            (None, None) if measure(left).is_some() && measure(rest).is_some() => Answer::Never,
            (None, None) => Answer::DOUBTFUL,
        };
    };
    // Both point into one direction, and nothing is compared twice with `=`.
    if first.sign == b'=' || first.sign != second.sign || Comparison::find(right).is_some() {
        return Answer::Never;
    }
    match screen(middle) {
        Some(middle) => first.holds(length(left), Some(middle)).and(second.holds(Some(middle), length(right))),
        None => Answer::DOUBTFUL,
    }
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
            ("(min-width: 1px) or (max-width: 1px)", Certainty::Yes),
            ("(max-width: 599px) or (max-width: 1px)", Certainty::No),
            ("(max-width: 599px) or (unheard-of)", Certainty::Doubtful),
            ("(not (min-width: 1px))", Certainty::No),
            ("not (not (min-width: 1px))", Certainty::Yes),
            ("((min-width: 1px) and (not ((max-width: 1px) or (hover: none))))", Certainty::Yes),
            ("screen and\r\n(max-width:\x0C600px)", Certainty::No),
            ("screen and (not (max-width: 600px))", Certainty::Yes),
            ("screen and not (max-width: 600px)", Certainty::Yes),
            ("(min-width: max(1px, 2px))", Certainty::Yes),
            ("(min-width: 1px", Certainty::Yes),
            ("(height = 800px)", Certainty::Yes),
            ("(1280px >= width > 1px)", Certainty::Yes),
            ("(grid)", Certainty::No),
            ("/**/print/**/", Certainty::No),
            ("speech", Certainty::No),
        ] {
            assert_eq!(applies(queries), expected, "{queries}");
        }
    }

    #[test]
    fn a_query_that_browsers_do_not_take_applies_to_nothing() {
        for query in [
            "(min-width:1px) and screen",
            "(min-width:1px) or screen",
            "screen or (min-width:1px)",
            "screen and(min-width:1px)",
            "screen and (min-width:1px) or (min-width:1px)",
            "(min-width:1px) and (min-width:1px) or (min-width:1px)",
            "(min-width:1px) and(min-width:1px)",
            "not (max-width:1px) and (min-width:1px)",
            "not(max-width:1px)",
            "only (min-width:1px)",
            "only screen screen",
            "not or",
            "not layer",
            "not screen and",
            "(1px<2px)",
            "not (1px<2px)",
            "(1px<2px) and (min-width:1px)",
            "(1px<width>1px)",
            "(1px<width<9999px<9999px)",
            "(width == 1280px)",
            "(width)) and (width",
            "",
        ] {
            assert_eq!(applies(&format!("print,{query}")), Certainty::No, "{query}");
        }
    }

    #[test]
    fn a_query_that_engines_differ_in_is_doubtful() {
        for query in [
            "(device-min-width:1px)",
            "(min-width:50%)",
            "(min-width:-1px)",
            "(min-width:5)",
            "(min-width:1px) or (1px<2px)",
            "not ((unheard-of) and (1px<2px))",
            "((min-width:1px) screen)",
            "style(--a:b)",
            "(a:'),')",
        ] {
            assert_eq!(applies(query), Certainty::Doubtful, "{query}");
        }
    }
}
