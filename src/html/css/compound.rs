// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compound selectors: what an element must have, and what it must not have.
//!
//! Decides by which feature of a compound elements are found, and what it weighs (Selectors 4, section 17).

use super::{
    feature::{ANY, Kind},
    media::Certainty,
};

/// How many features one compound asks for besides its key, and how many it excludes; one with more may match too much,
/// and only hides.
const FURTHER: usize = 5;
const EXCLUSIONS: usize = 3;

/// How many ids, classes and names a selector asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Weight {
    ids: u8,
    classes: u8,
    names: u8,
}

impl Weight {
    /// One more of a kind.
    pub(super) fn add(&mut self, kind: Kind) {
        let weight = match kind {
            Kind::Id => &mut self.ids,
            Kind::Class => &mut self.classes,
            Kind::Tag => &mut self.names,
        };
        *weight = weight.saturating_add(1);
    }

    /// Both together.
    pub(super) fn plus(self, other: Weight) -> Weight {
        Weight {
            ids: self.ids.saturating_add(other.ids),
            classes: self.classes.saturating_add(other.classes),
            names: self.names.saturating_add(other.names),
        }
    }

    /// It, this many times.
    pub(super) fn times(self, count: usize) -> Weight {
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        Weight {
            ids: self.ids.saturating_mul(count),
            classes: self.classes.saturating_mul(count),
            names: self.names.saturating_mul(count),
        }
    }

    /// Its specificity in 16 bits.
    pub(super) fn specificity(self) -> u16 {
        u16::from(self.ids.min(31)) << 11 | u16::from(self.classes.min(63)) << 5 | u16::from(self.names.min(31))
    }
}

/// One compound selector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compound {
    key: u64,
    key_kind: Kind,
    asked: [u64; FURTHER],
    asked_count: u8,
    excluded: [u64; EXCLUSIONS],
    excluded_count: u8,
    is_of_names: bool,
    /// What the selector weighs that it stands for.
    pub(super) weight: Weight,
    /// Whether an id matters to it.
    pub(super) names_ids: bool,
    /// Whether it asks for a well-known utility class.
    pub(super) utility: bool,
    /// Whether the selector matches exactly what it says.
    pub(super) certainty: Certainty,
}

impl Compound {
    /// What matches everything.
    pub(super) const EMPTY: Compound = Compound {
        key: ANY,
        key_kind: Kind::Tag,
        asked: [ANY; FURTHER],
        asked_count: 0,
        excluded: [0; EXCLUSIONS],
        excluded_count: 0,
        is_of_names: true,
        weight: Weight { ids: 0, classes: 0, names: 0 },
        names_ids: false,
        utility: false,
        certainty: Certainty::Yes,
    };

    /// The feature that an element is found by: an id rather than a class, a class rather than a name.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// What an element must have besides the key.
    pub(super) fn asked(&self) -> &[u64] {
        &self.asked[..self.asked_count as usize]
    }

    /// What an element must not have.
    pub(super) fn excluded(&self) -> &[u64] {
        &self.excluded[..self.excluded_count as usize]
    }

    /// Whether elements without class and id may match, whatever is excluded.
    pub(super) fn is_of_names(&self) -> bool {
        self.is_of_names
    }

    /// Asks for one more feature.
    pub(super) fn ask(&mut self, kind: Kind, feature: u64) {
        self.names_ids |= kind == Kind::Id;
        self.is_of_names &= kind == Kind::Tag;
        if self.key == ANY {
            (self.key, self.key_kind) = (feature, kind);
            return;
        }
        let Some(place) = self.asked.get_mut(self.asked_count as usize) else {
            self.doubt();
            return;
        };
        *place = feature;
        self.asked_count += 1;
        // Of two classes the last one is rarer.
        if kind as u8 >= self.key_kind as u8 {
            std::mem::swap(&mut self.key, place);
            self.key_kind = kind;
        }
    }

    /// Excludes one more feature.
    pub(super) fn exclude(&mut self, kind: Kind, feature: u64) {
        self.names_ids |= kind == Kind::Id;
        match self.excluded.get_mut(self.excluded_count as usize) {
            Some(place) => {
                *place = feature;
                self.excluded_count += 1;
            }
            None => self.doubt(),
        }
    }

    /// It may match too much.
    pub(super) fn doubt(&mut self) {
        self.certainty = self.certainty.min(Certainty::Doubtful);
    }

    /// Both compounds in one.
    pub(super) fn merged(&self, other: &Compound) -> Compound {
        let mut both = *self;
        if other.key != ANY {
            both.ask(other.key_kind, other.key);
        }
        // None of these is rarer than the key of its compound.
        other.asked().iter().for_each(|feature| both.ask(Kind::Tag, *feature));
        other.excluded().iter().for_each(|feature| both.exclude(Kind::Tag, *feature));
        both.is_of_names &= other.is_of_names;
        both.names_ids |= other.names_ids;
        both.weight = both.weight.plus(other.weight);
        both.utility |= other.utility;
        both.certainty = both.certainty.min(other.certainty);
        both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_by_the_rarest_feature() {
        let mut compound = Compound::EMPTY;
        for (kind, feature, key) in
            [(Kind::Tag, 2, 2), (Kind::Class, 3, 3), (Kind::Class, 4, 4), (Kind::Id, 5, 5), (Kind::Class, 6, 5)]
        {
            compound.ask(kind, feature);
            assert_eq!(compound.key(), key, "{feature}");
        }
        assert_eq!(compound.asked(), [2, 3, 4, 6]);
        assert!(compound.names_ids && !compound.is_of_names());
    }

    #[test]
    fn what_is_excluded_asks_for_no_class() {
        let mut compound = Compound::EMPTY;
        compound.ask(Kind::Tag, 2);
        compound.exclude(Kind::Class, 3);
        compound.weight.add(Kind::Class);
        assert!(compound.is_of_names());
        assert!(!compound.merged(&Compound { is_of_names: false, ..Compound::EMPTY }).is_of_names());
    }

    #[test]
    fn what_asks_or_excludes_more_than_fits_only_hides() {
        let (mut asking, mut excluding) = (Compound::EMPTY, Compound::EMPTY);
        (2..2 + 1 + FURTHER as u64).for_each(|feature| asking.ask(Kind::Class, feature));
        (2..2 + EXCLUSIONS as u64).for_each(|feature| excluding.exclude(Kind::Class, feature));
        assert_eq!((asking.certainty, excluding.certainty), (Certainty::Yes, Certainty::Yes));
        asking.ask(Kind::Class, 9);
        excluding.exclude(Kind::Class, 9);
        assert_eq!((asking.certainty, excluding.certainty), (Certainty::Doubtful, Certainty::Doubtful));
    }
}
