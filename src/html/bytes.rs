// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sets of bytes, made when the crate is built: one look at a table answers for a byte.

/// A set that is asked by the number of a byte.
pub(super) type ByteSet = [bool; 256];

/// The set of these bytes.
pub(super) const fn set(bytes: &[u8]) -> ByteSet {
    let mut set = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        set[bytes[at] as usize] = true;
        at += 1;
    }
    set
}
