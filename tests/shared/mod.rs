// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the shared test data is.

use std::path::PathBuf;

/// The folder, whether or not it is there.
pub fn root() -> PathBuf {
    std::env::var_os("PORTCULLIS_SHARED")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")), PathBuf::from)
}
