// SPDX-License-Identifier: MIT OR Apache-2.0
//! What tags close: end tags, and the ends that a start tag implies (HTML Standard 13.2.6.3, 13.2.6.4.7 and following).
//!
//! Decides how far the stack of open elements shrinks. It never opens anything but the rows and sections that the cells
//! of a table imply.

use super::{
    element::{self, Element},
    formatting::{Closing, FormattingElement},
    open::Height,
    parser::Parser,
};

const HEADINGS: [Element; 6] = [Element::H1, Element::H2, Element::H3, Element::H4, Element::H5, Element::H6];
const SECTIONS: [Element; 3] = [Element::TBody, Element::THead, Element::TFoot];
/// How often one end tag moves a formatting element into a block.
const ADOPTION_ROUNDS: usize = 8;
const CELLS: [Element; 3] = [Element::Td, Element::Th, Element::Caption];

impl<'a> Parser<'a> {
    /// Closes what the start tag of `element` implies the end of; false when the tag is to be ignored.
    pub(super) fn imply_ends(&mut self, element: Element) -> bool {
        if element.is(element::TABLE_PART) && element != Element::Table {
            return self.imply_table_structure(element);
        }
        match element {
            Element::Table => {
                if let Some(table) = self.table_outside_of_cells() {
                    self.pop_to(table - 1);
                }
                if !self.quirks {
                    self.close_paragraph();
                }
            }
            Element::Li => {
                self.close_item(&[Element::Li]);
                self.close_paragraph();
            }
            Element::Dd | Element::Dt => {
                self.close_item(&[Element::Dd, Element::Dt]);
                self.close_paragraph();
            }
            Element::Form => return self.begin_form(),
            Element::Button => {
                if let Some(height) = self.open.in_scope(Element::Button) {
                    self.pop_to(height - 1);
                }
            }
            Element::Select | Element::Input => {
                if let Some(height) = self.open.in_scope(Element::Select) {
                    self.pop_to(height - 1);
                    return element == Element::Input;
                }
            }
            Element::Option | Element::OptGroup if self.open.in_scope(Element::Select).is_some() => {
                let keeps_group = element == Element::Option;
                self.imply_end_tags(|current| keeps_group && current == Element::OptGroup);
            }
            Element::Option | Element::OptGroup if self.current() == Some(Element::Option) => {
                self.pop_to(self.open.height() - 1)
            }
            Element::Rb | Element::Rtc | Element::Rp | Element::Rt if self.open.in_scope(Element::Ruby).is_some() => {
                let keeps_container = matches!(element, Element::Rp | Element::Rt);
                self.imply_end_tags(|current| keeps_container && current == Element::Rtc);
            }
            Element::A | Element::NoBr if self.formatting.contains(element) => self.close_formatting(element),
            _ if element.heading_level().is_some() => {
                self.close_paragraph();
                if self.current().is_some_and(|current| current.heading_level().is_some()) {
                    self.pop_to(self.open.height() - 1);
                }
            }
            _ if element.is(element::CLOSES_P) => self.close_paragraph(),
            _ => {}
        }
        true
    }

    /// Reads an end tag.
    pub(super) fn end_tag(&mut self, name: &str) {
        let element = Element::from_name(name);
        let innermost_is_html = self.formatting.is_innermost(self.open.height());
        if self.open.at_foreign_element() && !innermost_is_html && self.end_foreign(element, name) {
            return;
        }
        match element {
            Element::Html | Element::Body | Element::Head | Element::FrameSet => {}
            Element::Br => {
                self.reopen_formatting();
                self.frames_ok &= self.is_apart();
                if self.is_active() {
                    self.lines.line_break();
                }
            }
            Element::P => match self.open.in_button_scope(Element::P) {
                Some(height) => self.pop_to(height - 1),
                // It stands for an empty paragraph.
                None if self.is_active() => self.lines.edge(self.open.context()),
                None => {}
            },
            Element::Li => self.close_through(self.open.in_list_scope(Element::Li)),
            Element::Dd | Element::Dt => self.close_through(self.open.in_scope(element)),
            Element::Form => self.end_form(),
            // A browser that runs scripts ends it here, whatever is open inside.
            Element::NoScript => {
                let height = self.open.latest(element);
                if height > 0 {
                    while self.formatting.markers() > self.markers_before_noscript + 1 {
                        self.formatting.unmark(|link| self.lines.end_link(link, self.open.context()));
                    }
                    self.close_marked(height);
                }
            }
            Element::Td | Element::Th | Element::Caption => {
                let height = self.open.latest(element);
                if self.open.table().is_some_and(|table| height > table) {
                    self.close_marked(height);
                }
            }
            _ if element.is(element::TABLE_PART) => {
                let height = self.open.latest(element);
                if self.open.table().is_some_and(|table| height >= table) {
                    self.close_cell();
                    self.pop_to(height - 1);
                }
            }
            _ if element.heading_level().is_some() => {
                let open = HEADINGS.into_iter().filter_map(|heading| self.open.in_scope(heading)).max();
                self.close_through(open);
            }
            _ if element.is(element::FORMATTING) => self.close_formatting(element),
            // Whatever is open in it. One around a `noscript` is out of reach of what that holds.
            Element::Template => {
                let height = self.open.latest(element);
                if height > self.open.latest(Element::NoScript) {
                    self.close_marked(height);
                }
            }
            _ if element.is(element::MARKER) => {
                if let Some(height) = self.open.in_scope(element) {
                    self.close_marked(height);
                }
            }
            _ if element.is(element::CLOSES_INNER) => self.close_through(self.open.in_scope(element)),
            _ => {
                let height = match element {
                    Element::Unknown => self.open.latest_named(name),
                    _ => self.open.latest(element),
                };
                if height > self.open.special() {
                    self.pop_to(height - 1);
                }
            }
        }
    }

    /// The end tag of an element of SVG or MathML; false when it is one of HTML.
    fn end_foreign(&mut self, element: Element, name: &str) -> bool {
        if matches!(element, Element::P | Element::Br) && self.open.in_foreign_content() {
            while self.open.in_foreign_content() {
                self.pop_to(self.open.height() - 1);
            }
            return false;
        }
        let height = match element {
            Element::Svg | Element::Math => self.open.latest(element),
            _ => self.open.latest_named(name),
        };
        let found = height > self.open.html();
        if found {
            self.pop_to(height - 1);
        }
        found
    }

    /// Makes room for a form; false when there is none for it: one is open, and it does not stand in a template.
    fn begin_form(&mut self) -> bool {
        let apart = self.is_apart();
        if !apart && self.form.is_some() {
            return false;
        }
        let loose = self.table_outside_of_cells().is_some();
        if !loose {
            self.close_paragraph();
        }
        if !apart {
            self.form = Some(if loose { 0 } else { self.open.height() + 1 });
        }
        !loose
    }

    fn end_form(&mut self) {
        if self.is_apart() {
            return self.close_through(self.open.in_scope(Element::Form));
        }
        let Some(form) = self.form.take().filter(|form| self.open.in_scope(Element::Form) == Some(*form)) else {
            return;
        };
        // Only the form itself ends, not what was opened in it.
        self.imply_end_tags(|_| false);
        self.formatting.outlive(form, self.open.hides(form));
        self.open.remove(form);
        self.pop_to(self.open.height());
    }

    fn close_formatting(&mut self, element: Element) {
        let closing = self.formatting.close(element, self.open.scope(), self.open.special());
        match closing {
            Closing::Ignored => {}
            Closing::Forgotten(link) => self.end_link(link),
            Closing::Pops(height, link) => {
                self.end_link(link);
                self.pop_to(height);
            }
            Closing::Splits(entry) => self.split(entry),
        }
    }

    /// Ends a formatting element that blocks were opened in, as the adoption agency does (13.2.6.4.7): in each round the
    /// element moves into the next block, and what stood between is closed; in the last it is closed with all inside.
    fn split(&mut self, mut entry: FormattingElement<'a>) {
        if entry.hides().is_some() && self.is_active() {
            // What follows stands in the block, what was seen last before it.
            self.lines.edge(self.open.context());
        }
        for _ in 0..ADOPTION_ROUNDS {
            if self.open.special() <= entry.height {
                self.end_link(entry.link);
                self.pop_to(entry.height);
                return;
            }
            entry.height += 1;
            while !self.open.at(entry.height).is(element::SPECIAL) {
                self.open.close_from_below(entry.height);
                entry.height += 1;
            }
        }
        // Blocks are left: the element goes on in them, and so does what it hides.
        self.formatting.push(entry);
    }

    fn end_link(&mut self, link: Option<u32>) {
        if let Some(link) = link {
            self.lines.end_link(link, self.open.context());
        }
    }

    fn imply_table_structure(&mut self, element: Element) -> bool {
        let Some(table) = self.open.table() else { return false };
        self.close_cell();
        match element {
            Element::Tr => self.clear_to_section(table),
            Element::Td | Element::Th => {
                let row = self.open.latest(Element::Tr);
                if row > table {
                    self.clear_to(row);
                } else {
                    self.clear_to_section(table);
                    self.open_implied(Element::Tr, "tr");
                }
            }
            _ => self.clear_to(table),
        }
        true
    }

    /// Closes the cell or caption that is open in the innermost table.
    fn close_cell(&mut self) {
        let cell = self.topmost(&CELLS);
        if self.open.table().is_some_and(|table| cell > table) {
            self.close_marked(cell);
        }
    }

    /// Closes all in a part of a table, the formatting elements that stand loose in it too: a tree has those before the
    /// table.
    fn clear_to(&mut self, height: Height) {
        self.pop_to(height);
        self.formatting.popped_to(height - 1);
    }

    fn clear_to_section(&mut self, table: Height) {
        let section = self.topmost(&SECTIONS);
        if section > table {
            self.clear_to(section);
        } else {
            self.clear_to(table);
            self.open_implied(Element::TBody, "tbody");
        }
    }

    /// The table that is open here when none of its cells is, nor its caption.
    pub(super) fn table_outside_of_cells(&self) -> Option<Height> {
        self.open.table().filter(|table| self.topmost(&CELLS) < *table)
    }

    fn topmost(&self, elements: &[Element]) -> Height {
        elements.iter().map(|element| self.open.latest(*element)).max().unwrap_or(0)
    }

    /// Closes the innermost elements whose end may be implied, but for those that `stays` names.
    fn imply_end_tags(&mut self, stays: impl Fn(Element) -> bool) {
        while let Some(current) = self.current()
            && current.is(element::IMPLIED_END)
            && !stays(current)
        {
            self.pop_to(self.open.height() - 1);
        }
    }

    fn close_paragraph(&mut self) {
        self.close_through(self.open.in_button_scope(Element::P));
    }

    fn close_item(&mut self, items: &[Element]) {
        let item = self.open.item();
        if items.contains(&self.open.at(item)) {
            self.pop_to(item - 1);
        }
    }

    fn close_through(&mut self, height: Option<Height>) {
        if let Some(height) = height {
            self.pop_to(height - 1);
        }
    }

    /// The innermost element, unless it is a formatting element.
    fn current(&self) -> Option<Element> {
        self.open.current().map(|open| open.element).filter(|_| !self.formatting.is_innermost(self.open.height()))
    }
}
