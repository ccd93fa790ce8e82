// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists, quotes and tables around the lines of an outline.
//!
//! Decides which mark and number an item has and which cell a line stands in. It never writes a word.

use super::{
    block::{Cell, Context, List, MAX_CELLS, MAX_PARTS, Marker, Names, Nesting, Part, Table},
    element::Element,
    lines::Lines,
};

/// Levels of lists and quotes that are shown; deeper ones look like the last.
pub(super) const NESTING_SHOWN: u8 = 8;
/// How many names of parts are known again.
pub(super) const NAMES_REMEMBERED: usize = 64;
/// Columns a cell may span, and rows.
const LARGEST_SPAN: (u16, u16) = (32, 1000);

impl<'a> Lines<'a> {
    /// A level of quotes below `context`'s.
    pub(super) fn quote(&mut self, context: &Context) -> u32 {
        self.nest(context, true)
    }

    /// A list below `context`: its level and its number plus one.
    pub(super) fn list(&mut self, context: &Context, list: List) -> (u32, u32) {
        self.outline.lists.push(list);
        (self.nest(context, false), self.outline.lists.len() as u32)
    }

    /// Adds to what stands before the next line: the marker of an item of `context`'s list.
    pub(super) fn item(&mut self, context: &Context, value: Option<i64>) {
        let number = context.list.wrapping_sub(1);
        let marker = match self.outline.lists.get_mut(number as usize) {
            Some(list) if list.ordered => {
                let step = if list.reversed { -1 } else { 1 };
                list.given = value.or(list.given.map(|given| given.saturating_add(step)));
                list.items += 1;
                list.given.map_or(Marker::Counted { list: number, item: list.items - 1 }, Marker::Number)
            }
            _ => Marker::Bullet,
        };
        self.end_item(context);
        self.markers.push((marker, context.nesting));
    }

    /// Adds to what stands before the next line: that of a definition.
    pub(super) fn definition(&mut self, context: &Context) {
        self.end_definition(context);
        self.markers.push((Marker::Definition, context.nesting));
    }

    /// Forgets what should have stood before the first line of an item and of what was in it: there is none.
    pub(super) fn end_item(&mut self, context: &Context) {
        // A level has a higher number than those around it.
        self.forget_markers(|_, level| level >= context.nesting);
    }

    /// The same of a definition, which may be in an item of the same level.
    pub(super) fn end_definition(&mut self, context: &Context) {
        self.forget_markers(|marker, level| {
            level > context.nesting || (level == context.nesting && marker == Marker::Definition)
        });
    }

    fn forget_markers(&mut self, goes: impl Fn(Marker, u32) -> bool) {
        while self.markers.pop_if(|(marker, level)| goes(*marker, *level)).is_some() {}
    }

    /// Begins a part within another one: its number.
    pub(super) fn start_part(&mut self, outer: u32, element: Element, names: Names<'a>) -> u32 {
        if self.outline.parts.len() == MAX_PARTS {
            return outer;
        }
        let names = self.number_names(names);
        self.outline.parts.push(Part { outer, element, names });
        self.outline.parts.len() as u32 - 1
    }

    /// The number of these names, the same as before where they were met not long ago.
    fn number_names(&mut self, names: Names<'a>) -> u32 {
        let latest = &mut self.latest_names[(names.class.len() * 5 + names.id.len()) % NAMES_REMEMBERED];
        if self.outline.names[*latest as usize] != names {
            *latest = self.outline.names.len() as u32;
            self.outline.names.push(names);
        }
        *latest
    }

    /// Begins a table: its number plus one.
    pub(super) fn start_table(&mut self, context: &Context, layout: bool) -> u32 {
        self.table_is_layout(context.table);
        let (block, cell) = (self.outline.blocks.len() as u32, self.outline.cells.len() as u32);
        self.outline.tables.push(Table {
            nesting: context.nesting,
            marked: self.markers.len() as u32,
            blocks: block..block,
            cells: cell..cell,
            layout,
            ..Table::default()
        });
        self.outline.tables.len() as u32
    }

    /// Ends it.
    pub(super) fn end_table(&mut self, table: u32) {
        self.end_row(table);
        let (block, cell) = (self.outline.blocks.len() as u32, self.outline.cells.len() as u32);
        if let Some(table) = self.outline.table_mut(table) {
            (table.blocks.end, table.cells.end) = (block, cell);
        }
    }

    /// Says that a group of rows follows, and whether it is `thead`.
    pub(super) fn table_section(&mut self, table: u32, is_head: bool) {
        if let Some(table) = self.outline.table_mut(table) {
            (table.in_head, table.group_starts) = (is_head, true);
        }
    }

    /// Says that a table only arranges things.
    pub(super) fn table_is_layout(&mut self, table: u32) {
        self.outline.table_is_layout(table);
    }

    /// Ends a row.
    pub(super) fn end_row(&mut self, table: u32) {
        if let Some(table) = self.outline.table_mut(table) {
            table.widest = table.widest.max(table.row_cells);
            table.row_cells = 0;
            table.row += 1;
        }
    }

    /// Begins a cell; false when there is no room for it.
    pub(super) fn start_cell(&mut self, table: u32, heading: bool, (columns, rows): (u16, u16)) -> bool {
        if self.outline.cells.len() == MAX_CELLS {
            (self.truncated, self.is_full) = (true, true);
            return false;
        }
        // One may still be open: of a table around, or of this one when the start of another one between was hidden.
        self.end_cell();
        let block = self.outline.blocks.len() as u32;
        let (columns, rows) = (columns.clamp(1, LARGEST_SPAN.0), rows.min(LARGEST_SPAN.1));
        let Some(table) = self.outline.table_mut(table) else { return true };
        table.row_cells += 1;
        let (row, in_head, starts_group) = (table.row, table.in_head, std::mem::take(&mut table.group_starts));
        self.outline.cells.push(Cell { row, columns, rows, starts_group, heading, in_head, blocks: block..u32::MAX });
        true
    }

    /// Ends a cell of a table that holds no other.
    pub(super) fn end_cell(&mut self) {
        let block = self.outline.blocks.len() as u32;
        if let Some(cell) = self.outline.cells.last_mut() {
            cell.blocks.end = cell.blocks.end.min(block);
        }
    }

    fn nest(&mut self, context: &Context, quote: bool) -> u32 {
        let depth = self.outline.nestings[context.nesting as usize].depth;
        if depth == NESTING_SHOWN {
            return context.nesting;
        }
        self.outline.nestings.push(Nesting { outer: context.nesting, depth: depth + 1, quote });
        self.outline.nestings.len() as u32 - 1
    }
}
