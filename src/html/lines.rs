// SPDX-License-Identifier: MIT OR Apache-2.0
//! Puts lines of text together: white space collapsed, invisible characters out, notes where they belong.
//!
//! Decides where a line begins and ends and what stands before it. It never judges whether a text is to be read: what
//! arrives here is seen by a reader.

use memchr::memchr;

use super::{
    address::Here,
    block::{Block, Context, Kind, Link, MAX_BLOCKS, MAX_LINKS, Marker, Names, Nesting, Note, NoteKind, Outline, Part},
    element::Element,
    invisible::{self, InvisibleCharacters, Sieve, strip_invisible},
    open::Mark,
    reference::{self, Reference},
    render::one_line,
    structure::NAMES_REMEMBERED,
    swar,
};

/// Bytes of the longest reference mark (`[note 12]`).
const LONGEST_MARK: usize = 16;
/// Links in the longest row of reference marks.
const MOST_MARKS: usize = 8;
/// Characters of an alternative text that are read. It says what an image shows; no reader sees what else it could say.
const LONGEST_ALTERNATIVE: usize = 500;
/// Characters of a formula's alternative text that are read. Formulas of many lines are longer than descriptions.
const LONGEST_FORMULA: usize = 2000;

/// The outline of a page in the making.
pub(super) struct Lines<'a> {
    pub(super) outline: Outline<'a>,
    line: Line,
    /// What stands before the next line, the outermost first, and the nesting each belongs to.
    pub(super) markers: Vec<(Marker, u32)>,
    sieve: Sieve,
    alternatives: InvisibleCharacters,
    /// The names that were met last, each at a place of its own: the items of a list have the same.
    pub(super) latest_names: [u32; NAMES_REMEMBERED],
    here: Here<'a>,
    /// What the page says its links are relative to.
    pub(super) base: Option<&'a str>,
    /// Set when something had to be dropped for want of room.
    pub(super) truncated: bool,
    /// Set when there is no room for another block, or another cell.
    pub(super) is_full: bool,
}

/// The line being written.
#[derive(Default)]
struct Line {
    start: usize,
    notes: usize,
    /// White space was read that only counts when more text follows.
    space: bool,
    /// Where it stands, known from its first character on.
    context: Option<Context>,
}

impl<'a> Lines<'a> {
    /// An empty outline of the page at `url`.
    pub(super) fn new(url: Option<&'a str>) -> Self {
        let outline = Outline {
            nestings: vec![Nesting { outer: 0, depth: 0, quote: false }],
            parts: vec![Part { outer: 0, element: Element::Body, names: 0 }],
            names: vec![Names::default()],
            ..Outline::default()
        };
        Lines {
            outline,
            line: Line::default(),
            markers: Vec::new(),
            sieve: Sieve::default(),
            alternatives: InvisibleCharacters::default(),
            latest_names: [0; NAMES_REMEMBERED],
            here: Here::new(url),
            base: None,
            truncated: false,
            is_full: false,
        }
    }

    /// The outline, the invisible characters that were dropped, and whether anything was dropped for want of room.
    pub(super) fn finish(mut self) -> (Outline<'a>, InvisibleCharacters, bool) {
        self.end_line();
        let mut dropped = self.sieve.dropped;
        dropped.add(&self.alternatives);
        (self.outline, dropped, self.truncated)
    }

    /// How much is written.
    pub(super) fn mark(&self) -> Mark {
        let outline = &self.outline;
        Mark { text: outline.text.len() as u32, notes: outline.notes.len() as u32, links: outline.links.len() as u32 }
    }

    /// Writes text as it stands in the source; `literal` text has no character references.
    pub(super) fn text(&mut self, context: &Context, source: &str, literal: bool) {
        if !context.preformatted {
            return self.collapsed(context, source, literal);
        }
        if literal {
            return self.verbatim(context, source);
        }
        // Up to `start` it is written; an `&` that stands for itself is text like any other.
        let (mut start, mut at) = (0, 0);
        while let Some(found) = memchr(b'&', &source.as_bytes()[at..]) {
            at += found;
            let Some((reference, taken)) = reference::read(&source[at..], false) else {
                at += 1;
                continue;
            };
            self.verbatim(context, &source[start..at]);
            self.reference(context, reference);
            at += taken;
            start = at;
        }
        self.verbatim(context, &source[start..]);
    }

    fn reference(&mut self, context: &Context, reference: Reference) {
        match reference {
            Reference::Text(text) => self.text(context, text, true),
            Reference::Character(character) => self.text(context, character.encode_utf8(&mut [0; 4]), true),
        }
    }

    /// Parts two words that nothing else parts.
    pub(super) fn space(&mut self) {
        self.line.space = true;
        self.sieve.passed(' ');
    }

    /// Writes a line break within the block.
    pub(super) fn line_break(&mut self) {
        self.line.space = false;
        self.sieve.passed('\n');
        if !self.is_empty() && !self.at_line_start() {
            self.outline.text.push('\n');
        }
    }

    /// Ends the line, as a block's edge does; within preformatted text of one part of the page that is a line break.
    pub(super) fn edge(&mut self, context: &Context) {
        let within = context.preformatted
            && self.line.context.is_some_and(|line| line.preformatted && line.regions == context.regions);
        match within {
            true if self.outline.text.ends_with('\n') => {}
            true => self.line_break(),
            false => self.end_line(),
        }
    }

    /// Ends the block.
    pub(super) fn end_line(&mut self) {
        self.sieve.passed('\n');
        if self.is_empty() && self.line.context.is_none() {
            self.line.space = false;
            return;
        }
        let mut line = std::mem::take(&mut self.line);
        if line.context.is_some_and(|context| context.heading > 0 && !context.preformatted) {
            self.drop_permalinks(&mut line);
        }
        let outline = &mut self.outline;
        let kept = outline.text[line.start..].trim_end().len();
        outline.cut(line.start + kept);
        let nothing = kept == 0 && outline.notes.len() == line.notes;
        if !nothing && let Some(context) = line.context {
            let text = &outline.text[line.start..];
            let is_column = context.preformatted
                && context.in_cell
                && outline.table(context.table).is_some_and(|table| table.row_cells == 1)
                && is_column_of_numbers(text);
            let line_numbers = is_column || (context.counts_lines() && is_line_numbers(text));
            if is_column {
                outline.table_is_layout(context.table);
            }
            if line_numbers || outline.blocks.len() == MAX_BLOCKS {
                self.truncated |= !line_numbers;
                self.is_full |= !line_numbers;
                outline.cut(line.start);
                outline.notes.truncate(line.notes);
            } else {
                let markers = outline.markers.len() as u32;
                outline.markers.append(&mut self.markers);
                outline.blocks.push(Block {
                    kind: kind_of(&context),
                    regions: context.regions,
                    nesting: context.nesting,
                    markers: markers..outline.markers.len() as u32,
                    table: context.table,
                    part: context.part,
                    text: line.start as u32..outline.text.len() as u32,
                    notes: line.notes as u32..outline.notes.len() as u32,
                });
                // Parts the labels of links that cover several blocks.
                outline.text.push('\n');
            }
        }
        self.line.start = self.outline.text.len();
        self.line.notes = self.outline.notes.len();
    }

    /// Drops the link by which a heading is referred to: one sign, at its beginning or end, that leads to the page itself.
    fn drop_permalinks(&mut self, line: &mut Line) {
        let (first, last) = (self.outline.notes.get(line.notes), self.outline.notes[line.notes..].last());
        let (first, last) = (first.copied(), last.copied());
        let text = |from: usize, to: usize| self.outline.text.get(from..to).unwrap_or_default();
        let end = self.outline.text.len();
        let mut sign = |note: Note| {
            let NoteKind::LinkEnd(number) = note.kind else { return None };
            let link = &self.outline.links[number as usize];
            let (start, end) = ((link.start as usize).max(line.start), note.at as usize);
            (is_sign(text(start, end)) && self.here.is_led_to(link.href, self.base)).then_some((start, end))
        };
        if let Some((from, to)) = last.and_then(&mut sign)
            && text(to, end).trim().is_empty()
            && text(line.start, from).contains(char::is_alphanumeric)
        {
            self.outline.notes.pop();
            self.outline.cut(from);
        } else if let Some((from, to)) = first.and_then(&mut sign)
            && text(line.start, from).trim().is_empty()
            && text(to, end).contains(char::is_alphanumeric)
        {
            line.start = end - text(to, end).trim_start().len();
            line.notes += 1;
        }
    }

    /// Notes an image with an alternative text, or parts the words around one without.
    pub(super) fn image(&mut self, context: &Context, alternative: &str) {
        let (visible, dropped) = strip_invisible(alternative);
        self.alternatives.add(&dropped);
        let start = self.outline.alternatives.len();
        self.outline.alternatives.push_str(&within_brackets(&one_line(&visible), LONGEST_ALTERNATIVE));
        let end = self.outline.alternatives.len();
        if end > start {
            self.begin(context);
            self.note(NoteKind::Image(start as u32, end as u32));
        }
        self.space();
    }

    /// Puts its alternative text in the place of a formula that began at `mark`. One that shows nothing on this line has
    /// none: its alternative text would say what no reader sees.
    pub(super) fn replace_formula(&mut self, mark: Mark, alternative: &str, context: &Context) {
        let Some(written) = self.since(mark).filter(|written| !written.trim().is_empty()) else { return };
        let space = written.starts_with(' ') && !context.preformatted;
        self.cut(mark.text as usize);
        self.outline.notes.truncate(mark.notes as usize);
        self.line.space = space;
        self.begin(context);
        self.write_space();
        self.note(NoteKind::FormulaStart);
        self.text(context, &within_brackets(alternative, LONGEST_FORMULA), true);
        self.line.space = false;
        self.note(NoteKind::FormulaEnd);
    }

    /// Begins a link: its number, if there is room for it. The words of two adjoining links are parted.
    pub(super) fn start_link(&mut self, href: &'a str) -> Option<u32> {
        let here = self.outline.text.len() as u32;
        if self.outline.notes.last().is_some_and(|note| note.at == here && matches!(note.kind, NoteKind::LinkEnd(_))) {
            self.space();
        }
        // Its label stands by itself, too: what a link parts, no joiner joins.
        self.sieve.passed('[');
        if self.outline.links.len() == MAX_LINKS {
            self.truncated = true;
            return None;
        }
        self.outline.links.push(Link { href, start: here, end: u32::MAX, notes: self.outline.notes.len() as u32 });
        Some(self.outline.links.len() as u32 - 1)
    }

    /// Ends a link where its last word stands, though its line may have ended since.
    pub(super) fn end_link(&mut self, number: u32, context: &Context) {
        let outline = &mut self.outline;
        let link = &mut outline.links[number as usize];
        link.end = (outline.text.len() as u32).max(link.start);
        let line_is_empty = outline.text.len() == self.line.start && outline.notes.len() == self.line.notes;
        match outline.blocks.last_mut() {
            Some(last) if line_is_empty && (last.text.end > link.start || last.notes.end > link.notes) => {
                self.sieve.passed(']');
                outline.notes.push(Note { at: last.text.end, kind: NoteKind::LinkEnd(number) });
                last.notes.end = outline.notes.len() as u32;
                self.line.notes = outline.notes.len();
            }
            _ => {
                self.begin(context);
                self.note(NoteKind::LinkEnd(number));
            }
        }
    }

    /// Takes back what was written since `mark` when it is a reference mark, or several: short labels that lead to other
    /// places of the same page. `around` is the link that was open already.
    pub(super) fn take_back_reference_mark(&mut self, mark: Mark, around: Option<u32>) {
        // The length first: what is around a long text may end many times over.
        let written = self.since(mark).filter(|written| written.len() <= LONGEST_MARK && !written.trim().is_empty());
        let Some(written) = written else { return };
        let (outline, start) = (&self.outline, mark.text as usize);
        let links = match around {
            Some(link) => &outline.links[link as usize..=link as usize],
            None => &outline.links[mark.links as usize..],
        };
        let in_a_link = |at: usize| links.iter().any(|link| (link.start..link.end).contains(&((start + at) as u32)));
        let covered = (1..=MOST_MARKS).contains(&links.len())
            && written.char_indices().all(|(at, character)| is_between_marks(character) || in_a_link(at));
        let (here, base) = (&mut self.here, self.base);
        if covered && links.iter().all(|link| here.is_led_to(link.href, base)) {
            self.cut(start);
            self.outline.notes.truncate(mark.notes as usize);
            self.line.space = false;
        }
    }

    /// Takes back what was written since `mark` when it is a line number.
    pub(super) fn take_back_line_numbers(&mut self, mark: Mark) {
        if self.since(mark).is_some_and(is_line_numbers) {
            self.cut(mark.text as usize);
        }
    }

    /// Takes back an opening parenthesis that nothing followed, or writes the closing one.
    pub(super) fn close_parenthesis(&mut self, mark: Mark, context: &Context) {
        if self.since(mark).is_some_and(|written| written.trim_ascii() == "(") {
            self.cut(mark.text as usize);
        } else {
            self.line.space = false;
            self.text(context, ")", true);
        }
    }

    /// Takes text of the current line back from a place on. What was held for its last character goes with it.
    fn cut(&mut self, length: usize) {
        self.outline.cut(length);
        self.sieve.passed(' ');
    }

    /// What was written since `mark`, when it all stands on the current line. The end of a link may have gone to the last one.
    fn since(&self, mark: Mark) -> Option<&str> {
        let on_this_line = mark.text as usize >= self.line.start && mark.notes as usize >= self.line.notes;
        self.outline.text.get(mark.text as usize..).filter(|_| on_this_line)
    }

    fn is_empty(&self) -> bool {
        self.outline.text.len() == self.line.start && self.outline.notes.len() == self.line.notes
    }

    fn at_line_start(&self) -> bool {
        // A note behind the last break, such as an image, makes a line as text does.
        self.outline.text.ends_with('\n')
            && self.outline.notes.last().is_none_or(|note| (note.at as usize) < self.outline.text.len())
            && self.line.context.is_none_or(|context| !context.preformatted)
    }

    fn begin(&mut self, context: &Context) {
        if self.line.context.is_none() {
            self.line.context = Some(*context);
        }
    }

    fn note(&mut self, kind: NoteKind) {
        // What a note parts, no joiner joins.
        self.sieve.passed(']');
        self.outline.notes.push(Note { at: self.outline.text.len() as u32, kind });
    }

    fn verbatim(&mut self, context: &Context, text: &str) {
        let mut rest = text;
        loop {
            if rest.starts_with('\n') && !self.is_empty() {
                let lines = rest.len() - rest.trim_start_matches('\n').len();
                self.begin(context);
                self.sieve.passed('\n');
                self.outline.text.push_str(&rest[..lines]);
                rest = &rest[lines..];
            }
            let (plain, behind) = rest.split_at(plain(rest.as_bytes(), |_, _| 0));
            if !plain.is_empty() {
                self.plain(context, plain);
            }
            let mut characters = behind.chars();
            match characters.next() {
                None => return,
                Some('\r') => {}
                Some('\n') if self.is_empty() => {}
                Some(character @ ('\n' | '\t' | '\u{A0}')) => {
                    self.begin(context);
                    let kept = if character == '\u{A0}' { ' ' } else { character };
                    self.sieve.passed(kept);
                    self.outline.text.push(kept);
                }
                Some(other) => self.character(context, other),
            }
            rest = characters.as_str();
        }
    }

    /// Writes text of which [`plain`] knows that everybody sees it.
    fn plain(&mut self, context: &Context, text: &str) {
        self.begin(context);
        self.write_space();
        self.outline.text.push_str(text);
        self.sieve.passed(text.chars().next_back().unwrap_or(' '));
    }

    fn collapsed(&mut self, context: &Context, text: &str, literal: bool) {
        // A blank beside another one is none; where the text is not literal, an `&` may begin something else.
        let stops = |word, before| {
            let blanks = swar::equal(word, b' ');
            let references = if literal { 0 } else { swar::equal(word, b'&') };
            references | (blanks & (blanks << 8 | u64::from(before == b' ') << 7))
        };
        let (bytes, mut at) = (text.as_bytes(), 0);
        while let Some(byte) = bytes.get(at) {
            if byte.is_ascii_whitespace() {
                self.space();
                at += 1;
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                continue;
            }
            let length = plain(&bytes[at..], stops);
            if length > 0 {
                self.plain(context, &text[at..at + length]);
                at += length;
                continue;
            }
            if *byte == b'&' {
                // One before another one begins nothing.
                let alone = bytes[at + 1..].iter().take_while(|byte| **byte == b'&').count();
                match reference::read(&text[at + alone..], false) {
                    Some((reference, taken)) if alone == 0 => {
                        self.reference(context, reference);
                        at += taken;
                    }
                    read => {
                        let length = alone + usize::from(read.is_none());
                        self.plain(context, &text[at..at + length]);
                        at += length;
                    }
                }
                continue;
            }
            let Some(character) = text[at..].chars().next() else { break };
            at += character.len_utf8();
            match character.is_whitespace() {
                true => self.space(),
                false => self.character(context, character),
            }
        }
    }

    fn character(&mut self, context: &Context, character: char) {
        match invisible::kind_of(character) {
            None => {
                self.begin(context);
                self.write_space();
                self.sieve.visible(character, &mut self.outline.text);
            }
            Some(kind) => self.sieve.invisible(character, kind, &mut self.outline.text),
        }
    }

    fn write_space(&mut self) {
        let text = &mut self.outline.text;
        if std::mem::take(&mut self.line.space) && text.len() > self.line.start && !text.ends_with('\n') {
            text.push(' ');
        }
    }
}

fn kind_of(context: &Context) -> Kind {
    match context.heading {
        _ if context.preformatted => Kind::Preformatted,
        0 => Kind::Line,
        level => Kind::Heading(level),
    }
}

/// How many bytes from the first on are plain: blanks, and characters that everybody sees and that join no other one, up to
/// what `stops` finds in eight bytes and the one before them.
fn plain(bytes: &[u8], stops: impl Fn(u64, u8) -> u64) -> usize {
    let mut at = 0;
    loop {
        let word = swar::word_or_rest(&bytes[at..]);
        let before = at.checked_sub(1).map_or(0, |before| bytes[before]);
        let stop = swar::others(swar::between(word, b' ', b'~')) | stops(word, before);
        if stop == 0 {
            at += 8;
            continue;
        }
        at += swar::before(stop);
        at += match bytes[at..] {
            // Letters of Latin, Greek, Cyrillic, Armenian and Hebrew.
            [0xC3..=0xC9 | 0xCE..=0xD7, ..] => 2,
            // Thai and Lao; dashes, quotation marks, the ellipsis.
            [0xE0, 0xB8..=0xBB, ..] | [0xE2, 0x80, 0x90..=0xA7, ..] => 3,
            // Kana, ideographs and the marks between them; Hangul.
            [0xE3, 0x80, 0x81..=0x9F, ..]
            | [0xE3, 0x81..=0x83, ..]
            | [0xE4..=0xE9, ..]
            | [0xEF, 0xBC, 0x81..=0xBF, ..] => 3,
            [0xEA, 0xB0..=0xBF, ..] | [0xEB | 0xEC, ..] | [0xED, 0x80..=0x9D, ..] => 3,
            _ => break,
        };
    }
    // A blank at the end belongs to what follows.
    at - usize::from(at > 0 && bytes[at - 1] == b' ')
}

/// A text as it may stand in brackets, which one of its own could end, cut to this many characters.
fn within_brackets(text: &str, longest: usize) -> String {
    let mut written = text.replace('[', "(").replace(']', ")");
    if let Some((end, _)) = written.char_indices().nth(longest) {
        // What was cut off may have been what a joiner joined.
        written = strip_invisible(&written[..end]).0.into_owned();
        written.push('…');
    }
    written
}

fn is_line_numbers(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_digit() || character.is_whitespace())
}

/// Whether each line is the number after that of the line before. One number alone may be anything.
fn is_column_of_numbers(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim().parse::<u32>().ok());
    let Some(mut last) = lines.next().flatten() else { return false };
    let mut count = 1;
    lines.all(|number| {
        count += 1;
        let follows = number.is_some() && number == last.checked_add(1);
        last = number.unwrap_or(last);
        follows
    }) && count > 1
}

/// Whether a label is one sign that is no letter or digit, an emoji included.
fn is_sign(label: &str) -> bool {
    let mut characters = label.trim().chars().filter(|character| *character != '\u{FE0F}');
    characters.next().is_some_and(|sign| !sign.is_alphanumeric()) && characters.next().is_none()
}

/// Whether a character may stand around reference marks and between them.
fn is_between_marks(character: char) -> bool {
    matches!(character, '[' | ']' | '(' | ')' | ' ' | ',' | ';' | '-' | '–')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plain_ends_where_it_ends_character_by_character() {
        let is_plain = |character: char| {
            matches!(
                character,
                ' '..='~'
                    | '\u{C0}'..='\u{27F}'
                    | '\u{380}'..='\u{5FF}'
                    | '\u{E00}'..='\u{EFF}'
                    | '\u{2010}'..='\u{2027}'
                    | '\u{3001}'..='\u{301F}'
                    | '\u{3040}'..='\u{30FF}'
                    | '\u{4000}'..='\u{9FFF}'
                    | '\u{AC00}'..='\u{D77F}'
                    | '\u{FF01}'..='\u{FF3F}'
            )
        };
        let characters = [
            " ", "\n", "\x7F", "~", "&", "\u{BF}", "é", "\u{27F}", "\u{280}", "\u{37F}", "Ж", "\u{5FF}", "\u{600}",
            "ก", "\u{F00}", "\u{200F}", "—", "…", "\u{2028}", "\u{3000}", "。", "\u{3030}", "か", "\u{3100}",
            "\u{3FFF}", "中", "\u{A000}", "\u{ABFF}", "가", "\u{D780}", "！", "\u{FF40}", "\u{FFA0}", "🙂",
        ];
        for place in 1..20 {
            for one in characters {
                for other in characters {
                    let text = format!("{}{one}{other}{}", "a".repeat(place), "b ".repeat(5));
                    let known = plain(text.as_bytes(), |word, _| swar::equal(word, b'&'));
                    let expected =
                        text.find(|character| !is_plain(character) || character == '&').unwrap_or(text.len());
                    assert_eq!(known, text[..expected].strip_suffix(' ').map_or(expected, str::len), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_plain_is_seen() {
        let plain_ones = ('\u{21}'..='\u{FFFF}')
            .filter(|character| plain(character.encode_utf8(&mut [0; 4]).as_bytes(), |_, _| 0) > 0);
        for character in plain_ones {
            assert!(invisible::kind_of(character).is_none() && !character.is_whitespace(), "{character:?}");
            assert!(!invisible::may_join(character), "{character:?}");
        }
    }
}
