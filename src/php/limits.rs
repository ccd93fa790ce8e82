// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\FetchLimits`: the bounds of one read.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::convert::{Record, count, value_error};
use crate::fetch::{Limits, RequestedLimits};

/// The bounds of one read.
#[php_class]
#[php(name = "Portcullis\\FetchLimits")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct FetchLimits(Limits);

impl FetchLimits {
    /// The validated bounds.
    pub fn limits(&self) -> Limits {
        self.0
    }
}

#[php_impl]
impl FetchLimits {
    /// Checks every number against its range.
    #[php(defaults(
        redirects = 3,
        wireBytes = 2097152,
        decodedBytes = 2097152,
        seconds = 20.0,
        connectSeconds = 5.0,
        characters = 20000,
        resultBytes = 48000
    ))]
    pub fn __construct(
        redirects: i64,
        wireBytes: i64,
        decodedBytes: i64,
        seconds: f64,
        connectSeconds: f64,
        characters: i64,
        resultBytes: i64,
    ) -> PhpResult<Self> {
        let requested = RequestedLimits {
            redirects,
            wire_bytes: wireBytes,
            decoded_bytes: decodedBytes,
            seconds,
            connect_seconds: connectSeconds,
            characters,
            result_bytes: resultBytes,
        };
        let limits = Limits::new(requested);
        limits.map(Self).map_err(|error| value_error(format!("Portcullis\\FetchLimits::__construct(): {error}")))
    }

    #[php(getter)]
    fn get_redirects(&self) -> i64 {
        i64::from(self.0.redirects())
    }

    #[php(getter)]
    fn get_wire_bytes(&self) -> i64 {
        count(self.0.wire_bytes())
    }

    #[php(getter)]
    fn get_decoded_bytes(&self) -> i64 {
        count(self.0.decoded_bytes())
    }

    #[php(getter)]
    fn get_seconds(&self) -> f64 {
        self.0.seconds()
    }

    #[php(getter)]
    fn get_connect_seconds(&self) -> f64 {
        self.0.connect_seconds()
    }

    #[php(getter)]
    fn get_characters(&self) -> i64 {
        count(self.0.characters())
    }

    #[php(getter)]
    fn get_result_bytes(&self) -> i64 {
        count(self.0.result_bytes())
    }

    /// All bounds by name.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("redirects", self.get_redirects())?
            .with("wireBytes", self.get_wire_bytes())?
            .with("decodedBytes", self.get_decoded_bytes())?
            .with("seconds", self.get_seconds())?
            .with("connectSeconds", self.get_connect_seconds())?
            .with("characters", self.get_characters())?
            .with("resultBytes", self.get_result_bytes())?;
        Ok(record.into_array())
    }
}
