// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the innermost row of the address table that holds an address, in the time of a binary search.
//!
//! Networks never overlap in part: two of them are apart, or one lies in the other. So the last row that begins at or
//! before an address either holds it, or one of the rows around that row does, or none. What lies around what is worked
//! out by the compiler, which also refuses a table that is not in the order of its addresses.

use ipnet::{Ipv4Net, Ipv6Net};

use super::registry::Row;

/// The rows of one address family as spans of numbers, in order.
pub(super) struct Nesting<const N: usize>([Span; N]);

#[derive(Clone, Copy)]
struct Span {
    first: u128,
    last: u128,
    /// The row around this one.
    outer: Option<usize>,
}

impl Span {
    const fn new(first: u128, host_bits: u32) -> Self {
        let width = if host_bits == 128 { u128::MAX } else { (1 << host_bits) - 1 };
        Self { first, last: first + width, outer: None }
    }
}

impl<const N: usize> Nesting<N> {
    pub(super) const fn of_v4(rows: &[Row<Ipv4Net>]) -> Self {
        let mut spans = [Span::new(0, 0); N];
        let mut at = 0;
        while at < N {
            let network = rows[at].network;
            spans[at] = Span::new(network.addr().to_bits() as u128, 32 - network.prefix_len() as u32);
            at += 1;
        }
        Self(spans).nested()
    }

    pub(super) const fn of_v6(rows: &[Row<Ipv6Net>]) -> Self {
        let mut spans = [Span::new(0, 0); N];
        let mut at = 0;
        while at < N {
            let network = rows[at].network;
            spans[at] = Span::new(network.addr().to_bits(), 128 - network.prefix_len() as u32);
            at += 1;
        }
        Self(spans).nested()
    }

    /// The innermost row that holds the address.
    pub(super) fn row(&self, address: u128) -> Option<usize> {
        let mut row = self.0.partition_point(|span| span.first <= address).checked_sub(1);
        while let Some(at) = row {
            if address <= self.0[at].last {
                return row;
            }
            row = self.0[at].outer;
        }
        None
    }

    const fn nested(mut self) -> Self {
        let mut at = 1;
        while at < N {
            let (before, span) = (self.0[at - 1], self.0[at]);
            assert!(
                before.first < span.first || before.first == span.first && before.last > span.last,
                "the rows stand in the order of their addresses, an outer one before those in it"
            );
            let mut outer = Some(at - 1);
            while let Some(row) = outer {
                if span.last <= self.0[row].last {
                    break;
                }
                outer = self.0[row].outer;
            }
            self.0[at].outer = outer;
            at += 1;
        }
        self
    }
}
