// SPDX-License-Identifier: MIT OR Apache-2.0
//! Eight bytes at once, as one number: what short runs of a page are measured with.
//!
//! Decides nothing. A mask has the highest bit of each byte that meets the question.

const ONES: u64 = u64::MAX / 0xFF;
const HIGH: u64 = ONES << 7;

/// The first eight bytes, the first one lowest; `None` when there are fewer.
pub(super) fn word(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The first eight bytes, or all there are and zeros behind them.
pub(super) fn word_or_rest(bytes: &[u8]) -> u64 {
    word(bytes).unwrap_or_else(|| {
        let mut rest = [0; 8];
        rest[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(rest)
    })
}

/// Which bytes are this one.
pub(super) fn equal(word: u64, byte: u8) -> u64 {
    let differs = word ^ (ONES * u64::from(byte));
    !(((differs & !HIGH) + !HIGH) | differs) & HIGH
}

/// Which bytes lie between these two of ASCII, both included.
pub(super) fn between(word: u64, first: u8, last: u8) -> u64 {
    let low = word & !HIGH;
    let at_least_first = low + ONES * u64::from(0x80 - first);
    let beyond_last = low + ONES * u64::from(0x7F - last);
    at_least_first & !beyond_last & !word & HIGH
}

/// Which bytes do not meet the question of a mask.
pub(super) fn others(mask: u64) -> u64 {
    mask ^ HIGH
}

/// How many bytes stand before the first one of a mask, which has one.
pub(super) fn before(mask: u64) -> usize {
    mask.trailing_zeros() as usize / 8
}

/// Every letter made lower-case.
pub(super) fn lower(word: u64) -> u64 {
    word | between(word, b'A', b'Z') >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a mask, as ones and zeros.
    fn places(mask: u64) -> String {
        mask.to_le_bytes().iter().map(|byte| if *byte == 0x80 { '1' } else { '0' }).collect()
    }

    #[test]
    fn each_byte_is_asked_by_itself() {
        for byte in 0..=u8::MAX {
            for neighbour in [0, b'a', b'Z', b'-', 0x7F, 0x80, 0xFF] {
                let word =
                    u64::from_le_bytes([neighbour, byte, neighbour, byte, neighbour, neighbour, byte, neighbour]);
                let asked = |mask: u64| mask >> 8 & 0xFF == 0x80;
                assert_eq!(asked(equal(word, b'-')), byte == b'-');
                assert_eq!(asked(between(word, b'0', b'9')), byte.is_ascii_digit());
                assert_eq!(asked(others(equal(word, b'-'))), byte != b'-');
                assert_eq!(lower(word).to_le_bytes(), word.to_le_bytes().map(|byte| byte.to_ascii_lowercase()));
            }
        }
    }

    #[test]
    fn the_first_byte_of_a_mask_is_found() {
        let word = word(b"ab-d-fgh").unwrap_or_default();
        assert_eq!(places(equal(word, b'-')), "00101000");
        assert_eq!(before(equal(word, b'-')), 2);
        assert_eq!(super::word(b"1234567"), None);
    }
}
