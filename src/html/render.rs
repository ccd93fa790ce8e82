// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the chosen blocks of a page as text: the full form with marks and addresses, and the plain words.
//!
//! Decides how things look. It never drops a word of a block it is told to write.

use std::collections::HashSet;

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
        match renderer.data_table(block) {
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
    linked: HashSet<String>,
    /// The nesting of the last block, and what stands before each of its further lines.
    margin: (u32, String),
}

impl<'r> Renderer<'r> {
    fn new(outline: &'r Outline<'r>, keep: &'r [bool], addresses: &'r mut Addresses) -> Self {
        Renderer {
            outline,
            keep,
            rendering: Rendering::default(),
            addresses,
            linked: HashSet::new(),
            margin: (0, String::new()),
        }
    }

    /// Writes one block as a line, or as several.
    pub(super) fn block(&mut self, index: usize) {
        if !self.keep[index] {
            return;
        }
        let outline = self.outline;
        let block = &outline.blocks[index];
        self.note_heading(block);
        let words = self.words(block);
        if !words.is_empty() {
            self.rendering.plain_text.push_str(words);
            self.rendering.plain_text.push('\n');
        }
        let mut content = String::with_capacity(words.len() + 16);
        self.inline(block, &mut content);
        let content = content.trim_matches('\n');
        if content.is_empty() {
            return;
        }
        let first = self.first_margin(block);
        let text = &mut self.rendering.text;
        let fence = (block.kind == Kind::Preformatted).then(|| fence_for(content));
        let mut margin = &first;
        let mut line = |words: &str| {
            text.push_str(margin);
            text.push_str(words);
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
            margin = &self.margin.1;
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
        let (mut at, mut gap) = (block.text.start as usize, false);
        for note in notes {
            let end = (note.at as usize).clamp(at, block.text.end as usize);
            write_words(out, &outline.text[at..end], &mut gap);
            at = end;
            match note.kind {
                NoteKind::LinkEnd(number) => {
                    if let Some(address) = self.address(number)
                        && block.kind != Kind::Preformatted
                    {
                        part(out);
                        out.push('(');
                        out.push_str(&address);
                        out.push(')');
                        gap = true;
                    }
                }
                NoteKind::Image(start, end) if block.kind != Kind::Preformatted => {
                    part(out);
                    out.push_str("[image: ");
                    out.push_str(&outline.alternatives[start as usize..end as usize]);
                    out.push(']');
                    gap = true;
                }
                NoteKind::Image(..) => {}
                NoteKind::FormulaStart => {
                    write_words(out, "[formula: ", &mut gap);
                    gap = false;
                }
                NoteKind::FormulaEnd => {
                    out.push(']');
                    gap = true;
                }
            }
        }
        write_words(out, &outline.text[at..block.text.end as usize], &mut gap);
    }

    /// The address of a link, remembered with its label.
    fn address(&mut self, number: u32) -> Option<String> {
        let outline = self.outline;
        let link = &outline.links[number as usize];
        let address = self.addresses.resolve(link.href)?;
        if self.linked.insert(address.clone()) {
            let end = (link.end as usize).min(outline.text.len());
            let mut label = one_line(&outline.text[(link.start as usize).min(end)..end]);
            if label.is_empty() {
                label = self.image_in(link.notes).unwrap_or_default().into();
            }
            self.rendering.links.push(Link { label, url: address.clone() });
        }
        Some(address)
    }

    /// The alternative text of the image that is the note of this number.
    fn image_in(&self, note: u32) -> Option<&'r str> {
        match self.outline.notes.get(note as usize)?.kind {
            NoteKind::Image(start, end) => Some(&self.outline.alternatives[start as usize..end as usize]),
            _ => None,
        }
    }

    /// What stands before the first line of a block; what stands before its further ones is in `self.margin`.
    fn first_margin(&mut self, block: &Block) -> String {
        if self.margin.0 != block.nesting {
            let mut margin = String::new();
            self.levels(block.nesting).for_each(|(_, quote)| margin.push_str(if quote { "> " } else { "  " }));
            self.margin = (block.nesting, margin);
        }
        let mut first = String::with_capacity(self.margin.1.len() + 8);
        match block.marker {
            None => first.push_str(&self.margin.1),
            Some((marker, owner)) => {
                let mut marked = false;
                for (level, quote) in self.levels(block.nesting) {
                    if level == owner && !quote {
                        self.write_marker(marker, &mut first);
                        marked = true;
                    } else {
                        first.push_str(if quote { "> " } else { "  " });
                    }
                }
                if !marked {
                    self.write_marker(marker, &mut first);
                }
            }
        }
        if let Kind::Heading(level) = block.kind {
            first.extend(std::iter::repeat_n('#', level.into()));
            first.push(' ');
        }
        first
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
            Marker::Number(number) => out.push_str(&format!("{number}. ")),
            Marker::Counted { list, item } => {
                let list = &self.outline.lists[list as usize];
                let first = list.start.unwrap_or(if list.reversed { i64::from(list.items) } else { 1 });
                let number = if list.reversed { first - i64::from(item) } else { first + i64::from(item) };
                out.push_str(&format!("{number}. "));
            }
        }
    }
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

/// Writes words; behind a note they are parted from it, unless they begin with what closes a phrase.
fn write_words(out: &mut String, words: &str, gap: &mut bool) {
    let Some(first) = words.chars().next() else { return };
    let opens = first.is_alphanumeric()
        || matches!(first, '(' | '[' | '{' | '<' | '"' | '“' | '„' | '‘' | '«' | '&' | '#' | '@');
    if std::mem::take(gap) && opens {
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
