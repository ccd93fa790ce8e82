// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the chosen blocks of a page as text: the full form with marks and addresses, and the plain words.
//!
//! Decides how things look. It never drops a word of a block it is told to write.

use std::{
    collections::HashSet,
    fmt::Write,
    hash::{BuildHasher, RandomState},
};

use super::{
    address::Addresses,
    block::{Block, Kind, Marker, NoteKind, Outline},
    document::{Heading, Link},
    structure::NESTING_SHOWN,
};

/// What was written.
#[derive(Default)]
pub(super) struct Rendering {
    /// The full form.
    pub(super) text: String,
    /// The words.
    pub(super) plain_text: String,
    /// The headings.
    pub(super) headings: Vec<Heading>,
    /// The links.
    pub(super) links: Vec<Link>,
}

/// Writes the blocks that `keep` marks.
pub(super) fn render(outline: &Outline<'_>, keep: &[bool], addresses: &mut Addresses) -> Rendering {
    let mut renderer = Renderer::new(outline, keep, addresses);
    let mut next = 0;
    while let Some(block) = outline.blocks.get(next) {
        match outline.data_table(block) {
            Some(table) => {
                renderer.table(table);
                next = table.blocks.end as usize;
            }
            None => {
                renderer.block(next);
                next += 1;
            }
        }
    }
    let mut rendering = renderer.rendering;
    for text in [&mut rendering.text, &mut rendering.plain_text] {
        text.truncate(text.trim_end().len());
    }
    rendering
}

pub(super) struct Renderer<'r> {
    pub(super) outline: &'r Outline<'r>,
    pub(super) keep: &'r [bool],
    pub(super) rendering: Rendering,
    addresses: &'r mut Addresses,
    /// The addresses of the links that are remembered, as numbers.
    linked: HashSet<u64>,
    numbers: RandomState,
    /// The nesting of the last block, and what stands before each of its further lines.
    pub(super) margin: (u32, String),
    /// What stands before the first line of a block or the next row of a table, and what the block holds: each is used
    /// again for the next one.
    pub(super) first: String,
    content: String,
    pub(super) filled: Vec<Filled>,
}

/// A cell that is not empty, in full and in words; its buffers are used again for the next row.
#[derive(Default)]
pub(super) struct Filled {
    /// The first of its columns.
    pub(super) column: usize,
    pub(super) full: String,
    pub(super) plain: String,
}

impl Filled {
    /// Begins a cell in this column.
    pub(super) fn begin(&mut self, column: usize) {
        self.column = column;
        self.full.clear();
        self.plain.clear();
    }
}

impl<'r> Renderer<'r> {
    fn new(outline: &'r Outline<'r>, keep: &'r [bool], addresses: &'r mut Addresses) -> Self {
        Renderer {
            outline,
            keep,
            rendering: Rendering::default(),
            addresses,
            linked: HashSet::new(),
            numbers: RandomState::new(),
            margin: (0, String::new()),
            first: String::new(),
            content: String::new(),
            filled: Vec::new(),
        }
    }

    /// Writes one block as a line, or as several.
    fn block(&mut self, index: usize) {
        self.marked_block(index, self.outline.markers_of(&self.outline.blocks[index]));
    }

    /// Writes one block behind these markers; false when it has nothing to write.
    pub(super) fn marked_block(&mut self, index: usize, markers: &[(Marker, u32)]) -> bool {
        if !self.keep[index] {
            return false;
        }
        let outline = self.outline;
        let block = &outline.blocks[index];
        self.note_heading(block);
        let words = self.words(block);
        if !words.is_empty() {
            self.rendering.plain_text.push_str(words);
            self.rendering.plain_text.push('\n');
        }
        let (mut buffer, mut first) = (std::mem::take(&mut self.content), std::mem::take(&mut self.first));
        buffer.clear();
        self.inline(block, &mut buffer);
        let content = buffer.trim_matches('\n');
        let has_content = !content.is_empty();
        if has_content {
            self.write_first_margin(block.nesting, markers, &mut first);
            if let Kind::Heading(level) = block.kind {
                first.extend(std::iter::repeat_n('#', level.into()));
                first.push(' ');
            }
            self.lines(block, &first, content);
        }
        (self.content, self.first) = (buffer, first);
        has_content
    }

    fn lines(&mut self, block: &Block, first: &str, content: &str) {
        let text = &mut self.rendering.text;
        let fence = (block.kind == Kind::Preformatted).then(|| fence_for(content));
        let further = (self.margin.1.as_str(), self.margin.1.trim_end_matches(' '));
        let mut margins = (first, first.trim_end_matches(' '));
        let mut line = |words: &str| {
            let words = words.trim_end_matches(' ');
            text.push_str(if words.is_empty() { margins.1 } else { margins.0 });
            text.push_str(words);
            text.push('\n');
            margins = further;
        };
        if let Some(fence) = &fence {
            line(fence);
        }
        for part in content.split('\n') {
            line(part);
        }
        if let Some(fence) = &fence {
            line(fence);
        }
    }

    /// The words of a block; line breaks part some of them.
    pub(super) fn words(&self, block: &Block) -> &'r str {
        &self.outline.text[block.text.start as usize..block.text.end as usize]
    }

    /// Remembers a heading.
    pub(super) fn note_heading(&mut self, block: &Block) {
        if let Kind::Heading(level) = block.kind {
            let text = one_line(self.words(block));
            if !text.is_empty() {
                self.rendering.headings.push(Heading { level, text });
            }
        }
    }

    /// Writes the words of a block with its notes between them.
    pub(super) fn inline(&mut self, block: &Block, out: &mut String) {
        let outline = self.outline;
        let notes = &outline.notes[block.notes.start as usize..block.notes.end as usize];
        let (mut at, mut gap) = (block.text.start as usize, Gap::None);
        for note in notes {
            let end = (note.at as usize).clamp(at, block.text.end as usize);
            write_words(out, &outline.text[at..end], &mut gap);
            at = end;
            match note.kind {
                NoteKind::LinkEnd(number) => {
                    let shown = block.kind != Kind::Preformatted;
                    if self.address(number, shown.then_some(&mut *out)) && shown {
                        gap = Gap::InPhrase;
                    }
                }
                NoteKind::Image(start, end) if block.kind != Kind::Preformatted => {
                    part(out);
                    out.push_str("[image: ");
                    out.push_str(&outline.alternatives[start as usize..end as usize]);
                    out.push(']');
                    gap = Gap::BesidePicture;
                }
                NoteKind::Image(..) => {}
                NoteKind::FormulaStart => {
                    write_words(out, "[formula: ", &mut gap);
                    gap = Gap::None;
                }
                NoteKind::FormulaEnd => {
                    out.push(']');
                    gap = Gap::InPhrase;
                }
            }
        }
        write_words(out, &outline.text[at..block.text.end as usize], &mut gap);
    }

    /// Remembers the address of a link with its label, and writes it where it is shown; false when it has none. A link
    /// without anything to see in it is one that no reader finds, and its address could say anything.
    fn address(&mut self, number: u32, out: Option<&mut String>) -> bool {
        let outline = self.outline;
        let link = &outline.links[number as usize];
        let end = (link.end as usize).min(outline.text.len());
        let label = outline.text[(link.start as usize).min(end)..end].trim_start();
        let image = if label.is_empty() { self.image_in(link.notes) } else { None };
        if label.is_empty() && image.is_none() {
            return false;
        }
        let Some(address) = self.addresses.resolve(link.href) else { return false };
        if let Some(out) = out {
            part(out);
            out.push('(');
            out.push_str(address);
            out.push(')');
        }
        if self.linked.insert(self.numbers.hash_one(address)) {
            let url = address.to_owned();
            let label = image.unwrap_or(label);
            if self.addresses.afford_label(label.len()) {
                self.rendering.links.push(Link { label: one_line(label), url });
            }
        }
        true
    }

    /// The alternative text of the image that is the note of this number.
    fn image_in(&self, note: u32) -> Option<&'r str> {
        match self.outline.notes.get(note as usize)?.kind {
            NoteKind::Image(start, end) => Some(&self.outline.alternatives[start as usize..end as usize]),
            _ => None,
        }
    }

    /// Writes what stands before the first line at a nesting; what stands before further ones is in `self.margin`.
    pub(super) fn write_first_margin(&mut self, nesting: u32, mut markers: &[(Marker, u32)], first: &mut String) {
        if self.margin.0 != nesting {
            let mut margin = String::new();
            self.levels(nesting).for_each(|(_, quote)| margin.push_str(if quote { "> " } else { "  " }));
            self.margin = (nesting, margin);
        }
        first.clear();
        if markers.is_empty() {
            first.push_str(&self.margin.1);
            return;
        }
        self.write_markers_of(0, &mut markers, first);
        for (level, quote) in self.levels(nesting) {
            // The marker of an item takes the place of its list's margin; others stand behind it.
            let is_item = |(marker, owner): &(Marker, u32)| *owner == level && *marker != Marker::Definition;
            match quote {
                true => first.push_str("> "),
                false if markers.first().is_some_and(is_item) => {}
                false => first.push_str("  "),
            }
            self.write_markers_of(level, &mut markers, first);
        }
        markers.iter().for_each(|(marker, _)| self.write_marker(*marker, first));
    }

    /// Writes the markers of one level, and leaves those that follow.
    fn write_markers_of(&self, level: u32, markers: &mut &[(Marker, u32)], out: &mut String) {
        while let Some(((marker, owner), others)) = markers.split_first()
            && *owner == level
        {
            self.write_marker(*marker, out);
            *markers = others;
        }
    }

    /// The levels of lists and quotes from the outermost to this one, and whether each is a quote.
    fn levels(&self, innermost: u32) -> impl Iterator<Item = (u32, bool)> {
        let nestings = &self.outline.nestings;
        let mut levels = [(0, false); NESTING_SHOWN as usize];
        let depth = usize::from(nestings[innermost as usize].depth);
        let mut level = innermost;
        for place in levels[..depth].iter_mut().rev() {
            let nesting = nestings[level as usize];
            *place = (level, nesting.quote);
            level = nesting.outer;
        }
        levels.into_iter().take(depth)
    }

    fn write_marker(&self, marker: Marker, out: &mut String) {
        match marker {
            Marker::Bullet => out.push_str("- "),
            Marker::Definition => out.push_str(": "),
            Marker::Number(number) => write_number(number, out),
            Marker::Counted { list, item } => {
                let list = &self.outline.lists[list as usize];
                let first = list.start.unwrap_or(if list.reversed { i64::from(list.items) } else { 1 });
                let number = if list.reversed { first - i64::from(item) } else { first + i64::from(item) };
                write_number(number, out);
            }
        }
    }
}

fn write_number(number: i64, out: &mut String) {
    // Writing into a text cannot fail.
    let _ = write!(out, "{number}. ");
}

/// The text on one line.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// What stands before words.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Gap {
    /// Other words, or nothing.
    #[default]
    None,
    /// A note that is part of a phrase: the address of a link, a formula.
    InPhrase,
    /// An image, which stands by itself.
    BesidePicture,
}

/// Writes words; behind a note they are parted from it, unless they begin with what closes a phrase.
fn write_words(out: &mut String, words: &str, gap: &mut Gap) {
    let Some(first) = words.chars().next() else { return };
    let gap = std::mem::take(gap);
    let opens = match first {
        // These open a phrase in one language and close it in another; a phrase that opens follows a blank of its own.
        '"' | '“' | '‘' | '«' => gap == Gap::BesidePicture,
        '(' | '[' | '{' | '<' | '„' | '&' | '#' | '@' => true,
        _ => first.is_alphanumeric(),
    };
    if gap != Gap::None && opens {
        out.push(' ');
    }
    out.push_str(words);
}

/// Parts a note from the words before it.
fn part(out: &mut String) {
    if out
        .chars()
        .next_back()
        .is_some_and(|last| !last.is_whitespace() && !matches!(last, '(' | '[' | '{' | '“' | '„' | '‘' | '«'))
    {
        out.push(' ');
    }
}

/// A row of backticks longer than any in `content`, at least three.
fn fence_for(content: &str) -> String {
    let longest = content.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(3.max(longest + 1))
}
