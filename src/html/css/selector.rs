// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selectors (Selectors 4), as far as they can be matched without a tree: compounds of a name, classes and ids.
//!
//! Decides which elements a selector names. `:not()`, `:is()` and `:where()` of one simple selector are followed, and
//! ancestors that every element has (`html`, `body`, `:root`). A selector with anything else matches nothing.

use std::borrow::Cow;

use memchr::memchr;

use super::{
    compound::{Compound, Weight},
    feature::{ANY, Features, Kind},
    media::Certainty,
    reader::{behind_character, decode_escapes, is_name_byte, without_comments},
    utility,
};

/// What `&` stands for within a rule (CSS Nesting 1).
#[derive(Debug)]
pub(super) struct Parents {
    /// Each selector of the rule that can be followed.
    pub(super) compounds: Vec<Compound>,
    /// What `&` weighs: as much as the strongest of the list, whichever of them matches.
    weight: Weight,
    /// Whether that is known.
    certainty: Certainty,
}

impl Parents {
    /// Those of a rule with this list of selectors, which `outer` is around, as far as they are given.
    pub(super) fn new(list: &str, features: &Features, outer: Option<&Parents>, compounds: Vec<Compound>) -> Self {
        let around = outer.map_or(Weight::default(), |outer| outer.weight);
        let (mut followed, mut other) = (Weight::default(), Weight::default());
        for selector in parted(&without_comments(list), true) {
            match complex(selector.trim_ascii(), features, outer.is_some()) {
                Some(complex) => followed = followed.max(complex.weight(around)),
                None => other = other.max(heaviest(selector, around)),
            }
        }
        let known = if other > followed { Certainty::Doubtful } else { Certainty::Yes };
        let certainty = outer.map_or(known, |outer| known.min(outer.certainty));
        Parents { compounds, weight: followed.max(other), certainty }
    }

    /// The element of `&` outside of any rule: that of `:scope`.
    fn root(features: &Features) -> Self {
        let mut root = Compound::EMPTY;
        root.ask(Kind::Tag, features.of(Kind::Tag, HTML));
        Parents { compounds: vec![root], weight: Weight::default(), certainty: Certainty::Yes }
    }
}

/// What a selector that is not followed weighs at most: each mark in it counts for what it may begin.
fn heaviest(selector: &str, around: Weight) -> Weight {
    // One without `&` begins with it.
    selector.bytes().fold(around, |mut weight, byte| {
        match byte {
            b'&' => weight = weight.plus(around),
            b'#' => weight.add(Kind::Id),
            b'.' | b'[' | b':' => weight.add(Kind::Class),
            byte if is_name_byte(byte) => weight.add(Kind::Tag),
            _ => {}
        }
        weight
    })
}

/// Reads the selectors of a list; within another rule, `&` stands for each of `parents`. Those that cannot be followed
/// are left out. A browser drops the whole list for one it does not know, so where one may be wrong the others are doubtful.
pub(super) fn read(list: &str, features: &Features, parents: Option<&Parents>, mut sink: impl FnMut(Compound)) {
    let kinds = |text: &str| text.bytes().fold(0, |kinds, byte| kinds | KINDS[usize::from(byte)]);
    let list = if kinds(list) & SLASH != 0 { without_comments(list) } else { Cow::Borrowed(list) };
    let kinds = kinds(&list);
    let selectors = || parted(&list, kinds & ENCLOSES != 0);
    let certainty = match kinds & COMMA != 0 && !selectors().all(|selector| is_plausible(selector.trim_ascii())) {
        true => Certainty::Doubtful,
        // One that stands alone and cannot be followed is left out in any case.
        false => Certainty::Yes,
    };
    let mut keep = |mut compound: Compound| {
        compound.certainty = compound.certainty.min(certainty);
        sink(compound);
    };
    for selector in selectors() {
        let Some(complex) = complex(selector.trim_ascii(), features, parents.is_some()) else { continue };
        match parents {
            _ if complex.parents == 0 => complex.alone(features).into_iter().for_each(&mut keep),
            Some(parents) => complex.within(parents, features, &mut keep),
            None => complex.within(&Parents::root(features), features, &mut keep),
        }
    }
}

/// Whether browsers take the selector: no empty one, and none with a pseudo-class that few know.
fn is_plausible(selector: &str) -> bool {
    const PSEUDO: [&str; 60] = [
        "active",
        "after",
        "any-link",
        "autofill",
        "backdrop",
        "before",
        "checked",
        "cue",
        "default",
        "defined",
        "dir",
        "disabled",
        "empty",
        "enabled",
        "file-selector-button",
        "first",
        "first-child",
        "first-letter",
        "first-line",
        "first-of-type",
        "focus",
        "focus-visible",
        "focus-within",
        "fullscreen",
        "has",
        "host",
        "hover",
        "in-range",
        "indeterminate",
        "invalid",
        "is",
        "lang",
        "last-child",
        "last-of-type",
        "left",
        "link",
        "marker",
        "modal",
        "not",
        "nth-child",
        "nth-last-child",
        "nth-last-of-type",
        "nth-of-type",
        "only-child",
        "only-of-type",
        "open",
        "optional",
        "out-of-range",
        "part",
        "placeholder",
        "placeholder-shown",
        "read-only",
        "read-write",
        "required",
        "root",
        "selection",
        "slotted",
        "target",
        "valid",
        "visited",
    ];
    if let Some(class) = single_class(selector) {
        return begins_name(class.as_bytes());
    }
    if !names_are_plausible(selector.as_bytes()) {
        return false;
    }
    if selector.bytes().all(|byte| KINDS[usize::from(byte)] & UNUSUAL == 0) {
        return true;
    }
    if selector.contains(['{', '}', ';', '@', '!', '<', '$', '%']) || selector.ends_with(['+', '~', ':', '|']) {
        return false;
    }
    selector.match_indices(':').all(|(at, _)| {
        let behind = &selector[at + 1..];
        let name = behind.split(|character: char| !(character.is_ascii_alphanumeric() || character == '-')).next();
        match name {
            // The colon before is the first of two, or the character is escaped.
            Some("") | None => behind.starts_with(':') || selector[..at].ends_with('\\'),
            Some(name) => {
                selector[..at].ends_with('\\')
                    || PSEUDO.iter().any(|known| name.eq_ignore_ascii_case(known))
                    || (selector[..at].ends_with(':') && name.starts_with("-webkit-"))
            }
        }
    })
}

/// Kinds of bytes of a selector, one bit for each.
const COMMA: u8 = 1;
/// `/`, with which comments begin.
const SLASH: u8 = 1 << 1;
/// Brackets and quotes, between which commas part nothing, and the backslash.
const ENCLOSES: u8 = 1 << 2;
/// What stands in no selector of names, classes, ids, ancestors and parents.
const UNUSUAL: u8 = 1 << 3;

static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b',' => COMMA | UNUSUAL,
            b'/' => SLASH | UNUSUAL,
            b'(' | b')' | b'[' | b']' | b'"' | b'\'' => ENCLOSES | UNUSUAL,
            b'\\' => ENCLOSES,
            b'.' | b'#' | b' ' | b'>' => 0,
            other if is_name_byte(other) => 0,
            _ => UNUSUAL,
        };
        byte += 1;
    }
    kinds
};

/// Whether names begin as names do, behind a dot or a number sign in any case, and stand on both sides of `>`.
fn names_are_plausible(selector: &[u8]) -> bool {
    /// What was read last.
    #[derive(Clone, Copy)]
    enum Behind {
        /// Nothing of a compound.
        Gap,
        /// A dot or a number sign.
        Mark,
        /// A dash at the beginning of a name.
        Dash,
        /// Anything else.
        Inside,
    }
    let (mut behind, mut wants_name) = (Behind::Gap, true);
    for byte in selector {
        (behind, wants_name) = match (byte, behind) {
            (b'>', Behind::Gap | Behind::Inside) if !wants_name => (Behind::Gap, true),
            (b'>', _) => return false,
            (b' ' | b'\t' | b'\n' | b'\r' | 0x0C, Behind::Gap | Behind::Inside) => (Behind::Gap, wants_name),
            (b'.' | b'#', Behind::Gap | Behind::Inside) => (Behind::Mark, false),
            (_, Behind::Inside) => (Behind::Inside, false),
            (b'0'..=b'9', _) => return false,
            (b'-', Behind::Gap | Behind::Mark) => (Behind::Dash, false),
            (b'\\', _) | (_, Behind::Gap) => (Behind::Inside, false),
            (name, _) if is_name_byte(*name) => (Behind::Inside, false),
            _ => return false,
        };
    }
    !wants_name && matches!(behind, Behind::Gap | Behind::Inside)
}

/// The parts between commas, outside of brackets and strings where there are any.
fn parted(text: &str, encloses: bool) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = if encloses { end_of_part(text.as_bytes()) } else { memchr(b',', text.as_bytes()) };
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// Where the next comma stands that is outside of brackets and strings.
fn end_of_part(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_i32);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'\\' => at += 1,
            b'"' | b'\'' => at = memchr(*byte, bytes.get(at + 1..)?).map_or(bytes.len(), |end| at + 1 + end),
            b',' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The name, if it is one, of the class that is all a selector asks for, as most do.
fn single_class(selector: &str) -> Option<&str> {
    selector.strip_prefix('.').filter(|class| class.bytes().all(is_name_byte))
}

const HTML: &str = "html";
const BODY: &str = "body";

/// What stands before a combinator, if it is around every element or may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    /// `*`
    Any,
    /// `html` or `:root`
    Html,
    /// `body`
    Body,
}

impl Root {
    /// What matches the compound, if it asks for nothing else.
    fn of(compound: &Compound, features: &Features) -> Option<Root> {
        if !compound.is_of_names() || !compound.excluded().is_empty() {
            return None;
        }
        let asks_only = |name: &str| {
            let feature = features.of(Kind::Tag, name);
            compound.key() == feature && compound.asked().iter().all(|asked| *asked == feature)
        };
        match () {
            _ if compound.key() == ANY => Some(Root::Any),
            _ if asks_only(BODY) => Some(Root::Body),
            _ if asks_only(HTML) => Some(Root::Html),
            _ => None,
        }
    }
}

/// What the ancestors that a selector names leave possible.
#[derive(Clone, Copy, Debug)]
struct Around {
    /// Which of `html` and `body` the last ancestor is at least.
    innermost: Option<Root>,
    certainty: Certainty,
}

impl Around {
    const NOTHING: Around = Around { innermost: None, certainty: Certainty::Yes };

    /// With one more ancestor further in, `child` if directly so; `None` when no element has them all: `html` and `body` are
    /// around every element once and in this order.
    fn and(self, root: Root, child: bool) -> Option<Around> {
        if root == Root::Any {
            return Some(Around { innermost: self.innermost.max(Some(Root::Html)), certainty: Certainty::Doubtful });
        }
        let exact = !child || (self.innermost, root) == (Some(Root::Html), Root::Body);
        let certainty = if exact { self.certainty } else { Certainty::Doubtful };
        (self.innermost < Some(root)).then_some(Around { innermost: Some(root), certainty })
    }

    /// The compound that stands behind these ancestors; `None` when no element matches.
    fn with(self, mut compound: Compound, child: bool, features: &Features) -> Option<Compound> {
        let Some(innermost) = self.innermost else { return Some(compound) };
        let asks = |name: &str| {
            let feature = features.of(Kind::Tag, name);
            compound.key() == feature || compound.asked().contains(&feature)
        };
        let is_body = asks(BODY);
        if asks(HTML) || (is_body && innermost == Root::Body) {
            return None;
        }
        if child && !is_body {
            compound.doubt();
        }
        compound.certainty = compound.certainty.min(self.certainty);
        Some(compound)
    }
}

/// A selector with its ancestors.
struct Complex {
    /// The last compound, with the weight of all.
    compound: Compound,
    /// Whether `&` is part of it.
    is_parent: bool,
    /// How often the selector names what is around its rule.
    parents: usize,
    /// Its ancestors, for each of [`KINDS_OF_PARENTS`].
    around: [Option<Around>; KINDS_OF_PARENTS.len()],
    /// Whether it is a child of the last ancestor.
    child: bool,
}

/// What `&` may be as an ancestor.
const KINDS_OF_PARENTS: [Option<Root>; 4] = [None, Some(Root::Any), Some(Root::Html), Some(Root::Body)];

impl Complex {
    /// A compound without ancestors.
    fn from(compound: Compound, parents: usize) -> Complex {
        let around = [Some(Around::NOTHING); KINDS_OF_PARENTS.len()];
        Complex { compound, is_parent: parents > 0, parents, around, child: false }
    }

    /// Goes on below an ancestor, which is `&` where there is none.
    fn descend(&mut self, ancestor: Option<Root>) {
        for (around, parent) in self.around.iter_mut().zip(KINDS_OF_PARENTS) {
            let below = |around: Around| around.and(ancestor.or(parent)?, self.child);
            *around = around.and_then(below);
        }
    }

    /// What it weighs where `&` weighs this much.
    fn weight(&self, parent: Weight) -> Weight {
        self.compound.weight.plus(parent.times(self.parents))
    }

    /// What it comes to where it does not name what is around its rule.
    fn alone(&self, features: &Features) -> Option<Compound> {
        self.around[0]?.with(self.compound, self.child, features)
    }

    /// What it comes to for each of the parents.
    fn within(&self, parents: &Parents, features: &Features, keep: &mut impl FnMut(Compound)) {
        let weight = self.weight(parents.weight);
        for parent in &parents.compounds {
            let compound = if self.is_parent { parent.merged(&self.compound) } else { self.compound };
            let root = Root::of(parent, features);
            let around = KINDS_OF_PARENTS.iter().zip(self.around).find(|(kind, _)| **kind == root);
            let Some(around) = around.and_then(|(_, around)| around) else { continue };
            if let Some(mut compound) = around.with(compound, self.child, features) {
                compound.weight = weight;
                compound.certainty = compound.certainty.min(parent.certainty).min(parents.certainty);
                keep(compound);
            }
        }
    }
}

/// Reads a selector with its ancestors; `None` when it cannot be followed. A `nested` one that does not name what is around
/// its rule is below that.
fn complex(selector: &str, features: &Features, nested: bool) -> Option<Complex> {
    if let Some(class) = single_class(selector).filter(|_| !nested) {
        if !begins_name(class.as_bytes()) {
            return None;
        }
        let mut compound = Compound::EMPTY;
        compound.utility = utility::is_known(class);
        compound.ask(Kind::Class, features.of(Kind::Class, class));
        compound.weight.add(Kind::Class);
        return Some(Complex::from(compound, 0));
    }
    let relative = selector.strip_prefix('>').filter(|_| nested);
    let mut read = Complex::from(Compound::EMPTY, 0);
    if nested && (relative.is_some() || memchr(b'&', selector.as_bytes()).is_none()) {
        read.descend(None);
        (read.parents, read.child) = (1, relative.is_some());
    }
    let mut rest = relative.unwrap_or(selector).trim_ascii_start();
    loop {
        let (mut compound, parents, behind) = compound(rest, features)?;
        read.parents += parents;
        let trimmed = behind.trim_ascii_start();
        if trimmed.is_empty() {
            compound.weight = compound.weight.plus(read.compound.weight);
            return Some(Complex { compound, is_parent: parents > 0, ..read });
        }
        // What stands before a combinator must be around every element.
        let root = match Root::of(&compound, features)? {
            Root::Any if parents > 0 => None,
            _ if parents > 0 => return None,
            root => Some(root),
        };
        read.descend(root);
        read.compound.weight = read.compound.weight.plus(compound.weight);
        let child = trimmed.strip_prefix('>');
        if child.is_none() && trimmed.len() == behind.len() {
            return None;
        }
        read.child = child.is_some();
        rest = child.unwrap_or(trimmed).trim_ascii_start();
    }
}

/// Reads one compound from the beginning of `text`: it, how often it names what is around its rule, and what follows.
fn compound<'t>(text: &'t str, features: &Features) -> Option<(Compound, usize, &'t str)> {
    let (mut compound, mut ampersands) = (Compound::EMPTY, 0);
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        match first {
            b'*' if rest.len() == text.len() => rest = &rest[1..],
            b'&' => {
                ampersands += 1;
                rest = &rest[1..];
            }
            b'.' => {
                let (name, behind) = identifier(&rest[1..])?;
                compound.weight.add(Kind::Class);
                compound.utility |= utility::is_known(&name);
                compound.ask(Kind::Class, features.of(Kind::Class, &name));
                rest = behind;
            }
            b'#' => {
                let (name, behind) = identifier(&rest[1..])?;
                compound.ask(Kind::Id, features.of(Kind::Id, &name));
                compound.weight.add(Kind::Id);
                rest = behind;
            }
            b':' => rest = pseudo(&rest[1..], features, &mut compound)?,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'>' => break,
            _ if rest.len() == text.len() => {
                let (name, behind) = identifier(rest)?;
                compound.ask(Kind::Tag, features.of(Kind::Tag, &name));
                compound.weight.add(Kind::Tag);
                rest = behind;
            }
            _ => return None,
        }
    }
    (rest.len() < text.len()).then_some((compound, ampersands, rest))
}

/// Reads what follows a colon.
fn pseudo<'t>(text: &'t str, features: &Features, compound: &mut Compound) -> Option<&'t str> {
    let (name, behind) = identifier(text)?;
    if name.eq_ignore_ascii_case("root") {
        compound.ask(Kind::Tag, features.of(Kind::Tag, "html"));
        compound.weight.add(Kind::Class);
        return Some(behind);
    }
    let (argument, behind) = behind.strip_prefix('(')?.split_once(')')?;
    let argument = argument.trim_ascii();
    let (kind, simple) = match argument.as_bytes().first()? {
        b'.' => (Kind::Class, &argument[1..]),
        b'#' => (Kind::Id, &argument[1..]),
        _ => (Kind::Tag, argument),
    };
    let (simple, rest) = identifier(simple)?;
    if !rest.is_empty() {
        return None;
    }
    let feature = features.of(kind, &simple);
    match name.to_ascii_lowercase().as_str() {
        "not" => {
            compound.exclude(kind, feature);
            compound.weight.add(kind);
        }
        "is" | "-webkit-any" | "matches" => {
            compound.ask(kind, feature);
            compound.weight.add(kind);
        }
        "where" => compound.ask(kind, feature),
        _ => return None,
    }
    Some(behind)
}

/// A name at the beginning of `text`, escapes decoded, and what follows.
pub(super) fn identifier(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let bytes = text.as_bytes();
    if !begins_name(bytes) {
        return None;
    }
    let mut end = bytes.iter().position(|byte| !is_name_byte(*byte)).unwrap_or(bytes.len());
    if bytes.get(end) != Some(&b'\\') {
        return Some((Cow::Borrowed(&text[..end]), &text[end..]));
    }
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' => {
                let digits = bytes[end + 1..].iter().take(6).take_while(|byte| byte.is_ascii_hexdigit()).count();
                end += 1 + digits;
                match digits {
                    0 => end = behind_character(text, end),
                    _ if bytes.get(end).is_some_and(u8::is_ascii_whitespace) => end += 1,
                    _ => {}
                }
            }
            byte if is_name_byte(*byte) => end += 1,
            _ => break,
        }
    }
    Some((decode_escapes(&text[..end], false), &text[end..]))
}

/// Whether a name begins so: with no digit, and with a single dash only before a letter.
fn begins_name(bytes: &[u8]) -> bool {
    match bytes {
        [b'-', next, ..] => !next.is_ascii_digit(),
        [b'-'] | [] => false,
        [first, ..] => !first.is_ascii_digit() && (is_name_byte(*first) || *first == b'\\'),
    }
}
