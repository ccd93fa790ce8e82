// SPDX-License-Identifier: MIT OR Apache-2.0
//! The flat list of blocks a page is read into: lines of text with what stands around them.
//!
//! It decides nothing: the scanner's rules write it, the selection reads its features, the renderer its text.

use std::ops::Range;

use super::{css::Veil, element::Element, visibility::Hidden};

/// How many blocks a page may have; what lies behind is dropped.
pub(super) const MAX_BLOCKS: usize = 65_536;
/// How many parts a page may have; what lies behind counts to the part around it.
pub(super) const MAX_PARTS: usize = 65_536;
/// How many cells all tables of a page may have together; what lies behind is dropped.
pub(super) const MAX_CELLS: usize = 131_072;
/// How many links a page may have; of those behind only the labels are read.
pub(super) const MAX_LINKS: usize = 65_536;

/// What text inherits from the elements around it.
#[derive(Clone, Copy, Default)]
pub(super) struct Context {
    /// Why it is not seen.
    pub(super) hidden: Option<Hidden>,
    /// Whether that is a weak signal, which does not reach into an element that holds the page.
    pub(super) weakly: bool,
    /// What hides it until an element inside shows it again.
    pub(super) veil: Veil,
    /// Whether it is content that is no text: a drawing, a control, a script.
    pub(super) dropped: bool,
    /// Whether white space is kept.
    pub(super) preformatted: bool,
    /// Level of the heading, zero for none.
    pub(super) heading: u8,
    /// Whether it stands in what is named as a column of line numbers.
    pub(super) gutter: bool,
    /// The parts of the page it belongs to.
    pub(super) regions: Regions,
    /// Number of the list and quote nesting, zero for none.
    pub(super) nesting: u32,
    /// Number of the list plus one, zero for none.
    pub(super) list: u32,
    /// Number of the table plus one, zero for none.
    pub(super) table: u32,
    /// Whether it stands in a cell of that table.
    pub(super) in_cell: bool,
    /// Number of the innermost part.
    pub(super) part: u32,
}

impl Context {
    /// Whether a number here counts lines. Grids and other things of a page have gutters, too: lines are counted beside
    /// preformatted text and in the cells of a table.
    pub(super) fn counts_lines(&self) -> bool {
        self.gutter && (self.preformatted || self.in_cell)
    }

    /// Whether no element around hides or drops it.
    pub(super) fn is_seen(&self) -> bool {
        self.hidden.is_none() && !self.dropped
    }
}

/// A set of parts of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Regions(u8);

impl Regions {
    /// `nav`.
    pub(super) const NAVIGATION: Regions = Regions(1);
    /// `aside`.
    pub(super) const ASIDE: Regions = Regions(1 << 1);
    /// `header` or `footer` outside of `main` and `article`.
    pub(super) const BANNER: Regions = Regions(1 << 2);
    /// `noscript`.
    pub(super) const NO_SCRIPT: Regions = Regions(1 << 3);
    /// `main` or `article`.
    pub(super) const CONTENT: Regions = Regions(1 << 4);
    /// The first `main` or `role=main`.
    pub(super) const FIRST_MAIN: Regions = Regions(1 << 5);
    /// The first `article`.
    pub(super) const FIRST_ARTICLE: Regions = Regions(1 << 6);

    /// Whether it has a part of `other`.
    pub(super) fn meets(self, other: Regions) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets.
    pub(super) const fn and(self, other: Regions) -> Regions {
        Regions(self.0 | other.0)
    }
}

/// A line of text, or several that line breaks part.
pub(super) struct Block {
    /// What kind of line.
    pub(super) kind: Kind,
    /// The parts of the page it belongs to.
    pub(super) regions: Regions,
    /// Number of the list and quote nesting, zero for none.
    pub(super) nesting: u32,
    /// Its part of [`Outline::markers`].
    pub(super) markers: Range<u32>,
    /// Number of the table plus one, zero for none.
    pub(super) table: u32,
    /// Number of the innermost part.
    pub(super) part: u32,
    /// Its part of [`Outline::text`].
    pub(super) text: Range<u32>,
    /// Its part of [`Outline::notes`].
    pub(super) notes: Range<u32>,
}

/// Kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Running text.
    Line,
    /// A heading of this level.
    Heading(u8),
    /// Preformatted text.
    Preformatted,
}

/// What stands before the first line of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// A list without numbers.
    Bullet,
    /// A number.
    Number(i64),
    /// The number of an item of a list by its position, counted from zero.
    Counted {
        /// Which list.
        list: u32,
        /// Which item.
        item: u32,
    },
    /// A definition.
    Definition,
}

/// One level of lists or quotes around a line.
#[derive(Clone, Copy)]
pub(super) struct Nesting {
    /// The next outer level.
    pub(super) outer: u32,
    /// How many levels there are, this one included.
    pub(super) depth: u8,
    /// Whether it is a quote; a list otherwise.
    pub(super) quote: bool,
}

/// A list.
#[derive(Clone, Copy)]
pub(super) struct List {
    /// Whether its items have numbers.
    pub(super) ordered: bool,
    /// Whether they count down.
    pub(super) reversed: bool,
    /// The first number, when it is given.
    pub(super) start: Option<i64>,
    /// The last number that an item gave itself, or that followed from one.
    pub(super) given: Option<i64>,
    /// How many items it has.
    pub(super) items: u32,
}

/// Something that the full text shows between the words and the plain text does not.
#[derive(Clone, Copy)]
pub(super) struct Note {
    /// Where in [`Outline::text`].
    pub(super) at: u32,
    /// What.
    pub(super) kind: NoteKind,
}

/// Kinds of notes.
#[derive(Clone, Copy)]
pub(super) enum NoteKind {
    /// The end of a link, by number.
    LinkEnd(u32),
    /// An image, by its part of [`Outline::alternatives`].
    Image(u32, u32),
    /// The beginning of a formula.
    FormulaStart,
    /// Its end.
    FormulaEnd,
}

/// A link.
pub(super) struct Link<'a> {
    /// Its address as written, character references not decoded.
    pub(super) href: &'a str,
    /// Where its label begins in [`Outline::text`].
    pub(super) start: u32,
    /// Where it ends.
    pub(super) end: u32,
    /// How many notes there were when it was opened.
    pub(super) notes: u32,
}

/// A table.
#[derive(Default)]
pub(super) struct Table {
    /// Number of the list and quote nesting around it, zero for none.
    pub(super) nesting: u32,
    /// How many markers stood before the next line at its start.
    pub(super) marked: u32,
    /// Its blocks.
    pub(super) blocks: Range<u32>,
    /// Its cells, those of nested tables included.
    pub(super) cells: Range<u32>,
    /// Number of its current row; when it is closed, of its last.
    pub(super) row: u32,
    /// The cells of the row being read.
    pub(super) row_cells: u32,
    /// The cells of the row that has the most.
    pub(super) widest: u32,
    /// Whether a row is within `thead`, at present.
    pub(super) in_head: bool,
    /// Whether the next row is the first of a group of rows.
    pub(super) group_starts: bool,
    /// Whether it only arranges things: a nested table, a role that says so, or a column of line numbers.
    pub(super) layout: bool,
}

impl Table {
    /// Whether it holds data: two columns or more, and no sign that it only arranges things.
    pub(super) fn holds_data(&self) -> bool {
        !self.layout && self.widest > 1
    }
}

/// A cell of a table.
pub(super) struct Cell {
    /// Number of the row.
    pub(super) row: u32,
    /// How many columns it spans.
    pub(super) columns: u16,
    /// How many rows it spans within its group, zero for all that follow.
    pub(super) rows: u16,
    /// Whether it is the first cell of a group of rows.
    pub(super) starts_group: bool,
    /// Whether it is a heading.
    pub(super) heading: bool,
    /// Whether its row is within `thead`.
    pub(super) in_head: bool,
    /// Its blocks.
    pub(super) blocks: Range<u32>,
}

/// A part of the page: an element that holds lines.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The part around it; the first part of a page is its own.
    pub(super) outer: u32,
    /// What it is.
    pub(super) element: Element,
    /// Which of [`Outline::names`] it has.
    pub(super) names: u32,
}

/// What an element says of itself, as written.
#[derive(Clone, Copy, Default)]
pub(super) struct Names<'a> {
    /// Its classes.
    pub(super) class: &'a str,
    /// Its name on the page.
    pub(super) id: &'a str,
    /// Its role.
    pub(super) role: &'a str,
    /// What it is as a property of the thing the page describes (`itemprop`).
    pub(super) property: &'a str,
}

impl PartialEq for Names<'_> {
    fn eq(&self, other: &Self) -> bool {
        same(self.class, other.class)
            && same(self.id, other.id)
            && same(self.role, other.role)
            && same(self.property, other.property)
    }
}

/// Whether both names are the same. Two that are empty are not looked at: they lie nowhere, and the comparison of glibc for
/// AVX-512 takes as long to find that out as it takes for kilobytes.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && (one.is_empty() || one == other)
}

/// A page as blocks.
#[derive(Default)]
pub(super) struct Outline<'a> {
    /// All text, block after block.
    pub(super) text: String,
    /// The alternative texts of images.
    pub(super) alternatives: String,
    /// The blocks in the order of the source.
    pub(super) blocks: Vec<Block>,
    /// The parts in the order of the source; the first is the page itself.
    pub(super) parts: Vec<Part>,
    /// The names of parts; the first ones are none. Those that many parts share may stand here more than once.
    pub(super) names: Vec<Names<'a>>,
    /// The notes in the order of the text.
    pub(super) notes: Vec<Note>,
    /// The links.
    pub(super) links: Vec<Link<'a>>,
    /// What stands before blocks, and the nesting each belongs to: of one block the outermost first.
    pub(super) markers: Vec<(Marker, u32)>,
    /// The levels of lists and quotes; the first is none.
    pub(super) nestings: Vec<Nesting>,
    /// The lists.
    pub(super) lists: Vec<List>,
    /// The tables.
    pub(super) tables: Vec<Table>,
    /// The cells.
    pub(super) cells: Vec<Cell>,
}

impl<'a> Outline<'a> {
    /// The names of a part.
    pub(super) fn names_of(&self, part: &Part) -> &Names<'a> {
        &self.names[part.names as usize]
    }

    /// What stands before a block, the outermost first, and the nesting each belongs to.
    pub(super) fn markers_of(&self, block: &Block) -> &[(Marker, u32)] {
        &self.markers[block.markers.start as usize..block.markers.end as usize]
    }

    /// The table of this number plus one.
    pub(super) fn table(&self, number: u32) -> Option<&Table> {
        self.tables.get(number.checked_sub(1)? as usize)
    }

    /// The table that a block belongs to, when it holds data.
    pub(super) fn data_table(&self, block: &Block) -> Option<&Table> {
        self.table(block.table).filter(|table| table.holds_data())
    }

    /// The table of this number plus one, to be changed.
    pub(super) fn table_mut(&mut self, number: u32) -> Option<&mut Table> {
        self.tables.get_mut(number.checked_sub(1)? as usize)
    }

    /// Says that a table only arranges things.
    pub(super) fn table_is_layout(&mut self, table: u32) {
        if let Some(table) = self.table_mut(table) {
            table.layout = true;
        }
    }

    /// Takes text back from a place on. What pointed behind that place points there: other text may follow, in which the old
    /// places may be anywhere, even within a character.
    pub(super) fn cut(&mut self, length: usize) {
        self.text.truncate(length);
        let length = length as u32;
        for note in self.notes.iter_mut().rev().take_while(|note| note.at > length) {
            note.at = length;
            if let NoteKind::LinkEnd(number) = note.kind {
                let link = &mut self.links[number as usize];
                link.end = link.end.min(length);
            }
        }
        for link in self.links.iter_mut().rev().take_while(|link| link.start > length) {
            link.start = length;
        }
    }
}
