// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the text of each block is made of.
//!
//! Counts only, in one pass over each text.

use super::super::{
    block::{Block, Outline},
    swar,
};

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
pub(in super::super) struct Title<'t> {
    words: Vec<&'t str>,
    /// For the lower five bits of a first byte, which are the same in any case, the lengths of the words that begin so.
    lengths: [u64; 32],
}

impl<'t> Title<'t> {
    /// Takes a title apart.
    pub(in super::super) fn new(title: &'t str) -> Self {
        let bare = title.split_whitespace().map(bare);
        let words: Vec<&str> = bare.filter(|word| !word.is_empty()).take(TITLE_WORDS).collect();
        let mut lengths = [0; 32];
        for word in &words {
            lengths[usize::from(word.as_bytes()[0] % 32)] |= 1 << (word.len() % 64);
        }
        Title { words, lengths }
    }

    /// How many words it has, of those that are looked for.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    fn count_in(&self, text: &str) -> u32 {
        if self.words.is_empty() {
            return 0;
        }
        let (bytes, mut at, mut found) = (text.as_bytes(), 0, 0);
        while let Some(first) = bytes.get(at) {
            let length = word_length(&bytes[at..]);
            // Most words begin as none of the title does.
            let may_be = !first.is_ascii_alphanumeric() || self.lengths[usize::from(first % 32)] != 0;
            found += u32::from(may_be && self.has(bare(&text[at..at + length])));
            at += length + 1;
        }
        found
    }

    fn has(&self, word: &str) -> bool {
        let Some(first) = word.bytes().next() else { return false };
        self.lengths[usize::from(first % 32)] & 1 << (word.len() % 64) != 0
            && self.words.iter().any(|of_title| of_title.eq_ignore_ascii_case(word))
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
    words.add(text);
    let last = text.trim_end_matches(is_blank).chars().next_back().unwrap_or(' ');
    words.ends_sentence = matches!(last, '.' | '!' | '?' | ':' | '…' | '"' | '”' | '»' | ')' | '。' | '！' | '？');
    if words.words <= LONGEST_TITLE {
        words.of_title = title.count_in(text);
    }
    words
}

impl Words {
    fn add(&mut self, text: &str) {
        self.add_ascii(text.as_bytes());
        if !text.is_ascii() {
            self.add_others(text);
        }
    }

    /// Adds what characters beyond ASCII are, which count as letters of a word so far.
    fn add_others(&mut self, text: &str) {
        let (bytes, mut at, mut unspaced) = (text.as_bytes(), 0, 0);
        let mut before = ' ';
        while let Some(found) = bytes[at..].iter().position(|byte| !byte.is_ascii()) {
            if found > 0 {
                before = char::from(bytes[at + found - 1]);
            }
            at += found;
            let Some(character) = text[at..].chars().next() else { break };
            at += character.len_utf8();
            let before = std::mem::replace(&mut before, character);
            match character {
                '…' | '。' | '，' | '、' | '！' | '？' => self.punctuation += 1,
                '\u{E00}'..='\u{EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' => unspaced += 1,
                _ if character.is_whitespace() => {
                    let after = text[at..].chars().next().unwrap_or(' ');
                    self.words -= u32::from(before.is_ascii() && is_blank(before));
                    self.words += u32::from(!is_blank(after));
                    self.capitals += u32::from(after.is_ascii_uppercase());
                    continue;
                }
                _ => {}
            }
            self.capitals += u32::from(is_blank(before) && character.is_uppercase());
        }
        self.words += unspaced / 2;
    }

    /// Counts several bytes at once, as if all were ASCII.
    fn add_ascii(&mut self, text: &[u8]) {
        const TOGETHER: usize = 16;
        // Every sum of one lane fits a byte.
        const MOST: usize = u8::MAX as usize * TOGETHER;
        let mut last_blank = 1;
        for text in text.chunks(MOST) {
            let mut sums = [[0_u8; TOGETHER]; 4];
            for chunk in text.chunks(TOGETHER) {
                // Blanks behind the end count as nothing.
                let padded = || {
                    let mut padded = [b' '; TOGETHER];
                    padded[..chunk.len()].copy_from_slice(chunk);
                    padded
                };
                let here = chunk.first_chunk().copied().unwrap_or_else(padded);
                let blank = here.map(|byte| u8::from(is_blank_byte(byte)));
                let before = (u128::from_le_bytes(blank) << 8 | last_blank).to_le_bytes();
                last_blank = blank[TOGETHER - 1].into();
                for lane in 0..TOGETHER {
                    let (byte, begins) = (here[lane], before[lane] & !blank[lane]);
                    sums[0][lane] += begins;
                    sums[1][lane] += begins & u8::from(byte.is_ascii_uppercase());
                    sums[2][lane] += u8::from(byte.is_ascii_digit());
                    sums[3][lane] += u8::from(is_punctuation(byte));
                }
            }
            let [words, capitals, digits, punctuation] =
                sums.map(|lanes| lanes.iter().map(|sum| u32::from(*sum)).sum::<u32>());
            (self.words, self.capitals) = (self.words + words, self.capitals + capitals);
            (self.digits, self.punctuation) = (self.digits + digits, self.punctuation + punctuation);
        }
    }
}

fn is_punctuation(byte: u8) -> bool {
    (byte == b'.') | (byte == b',') | (byte == b';') | (byte == b':') | (byte == b'!') | (byte == b'?')
}

fn is_blank(character: char) -> bool {
    match character {
        '\0'..='\x7F' => is_blank_byte(character as u8),
        other => other.is_whitespace(),
    }
}

fn is_blank_byte(byte: u8) -> bool {
    (byte == b' ') | (byte == b'\n') | (byte == b'\t')
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

/// How many bytes stand before the next blank.
fn word_length(bytes: &[u8]) -> usize {
    for at in (0..bytes.len()).step_by(8) {
        let word = swar::word_or_rest(&bytes[at..]);
        let blanks = swar::equal(word, b' ') | swar::equal(word, b'\n') | swar::equal(word, b'\t');
        if blanks != 0 {
            return at + swar::before(blanks);
        }
    }
    bytes.len()
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    match word.as_bytes() {
        [first, .., last] if first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric() => word,
        _ => word.trim_matches(|character: char| !character.is_alphanumeric()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Words, capitals, digits and punctuation, character by character.
    fn one_by_one(text: &str) -> (u32, u32, u32, u32) {
        let words = || text.split(is_blank).filter(|word| !word.is_empty());
        let count = |is: &dyn Fn(char) -> bool| text.chars().filter(|character| is(*character)).count() as u32;
        let is_unspaced =
            |character| matches!(character, '\u{E00}'..='\u{EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}');
        (
            words().count() as u32 + count(&is_unspaced) / 2,
            words().filter(|word| word.starts_with(char::is_uppercase)).count() as u32,
            count(&|character| character.is_ascii_digit()),
            count(&|character| ".,;:!?…。，、！？".contains(character)),
        )
    }

    proptest! {
        #[test]
        fn counting_many_bytes_at_once_counts_the_same(text in "[aZ9.,? \n\tÄß…。中\u{2003}\u{3000}]{0,60}") {
            let mut words = Words::default();
            words.add(&text);
            prop_assert_eq!((words.words, words.capitals, words.digits, words.punctuation), one_by_one(&text));
        }
    }

    #[test]
    fn words_of_the_title_are_known_in_any_case_and_without_the_marks_around_them() {
        let title = Title::new("“Tides” and the Sea");
        assert_eq!(title.len(), 4);
        for (text, expected) in [("The sea, (tides)", 3), ("tide seas a", 0), ("", 0), ("AND\nAND", 2)] {
            assert_eq!(title.count_in(text), expected, "{text}");
        }
        assert_eq!(Title::new("").count_in("any words"), 0);
    }
}
