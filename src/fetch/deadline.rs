// SPDX-License-Identifier: MIT OR Apache-2.0
//! The one clock of a call.
//!
//! A [`Deadline`] is set once, when a call begins, and everything the call does counts against it: DNS, connecting,
//! TLS, headers, bodies, every hop and the extraction. It is enforced in two places and no third: [`Call::wait`]
//! ends a wait that reaches it, and [`Deadline::check`] stands between the steps that do not wait.
//!
//! [`Call::wait`]: super::runtime::Call::wait

use std::time::{Duration, Instant};

/// A point in time that a call must not outlive, and the time it was given.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    end: Instant,
}

/// The deadline has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expired;

impl Deadline {
    /// The deadline of a call that begins now and may take `limit`.
    #[must_use]
    pub fn after(limit: Duration) -> Self {
        Self { end: Instant::now() + limit }
    }

    /// The same deadline, or an earlier one `limit` from now: a part of a call never outlives the whole.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self { end: self.end.min(Instant::now() + limit) }
    }

    /// `Ok` while there is time left.
    pub fn check(self) -> Result<(), Expired> {
        if self.remaining().is_zero() { Err(Expired) } else { Ok(()) }
    }

    /// The time left; zero once the deadline has passed.
    #[must_use]
    pub fn remaining(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    pub(super) fn instant(self) -> Instant {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_that_has_passed_is_expired_and_leaves_no_time() {
        let deadline = Deadline::after(Duration::ZERO);
        assert_eq!(deadline.check(), Err(Expired));
        assert_eq!(deadline.remaining(), Duration::ZERO);
    }

    #[test]
    fn a_part_of_a_call_never_outlives_the_whole() {
        let whole = Deadline::after(Duration::from_secs(5));
        assert_eq!(whole.within(Duration::from_secs(60)).instant(), whole.instant());
        assert!(whole.within(Duration::from_secs(1)).instant() < whole.instant());
        assert!(whole.check().is_ok());
    }
}
