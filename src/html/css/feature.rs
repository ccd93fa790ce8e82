// SPDX-License-Identifier: MIT OR Apache-2.0
//! What selectors ask of an element: its name, its classes, its id, each as one number.
//!
//! Decides nothing. The numbers come from a hash with a seed of its own for each page, so that no page can be written
//! whose names collide.

use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

use super::super::names::lower_case;

/// Kinds of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tag = 1,
    Class,
    Id,
}

/// What `*` asks: every element has it.
pub(super) const ANY: u64 = 1;

/// Numbers names.
#[derive(Clone, Copy)]
pub(super) struct Features {
    seed: u64,
    /// Whether classes and ids are the same in any case, as in quirks mode.
    any_case: bool,
}

impl Features {
    /// For one page; in quirks mode (HTML Standard, 13.2.6.4.1) the case of classes and ids does not count.
    pub(super) fn new(quirks: bool) -> Self {
        Features { seed: RandomState::new().hash_one(0_u64), any_case: quirks }
    }

    /// Whether the page is read in quirks mode.
    pub(super) fn quirks(&self) -> bool {
        self.any_case
    }

    /// The number of a name; that of a tag is the same in any case.
    pub(super) fn of(&self, kind: Kind, name: &str) -> u64 {
        match self.any_case || kind == Kind::Tag {
            true => self.exactly(kind, &lower_case(name)),
            false => self.exactly(kind, name),
        }
    }

    /// The number of a text as it is written.
    pub(super) fn spelling(&self, text: &str) -> u64 {
        self.exactly(Kind::Class, text)
    }

    fn exactly(&self, kind: Kind, name: &str) -> u64 {
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        const END: u64 = 0xD6E8_FEB8_6659_FD93;
        let mut state = self.seed ^ (kind as u64).wrapping_mul(STEP);
        let mut chunks = name.as_bytes().chunks_exact(8);
        for chunk in &mut chunks {
            let word = chunk.try_into().map_or(0, u64::from_le_bytes);
            state = folded(state ^ word, STEP ^ self.seed.rotate_left(32));
        }
        let mut tail = [0; 8];
        tail[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
        let length = name.len() as u64;
        folded(state ^ u64::from_le_bytes(tail), END ^ self.seed) ^ folded(length ^ state, STEP)
    }
}

/// The halves of a 128-bit product on top of each other: every bit of both factors counts.
fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

/// Hands a feature through: it is a hash already.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// Builds it.
pub(super) type BuildAsIs = BuildHasherDefault<AsIs>;
