// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which part of a page is its content.
//!
//! Decides block by block, from where a block stands. It never looks at hidden text: there is none in an outline.

use super::{
    block::{Block, Regions},
    parser::Parsed,
};

/// A `noscript` counts when it holds at least this many words, and more than the rest of the page.
const NOSCRIPT_WORDS: usize = 40;
/// A content root with fewer words than this is doubted …
const FEW_WORDS: usize = 25;
/// … and given up when the page holds this many times more.
const MANY_TIMES: usize = 10;

/// Parts of a page that are never its content.
const AROUND: Regions = Regions::NAVIGATION.and(Regions::ASIDE).and(Regions::BANNER);

/// What was chosen.
pub(super) struct Selection {
    /// For each block, whether it belongs to the content.
    pub(super) keep: Vec<bool>,
    /// Whether the markup holds almost no text.
    pub(super) thin: bool,
}

/// Chooses the content of a page.
pub(super) fn content(parsed: &Parsed<'_>) -> Selection {
    let blocks = &parsed.outline.blocks;
    let words: Vec<usize> = blocks.iter().map(|block| words_of(text_of(parsed, block))).collect();
    let total = |keep: &dyn Fn(&Block) -> bool| -> usize {
        blocks.iter().zip(&words).filter(|(block, _)| keep(block)).map(|(_, words)| words).sum()
    };

    let in_noscript = |block: &Block| block.regions.meets(Regions::NO_SCRIPT);
    let (unscripted, scripted) = (total(&in_noscript), total(&|block| !in_noscript(block)));
    let read_noscript = unscripted >= NOSCRIPT_WORDS && unscripted > scripted;
    let is_there = |block: &Block| read_noscript || !in_noscript(block);

    let in_body = |block: &Block| is_there(block) && !block.regions.meets(AROUND);
    let root = match (parsed.has_main, parsed.has_sole_article) {
        (true, _) => Some(Regions::FIRST_MAIN),
        (false, true) => Some(Regions::FIRST_ARTICLE),
        (false, false) => None,
    };
    let in_root = |block: &Block| in_body(block) && root.is_none_or(|root| block.regions.meets(root));
    let chosen = total(&in_root);
    let root_is_doubtful = chosen < FEW_WORDS && total(&in_body) >= MANY_TIMES * chosen.max(1);

    let keep = blocks.iter().map(|block| if root_is_doubtful { in_body(block) } else { in_root(block) }).collect();
    let present = total(&is_there);
    Selection { keep, thin: present == 0 || (present < FEW_WORDS && parsed.has_script) }
}

/// Everything a reader with scripts sees, chosen or not.
pub(super) fn everything(parsed: &Parsed<'_>) -> Vec<bool> {
    parsed.outline.blocks.iter().map(|block| !block.regions.meets(Regions::NO_SCRIPT)).collect()
}

fn text_of<'p>(parsed: &'p Parsed<'_>, block: &Block) -> &'p str {
    &parsed.outline.text[block.text.start as usize..block.text.end as usize]
}

/// The words of a text; in scripts without blanks between words two characters count as one.
fn words_of(text: &str) -> usize {
    let words = text.split_whitespace().count();
    if text.is_ascii() {
        return words;
    }
    let unspaced = text.chars().filter(
        |character| matches!(character, '\u{E00}'..='\u{EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}'),
    );
    words + unspaced.count() / 2
}
