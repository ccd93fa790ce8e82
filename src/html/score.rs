// SPDX-License-Identifier: MIT OR Apache-2.0
//! How likely each block of a page belongs to its content.
//!
//! Decides nothing: it measures ([`words`], [`parts`]), lines the measures up ([`features`]) and asks the fitted model
//! ([`model`]). No rule here knows a site, and none trusts a tag or a class name further than pages in general bear it out.

pub(super) mod features;
pub(super) mod hints;
mod model;
mod parts;
pub(super) mod words;

pub(super) use self::features::Page;

use self::features::{FEATURES, Features};

// A model that was fitted on other features would answer without meaning.
const _: () = assert!(FEATURES == model::FEATURES);

/// Blocks that are judged together, so that the processor can compare several at once.
const TOGETHER: usize = 16;

/// For each block, the probability that it belongs to the content.
pub(super) fn probabilities(page: &Page<'_>) -> Vec<f32> {
    let features = Features::of(page, &hints::weight);
    let mut probabilities = Vec::with_capacity(features.len());
    let mut columns = [[0.0; TOGETHER]; FEATURES];
    let mut rows = 0;
    for row in features {
        for (column, value) in columns.iter_mut().zip(row) {
            column[rows] = value;
        }
        rows += 1;
        if rows == TOGETHER {
            probabilities.extend(judge(&columns));
            rows = 0;
        }
    }
    if rows > 0 {
        probabilities.extend(&judge(&columns)[..rows]);
    }
    probabilities
}

/// Asks every tree of the model. A tree is a list of questions, the same for all its leaves: the answers, read as a binary
/// number, are the number of the leaf.
fn judge(columns: &[[f32; TOGETHER]; FEATURES]) -> [f32; TOGETHER] {
    let mut sums = [model::BIAS; TOGETHER];
    for tree in &model::TREES {
        let mut leaves = [0_u32; TOGETHER];
        for (level, (feature, threshold)) in tree.questions.iter().enumerate() {
            let column = &columns[usize::from(*feature)];
            for (leaf, value) in leaves.iter_mut().zip(column) {
                *leaf |= u32::from(value > threshold) << level;
            }
        }
        for (sum, leaf) in sums.iter_mut().zip(leaves) {
            *sum += i32::from(tree.leaves[leaf as usize]);
        }
    }
    sums.map(|sum| 1.0 / (1.0 + (-sum as f32 / model::UNIT).exp()))
}
