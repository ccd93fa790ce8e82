// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of the elements that were judged before the last style sheet of the page was read.
//!
//! Decides nothing: it only keeps what a rule that comes late may apply to. Few pages have such rules, so nothing is made
//! of the names before one comes.

use super::{css::Sheet, element::Element, reference};

/// What was judged since the last sheet.
pub(super) struct Met<'a> {
    /// Which elements with a rule of their own were met since the beginning.
    known: [bool; Element::COUNT],
    names: Vec<&'a str>,
    ids: Vec<&'a str>,
    classes: Vec<&'a str>,
}

impl<'a> Met<'a> {
    /// Nothing was judged yet.
    pub(super) fn new() -> Self {
        Met { known: [false; Element::COUNT], names: Vec::new(), ids: Vec::new(), classes: Vec::new() }
    }

    /// Notes a name.
    pub(super) fn name(&mut self, element: Element, name: &'a str) {
        let is_new = element == Element::Unknown || !std::mem::replace(&mut self.known[element as usize], true);
        if is_new {
            self.names.push(name);
        }
    }

    /// Notes an id as written.
    pub(super) fn id(&mut self, id: &'a str) {
        self.ids.push(id);
    }

    /// Notes classes as written.
    pub(super) fn classes(&mut self, classes: &'a str) {
        self.classes.push(classes);
    }

    /// Tells a sheet that is about to be read, and forgets.
    pub(super) fn tell(&mut self, sheet: &mut Sheet) {
        self.names.drain(..).for_each(|name| sheet.meet_name(name));
        self.ids.drain(..).for_each(|id| sheet.meet_id(&reference::decode_attribute(id)));
        self.classes.drain(..).for_each(|classes| sheet.meet_classes(&reference::decode_attribute(classes)));
    }
}
