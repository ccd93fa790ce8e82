// SPDX-License-Identifier: MIT OR Apache-2.0
//! The stack of open elements (HTML Standard 13.2.4.2), with every question the tree rules ask answered in constant time.
//!
//! Decides which element a tag name means and what is "in scope". It holds no nodes: an element is what its content
//! inherits, and formatting elements are kept elsewhere.

use std::{borrow::Cow, collections::HashMap};

use super::{
    block::Context,
    element::{self, Element},
    names::lower_case,
    visibility::Hidden,
};

/// A position on the stack: how many elements are open up to and including this one. Zero is none.
pub(super) type Height = usize;

/// An open element.
pub(super) struct Open {
    /// What it is.
    pub(super) element: Element,
    /// What its content inherits.
    pub(super) context: Context,
    /// Whether it has a part in the text: false when something hid or dropped it.
    pub(super) active: bool,
    /// How much had been written when it was opened.
    pub(super) mark: Mark,
    id: u32,
    namespace: Namespace,
    /// False once an end tag took it off the stack from below others.
    live: bool,
    /// The next lower element of the same name.
    lower: u32,
    bases: Bases,
}

/// Amounts written so far: bytes of text, notes and links.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    /// Bytes of text.
    pub(super) text: u32,
    /// Notes.
    pub(super) notes: u32,
    /// Links.
    pub(super) links: u32,
}

/// Where an element's name and content come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg(Content),
    /// MathML.
    MathMl(Content),
}

/// What tags inside an element of SVG or MathML belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// The same namespace.
    Foreign,
    /// HTML: it is an integration point (13.2.6).
    Html,
}

/// The nearest element of each kind that ends a search, the element itself included.
#[derive(Clone, Copy, Default)]
struct Bases {
    special: u32,
    item: u32,
    scope: u32,
    list_scope: u32,
    button_scope: u32,
    table_scope: u32,
    html: u32,
}

impl Bases {
    /// Puts those around an element that bounds no scope in its place.
    fn pass_over(&mut self, height: u32, around: &Bases) {
        let own = [&mut self.special, &mut self.item, &mut self.html];
        for (base, outer) in own.into_iter().zip([around.special, around.item, around.html]) {
            if *base == height {
                *base = outer;
            }
        }
    }
}

/// The stack.
#[derive(Default)]
pub(super) struct OpenElements<'a> {
    stack: Vec<Open>,
    /// The topmost element of each name.
    latest: Vec<Height>,
    /// Numbers of names without a rule; those with one come first.
    names: HashMap<Cow<'a, str>, u32>,
    root: Context,
}

impl<'a> OpenElements<'a> {
    /// How many elements are open.
    pub(super) fn height(&self) -> Height {
        self.stack.len()
    }

    /// What text inherits here.
    pub(super) fn context(&self) -> &Context {
        self.stack.last().map_or(&self.root, |open| &open.context)
    }

    /// The innermost element.
    pub(super) fn current(&self) -> Option<&Open> {
        self.stack.last()
    }

    /// The element at a height, `Unknown` for none and for one that is closed.
    pub(super) fn at(&self, height: Height) -> Element {
        let open = height.checked_sub(1).and_then(|index| self.stack.get(index)).filter(|open| open.live);
        open.map_or(Element::Unknown, |open| open.element)
    }

    /// What the element at a height hides its content by, when nothing around it does.
    pub(super) fn hides(&self, height: Height) -> Option<Hidden> {
        let hidden = |height: Height| {
            let context = height.checked_sub(1).and_then(|index| self.stack.get(index)).map(|open| &open.context);
            context.and_then(|context| context.hidden.or(context.veil.hides()))
        };
        hidden(height).filter(|_| hidden(height.saturating_sub(1)).is_none())
    }

    /// Whether a tag here belongs to SVG or MathML.
    pub(super) fn in_foreign_content(&self) -> bool {
        let is_foreign = |open: &Open| {
            matches!(open.namespace, Namespace::Svg(Content::Foreign) | Namespace::MathMl(Content::Foreign))
        };
        self.stack.last().is_some_and(is_foreign)
    }

    /// Whether a tag here that belongs to SVG or MathML belongs to SVG. Its own name tells only where HTML ends.
    pub(super) fn is_in_svg(&self, element: Element) -> bool {
        match self.current() {
            Some(Open { namespace: Namespace::Svg(Content::Foreign), .. }) => true,
            // The one element of MathML in which `svg` is a drawing even where HTML does not begin again.
            Some(Open { namespace: Namespace::MathMl(Content::Foreign), element: around, .. }) => {
                element == Element::Svg && *around == Element::AnnotationXml
            }
            _ => element == Element::Svg,
        }
    }

    /// Whether the innermost element itself belongs to SVG or MathML.
    pub(super) fn at_foreign_element(&self) -> bool {
        self.stack.last().is_some_and(|open| open.namespace != Namespace::Html)
    }

    /// Opens an element.
    pub(super) fn push(
        &mut self,
        element: Element,
        name: &'a str,
        namespace: Namespace,
        context: Context,
        active: bool,
        mark: Mark,
    ) {
        let id = self.number(element, name, namespace);
        let height = self.stack.len() as u32 + 1;
        let mut bases = self.stack.last().map(|open| open.bases).unwrap_or_default();
        if namespace == Namespace::Html {
            bases.html = height;
            if element.is(element::SPECIAL) {
                bases.special = height;
                if !matches!(element, Element::Address | Element::Div | Element::P) {
                    bases.item = height;
                }
            }
            if element.is(element::SCOPE) {
                (bases.scope, bases.list_scope, bases.button_scope) = (height, height, height);
            }
            match element {
                Element::Ol | Element::Ul => bases.list_scope = height,
                Element::Button => bases.button_scope = height,
                Element::Table | Element::Template | Element::NoScript => bases.table_scope = height,
                _ => {}
            }
        } else if matches!(namespace, Namespace::Svg(Content::Html) | Namespace::MathMl(Content::Html)) {
            (bases.special, bases.item) = (height, height);
            (bases.scope, bases.list_scope, bases.button_scope) = (height, height, height);
        }
        let lower = std::mem::replace(&mut self.latest[id as usize], height as Height) as u32;
        self.stack.push(Open { element, context, active, mark, id, namespace, live: true, lower, bases });
    }

    /// Closes the innermost element.
    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        self.latest[open.id as usize] = open.lower as Height;
        Some(open)
    }

    /// Whether the innermost element was closed from below already.
    pub(super) fn current_is_closed(&self) -> bool {
        self.stack.last().is_some_and(|open| !open.live)
    }

    /// Closes one element without those above it.
    pub(super) fn close_from_below(&mut self, height: Height) {
        if let Some(open) = height.checked_sub(1).and_then(|index| self.stack.get_mut(index)) {
            open.live = false;
        }
    }

    /// The same for one that bounds searches: those from above go on below it. It takes time for each element above, so
    /// one and the same must not be above many that are closed so.
    pub(super) fn remove(&mut self, height: Height) {
        self.close_from_below(height);
        let around = height.checked_sub(2).map(|index| self.stack[index].bases).unwrap_or_default();
        for open in self.stack.iter_mut().skip(height.saturating_sub(1)) {
            open.bases.pass_over(height as u32, &around);
        }
    }

    /// The topmost element of this kind, zero for none.
    pub(super) fn latest(&self, element: Element) -> Height {
        let height = self.latest.get(element as usize).copied().unwrap_or(0);
        if height > 0 && self.stack[height - 1].live { height } else { 0 }
    }

    /// The topmost element of this name without a rule, or of SVG and MathML; zero for none.
    pub(super) fn latest_named(&self, name: &str) -> Height {
        self.names.get(&*lower_case(name)).map_or(0, |number| self.latest[*number as usize])
    }

    /// The nearest special element.
    pub(super) fn special(&self) -> Height {
        self.bases().special as Height
    }

    /// The nearest special element but `address`, `div` and `p`: where the search for an open `li`, `dt` or `dd` ends.
    pub(super) fn item(&self) -> Height {
        self.bases().item as Height
    }

    /// The nearest element of HTML.
    pub(super) fn html(&self) -> Height {
        self.bases().html as Height
    }

    /// The nearest element that bounds the scope.
    pub(super) fn scope(&self) -> Height {
        self.bases().scope as Height
    }

    /// The nearest `table`, when no template and no `noscript` stands between.
    pub(super) fn table(&self) -> Option<Height> {
        let height = self.bases().table_scope as Height;
        (self.at(height) == Element::Table).then_some(height)
    }

    /// The element when it is in scope.
    pub(super) fn in_scope(&self, element: Element) -> Option<Height> {
        self.within(element, self.bases().scope)
    }

    /// The element when it is in list item scope.
    pub(super) fn in_list_scope(&self, element: Element) -> Option<Height> {
        self.within(element, self.bases().list_scope)
    }

    /// The element when it is in button scope.
    pub(super) fn in_button_scope(&self, element: Element) -> Option<Height> {
        self.within(element, self.bases().button_scope)
    }

    fn within(&self, element: Element, base: u32) -> Option<Height> {
        let height = self.latest(element);
        (height > 0 && height >= base as Height).then_some(height)
    }

    fn bases(&self) -> Bases {
        self.stack.last().map(|open| open.bases).unwrap_or_default()
    }

    fn number(&mut self, element: Element, name: &'a str, namespace: Namespace) -> u32 {
        let has_rule = element != Element::Unknown
            && (namespace == Namespace::Html || matches!(element, Element::Svg | Element::Math));
        if self.latest.is_empty() {
            self.latest.resize(Element::COUNT, 0);
        }
        if has_rule {
            return element as u32;
        }
        let next = self.latest.len() as u32;
        let number = *self.names.entry(lower_case(name)).or_insert(next);
        if number == next {
            self.latest.push(0);
        }
        number
    }
}
