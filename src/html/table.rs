// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes data tables as rows of cells.
//!
//! Decides which tables hold data and how their spans are filled. A table that only arranges things is written block by
//! block elsewhere.

use super::{
    block::{Cell, Kind, Marker, Table},
    render::{Filled, Renderer},
};

/// Columns in which spans over rows are followed.
const COLUMNS_FOLLOWED: usize = 64;

impl<'r> Renderer<'r> {
    /// Writes a table: what stands outside of its cells first, such as its caption, then row after row.
    pub(super) fn table(&mut self, table: &Table) {
        let outline = self.outline;
        let cells = &outline.cells[table.cells.start as usize..table.cells.end as usize];
        let mut markers = self.markers_before(table);
        let mut block = table.blocks.start;
        for cell in cells {
            (block..cell.blocks.start).for_each(|outside| self.outside(outside, table, &mut markers));
            block = block.max(cell.blocks.end);
        }
        (block..table.blocks.end).for_each(|outside| self.outside(outside, table, &mut markers));

        let mut first = std::mem::take(&mut self.first);
        self.write_first_margin(table.nesting, markers, &mut first);
        self.first = first;
        let mut spans = Spans::new(width(cells, table.widest as usize));
        let mut headed = Head::Possible;
        for row in rows(cells) {
            spans.start_row(row);
            let written = self.row(row, &mut spans);
            let is_head =
                written > 0 && (row[0].in_head || (headed == Head::Possible && row.iter().all(|cell| cell.heading)));
            match headed {
                Head::Possible if is_head && !row[0].in_head => {
                    self.rule(written);
                    headed = Head::Done;
                }
                Head::Possible | Head::Within(_) if is_head => headed = Head::Within(written),
                Head::Within(columns) if written > 0 => {
                    // The rule belongs before the row that was just written.
                    self.rule_before_last_line(columns);
                    headed = Head::Done;
                }
                Head::Possible if written > 0 => headed = Head::Done,
                _ => {}
            }
        }
        if let Head::Within(columns) = headed {
            self.rule(columns);
        }
    }

    /// The markers that stand before a table: its first block took them, in whichever cell that is.
    fn markers_before(&self, table: &Table) -> &'r [(Marker, u32)] {
        let outline = self.outline;
        let first = outline.blocks[..table.blocks.end as usize].get(table.blocks.start as usize);
        let markers = first.map_or(&[][..], |first| outline.markers_of(first));
        &markers[..markers.len().min(table.marked as usize)]
    }

    /// Writes a block of a table that stands in no cell, behind the table's markers when it is the first to be written.
    fn outside(&mut self, index: u32, table: &Table, markers: &mut &'r [(Marker, u32)]) {
        let outline = self.outline;
        let own = outline.markers_of(&outline.blocks[index as usize]);
        let is_first = own.is_empty() || index == table.blocks.start;
        if self.marked_block(index as usize, if own.is_empty() { markers } else { own }) && is_first {
            *markers = &[];
        }
    }

    /// Writes a row, unless all its cells are empty: how many cells were written.
    fn row(&mut self, cells: &[Cell], spans: &mut Spans) -> usize {
        // Cells that span many columns leave many of them empty: those that are not are kept.
        let mut filled = std::mem::take(&mut self.filled);
        let (mut used, mut count) = (0, 0);
        for (cell, following) in cells.iter().zip((0..cells.len()).rev()) {
            count += spans.covered_from(count);
            let columns = spans.cover(count, cell, following);
            if used == filled.len() {
                filled.push(Filled::default());
            }
            filled[used].begin(count);
            self.cell(cell, &mut filled[used]);
            used += usize::from(!filled[used].full.is_empty() || !filled[used].plain.is_empty());
            count += columns;
        }
        count += spans.covered_to_end(count);
        let written = self.write_row(&filled[..used], count);
        self.filled = filled;
        if written { count } else { 0 }
    }

    fn write_row(&mut self, filled: &[Filled], count: usize) -> bool {
        if filled.iter().all(|cell| cell.full.is_empty()) {
            return false;
        }
        let text = &mut self.rendering.text;
        text.push_str(&self.first);
        self.first.clone_from(&self.margin.1);
        text.push('|');
        let mut written = 0;
        for cell in filled.iter().filter(|cell| !cell.full.is_empty()) {
            write_bars(text, cell.column - written);
            text.push(' ');
            text.push_str(&cell.full);
            written = cell.column;
        }
        write_bars(text, count - written);
        text.push('\n');
        let plain = &mut self.rendering.plain_text;
        let before = plain.len();
        for cell in filled.iter().filter(|cell| !cell.plain.is_empty()) {
            if plain.len() > before {
                plain.push(' ');
            }
            plain.push_str(&cell.plain);
        }
        if plain.len() > before {
            plain.push('\n');
        }
        true
    }

    /// Reads the content of a cell.
    fn cell(&mut self, cell: &Cell, Filled { full, plain, .. }: &mut Filled) {
        let outline = self.outline;
        let mut content = String::new();
        for index in cell.blocks.start as usize..cell.blocks.end as usize {
            let block = &outline.blocks[index];
            if !self.keep[index] {
                continue;
            }
            self.note_heading(block);
            content.clear();
            self.inline(block, &mut content);
            let separator = if block.kind == Kind::Preformatted { " " } else { "; " };
            for (number, line) in content.split('\n').map(str::trim).filter(|line| !line.is_empty()).enumerate() {
                if !full.is_empty() {
                    full.push_str(if number == 0 { "; " } else { separator });
                }
                full.push_str(line);
            }
            for word in self.words(block).split_whitespace() {
                if !plain.is_empty() {
                    plain.push(' ');
                }
                plain.push_str(word);
            }
        }
        if full.contains('|') {
            *full = full.replace('|', "\\|");
        }
    }

    fn rule(&mut self, columns: usize) {
        let text = &mut self.rendering.text;
        text.push_str(&self.margin.1);
        text.push('|');
        text.push_str(&" --- |".repeat(columns));
        text.push('\n');
    }

    fn rule_before_last_line(&mut self, columns: usize) {
        let text = &mut self.rendering.text;
        let start = text[..text.len() - 1].rfind('\n').map_or(0, |before| before + 1);
        let last = text.split_off(start);
        self.rule(columns);
        self.rendering.text.push_str(&last);
    }
}

/// Writes what stands behind each of `count` columns.
fn write_bars(text: &mut String, mut count: usize) {
    const BAR: &str = " |";
    const BARS: &str = " | | | | | | | | | | | | | | | |";
    while count > 0 {
        let some = count.min(BARS.len() / BAR.len());
        text.push_str(&BARS[..some * BAR.len()]);
        count -= some;
    }
}

/// How far the head of a table was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// No row was.
    Possible,
    /// The last row was one of `thead`, with this many cells.
    Within(usize),
    /// The rule below the head was, or there is no head.
    Done,
}

fn rows(cells: &[Cell]) -> impl Iterator<Item = &[Cell]> {
    cells.chunk_by(|one, other| one.row == other.row)
}

/// What cells may span together: the columns of the widest row, where a cell that spans more than the `widest` row has
/// cells counts as one.
fn width(cells: &[Cell], widest: usize) -> Width {
    if cells.iter().all(|cell| usize::from(cell.columns) <= widest) {
        return Width { widest, columns: usize::MAX };
    }
    let mut spans = Spans::new(Width { widest, columns: 0 });
    let mut columns = 0;
    for row in rows(cells) {
        spans.start_row(row);
        let mut count = 0;
        for cell in row {
            count += spans.covered_from(count);
            count += spans.cover(count, cell, 0);
        }
        columns = columns.max(count + spans.covered_to_end(count));
    }
    Width { widest, columns }
}

/// How wide a table is.
struct Width {
    /// The cells of the row that has the most.
    widest: usize,
    /// The columns of the row that has the most.
    columns: usize,
}

/// The columns that cells of earlier rows reach down into.
struct Spans {
    width: Width,
    rows_left: [u16; COLUMNS_FOLLOWED],
}

impl Spans {
    fn new(width: Width) -> Self {
        Spans { width, rows_left: [0; COLUMNS_FOLLOWED] }
    }

    /// No cell reaches into another group of rows (HTML Standard 4.9.12).
    fn start_row(&mut self, row: &[Cell]) {
        if row[0].starts_group {
            self.rows_left = [0; COLUMNS_FOLLOWED];
        }
    }

    /// How many columns from `column` on are covered; each is then covered for one row less.
    fn covered_from(&mut self, column: usize) -> usize {
        let covered = self.rows_left.iter().skip(column).take_while(|rows| **rows > 0).count();
        self.use_up(column, covered);
        covered
    }

    /// How many columns from `column` to the last covered one there are.
    fn covered_to_end(&mut self, column: usize) -> usize {
        let end = self.rows_left.iter().rposition(|rows| *rows > 0).map_or(0, |last| last + 1);
        let covered = end.saturating_sub(column);
        self.use_up(column, covered);
        covered
    }

    fn use_up(&mut self, column: usize, count: usize) {
        for rows in self.rows_left.iter_mut().skip(column).take(count) {
            *rows = rows.saturating_sub(1);
        }
    }

    /// Takes a cell in, behind which so many others are `following` in its row: how many columns it spans. Only one that
    /// spans more than a row of the table has cells is kept from making the table wider.
    fn cover(&mut self, column: usize, cell: &Cell, following: usize) -> usize {
        let columns = match usize::from(cell.columns) {
            columns if columns <= self.width.widest => columns,
            columns => columns.min(self.width.columns.saturating_sub(column + following)).max(1),
        };
        for rows in self.rows_left.iter_mut().skip(column).take(columns) {
            *rows = cell.rows.checked_sub(1).unwrap_or(u16::MAX);
        }
        columns
    }
}
