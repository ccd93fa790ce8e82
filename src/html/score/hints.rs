// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the words in class names, ids, roles and properties hint at.
//!
//! A hint is a weight, never a verdict. Which words weigh anything, and how much, was fitted on pages of many sites.

use super::{
    super::{block::Names, names::NameTable},
    model,
};

/// Letters of the shortest word that is looked up, and of the longest.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=16;
/// Letters of a part's names that are looked at: far more than people write.
const LOOKED_AT: usize = 1024;

static WORDS: NameTable<2048> = NameTable::new(&model::HINT_WORDS);

/// What a word hints at: above zero at content, below at what stands around it.
pub(super) fn weight(word: &str) -> Option<f32> {
    WORDS
        .position(word.as_bytes())
        .map(|position| f32::from(model::HINT_WEIGHTS[usize::from(position)]) / model::HINT_UNIT)
}

/// The words of class names, id, role and property, as written. `postTitle` and `post-title` are two words each.
pub(in super::super) fn words_of<'a>(names: &Names<'a>, mut each: impl FnMut(&'a str)) {
    for name in [names.class, names.id, names.role, names.property] {
        let bytes = &name.as_bytes()[..name.len().min(LOOKED_AT)];
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            while at < bytes.len() && bytes[at].is_ascii_alphabetic() {
                at += 1;
                // A hump begins another word.
                if at < bytes.len() && bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase() {
                    break;
                }
            }
            if LETTERS.contains(&(at - start)) {
                each(&name[start..at]);
            }
            at += usize::from(at == start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_at_marks_and_humps() {
        let names =
            Names { class: "postTitle site-header__x  é-main", id: "NAV2Main", role: "", property: "articleBody" };
        let mut words = Vec::new();
        words_of(&names, |word| words.push(word));
        assert_eq!(words, ["post", "Title", "site", "header", "main", "NAV", "Main", "article", "Body"]);
    }
}
