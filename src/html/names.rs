// SPDX-License-Identifier: MIT OR Apache-2.0
//! A table of known ASCII names, built at compile time and looked up without regard to case; and lower-case names.
//!
//! Decides whether a name is one of a fixed list. Looking one up never allocates and never meets a name it cannot answer.

use std::borrow::Cow;

use super::swar;

/// Bytes of the longest name a table can hold: one 128-bit word.
const LONGEST: usize = 16;

/// The name in lower-case letters, copied only when it has others. A NUL is U+FFFD, as the tokeniser has it (13.2.5.8).
pub(super) fn lower_case<'a>(name: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
    let mut name = name.into();
    if name.bytes().any(|byte| byte == 0 || byte.is_ascii_uppercase()) {
        name = Cow::Owned(name.to_ascii_lowercase().replace('\0', "\u{FFFD}"));
    }
    name
}

/// An open-addressed table of at most 65,535 names; `SLOTS` is a power of two above their number.
pub(super) struct NameTable<const SLOTS: usize> {
    /// For the lower five bits of a first byte, the lengths of the names that begin so: most others are known by that.
    lengths: [u32; 32],
    /// The name as one number, zero where the slot is free.
    keys: [u128; SLOTS],
    /// The position of the name in the list the table was built from.
    positions: [u16; SLOTS],
}

impl<const SLOTS: usize> NameTable<SLOTS> {
    /// Builds the table of `names`, lower-case, not empty and at most 16 bytes each.
    pub(super) const fn new(names: &[&str]) -> Self {
        let mut table = NameTable { lengths: [0; 32], keys: [0; SLOTS], positions: [0; SLOTS] };
        let mut position = 0;
        while position < names.len() {
            let name = names[position].as_bytes();
            assert!(!name.is_empty() && name.len() <= LONGEST && position < u16::MAX as usize);
            table.lengths[name[0] as usize % 32] |= 1 << name.len();
            let key = pack(name);
            let mut slot = slot_of(key, SLOTS);
            while table.keys[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            table.keys[slot] = key;
            table.positions[slot] = position as u16;
            position += 1;
        }
        table
    }

    /// The position of `name` in the list, whatever the case of its letters.
    pub(super) fn position(&self, name: &[u8]) -> Option<u16> {
        let (first, last) = (*name.first()?, *name.last()?);
        // Behind a NUL the name goes on, though as a number it is the same as without.
        if name.len() > LONGEST || last == 0 || self.lengths[usize::from(first % 32)] & 1 << name.len() == 0 {
            return None;
        }
        let key = pack_any_case(name);
        let mut slot = slot_of(key, SLOTS);
        while self.keys[slot] != 0 {
            if self.keys[slot] == key {
                return Some(self.positions[slot]);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}

const fn pack(name: &[u8]) -> u128 {
    let mut key = 0_u128;
    let mut at = name.len();
    while at > 0 {
        at -= 1;
        key = key << 8 | name[at].to_ascii_lowercase() as u128;
    }
    key
}

/// The same for a name of at most 16 bytes, several of them at a time: what is read twice agrees where it overlaps.
fn pack_any_case(name: &[u8]) -> u128 {
    let length = name.len();
    let short = |bytes: &[u8]| bytes.first_chunk().map_or(0, |chunk| u64::from(u32::from_le_bytes(*chunk)));
    match name {
        [] => 0,
        [first, .., last] if length < 4 => {
            let middle = u64::from(name[length / 2]) << (8 * (length / 2));
            swar::lower(u64::from(*first) | middle | u64::from(*last) << (8 * (length - 1))).into()
        }
        [only] => u128::from(only.to_ascii_lowercase()),
        _ if length < 8 => swar::lower(short(name) | short(&name[length - 4..]) << (8 * (length - 4))).into(),
        _ => {
            let word = |bytes| u128::from(swar::word(bytes).map_or(0, swar::lower));
            word(name) | word(&name[length - 8..]) << (8 * (length - 8))
        }
    }
}

const fn slot_of(key: u128, slots: usize) -> usize {
    // Fibonacci hashing: the multiplier is 2^64 divided by the golden ratio.
    let folded = (key ^ key >> 64) as u64;
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % slots
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: NameTable<8> = NameTable::new(&["a", "abc", "div", "do", "dfns", "figcaption"]);

    #[test]
    fn names_are_packed_alike_at_once_and_byte_by_byte() {
        for name in [
            "a",
            "DIV",
            "section",
            "Blockqu",
            "noframes",
            "FIGCAPTION",
            "aNNotation-xml",
            "[@`{Zz\u{E9}AZ",
            "shadowrootmode16",
        ] {
            assert_eq!(pack_any_case(name.as_bytes()), pack(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn a_name_is_found_in_any_case_and_nothing_else_is() {
        assert_eq!(TABLE.position(b"a"), Some(0));
        assert_eq!(TABLE.position(b"DiV"), Some(2));
        assert_eq!(TABLE.position(b"figcaption"), Some(5));
        for other in ["", "b", "di", "divv", "d\u{130}v", "a\0", "a\0\0", "div\0", "\0", "a-name-of-more-than-16-bytes"]
        {
            assert_eq!(TABLE.position(other.as_bytes()), None, "{other}");
        }
    }
}
