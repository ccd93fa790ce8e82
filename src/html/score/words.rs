// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the text of each block is made of.
//!
//! Counts only, in one pass over each text.

use super::super::block::{Block, Outline};

/// Words of the title that are looked for in the text.
const TITLE_WORDS: usize = 24;
/// Words of the longest line that can repeat the title.
const LONGEST_TITLE: u32 = 40;
/// Words of the shortest text that reads like prose …
const SHORTEST_PROSE: u32 = 10;
/// … and the share of links that it may hold.
const PROSE_LINKS: f32 = 0.4;

/// What one block's text is made of.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Words {
    /// Words; in scripts without blanks between words two characters count as one.
    pub(in super::super) words: u32,
    /// Bytes of text.
    pub(super) bytes: u32,
    /// Bytes within links.
    pub(super) linked: u32,
    /// Marks that part or end sentences.
    pub(super) punctuation: u32,
    /// Decimal digits.
    pub(super) digits: u32,
    /// Words that begin with a capital letter.
    pub(super) capitals: u32,
    /// Whether it ends as a sentence does.
    pub(super) ends_sentence: bool,
    /// Words that are words of the title.
    pub(super) of_title: u32,
}

impl Words {
    /// Whether the text reads like a sentence or more.
    pub(super) fn is_prose(&self) -> bool {
        self.words >= SHORTEST_PROSE && self.punctuation > 0 && self.link_share() < PROSE_LINKS
    }

    /// How much of the text is links, 0 to 1.
    pub(super) fn link_share(&self) -> f32 {
        (self.linked as f32 / self.bytes.max(1) as f32).min(1.0)
    }
}

/// The words of the page's title.
pub(in super::super) struct Title<'t>(Vec<&'t str>);

impl<'t> Title<'t> {
    /// Takes a title apart.
    pub(in super::super) fn new(title: &'t str) -> Self {
        Title(title.split_whitespace().map(bare).filter(|word| !word.is_empty()).take(TITLE_WORDS).collect())
    }

    /// How many words it has, of those that are looked for.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    fn count_in(&self, text: &str) -> u32 {
        let is_of_title = |word: &&str| self.0.iter().any(|of_title| of_title.eq_ignore_ascii_case(word));
        text.split_whitespace().map(bare).filter(is_of_title).count() as u32
    }
}

/// Counts every block.
pub(in super::super) fn count(outline: &Outline<'_>, title: &Title<'_>) -> Vec<Words> {
    let mut counted: Vec<Words> = outline.blocks.iter().map(|block| of_block(outline, block, title)).collect();
    count_links(outline, &mut counted);
    counted
}

fn of_block(outline: &Outline<'_>, block: &Block, title: &Title<'_>) -> Words {
    let text = &outline.text[block.text.start as usize..block.text.end as usize];
    let mut words = Words { bytes: text.len() as u32, ..Words::default() };
    let (mut within, mut unspaced, mut last) = (false, 0, ' ');
    for character in text.chars() {
        let is_blank = match character {
            ' ' | '\n' | '\t' => true,
            '\0'..='\x7F' => false,
            other => other.is_whitespace(),
        };
        if is_blank {
            within = false;
            continue;
        }
        if !std::mem::replace(&mut within, true) {
            words.words += 1;
            words.capitals += u32::from(character.is_uppercase());
        }
        match character {
            '0'..='9' => words.digits += 1,
            '.' | ',' | ';' | ':' | '!' | '?' | '…' | '。' | '，' | '、' | '！' | '？' => words.punctuation += 1,
            '\u{E00}'..='\u{EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' => unspaced += 1,
            _ => {}
        }
        last = character;
    }
    words.words += unspaced / 2;
    words.ends_sentence = matches!(last, '.' | '!' | '?' | ':' | '…' | '"' | '”' | '»' | ')' | '。' | '！' | '？');
    if words.words <= LONGEST_TITLE {
        words.of_title = title.count_in(text);
    }
    words
}

/// Adds the bytes within links. Both links and blocks stand in the order of the text; where links overlap, each byte
/// counts once.
fn count_links(outline: &Outline<'_>, counted: &mut [Words]) {
    let (mut next, mut covered) = (0, 0);
    for link in &outline.links {
        let start = link.start.max(covered);
        covered = covered.max(link.end);
        while outline.blocks.get(next).is_some_and(|block| block.text.end <= start) {
            next += 1;
        }
        let reached = outline.blocks[next..].iter().zip(&mut counted[next..]);
        for (block, words) in reached.take_while(|(block, _)| block.text.start < link.end) {
            words.linked += link.end.min(block.text.end).saturating_sub(start.max(block.text.start));
        }
    }
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric())
}
