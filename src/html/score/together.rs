// SPDX-License-Identifier: MIT OR Apache-2.0
//! Blocks that are content together or not at all: the cells of a data table, and what stands at the same place of the
//! items of a repetition, such as all prices of a list of products.
//!
//! Decides which blocks those are, and gives each the mean of all. It never makes one more likely at the cost of the others.

use std::collections::HashMap;

use super::{super::block::Outline, parts::Landscape, words::Words};

/// For each block the number of the group it belongs to, zero for none.
pub(super) fn groups(outline: &Outline<'_>, landscape: &Landscape) -> Vec<u32> {
    /// What makes blocks a group.
    #[derive(PartialEq, Eq, Hash)]
    enum Common {
        Table(u32),
        Place(u32, u64),
    }
    let mut numbers = HashMap::new();
    let mut number_of = |common| {
        let next = numbers.len() as u32 + 1;
        *numbers.entry(common).or_insert(next)
    };
    let of_block = outline.blocks.iter().map(|block| {
        let facts = landscape.at(block.part);
        match outline.data_table(block) {
            Some(_) => number_of(Common::Table(block.table)),
            None if facts.repetition != 0 => number_of(Common::Place(facts.repetition, facts.place)),
            None => 0,
        }
    });
    of_block.collect()
}

/// Gives all blocks of a group the same probability: the share of its words that is likely content.
pub(super) fn level(groups: &[u32], words: &[Words], probabilities: &mut [f32]) {
    let count = groups.iter().max().map_or(0, |last| *last as usize + 1);
    let mut sums = vec![(0.0, 0.0); count];
    for ((group, words), probability) in groups.iter().zip(words).zip(&*probabilities) {
        let (likely, all) = &mut sums[*group as usize];
        (*likely, *all) = (*likely + words.words as f32 * probability, *all + words.words as f32);
    }
    for (group, probability) in groups.iter().zip(probabilities) {
        let (likely, all) = sums[*group as usize];
        if *group != 0 && all > 0.0 {
            *probability = likely / all;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_group_are_as_likely_as_their_words_together() {
        let words = |words| Words { words, ..Words::default() };
        let mut probabilities = [0.9, 0.2, 0.8, 0.1, 0.3];
        level(&[0, 1, 1, 2, 2], &[words(5), words(30), words(10), words(0), words(0)], &mut probabilities);
        assert_eq!(probabilities.map(|probability| (probability * 100.0) as u32), [90, 35, 35, 10, 30]);
    }
}
