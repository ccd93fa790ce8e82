// SPDX-License-Identifier: MIT OR Apache-2.0
//! Characters that take no place on a reader's screen, and the few places where one of them is part of a word or an emoji.
//!
//! Decides, character by character, whether a text may carry it. It never changes a visible character, and an exception
//! needs both neighbours: a joiner at the edge of a word is dropped.

use std::borrow::Cow;

use icu_properties::{
    CodePointMapData, CodePointSetData, CodePointSetDataBorrowed,
    props::{DefaultIgnorableCodePoint, Emoji, EmojiModifier, ExtendedPictographic, GeneralCategory},
};

const IGNORABLE: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<DefaultIgnorableCodePoint>();
const EMOJI: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<Emoji>();
const PICTOGRAPH: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<ExtendedPictographic>();
const MODIFIER: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<EmojiModifier>();

const NON_JOINER: char = '\u{200C}';
const JOINER: char = '\u{200D}';
const BLACK_FLAG: char = '\u{1F3F4}';
const CANCEL_TAG: char = '\u{E007F}';
/// The regions whose flag Unicode recommends for interchange (UTS 51, RGI tag sequences): England, Scotland, Wales.
const FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
/// Characters of the longest tag sequence before its end.
const LONGEST_FLAG: usize = 5;

/// How many invisible characters were dropped, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InvisibleCharacters {
    /// Default_Ignorable_Code_Point: zero-width characters, tags, variation selectors, soft hyphens …
    pub ignorable: u32,
    /// Marks, embeddings, overrides and isolates of the bidirectional algorithm.
    pub bidirectional: u32,
    /// Blank fillers such as U+3164 and U+2800.
    pub fillers: u32,
    /// Controls, interlinear annotation marks and noncharacters.
    pub controls: u32,
}

impl InvisibleCharacters {
    /// All of them.
    pub fn total(&self) -> u32 {
        self.ignorable + self.bidirectional + self.fillers + self.controls
    }

    /// Adds what was dropped elsewhere.
    pub(super) fn add(&mut self, other: &InvisibleCharacters) {
        self.ignorable += other.ignorable;
        self.bidirectional += other.bidirectional;
        self.fillers += other.fillers;
        self.controls += other.controls;
    }

    fn count(&mut self, kind: Kind) {
        *match kind {
            Kind::Ignorable => &mut self.ignorable,
            Kind::Bidirectional => &mut self.bidirectional,
            Kind::Filler => &mut self.fillers,
            Kind::Control => &mut self.controls,
        } += 1;
    }
}

/// `text` without invisible characters, and what was dropped. Tabs, line feeds and carriage returns stay.
///
/// Linear in the length of the text; it is borrowed when nothing was dropped.
pub fn strip_invisible(text: &str) -> (Cow<'_, str>, InvisibleCharacters) {
    let Some(first) = text.char_indices().find(|(_, character)| kind_of(*character).is_some()) else {
        return (Cow::Borrowed(text), InvisibleCharacters::default());
    };
    let mut stripped = String::with_capacity(text.len());
    let mut sieve = Sieve::default();
    // Of what stands before, the sieve needs the last character only, as a neighbour: a modifier counts as an emoji's end.
    let before = text[..first.0].char_indices().next_back().map_or(0, |(at, _)| at);
    stripped.push_str(&text[..before]);
    for character in text[before..first.0].chars() {
        sieve.visible(character, &mut stripped);
    }
    for character in text[first.0..].chars() {
        match kind_of(character) {
            None => sieve.visible(character, &mut stripped),
            Some(kind) => sieve.invisible(character, kind, &mut stripped),
        }
    }
    sieve.end();
    let dropped = sieve.dropped;
    if dropped.total() == 0 { (Cow::Borrowed(text), dropped) } else { (Cow::Owned(stripped), dropped) }
}

/// Reads a text character by character and lets the visible ones through.
#[derive(Default)]
pub(super) struct Sieve {
    /// What was dropped so far.
    pub(super) dropped: InvisibleCharacters,
    /// The last character that went through.
    previous: char,
    /// Whether `previous` is the end of an emoji, its variation selector or modifier included.
    after_emoji: bool,
    /// Characters that only the next one can justify: one joiner, or the tags behind a black flag.
    held: String,
}

impl Sieve {
    /// Appends a visible `character` to `out`, after what was held before it, when it justifies that.
    pub(super) fn visible(&mut self, character: char, out: &mut String) {
        if !self.held.is_empty() {
            if self.joins(character) {
                out.push_str(&self.held);
                self.held.clear();
            } else {
                self.end();
            }
        }
        out.push(character);
        self.after_emoji = pictograph(character) || ends_emoji(character);
        self.previous = character;
    }

    /// Tells that visible text ending in `last` went around the sieve: no character of it joins another one.
    pub(super) fn passed(&mut self, last: char) {
        self.end();
        self.previous = last;
        self.after_emoji = false;
    }

    /// Tells that the text ends here: what is still held was not justified.
    pub(super) fn end(&mut self) {
        if !self.held.is_empty() {
            self.drop_held();
        }
    }

    #[cold]
    fn drop_held(&mut self) {
        for character in self.held.drain(..) {
            if let Some(kind) = kind_of(character) {
                self.dropped.count(kind);
            }
        }
    }

    /// Drops an invisible `character`, holds it for the next one to justify, or appends it to `out`.
    pub(super) fn invisible(&mut self, character: char, kind: Kind, out: &mut String) {
        match character {
            // A selector chooses between the two looks of one character.
            '\u{FE0E}' | '\u{FE0F}' if self.held.is_empty() && EMOJI.contains(self.previous) => {
                out.push(character);
                self.after_emoji = pictograph(self.previous);
                self.previous = character;
            }
            JOINER if self.held.is_empty() && (self.after_emoji || joining_letter(self.previous)) => {
                self.held.push(character)
            }
            NON_JOINER if self.held.is_empty() && joining_letter(self.previous) => self.held.push(character),
            '\u{E0061}'..='\u{E007A}' if self.previous == BLACK_FLAG && self.held.chars().count() < LONGEST_FLAG => {
                self.held.push(character);
            }
            CANCEL_TAG if self.previous == BLACK_FLAG && self.holds_a_flag() => {
                out.push_str(&self.held);
                out.push(character);
                self.held.clear();
                self.previous = character;
            }
            _ => {
                self.end();
                self.dropped.count(kind);
            }
        }
    }

    /// Whether the held joiner has a reason to stand before `next`.
    fn joins(&self, next: char) -> bool {
        match self.held.as_str() {
            "\u{200D}" if self.after_emoji => pictograph(next),
            "\u{200C}" | "\u{200D}" => joining_letter(next),
            _ => false,
        }
    }

    fn holds_a_flag(&self) -> bool {
        let region: String = self.held.chars().filter_map(|tag| char::from_u32(u32::from(tag) - 0xE_0000)).collect();
        FLAGS.contains(&region.as_str())
    }
}

/// What makes a character invisible.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// It is default-ignorable.
    Ignorable,
    /// It steers the bidirectional algorithm.
    Bidirectional,
    /// It is a blank that counts as a letter or symbol.
    Filler,
    /// It is a control, an annotation mark or no character at all.
    Control,
}

/// Why the character is invisible, or `None` when it is not. Tab, line feed and carriage return are not.
pub(super) fn kind_of(character: char) -> Option<Kind> {
    match character {
        '\t' | '\n' | '\r' | ' '..='~' => None,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{FFF9}'..='\u{FFFB}' | '\u{FDD0}'..='\u{FDEF}' => {
            Some(Kind::Control)
        }
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            Some(Kind::Bidirectional)
        }
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{2800}' => Some(Kind::Filler),
        // The last two code points of every plane are noncharacters.
        other if u32::from(other) & 0xFFFE == 0xFFFE => Some(Kind::Control),
        // The common letters and ideographs hold none; asking the property table for each would cost the most of a page.
        '\u{A0}'..='\u{AC}'
        | '\u{AE}'..='\u{2FF}'
        | '\u{370}'..='\u{5FF}'
        | '\u{620}'..='\u{10FF}'
        | '\u{3400}'..='\u{D7A3}' => None,
        other if IGNORABLE.contains(other) => Some(Kind::Ignorable),
        _ => None,
    }
}

/// Whether the character is a skin tone, which only follows an emoji.
/// Whether a joiner may stand beside the character.
#[cfg(test)]
pub(super) fn may_join(character: char) -> bool {
    pictograph(character) || ends_emoji(character) || joining_letter(character)
}

fn ends_emoji(character: char) -> bool {
    character >= '\u{1F3FB}' && MODIFIER.contains(character)
}

fn pictograph(character: char) -> bool {
    match character {
        '\u{A9}' | '\u{AE}' => true,
        '\0'..='\u{203B}' | '\u{3300}'..='\u{1EFFF}' => false,
        other => PICTOGRAPH.contains(other),
    }
}

/// Whether the character is a letter, or a sign on one, of a script whose spelling uses the joiners: Arabic and Syriac with
/// their kin, the scripts of India and South-East Asia, Tibetan, Mongolian.
fn joining_letter(character: char) -> bool {
    let script_joins = matches!(character,
        '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{F00}'..='\u{109F}' | '\u{1780}'..='\u{18AF}' | '\u{1900}'..='\u{1CFF}'
        | '\u{A800}'..='\u{A82F}' | '\u{A840}'..='\u{A8FF}' | '\u{A930}'..='\u{A9FF}' | '\u{AA00}'..='\u{AAFF}' | '\u{ABC0}'..='\u{ABFF}'
        | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{10A00}'..='\u{10A5F}' | '\u{10D00}'..='\u{10F6F}'
        | '\u{11000}'..='\u{11FFF}' | '\u{1E900}'..='\u{1E95F}');
    script_joins
        && matches!(
            CodePointMapData::<GeneralCategory>::new().get(character),
            GeneralCategory::OtherLetter
                | GeneralCategory::LowercaseLetter
                | GeneralCategory::UppercaseLetter
                | GeneralCategory::ModifierLetter
                | GeneralCategory::NonspacingMark
                | GeneralCategory::SpacingMark
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(text: &str) -> String {
        strip_invisible(text).0.into_owned()
    }

    #[test]
    fn what_no_reader_sees_is_dropped_and_counted_by_kind() {
        let text = "a\u{200B}b\u{AD}c\u{2060}d\u{FEFF}e\u{E0041}f\u{202E}g\u{61C}h\u{3164}i\u{2800}j\u{FFF9}k\u{1}l\u{85}m\u{FDD0}n\u{1FFFE}o\u{180B}p\u{FE00}q\u{E0100}r";
        let (visible, dropped) = strip_invisible(text);
        assert_eq!(visible, "abcdefghijklmnopqr");
        assert_eq!(dropped, InvisibleCharacters { ignorable: 8, bidirectional: 2, fillers: 2, controls: 5 });
    }

    #[test]
    fn every_ignorable_code_point_is_dropped_between_latin_letters() {
        for character in ('\0'..=char::MAX).filter(|character| IGNORABLE.contains(*character)) {
            assert_eq!(stripped(&format!("a{character}b")), "ab", "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn visible_text_is_lent_unchanged() {
        for text in ["", "plain\ttext\r\n", "日本語 שלום ça va – 12 €", "Party 🎉 👨‍👩‍👧 ❤️‍🔥 👍🏽 🏳️‍🌈 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"]
        {
            assert!(matches!(strip_invisible(text).0, Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn joiners_stay_between_letters_of_scripts_that_use_them_only() {
        for kept in ["می\u{200C}خواهم", "क्\u{200D}ष", "ක්\u{200D}ර"] {
            assert_eq!(stripped(kept), kept);
        }
        for (text, visible) in [
            ("im\u{200C}port", "import"),
            ("می\u{200C} ", "می "),
            ("می\u{200C}\u{200C}خ", "میخ"),
            ("می\u{200D}a", "میa"),
            ("🎉\u{200D}a", "🎉a"),
            ("🎉\u{200C}🎉", "🎉🎉"),
            ("می\u{200C}", "می"),
        ] {
            assert_eq!(stripped(text), visible, "{text:?}");
        }
    }

    #[test]
    fn selectors_and_tags_stay_where_they_make_an_emoji_only() {
        for (text, visible) in [
            ("a\u{FE0F}", "a"),
            ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}"),
            ("🏴\u{E0067}\u{E0062}", "🏴"),
            ("🏴\u{E0067}\u{E0062}\u{E0078}\u{E0079}\u{E007A}\u{E007F}", "🏴"),
            ("🎉\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🎉"),
        ] {
            assert_eq!(stripped(text), visible, "{text:?}");
        }
    }
}
