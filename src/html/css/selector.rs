// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selectors (Selectors 4), as far as they can be matched without a tree: compounds of a name, classes and ids.
//!
//! Decides which elements a selector names. `:not()`, `:is()` and `:where()` of one simple selector are followed, and
//! ancestors that every element has (`html`, `body`, `:root`). A selector with anything else matches nothing.

use std::borrow::Cow;

use memchr::memchr;

use super::{
    compound::Compound,
    feature::{Features, Kind},
    media::Certainty,
    reader::{behind_character, decode_escapes, is_name_byte, without_comments},
    utility,
};

/// How many times one compound may name what is around its rule; one that does so more often only hides.
const MOST_PARENTS: usize = 8;

/// Reads the selectors of a list; within another rule, `&` stands for each of `parents`. Those that cannot be followed
/// are left out. A browser drops the whole list for one it does not know, so where one may be wrong the others are doubtful.
pub(super) fn read(list: &str, features: &Features, parents: Option<&[Compound]>, mut sink: impl FnMut(Compound)) {
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
        let Some((compound, ampersands)) = complex(selector.trim_ascii(), features) else { continue };
        let Some(parents) = parents else {
            keep(compound);
            continue;
        };
        // Without one it is below the rule's elements: known only where every element is.
        if ampersands > 0 {
            parents.iter().for_each(|parent| keep(within(&compound, ampersands, parent)));
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

/// Reads a selector with its ancestors, and how often it names what is around its rule; `None` when it cannot be followed.
fn complex(selector: &str, features: &Features) -> Option<(Compound, usize)> {
    if let Some(class) = single_class(selector) {
        if !begins_name(class.as_bytes()) {
            return None;
        }
        let mut compound = Compound::EMPTY;
        compound.utility = utility::is_known(class);
        compound.ask(Kind::Class, features.of(Kind::Class, class));
        compound.weight.add(Kind::Class);
        return Some((compound, 0));
    }
    let mut rest = selector;
    let mut certainty = Certainty::Yes;
    loop {
        let (mut compound, ampersands, behind) = compound(rest, features)?;
        let trimmed = behind.trim_ascii_start();
        if trimmed.is_empty() {
            compound.certainty = compound.certainty.min(certainty);
            return Some((compound, ampersands));
        }
        // What stands before a combinator must be what is around every element.
        let name = rest[..rest.len() - behind.len()].trim_ascii();
        if !["html", "body", ":root", "*"].iter().any(|root| name.eq_ignore_ascii_case(root)) {
            return None;
        }
        rest = match trimmed.strip_prefix('>') {
            Some(child) => {
                certainty = Certainty::Doubtful;
                child.trim_ascii_start()
            }
            None => trimmed,
        };
        if trimmed.len() == behind.len() && rest.len() == trimmed.len() {
            return None;
        }
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

/// What a compound comes to in a rule whose elements it names this often.
fn within(compound: &Compound, ampersands: usize, parent: &Compound) -> Compound {
    let named = (1..ampersands.min(MOST_PARENTS)).fold(*parent, |named, _| named.merged(parent));
    let mut within = named.merged(compound);
    if ampersands > MOST_PARENTS {
        within.doubt();
    }
    within
}
