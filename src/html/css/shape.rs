// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where CSS puts things and how much of them it leaves.
//!
//! Decides whether a position is out of sight and a size next to nothing. It never knows what is around: a position
//! counts by its own distance.

use super::{
    length::{Measure, degrees, measure},
    property::{Slot, Value},
    value::{hides_unless, words},
};

/// Pixels beyond which something is out of sight to the left and above.
const FAR: f32 = 999.0;
/// Pixels beyond which it is to the right, where pages may be wide.
const FAR_RIGHT: f32 = 5000.0;
/// Pixels beyond which it is below, where pages are long.
const FAR_BELOW: f32 = 50_000.0;
/// Pixels that a percentage of an unknown box stands for.
const BOX: f32 = 200.0;
/// Pixels of the largest box that shows nothing.
const LARGEST_NOTHING: f32 = 1.0;
/// A factor below which nothing is left.
const SMALLEST_SCALE: f32 = 0.05;

/// An indent of the first line: beyond the screen, or as wide as the box at least.
pub(super) fn indent(value: &str) -> Option<Value> {
    let pixels = measure(value)?.pixels(FAR)?;
    Some(hides_unless(pixels.abs() < FAR))
}

/// A position or a margin on one side.
pub(super) fn offset(slot: Slot, value: &str) -> Option<Value> {
    if value == "auto" {
        return Some(Value::Shows);
    }
    let pixels = pixels(value)?;
    let farthest = match slot {
        Slot::Left | Slot::MarginLeft | Slot::Right => FAR_RIGHT,
        _ => FAR_BELOW,
    };
    Some(hides_unless((-FAR..farthest).contains(&pixels)))
}

/// A width or a height.
pub(super) fn size(value: &str) -> Option<Value> {
    match value {
        "auto" | "none" | "min-content" | "max-content" | "fit-content" | "stretch" | "-webkit-fill-available" => {
            return Some(Value::Shows);
        }
        _ => {}
    }
    let pixels = pixels(value)?;
    (pixels >= 0.0 || pixels.is_nan()).then(|| hides_unless(pixels > LARGEST_NOTHING))
}

/// `translate`, one to three words.
pub(super) fn translate(values: &[&str]) -> Option<Value> {
    if values == ["none"] {
        return Some(Value::Shows);
    }
    let distances: Option<Vec<f32>> = values.iter().map(|value| pixels(value)).collect();
    let distances = distances.filter(|distances| (1..=3).contains(&distances.len()))?;
    // The third is the distance to the reader, which changes nothing without perspective.
    let farthest = [FAR_RIGHT, FAR_BELOW];
    Some(hides_unless(distances.iter().zip(farthest).all(|(pixels, farthest)| (-FAR..farthest).contains(pixels))))
}

/// `scale`, one to three words.
pub(super) fn scale(values: &[&str]) -> Option<Value> {
    if values == ["none"] {
        return Some(Value::Shows);
    }
    let factors: Option<Vec<f32>> = values.iter().map(|value| measure(value)?.number()).collect();
    let factors = factors.filter(|factors| (1..=3).contains(&factors.len()))?;
    Some(hides_unless(factors.iter().take(2).all(|factor| factor.abs() >= SMALLEST_SCALE)))
}

/// `transform`, a list of functions.
pub(super) fn transform(value: &str) -> Option<Value> {
    if value == "none" {
        return Some(Value::Shows);
    }
    let (mut shown, mut any) = (true, false);
    for (name, arguments) in functions(value) {
        let arguments: Vec<&str> = listed(arguments).collect();
        any = true;
        let numbers = || arguments.iter().map(|argument| measure(argument)?.number()).collect::<Option<Vec<f32>>>();
        let hides = match name {
            "scale" | "scale3d" | "scalex" | "scaley" => scale(&arguments)? == Value::Hides,
            "translate" | "translate3d" | "translatex" => translate(&arguments)? == Value::Hides,
            "translatey" => translate(&["0", arguments.first()?])? == Value::Hides,
            "matrix" => matches!(numbers()?[..], [a, b, c, d, x, y]
                if (a * d - b * c).abs() < SMALLEST_SCALE * SMALLEST_SCALE || x < -FAR || y < -FAR),
            "matrix3d" => {
                let numbers = numbers()?;
                let at = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
                (at(0) * at(5) - at(1) * at(4)).abs() < SMALLEST_SCALE * SMALLEST_SCALE
                    || at(12) < -FAR
                    || at(13) < -FAR
            }
            // Seen from its edge.
            "rotatex" | "rotatey" => {
                let angle = degrees(arguments.first()?)?;
                angle.to_radians().cos().abs() < SMALLEST_SCALE
            }
            "rotate" | "rotatez" | "rotate3d" | "skew" | "skewx" | "skewy" | "perspective" | "translatez"
            | "scalez" => false,
            _ => return None,
        };
        shown &= !hides;
    }
    any.then(|| hides_unless(shown))
}

/// `filter`, a list of functions.
pub(super) fn filter(value: &str) -> Option<Value> {
    if value == "none" {
        return Some(Value::Shows);
    }
    let mut shown = None;
    for (name, arguments) in functions(value) {
        let faint = name == "opacity"
            && measure(arguments.trim_ascii()).and_then(Measure::number).is_some_and(|share| share < SMALLEST_SCALE);
        shown = Some(shown.unwrap_or(true) && !faint);
    }
    shown.map(hides_unless)
}

/// `clip`, its four edges parted by commas or blanks.
pub(super) fn clip(value: &str) -> Option<Value> {
    if value == "auto" {
        return Some(Value::Shows);
    }
    let inside = value.strip_prefix("rect(")?.strip_suffix(')')?;
    let edges: Vec<&str> = inside
        .split(|character: char| character == ',' || character.is_ascii_whitespace())
        .filter(|edge| !edge.is_empty())
        .collect();
    let [top, right, bottom, left] = edges[..] else { return None };
    let edge = |value: &str, auto: f32| match value {
        "auto" => Some(auto),
        value => measure(value)?.pixels(0.0),
    };
    let (top, left) = (edge(top, 0.0)?, edge(left, 0.0)?);
    let (right, bottom) = (edge(right, f32::INFINITY)?, edge(bottom, f32::INFINITY)?);
    Some(hides_unless(bottom - top > LARGEST_NOTHING && right - left > LARGEST_NOTHING))
}

/// `clip-path`: a basic shape (CSS Shapes 1).
pub(super) fn clip_path(value: &str) -> Option<Value> {
    const BOXES: [&str; 8] =
        ["none", "margin-box", "border-box", "padding-box", "content-box", "fill-box", "stroke-box", "view-box"];
    if BOXES.contains(&value) {
        return Some(Value::Shows);
    }
    let (name, arguments) = functions(value).next()?;
    let before = |keyword: &str| -> Vec<&str> { words(arguments).take_while(|word| *word != keyword).collect() };
    let shown = match name {
        "inset" => {
            let inside = before("round").join(" ");
            let sides = sides(&inside)?;
            let side = |at: usize| measure(sides[at]);
            inset_leaves(side(0)?, side(2)?) && inset_leaves(side(1)?, side(3)?)
        }
        "circle" | "ellipse" => {
            before("at").iter().all(|radius| pixels(radius).is_none_or(|pixels| pixels > LARGEST_NOTHING))
        }
        "polygon" => polygon_has_area(arguments),
        "rect" => {
            let edges: Option<Vec<f32>> = before("round")
                .iter()
                .map(|edge| match *edge {
                    "auto" => Some(f32::INFINITY),
                    edge => pixels(edge),
                })
                .collect();
            match edges?[..] {
                [top, right, bottom, left] => {
                    let start = |edge: f32| if edge.is_infinite() { 0.0 } else { edge };
                    bottom - start(top) > LARGEST_NOTHING && right - start(left) > LARGEST_NOTHING
                }
                _ => return None,
            }
        }
        "xywh" => {
            let all: Vec<&str> = words(arguments).collect();
            all.get(2..4)?.iter().all(|size| pixels(size).is_some_and(|pixels| pixels > LARGEST_NOTHING))
        }
        "path" | "shape" | "url" => true,
        _ => return None,
    };
    Some(hides_unless(shown))
}

/// Whether insets from two sides leave something between them.
fn inset_leaves(one: Measure, other: Measure) -> bool {
    let share = |measure| if let Measure::Percent(percent) = measure { percent } else { 0.0 };
    let pixels =
        |measure: Measure| if matches!(measure, Measure::Percent(_)) { Some(0.0) } else { measure.pixels(0.0) };
    match (pixels(one), pixels(other)) {
        (Some(first), Some(second)) => share(one) + share(other) < 99.5 && first + second < FAR,
        _ => false,
    }
}

/// Whether the corners span an area; percentages and lengths are taken alike.
fn polygon_has_area(arguments: &str) -> bool {
    let mut corners = listed(arguments).filter_map(|corner| {
        let mut coordinates = words(corner).map(pixels);
        Some((coordinates.next()??, coordinates.next()??))
    });
    let Some(first) = corners.next() else { return false };
    let (mut area, mut last) = (0.0, first);
    for next in corners.chain([first]) {
        area += last.0 * next.1 - next.0 * last.1;
        last = next;
    }
    f32::abs(area) / 2.0 > LARGEST_NOTHING
}

/// The values of the top, right, bottom and left side from one to four words.
pub(super) fn sides(value: &str) -> Option<[&str; 4]> {
    let mut words = words(value);
    let top = words.next()?;
    let right = words.next().unwrap_or(top);
    let bottom = words.next().unwrap_or(top);
    let left = words.next().unwrap_or(right);
    words.next().is_none().then_some([top, right, bottom, left])
}

/// The functions of a list: the name and the arguments of each.
fn functions(value: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = value;
    std::iter::from_fn(move || {
        let (name, behind) = rest.split_once('(')?;
        let mut depth = 1_usize;
        let end = behind.find(|character: char| {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        // Browsers close what the end of the sheet leaves open.
        let end = end.unwrap_or(behind.len());
        rest = behind.get(end + 1..).unwrap_or_default();
        Some((name.trim_ascii().trim_start_matches(',').trim_ascii(), &behind[..end]))
    })
}

/// The arguments of a function that commas part.
fn listed(arguments: &str) -> impl Iterator<Item = &str> {
    arguments.split(',').map(str::trim_ascii).filter(|argument| !argument.is_empty())
}

/// Pixels of a length, or of a percentage of [`BOX`].
fn pixels(value: &str) -> Option<f32> {
    measure(value)?.pixels(BOX)
}
