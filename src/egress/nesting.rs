// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the innermost row of the address table that holds an address, in the time of a search among a few.
//!
//! Networks never overlap in part: two of them are apart, or one lies in the other. So the last row that begins at or
//! before an address either holds it, or one of the rows around that row does, or none. What lies around what is worked
//! out by the compiler, which also refuses a table that is not in the order of its addresses.

use ipnet::{Ipv4Net, Ipv6Net};

use super::registry::Row;

/// The rows of one address family as spans of numbers, in order; IPv4 stands in the upper bits.
pub(super) struct Nesting<const N: usize> {
    /// How many rows begin below each first byte: most bytes leave one row to look at, or none.
    below: [u8; 257],
    first: [u128; N],
    last: [u128; N],
    /// The row around each row; [`NONE`] for an outermost one.
    outer: [u8; N],
}

/// No row.
const NONE: u8 = u8::MAX;

impl<const N: usize> Nesting<N> {
    pub(super) const fn of_v4(rows: &[Row<Ipv4Net>]) -> Self {
        let mut nesting = Self::empty();
        let mut at = 0;
        while at < N {
            let network = rows[at].network;
            nesting.set(at, (network.addr().to_bits() as u128) << 96, 128 - network.prefix_len() as u32);
            at += 1;
        }
        nesting.counted()
    }

    pub(super) const fn of_v6(rows: &[Row<Ipv6Net>]) -> Self {
        let mut nesting = Self::empty();
        let mut at = 0;
        while at < N {
            let network = rows[at].network;
            nesting.set(at, network.addr().to_bits(), 128 - network.prefix_len() as u32);
            at += 1;
        }
        nesting.counted()
    }

    /// The innermost row that holds the address, an IPv4 one in the upper bits.
    pub(super) fn row(&self, address: u128) -> Option<usize> {
        let byte = (address >> 120) as usize;
        let (below, up_to) = (usize::from(self.below[byte]), usize::from(self.below[byte + 1]));
        let begun = below + self.first[below..up_to].partition_point(|first| *first <= address);
        let mut row = begun.checked_sub(1)?;
        while address > self.last[row] {
            match self.outer[row] {
                NONE => return None,
                outer => row = usize::from(outer),
            }
        }
        Some(row)
    }

    const fn empty() -> Self {
        assert!(N < NONE as usize, "the rows can be numbered in a byte");
        Self { below: [0; 257], first: [0; N], last: [0; N], outer: [NONE; N] }
    }

    /// Puts a row behind those before it, and finds the one around it.
    const fn set(&mut self, at: usize, first: u128, host_bits: u32) {
        let width = if host_bits == 128 { u128::MAX } else { (1 << host_bits) - 1 };
        let last = first + width;
        (self.first[at], self.last[at]) = (first, last);
        if at == 0 {
            return;
        }
        assert!(
            self.first[at - 1] < first || self.first[at - 1] == first && self.last[at - 1] > last,
            "the rows stand in the order of their addresses, an outer one before those in it"
        );
        let mut outer = (at - 1) as u8;
        while outer != NONE && last > self.last[outer as usize] {
            outer = self.outer[outer as usize];
        }
        self.outer[at] = outer;
    }

    const fn counted(mut self) -> Self {
        let (mut byte, mut row) = (0, 0);
        while byte < self.below.len() {
            while row < N && ((self.first[row] >> 120) as usize) < byte {
                row += 1;
            }
            self.below[byte] = row as u8;
            byte += 1;
        }
        self
    }
}
