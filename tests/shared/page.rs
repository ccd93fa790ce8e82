// SPDX-License-Identifier: MIT OR Apache-2.0
//! A shared page.

use std::{fs, io::Read, path::Path};

use portcullis::html;

/// Its text, unpacked and decoded.
pub fn unpack(file: &Path) -> String {
    let packed = fs::File::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut bytes = Vec::new();
    let read = flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes);
    read.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    html::charset::decode(&bytes, None, true).text.into_owned()
}
