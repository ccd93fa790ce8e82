// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where CSS puts things and how much of them it leaves.
//!
//! Decides whether a position is out of sight and a size next to nothing. It never knows what is around: a position
//! counts by its own distance.

use super::{
    SCREEN_WIDTH,
    length::{Measure, degrees, measure},
    property::{Slot, Value},
    reader::closing,
    value::{PLACES, hides_unless, listed, verdict, words},
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

/// `text-indent`: a distance, and which lines it is for. It hides beyond the screen, or as wide as the box at least.
pub(super) fn indent(value: &str) -> Option<Value> {
    let (mut distances, mut hides, mut is_understood) = (0, false, true);
    for word in words(value) {
        match measure(word).and_then(|measure| measure.pixels(FAR)) {
            Some(pixels) => (distances, hides) = (distances + 1, hides || !is_near(pixels)),
            None => is_understood &= matches!(word, "hanging" | "each-line"),
        }
    }
    verdict(hides, is_understood && distances == 1)
}

/// Whether a distance to either side leaves something in sight; one that is not known does not.
fn is_near(pixels: f32) -> bool {
    pixels.abs() < FAR
}

/// A position or a margin on one side.
pub(super) fn offset(slot: Slot, value: &str) -> Option<Value> {
    if value == "auto" {
        return Some(Value::Shows);
    }
    let pixels = pixels(value)?;
    let farthest = match slot {
        Slot::Left | Slot::MarginLeft => FAR_RIGHT,
        // Moves to the left, and above.
        Slot::Right => SCREEN_WIDTH,
        Slot::Bottom => FAR_RIGHT,
        _ => FAR_BELOW,
    };
    Some(hides_unless((-FAR..farthest).contains(&pixels)))
}

/// A width or a height.
pub(super) fn size(slot: Slot, value: &str) -> Option<Value> {
    let is_maximum = matches!(slot, Slot::MaxWidth | Slot::MaxHeight);
    match value {
        "auto" if !is_maximum => return Some(Value::Shows),
        "none" if is_maximum => return Some(Value::Shows),
        "min-content" | "max-content" | "fit-content" | "stretch" | "-webkit-fill-available" => {
            return Some(Value::Shows);
        }
        _ => {}
    }
    let pixels = pixels(value)?;
    (pixels >= 0.0 || pixels.is_nan()).then(|| hides_unless(leaves_something(pixels)))
}

/// `translate`, one to three words.
pub(super) fn translate(value: &str) -> Option<Value> {
    if value == "none" {
        return Some(Value::Shows);
    }
    let arguments: Vec<&str> = words(value).collect();
    Some(moved("translate3d", &arguments)?.verdict())
}

/// `scale`, one to three words.
pub(super) fn scale(value: &str) -> Option<Value> {
    if value == "none" {
        return Some(Value::Shows);
    }
    let arguments: Vec<&str> = words(value).collect();
    Some(moved("scale3d", &arguments)?.verdict())
}

/// `zoom`, a factor.
pub(super) fn zoom(value: &str) -> Option<Value> {
    match value {
        "normal" => Some(Value::Shows),
        _ => Some(hides_unless(measure(value)?.number()? >= SMALLEST_SCALE)),
    }
}

/// `rotate`: an angle, and the axis.
pub(super) fn rotate(value: &str) -> Option<Value> {
    if value == "none" {
        return Some(Value::Shows);
    }
    let arguments: Vec<&str> = words(value).collect();
    let moved = match arguments[..] {
        ["x", angle] | [angle, "x"] => moved("rotatex", &[angle]),
        ["y", angle] | [angle, "y"] => moved("rotatey", &[angle]),
        ["z", angle] | [angle, "z"] | [angle] => moved("rotate", &[angle]),
        [_, _, _, _] => moved("rotate3d", &arguments),
        _ => None,
    };
    Some(moved?.verdict())
}

/// `transform`, a list of functions.
pub(super) fn transform(value: &str) -> Option<Value> {
    if value == "none" {
        return Some(Value::Shows);
    }
    let (mut all, mut is_understood) = (Moved::NOT, true);
    for function in functions(value) {
        // What is far away or next to nothing already stays so, whatever browsers make of the rest.
        let moved = function.and_then(|(name, arguments)| moved(name, &listed(arguments).collect::<Vec<_>>()));
        match moved {
            Some(moved) => all = all.then(moved),
            None => is_understood = false,
        }
    }
    verdict(all.verdict() == Value::Hides, is_understood && !value.is_empty())
}

/// How far a transformation moves something, and how much of it is left.
#[derive(Clone, Copy)]
struct Moved {
    across: f32,
    down: f32,
    /// How wide and how high it still is.
    width: f32,
    height: f32,
}

impl Moved {
    const NOT: Moved = Moved { across: 0.0, down: 0.0, width: 1.0, height: 1.0 };

    /// One after the other.
    fn then(self, next: Moved) -> Moved {
        Moved {
            across: self.across + next.across * self.width,
            down: self.down + next.down * self.height,
            width: self.width * next.width,
            height: self.height * next.height,
        }
    }

    fn verdict(self) -> Value {
        let is_near = (-FAR..FAR_RIGHT).contains(&self.across) && (-FAR..FAR_BELOW).contains(&self.down);
        hides_unless(is_near && self.width.abs() >= SMALLEST_SCALE && self.height.abs() >= SMALLEST_SCALE)
    }
}

/// What a function does; `None` when browsers would not take it. The property with the name of one may have fewer words.
fn moved(name: &str, arguments: &[&str]) -> Option<Moved> {
    let all =
        |read: &dyn Fn(&str) -> Option<f32>| arguments.iter().map(|word| read(word)).collect::<Option<Vec<f32>>>();
    let numbers = || all(&|word| measure(word)?.number());
    let angle = |word: &str| degrees(word).map(|degrees| degrees.to_radians().cos());
    let not = Moved::NOT;
    let sized = |width: f32, height: f32| Moved { width, height, ..not };
    let moved = match (name, arguments.len()) {
        ("scale", 1 | 2) | ("scale3d", 1..=3) => {
            let factors = numbers()?;
            sized(factors[0], *factors.get(1).unwrap_or(&factors[0]))
        }
        ("scalex", 1) => sized(numbers()?[0], 1.0),
        ("scaley", 1) => sized(1.0, numbers()?[0]),
        ("scalez", 1) => numbers().map(|_| not)?,
        // The third is the distance to the reader, which changes nothing without perspective.
        ("translate", 1 | 2) | ("translate3d", 1..=3) => {
            let distances = all(&pixels)?;
            Moved { across: distances[0], down: *distances.get(1).unwrap_or(&0.0), ..not }
        }
        ("translatex", 1) => Moved { across: pixels(arguments[0])?, ..not },
        ("translatey", 1) => Moved { down: pixels(arguments[0])?, ..not },
        ("translatez", 1) => pixels(arguments[0]).map(|_| not)?,
        ("matrix", 6) => {
            let numbers = numbers()?;
            let area = numbers[0] * numbers[3] - numbers[1] * numbers[2];
            Moved { across: numbers[4], down: numbers[5], ..sized(area.abs().sqrt(), area.abs().sqrt()) }
        }
        ("matrix3d", 16) => {
            let numbers = numbers()?;
            let area = numbers[0] * numbers[5] - numbers[1] * numbers[4];
            Moved { across: numbers[12], down: numbers[13], ..sized(area.abs().sqrt(), area.abs().sqrt()) }
        }
        // Seen from its edge nothing is left.
        ("rotatex", 1) => sized(1.0, angle(arguments[0])?),
        ("rotatey", 1) => sized(angle(arguments[0])?, 1.0),
        ("rotate3d", 4) => {
            let axis: Vec<f32> = arguments[..3].iter().map(|word| measure(word)?.number()).collect::<Option<_>>()?;
            let length: f32 = axis.iter().map(|part| part * part).sum();
            let upright = if length > 0.0 { axis[2] * axis[2] / length } else { 1.0 };
            let cosine = angle(arguments[3])?;
            sized(1.0, cosine + upright * (1.0 - cosine))
        }
        ("rotate" | "rotatez" | "skewx" | "skewy", 1) | ("skew", 1 | 2) => {
            all(&|word| degrees(word).filter(|degrees| !degrees.is_nan())).map(|_| not)?
        }
        ("perspective", 1) if arguments[0] == "none" || pixels(arguments[0]).is_some() => not,
        _ => return None,
    };
    Some(moved)
}

/// `filter`, a list of functions.
pub(super) fn filter(value: &str) -> Option<Value> {
    if value == "none" {
        return Some(Value::Shows);
    }
    let (mut seen, mut is_understood) = (1.0, true);
    for function in functions(value) {
        let share = |text: &str| if text.is_empty() { Some(1.0) } else { measure(text)?.number() };
        let is_taken = match function {
            Some(("opacity", arguments)) => {
                let share = share(arguments);
                seen *= share.map_or(1.0, |share| share.min(1.0));
                share.is_some()
            }
            Some(("brightness" | "contrast" | "grayscale" | "invert" | "saturate" | "sepia", arguments)) => {
                share(arguments).is_some()
            }
            Some(("blur", arguments)) => arguments.is_empty() || pixels(arguments).is_some(),
            Some(("hue-rotate", arguments)) => {
                arguments.is_empty() || degrees(arguments).is_some_and(|degrees| !degrees.is_nan())
            }
            _ => false,
        };
        is_understood &= is_taken;
    }
    verdict(hides_unless(seen >= SMALLEST_SCALE) == Value::Hides, is_understood && !value.is_empty())
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
    Some(hides_unless(leaves_something(bottom - top) && leaves_something(right - left)))
}

/// `clip-path`: a basic shape (CSS Shapes 1), with the box it is laid out in before or behind it.
pub(super) fn clip_path(value: &str) -> Option<Value> {
    const BOXES: [&str; 7] =
        ["margin-box", "border-box", "padding-box", "content-box", "fill-box", "stroke-box", "view-box"];
    if value == "none" || BOXES.contains(&value) {
        return Some(Value::Shows);
    }
    let bare = BOXES.iter().find_map(|name| value.strip_prefix(name).or_else(|| value.strip_suffix(name)));
    let mut all = functions(bare.unwrap_or(value).trim_ascii());
    let (name, arguments) = all.next()??;
    let is_alone = all.next().is_none();
    let before = |keyword: &str| -> Vec<&str> { words(arguments).take_while(|word| *word != keyword).collect() };
    let behind =
        |keyword: &str| -> Vec<&str> { words(arguments).skip_while(|word| *word != keyword).skip(1).collect() };
    let is_rounded = || behind("round").iter().all(|word| *word == "/" || pixels(word).is_some());
    match name {
        "inset" => {
            let inside = before("round").join(" ");
            let sides = sides(&inside)?;
            let side = |at: usize| measure(sides[at]);
            let shown = inset_leaves(side(0)?, side(2)?) && inset_leaves(side(1)?, side(3)?);
            verdict(!shown, is_alone && is_rounded())
        }
        "circle" | "ellipse" => {
            let is_known = |word: &&str| matches!(*word, "closest-side" | "farthest-side") || pixels(word).is_some();
            let radii = before("at");
            let is_nothing = |word: &&str| pixels(word).is_some_and(|pixels| !leaves_something(pixels));
            let is_placed = behind("at").iter().all(|word| PLACES.contains(word) || pixels(word).is_some());
            let fits = radii.len() <= if name == "circle" { 1 } else { 2 };
            verdict(radii.iter().any(is_nothing), is_alone && fits && radii.iter().all(is_known) && is_placed)
        }
        "polygon" => {
            let (has_area, is_understood) = polygon(arguments);
            verdict(!has_area, is_alone && is_understood)
        }
        "rect" => {
            let edge = |edge: &&str| if *edge == "auto" { Some(f32::INFINITY) } else { pixels(edge) };
            let edges: Option<Vec<f32>> = before("round").iter().map(edge).collect();
            let [top, right, bottom, left] = edges?[..] else { return None };
            let start = |edge: f32| if edge.is_infinite() { 0.0 } else { edge };
            let shown = leaves_something(bottom - start(top)) && leaves_something(right - start(left));
            verdict(!shown, is_alone && is_rounded())
        }
        "xywh" => {
            let all: Option<Vec<f32>> = before("round").into_iter().map(pixels).collect();
            let [_, _, width, height] = all?[..] else { return None };
            verdict(!leaves_something(width) || !leaves_something(height), is_alone && is_rounded())
        }
        // What these leave is not computed: they undo nothing.
        _ => None,
    }
}

/// Whether a length leaves something to see.
fn leaves_something(pixels: f32) -> bool {
    pixels > LARGEST_NOTHING
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

/// Whether the corners span an area, percentages and lengths taken alike, and whether all of them are understood.
fn polygon(arguments: &str) -> (bool, bool) {
    let (mut area, mut first, mut last, mut is_understood) = (0.0, None, (0.0, 0.0), true);
    for (number, corner) in listed(arguments).enumerate() {
        let mut coordinates = words(corner).map(pixels);
        let (Some(Some(across)), Some(Some(down)), None) = (coordinates.next(), coordinates.next(), coordinates.next())
        else {
            is_understood &= number == 0 && matches!(corner, "nonzero" | "evenodd");
            continue;
        };
        if first.is_some() {
            area += last.0 * down - across * last.1;
        }
        (first, last) = (first.or(Some((across, down))), (across, down));
    }
    let Some(first) = first else { return (false, is_understood) };
    area += last.0 * first.1 - first.0 * last.1;
    (leaves_something(f32::abs(area) / 2.0), is_understood)
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

/// The functions of a list: the name and the arguments of each, `None` for what is no function.
fn functions(value: &str) -> impl Iterator<Item = Option<(&str, &str)>> {
    let mut rest = value.trim_ascii();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some((name, behind)) = rest.split_once('(') else {
            rest = "";
            return Some(None);
        };
        let end = closing(behind);
        rest = behind.get(end + 1..).unwrap_or_default().trim_ascii_start();
        let is_name = !name.is_empty() && !name.contains(|character: char| character.is_ascii_whitespace());
        Some(is_name.then(|| (name, behind[..end].trim_ascii())))
    })
}

/// Pixels of a length, or of a percentage of [`BOX`].
fn pixels(value: &str) -> Option<f32> {
    measure(value)?.pixels(BOX)
}
