// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Fence`: the markers around untrusted text.

use ext_php_rs::{flags::ClassFlags, prelude::*};

use super::{
    convert::{Bytes, in_range},
    errors,
};
use crate::{
    fence::{self, Bounds},
    fetch,
};

/// The markers around untrusted text.
#[php_class]
#[php(name = "Portcullis\\Fence")]
#[php(flags = ClassFlags::Final)]
pub struct Fence;

#[php_impl]
impl Fence {
    /// `$text` between a BEGIN and an END line with a fresh random value; look-alikes of the markers inside are defused.
    #[php(defaults(characters = 20000, bytes = 48000))]
    pub fn wrap(text: Bytes<'_>, characters: i64, bytes: i64) -> PhpResult<String> {
        const METHOD: &str = "Portcullis\\Fence::wrap(): Argument";
        let bounds = Bounds {
            characters: in_range(&format!("{METHOD} #2 ($characters)"), characters, 1, 200_000)?,
            bytes: in_range(&format!("{METHOD} #3 ($bytes)"), bytes, 1_024, 480_000)?,
        };
        let nonce = fetch::nonce().map_err(|error| errors::CONFIGURATION.exception(error.to_string()))?;
        Ok(fence::wrap(&nonce, &[], &String::from_utf8_lossy(&text), bounds).text)
    }

    /// `$text` with every look-alike of a marker defused and invisible characters removed; otherwise unchanged.
    pub fn neutralise(text: Bytes<'_>) -> String {
        fence::neutralise(&String::from_utf8_lossy(&text)).into_owned()
    }
}
