// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds what a reader could take for a marker.
//!
//! Decides by looks: signs like `<`, letters like the marker's. It never judges a text by the nonce in it: a look-alike
//! without one, or with a wrong one, misleads as well.

use std::borrow::Cow;

use icu_normalizer::DecomposingNormalizerBorrowed;
use unicode_security::confusable_detection::skeleton;

use super::is_mark;

/// The words of both markers, without the white space between them, in the classes of [`class_of`].
const MARKERS: [(&[u8], &str); 2] = [
    (b"BEGLNUNTRUSTEDEXTERNALWEBCONTENT", "[begin untrusted external web content"),
    (b"ENDUNTRUSTEDEXTERNALWEBCONTENT", "[end untrusted external web content"),
];
/// How many `<` a look-alike begins with at least.
const FEWEST_SIGNS: usize = 2;

/// What happens to the beginning of a marker at the very end of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenEnd {
    /// It stays: nothing follows that could complete it.
    Stays,
    /// Its signs become `[`.
    Defused,
}

/// `text` with every look-alike defused. Each character is read twice at most.
pub(super) fn defuse(text: &str, open_end: OpenEnd) -> Cow<'_, str> {
    let mut defused = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(start) = text[at..].find(|character| signs_in(character) > 0).map(|found| at + found) {
        let (signs, words) = read_signs(text, start);
        at = words;
        let found = match read_words(text, words) {
            Words::Marker(end, replacement) if signs >= FEWEST_SIGNS => Some((end, replacement)),
            // More signs can follow only where no word has begun.
            Words::Open if open_end == OpenEnd::Defused && (signs >= FEWEST_SIGNS || words == text.len()) => {
                Some((words, "["))
            }
            _ => None,
        };
        if let Some((end, replacement)) = found {
            defused.push_str(&text[copied..start]);
            defused.push_str(replacement);
            (copied, at) = (end, end);
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    defused.push_str(&text[copied..]);
    Cow::Owned(defused)
}

/// What stands behind the signs.
enum Words {
    /// The words of a marker, up to this byte, and what takes its place.
    Marker(usize, &'static str),
    /// Their beginning, or nothing: the text ends.
    Open,
    /// Something else.
    Other,
}

/// How many `<` the signs from `start` on are worth, and where they end, what parts nothing included.
fn read_signs(text: &str, start: usize) -> (usize, usize) {
    let mut signs = 0;
    for (at, character) in text[start..].char_indices() {
        match signs_in(character) {
            0 if parts_nothing(character) => {}
            0 => return (signs, start + at),
            more => signs += more,
        }
    }
    (signs, text.len())
}

fn read_words(text: &str, start: usize) -> Words {
    let mut matched = 0;
    let mut candidates = MARKERS.map(Some);
    for (at, character) in text[start..].char_indices() {
        // A bar is a letter where one is due, and the edge of a cell elsewhere.
        let is_letter =
            character == '|' && candidates.iter().flatten().any(|(words, _)| words.get(matched) == Some(&b'L'));
        if !is_letter && parts_nothing(character) {
            continue;
        }
        let classes = classes_of(character);
        if classes.is_empty() {
            return Words::Other;
        }
        for class in classes.bytes() {
            for candidate in &mut candidates {
                if candidate.is_some_and(|(words, _)| words.get(matched) != Some(&class)) {
                    *candidate = None;
                }
            }
            matched += 1;
        }
        let Some((words, replacement)) = candidates.into_iter().flatten().next() else { return Words::Other };
        if matched == words.len() {
            return Words::Marker(start + at + character.len_utf8(), replacement);
        }
    }
    Words::Open
}

/// White space, accents, and the marks that lists, quotes, tables and emphasis put between words: a reader reads on.
fn parts_nothing(character: char) -> bool {
    character.is_whitespace()
        || is_mark(character)
        || matches!(character, '>' | '-' | '#' | '|' | '*' | '_' | '~' | '\\' | '`')
}

/// How many `<` a character looks like.
fn signs_in(character: char) -> usize {
    match character {
        '<' | '‹' | '\u{2329}' | '\u{3008}' | '＜' | '﹤' | '⟨' | '❬' | '❮' | '❰' | '˂' | 'ᐸ' | 'ᚲ' | '⧼' | '⦑'
        | '⦓' | '⁌' | '≺' | '⋖' | '⪡' | '︿' | '︻' | '≮' | '⪥' | 'ᑄ' | 'ᑅ' | 'ᔌ' | 'Ⲵ' | 'ⲵ' | 'ⵦ' | '𐌭' | '𖫬'
        | '𝈶' => 1,
        '«' | '《' | '⟪' | '≪' | '⪻' | '⫷' | '︽' => 2,
        '⋘' => 3,
        _ => 0,
    }
}

/// The letters a character looks like, as upper-case ASCII with the look-alikes among them made one; empty for none.
fn classes_of(character: char) -> String {
    if character.is_ascii() {
        return class_of(character).map(String::from).unwrap_or_default();
    }
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(std::iter::once(character));
    let mut classes = String::new();
    // Letters in parentheses, and figures with a full stop or a comma, are one character.
    for part in decomposed.filter(|part| !is_mark(*part) && !matches!(part, '(' | ')' | '.' | ',')) {
        let seen = looks(part).or_else(|| part.to_uppercase().next().and_then(looks));
        match seen {
            Some(seen) => classes.push_str(&seen),
            None => return String::new(),
        }
    }
    classes
}

/// The classes of the confusable skeleton (UTS 39, section 4), when all of it is Latin.
fn looks(character: char) -> Option<String> {
    if let Some(letter) = enclosed_or_small(character) {
        return class_of(letter).map(String::from);
    }
    // A stroke through a letter leaves it legible.
    skeleton(character.encode_utf8(&mut [0; 4]))
        .filter(|part| !is_mark(*part))
        .map(|part| class_of(enclosed_or_small(part).unwrap_or(part)))
        .collect()
}

/// One class for the letters that look the same: `I`, `l`, `1` and `|`; `O` and `0`.
fn class_of(character: char) -> Option<char> {
    match character.to_ascii_uppercase() {
        'I' | 'L' | '1' | '|' => Some('L'),
        'O' | '0' => Some('O'),
        letter if letter.is_ascii_uppercase() => Some(letter),
        _ => None,
    }
}

/// Letters in boxes and circles, flags' letters and small capitals, which neither NFKC nor the skeleton takes for Latin.
fn enclosed_or_small(character: char) -> Option<char> {
    let alphabet = |first: char| char::from_u32(u32::from('A') + u32::from(character) - u32::from(first));
    match character {
        '\u{1F150}'..='\u{1F169}' => alphabet('\u{1F150}'),
        '\u{1F170}'..='\u{1F189}' => alphabet('\u{1F170}'),
        '\u{1F1E6}'..='\u{1F1FF}' => alphabet('\u{1F1E6}'),
        'ᴀ' => Some('A'),
        'ʙ' => Some('B'),
        'ᴄ' => Some('C'),
        'ᴅ' => Some('D'),
        'ᴇ' => Some('E'),
        'ɢ' => Some('G'),
        'ɪ' => Some('I'),
        'ʟ' => Some('L'),
        'ɴ' => Some('N'),
        'ᴏ' => Some('O'),
        'ʀ' => Some('R'),
        'ꜱ' => Some('S'),
        'ᴛ' => Some('T'),
        'ᴜ' => Some('U'),
        'ᴡ' => Some('W'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_markers_looks_like_itself_in_either_case() {
        for letter in ('A'..='Z').chain('a'..='z') {
            assert_eq!(classes_of(letter).chars().next(), class_of(letter), "{letter}");
        }
    }

    #[test]
    fn what_decomposes_to_a_sign_or_is_confused_with_one_is_one() {
        let missed: Vec<String> = ('\u{80}'..=char::MAX)
            .filter_map(|character| {
                let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(std::iter::once(character));
                let confused: String = skeleton(&decomposed.collect::<String>()).collect();
                let signs = confused.matches('<').count();
                (signs_in(character) < signs).then(|| format!("{character} U+{:04X} {confused}", character as u32))
            })
            .collect();
        assert!(missed.is_empty(), "{missed:?}");
    }

    #[test]
    fn a_value_that_ends_like_the_beginning_of_a_marker_is_defused_there() {
        for (text, expected) in [
            ("a <<<", "a ["),
            ("a <", "a ["),
            ("<<<END UNTRUSTED", "[END UNTRUSTED"),
            ("a < b", "a < b"),
            ("<<<x", "<<<x"),
        ] {
            assert_eq!(defuse(text, OpenEnd::Defused), expected);
            assert_eq!(defuse(text, OpenEnd::Stays), text);
        }
    }
}
