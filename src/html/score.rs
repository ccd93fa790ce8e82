// SPDX-License-Identifier: MIT OR Apache-2.0
//! How likely each block of a page belongs to its content.
//!
//! Decides nothing: it measures ([`words`], [`parts`]), lines the measures up ([`features`]), asks the fitted model
//! ([`model`]) and levels what belongs together ([`together`]). No rule here knows a site, and none trusts a tag or a class
//! name further than pages in general bear it out.

pub(super) mod features;
pub(super) mod hints;
mod model;
mod parts;
mod together;
pub(super) mod words;

pub(super) use self::features::Page;

use self::features::{COMMON, Columns, FEATURES, Features, TOGETHER};

// A model that was fitted on other features would answer without meaning.
const _: () = assert!(FEATURES == model::FEATURES);

/// For some blocks whether each question is answered with yes: all bits, or none.
type Answers = [[u8; TOGETHER]; model::QUESTIONS.len()];

/// The first question about a feature that is the same for all blocks of a page. They stand in the order of the features.
const FIRST_COMMON: usize = {
    let mut at = 0;
    while at < model::QUESTIONS.len() && (model::QUESTIONS[at].0 as usize) < COMMON {
        at += 1;
    }
    at
};

/// For each block, the probability that it belongs to the content.
pub(super) fn probabilities(page: &Page<'_>) -> Vec<f32> {
    let mut features = Features::of(page, &hints::weight);
    let mut columns = features.columns();
    let mut answers = [[0; TOGETHER]; model::QUESTIONS.len()];
    answer(FIRST_COMMON, &columns, &mut answers[FIRST_COMMON..]);
    let mut probabilities = Vec::with_capacity(page.words.len());
    loop {
        let counts = features.measure(&mut columns);
        if counts[0] == 0 {
            together::level(&features.groups(), page.words, &mut probabilities);
            return probabilities;
        }
        answer(0, &columns, &mut answers[..FIRST_COMMON]);
        for (probability, count) in judge(&answers).into_iter().zip(counts) {
            probabilities.extend(std::iter::repeat_n(probability, count));
        }
    }
}

/// Answers questions of the model from the first one on.
fn answer(first: usize, columns: &Columns, answers: &mut [[u8; TOGETHER]]) {
    for ((feature, threshold), answers) in model::QUESTIONS[first..].iter().zip(answers) {
        for (answer, value) in answers.iter_mut().zip(&columns[usize::from(*feature)]) {
            *answer = if value > threshold { u8::MAX } else { 0 };
        }
    }
}

/// Asks every tree of the model. A tree is a list of questions, the same for all its leaves: the answers, read as a binary
/// number, are the number of the leaf.
fn judge(answers: &Answers) -> [f32; TOGETHER] {
    let mut sums = [model::BIAS; TOGETHER];
    for tree in &model::TREES {
        let mut leaves = [0_u8; TOGETHER];
        for (level, question) in tree.questions.iter().enumerate() {
            for (leaf, answer) in leaves.iter_mut().zip(&answers[usize::from(*question)]) {
                *leaf |= answer & 1 << level;
            }
        }
        for (sum, leaf) in sums.iter_mut().zip(leaves) {
            *sum += i32::from(tree.leaves[usize::from(leaf) % model::LEAVES]);
        }
    }
    sums.map(|sum| 1.0 / (1.0 + (-sum as f32 / model::UNIT).exp()))
}
