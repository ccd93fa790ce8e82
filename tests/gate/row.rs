// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the rows of the shared vectors.

use serde_json::Value as Json;

/// A file of the shared specification; none, with one line that says so, where it is not there.
pub fn shared_file(path: &str) -> Option<String> {
    match std::fs::read_to_string(crate::shared::root().join(path)) {
        Ok(text) => Some(text),
        Err(_) => {
            println!("skipped: {path} is not below PORTCULLIS_SHARED");
            None
        }
    }
}

/// The rows of a vector file of the gate; none where it is not there.
pub fn rows(file: &str) -> Option<Vec<Json>> {
    let text = shared_file(&format!("vectors/gate/{file}"))?;
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error}")));
    let rows: Vec<_> = rows.collect();
    assert!(!rows.is_empty(), "{file} is empty");
    Some(rows)
}

/// The id of a row, for messages.
pub fn id(row: &Json) -> &str {
    row["id"].as_str().unwrap()
}

/// Whether a part of the expectation is an error of upstream, for which there is no answer to compare.
pub fn throws(expected: &Json) -> bool {
    expected.get("throws").is_some()
}

/// Text, or the bytes that `{"b64": …}` stands for.
pub fn bytes(value: &Json) -> Vec<u8> {
    match value.get("b64") {
        Some(encoded) => base64(encoded.as_str().unwrap()),
        None => value.as_str().unwrap().as_bytes().to_vec(),
    }
}

/// The strings of a list.
pub fn strings(list: &Json) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Base64 of RFC 4648, section 4.
fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut held, mut bytes) = (0_u32, 0, Vec::new());
    for digit in text.bytes().filter(|digit| *digit != b'=') {
        bits = bits << 6 | ALPHABET.iter().position(|known| *known == digit).unwrap() as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
