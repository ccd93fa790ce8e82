// SPDX-License-Identifier: MIT OR Apache-2.0
//! How much one call may take.
//!
//! [`Limits`] exist only in range: whoever holds one need not check it again. They bound what one page may cost and
//! never decide where a request may go.

use std::{error::Error, fmt, time::Duration};

/// The bounds of one call, each within its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    redirects: u32,
    wire_bytes: usize,
    decoded_bytes: usize,
    seconds: f64,
    connect_seconds: f64,
    characters: usize,
    result_bytes: usize,
}

/// What a caller asks for, before it is checked. Numbers are signed and floating as they come from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestedLimits {
    /// Redirects that are followed, 0 to 30.
    pub redirects: i64,
    /// Bytes of a body as they travel, 1 to 20,971,520.
    pub wire_bytes: i64,
    /// Bytes of a body after its content coding is undone, 1 to 20,971,520.
    pub decoded_bytes: i64,
    /// Seconds for the whole call, above 0 and at most 200.
    pub seconds: f64,
    /// Seconds for the connection to one address, above 0 and at most 50.
    pub connect_seconds: f64,
    /// Characters of text in the fenced result, 1 to 200,000.
    pub characters: i64,
    /// Bytes of the whole fenced result, at most 480,000; see [`Limits::least_result_bytes`] for the least.
    pub result_bytes: i64,
}

/// A limit that is out of its range. `Display` names the field as PHP callers write it, and the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitError {
    field: &'static str,
    range: Range,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Range {
    Whole { least: i64, most: i64 },
    Seconds { most: f64 },
}

/// A caller may raise a limit to this many times its default.
const HEADROOM: i64 = 10;

impl Default for RequestedLimits {
    fn default() -> Self {
        Self {
            redirects: 3,
            wire_bytes: 2 * 1024 * 1024,
            decoded_bytes: 2 * 1024 * 1024,
            seconds: 20.0,
            connect_seconds: 5.0,
            characters: 20_000,
            result_bytes: 48_000,
        }
    }
}

impl Limits {
    /// Checks `requested`, each field against its own range.
    pub fn new(requested: RequestedLimits) -> Result<Self, LimitError> {
        let default = RequestedLimits::default();
        let redirects = whole("redirects", requested.redirects, 0, default.redirects)?;
        let least_result = Self::least_result_bytes(redirects);
        Ok(Self {
            redirects,
            wire_bytes: whole("wireBytes", requested.wire_bytes, 1, default.wire_bytes)?,
            decoded_bytes: whole("decodedBytes", requested.decoded_bytes, 1, default.decoded_bytes)?,
            seconds: seconds("seconds", requested.seconds, default.seconds)?,
            connect_seconds: seconds("connectSeconds", requested.connect_seconds, default.connect_seconds)?,
            characters: whole("characters", requested.characters, 1, default.characters)?,
            result_bytes: whole("resultBytes", requested.result_bytes, least_result, default.result_bytes)?,
        })
    }

    /// The least value of `resultBytes` for a number of redirects: room for every fixed part of a fenced result (status
    /// line, notes, markers, title and every echoed URL at its longest) before the first byte of text.
    #[must_use]
    pub const fn least_result_bytes(redirects: u32) -> i64 {
        4_096 + 512 * redirects as i64
    }

    /// Redirects that are followed; the next one is an error.
    #[must_use]
    pub fn redirects(&self) -> u32 {
        self.redirects
    }

    /// Bytes of a body as they travel, behind which the page is cut.
    #[must_use]
    pub fn wire_bytes(&self) -> usize {
        self.wire_bytes
    }

    /// Bytes of a decoded body, behind which the page is cut.
    #[must_use]
    pub fn decoded_bytes(&self) -> usize {
        self.decoded_bytes
    }

    /// Seconds for the whole call, as they were asked for.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Seconds for the connection to one address, as they were asked for.
    #[must_use]
    pub fn connect_seconds(&self) -> f64 {
        self.connect_seconds
    }

    /// Characters of text in the fenced result.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.characters
    }

    /// Bytes of the whole fenced result.
    #[must_use]
    pub fn result_bytes(&self) -> usize {
        self.result_bytes
    }

    /// The time for the whole call.
    #[must_use]
    pub fn whole_call(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    pub(super) fn one_connection(&self) -> Duration {
        Duration::from_secs_f64(self.connect_seconds)
    }
}

impl Default for Limits {
    fn default() -> Self {
        let RequestedLimits {
            redirects,
            wire_bytes,
            decoded_bytes,
            seconds,
            connect_seconds,
            characters,
            result_bytes,
        } = RequestedLimits::default();
        // The defaults are small positive constants; a test holds them against `new`.
        Self {
            redirects: redirects as u32,
            wire_bytes: wire_bytes as usize,
            decoded_bytes: decoded_bytes as usize,
            seconds,
            connect_seconds,
            characters: characters as usize,
            result_bytes: result_bytes as usize,
        }
    }
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.range {
            Range::Whole { least, most } => write!(f, "{} must be from {least} to {most}", self.field),
            Range::Seconds { most } => write!(f, "{} must be a number above 0 and at most {most}", self.field),
        }
    }
}

impl Error for LimitError {}

fn whole<T: TryFrom<i64>>(field: &'static str, value: i64, least: i64, default: i64) -> Result<T, LimitError> {
    let error = LimitError { field, range: Range::Whole { least, most: default * HEADROOM } };
    if !(least..=default * HEADROOM).contains(&value) {
        return Err(error);
    }
    T::try_from(value).map_err(|_| error)
}

/// NaN is in no range, and a value too small for the clock's resolution would be no time at all.
fn seconds(field: &'static str, value: f64, default: f64) -> Result<f64, LimitError> {
    let most = default * HEADROOM as f64;
    if (Duration::from_nanos(1).as_secs_f64()..=most).contains(&value) {
        Ok(value)
    } else {
        Err(LimitError { field, range: Range::Seconds { most } })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn error(change: impl FnOnce(&mut RequestedLimits)) -> String {
        let mut requested = RequestedLimits::default();
        change(&mut requested);
        Limits::new(requested).unwrap_err().to_string()
    }

    #[test]
    fn the_defaults_are_in_range() {
        assert_eq!(Limits::new(RequestedLimits::default()), Ok(Limits::default()));
    }

    #[test]
    fn a_limit_out_of_range_is_named_with_its_range() {
        assert_eq!(error(|l| l.redirects = -1), "redirects must be from 0 to 30");
        assert_eq!(error(|l| l.redirects = 31), "redirects must be from 0 to 30");
        assert_eq!(error(|l| l.wire_bytes = 0), "wireBytes must be from 1 to 20971520");
        assert_eq!(error(|l| l.decoded_bytes = i64::MIN), "decodedBytes must be from 1 to 20971520");
        assert_eq!(error(|l| l.characters = i64::MAX), "characters must be from 1 to 200000");
        assert_eq!(error(|l| l.seconds = 200.5), "seconds must be a number above 0 and at most 200");
        assert_eq!(error(|l| l.connect_seconds = 0.0), "connectSeconds must be a number above 0 and at most 50");
    }

    #[test]
    fn a_time_that_is_no_number_is_refused() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, -1.0, 1e-300] {
            assert_eq!(error(|l| l.seconds = value), "seconds must be a number above 0 and at most 200");
        }
    }

    #[test]
    fn ten_times_the_default_is_the_most() {
        let most = RequestedLimits {
            redirects: 30,
            wire_bytes: 20_971_520,
            decoded_bytes: 20_971_520,
            seconds: 200.0,
            connect_seconds: 50.0,
            characters: 200_000,
            result_bytes: 480_000,
        };
        assert!(Limits::new(most).is_ok());
    }

    #[test]
    fn the_least_result_has_room_for_every_redirect_that_may_be_named() {
        let requested = RequestedLimits { redirects: 0, result_bytes: 4_096, ..RequestedLimits::default() };
        assert!(Limits::new(requested).is_ok());
        assert_eq!(error(|l| l.result_bytes = 5_631), "resultBytes must be from 5632 to 480000");
        assert_eq!(error(|l| (l.redirects, l.result_bytes) = (30, 19_000)), "resultBytes must be from 19456 to 480000");
    }
}
