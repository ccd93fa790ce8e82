// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selectors (Selectors 4), as far as they can be matched without a tree: compounds of a name, classes and ids.
//!
//! Decides which elements a selector names. `:not()`, `:is()` and `:where()` of one simple selector are followed, and
//! ancestors that every element has (`html`, `body`, `:root`). A selector with anything else matches nothing.

use memchr::memchr;

use super::{
    super::bytes::{ByteSet, set},
    compound::{Compound, Weight},
    feature::{ANY, Features, Kind},
    media::Certainty,
    name::{begins_name, behind_comments, behind_gap, identifier},
    plausible,
    reader::{comment_end, is_name_byte, string_end},
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
    /// Those of a rule with this list of selectors, which `outer` is around, as far as `keeps` says so; it is told how many
    /// there are already.
    pub(super) fn read(
        list: &str,
        features: &Features,
        outer: Option<&Parents>,
        mut keeps: impl FnMut(usize) -> bool,
    ) -> Self {
        let around = outer.map_or(Weight::default(), |outer| outer.weight);
        let (mut followed, mut other) = (Weight::default(), Weight::default());
        let mut compounds = Vec::new();
        let list = List::new(list, outer.is_some());
        for selector in list.selectors() {
            match complex(selector, features, outer.is_some()) {
                Some(complex) => {
                    followed = followed.max(complex.weight(around));
                    list.apply(&complex, features, outer, |compound| {
                        if keeps(compounds.len()) {
                            compounds.push(compound);
                        }
                    });
                }
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

/// A list of selectors. A browser drops the whole list for one it does not know, so where one may be wrong the others are
/// doubtful.
struct List<'t> {
    text: &'t str,
    /// Whether commas may stand within something that encloses them.
    encloses: bool,
    certainty: Certainty,
}

impl<'t> List<'t> {
    /// That of a rule, `nested` in another one or not.
    fn new(text: &'t str, nested: bool) -> Self {
        let is_list = memchr(b',', text.as_bytes()).is_some();
        let encloses = is_list && text.bytes().any(|byte| ENCLOSES[usize::from(byte)]);
        // One that stands alone and cannot be followed is left out in any case.
        let is_plausible = !is_list || parted(text, encloses).all(|selector| is_plausible(selector, nested));
        let certainty = if is_plausible { Certainty::Yes } else { Certainty::Doubtful };
        List { text, encloses, certainty }
    }

    fn selectors(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        parted(self.text, self.encloses)
    }

    /// Hands on what one of its selectors applies to, where `&` stands for each of `parents`.
    fn apply(&self, complex: &Complex, features: &Features, parents: Option<&Parents>, mut sink: impl FnMut(Compound)) {
        let mut keep = |mut compound: Compound| {
            compound.certainty = compound.certainty.min(self.certainty);
            sink(compound);
        };
        match parents {
            _ if complex.parents == 0 => complex.alone(features).into_iter().for_each(&mut keep),
            Some(parents) => complex.within(parents, features, &mut keep),
            None => complex.within(&Parents::root(features), features, &mut keep),
        }
    }
}

/// Reads the selectors of a list; within another rule, `&` stands for each of `parents`. Those that cannot be followed
/// are left out.
pub(super) fn read(list: &str, features: &Features, parents: Option<&Parents>, mut sink: impl FnMut(Compound)) {
    let list = List::new(list, parents.is_some());
    let followed = list.selectors().filter_map(|selector| complex(selector, features, parents.is_some()));
    followed.for_each(|complex| list.apply(&complex, features, parents, &mut sink));
}

/// Whether browsers take the selector. Most ask for a single class.
fn is_plausible(selector: &str, nested: bool) -> bool {
    match single_class(selector) {
        Some(class) => begins_name(class.as_bytes()),
        None => plausible::is_plausible(selector, nested),
    }
}

/// What commas may stand within: brackets, strings and comments; and what escapes them.
static ENCLOSES: ByteSet = set(b"()[]\"'\\/");

/// The parts between commas, outside of brackets, strings and comments where there are any.
pub(super) fn parted(text: &str, encloses: bool) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = if encloses { end_of_part(text.as_bytes()) } else { memchr(b',', text.as_bytes()) };
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// Where the next comma stands that is outside of all of these.
fn end_of_part(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_i32);
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'\\' => at + 2,
            b'"' | b'\'' => string_end(bytes, at + 1, *byte),
            b'/' if bytes.get(at + 1) == Some(&b'*') => comment_end(bytes, at + 2),
            b',' if depth == 0 => return Some(at),
            _ => at + 1,
        };
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The name, if it is one, of the class that is all a selector asks for, as most do.
fn single_class(selector: &str) -> Option<&str> {
    selector.trim_ascii().strip_prefix('.').filter(|class| class.bytes().all(is_name_byte))
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
    let selector = behind_gap(selector);
    if let Some(rest) = selector.strip_prefix('>').filter(|_| nested) {
        return below(rest, features, true);
    }
    let read = chain(selector, features, Complex::from(Compound::EMPTY, 0))?;
    if nested && read.parents == 0 { below(selector, features, false) } else { Some(read) }
}

/// Reads a selector below what is around its rule.
fn below(selector: &str, features: &Features, child: bool) -> Option<Complex> {
    let mut read = Complex::from(Compound::EMPTY, 0);
    read.descend(None);
    (read.parents, read.child) = (1, child);
    chain(selector, features, read)
}

/// Reads compounds and what stands between them, behind what was `read`.
fn chain(selector: &str, features: &Features, mut read: Complex) -> Option<Complex> {
    let mut rest = behind_gap(selector);
    loop {
        let (mut compound, parents, behind) = compound(rest, features)?;
        read.parents += parents;
        let trimmed = behind_gap(behind);
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
        if child.is_none() && !behind.starts_with(|first: char| first.is_ascii_whitespace()) {
            return None;
        }
        read.child = child.is_some();
        rest = behind_gap(child.unwrap_or(trimmed));
    }
}

/// Reads one compound from the beginning of `text`: it, how often it names what is around its rule, and what follows.
fn compound<'t>(text: &'t str, features: &Features) -> Option<(Compound, usize, &'t str)> {
    let (mut compound, mut ampersands, mut is_first) = (Compound::EMPTY, 0, true);
    let mut rest = behind_comments(text);
    while let Some(first) = rest.bytes().next() {
        let behind = match first {
            b'*' if is_first => &rest[1..],
            b'&' => {
                ampersands += 1;
                &rest[1..]
            }
            b'.' => {
                let (name, behind) = identifier(behind_comments(&rest[1..]))?;
                compound.weight.add(Kind::Class);
                compound.utility |= utility::is_known(&name);
                compound.ask(Kind::Class, features.of(Kind::Class, &name));
                behind
            }
            b'#' => {
                let (name, behind) = identifier(&rest[1..])?;
                compound.ask(Kind::Id, features.of(Kind::Id, &name));
                compound.weight.add(Kind::Id);
                behind
            }
            b':' => pseudo(&rest[1..], features, &mut compound)?,
            b'>' => break,
            blank if blank.is_ascii_whitespace() => break,
            _ if is_first => {
                let (name, behind) = identifier(rest)?;
                compound.ask(Kind::Tag, features.of(Kind::Tag, &name));
                compound.weight.add(Kind::Tag);
                behind
            }
            _ => return None,
        };
        (rest, is_first) = (behind_comments(behind), false);
    }
    (!is_first).then_some((compound, ampersands, rest))
}

/// Reads what follows a colon.
fn pseudo<'t>(text: &'t str, features: &Features, compound: &mut Compound) -> Option<&'t str> {
    let (name, behind) = identifier(text)?;
    if name.eq_ignore_ascii_case("root") {
        compound.ask(Kind::Tag, features.of(Kind::Tag, "html"));
        compound.weight.add(Kind::Class);
        return Some(behind);
    }
    let argument = behind_gap(behind.strip_prefix('(')?);
    let (kind, simple) = match argument.as_bytes().first()? {
        b'.' => (Kind::Class, &argument[1..]),
        b'#' => (Kind::Id, &argument[1..]),
        _ => (Kind::Tag, argument),
    };
    let (simple, rest) = identifier(simple)?;
    let behind = behind_gap(rest).strip_prefix(')')?;
    let feature = features.of(kind, &simple);
    match name.to_ascii_lowercase().as_str() {
        "not" => {
            compound.exclude(kind, feature);
            compound.weight.add(kind);
        }
        "is" => {
            compound.ask(kind, feature);
            compound.weight.add(kind);
        }
        // Older names of it, which not all browsers have.
        "-webkit-any" | "matches" => {
            compound.ask(kind, feature);
            compound.weight.add(kind);
            compound.doubt();
        }
        "where" => compound.ask(kind, feature),
        _ => return None,
    }
    Some(behind)
}
