// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any bytes as a coded body: no more comes out than the limit allows, a body without coding is itself, and what was
//! compressed comes back.
#![no_main]

use std::io::Write;

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};
use libfuzzer_sys::fuzz_target;
use portcullis::fetch::fuzzing::decode;

const NAMES: [&str; 5] = ["gzip", "deflate", "br", "zstd", "none"];

/// Far above what a few bytes of input hold, far below what they can be unpacked to.
const LIMIT: usize = 1 << 16;

fuzz_target!(|input: &[u8]| {
    let [how, size, bytes @ ..] = input else { return };
    let (name, cut) = (NAMES[usize::from(how % 5)], how & 0x80 != 0);
    // Mostly below and around what comes out.
    let limit = if size % 2 == 0 { LIMIT } else { usize::from(*size) * 8 };

    if let Some((decoded, stopped_at)) = decode(name, bytes.to_vec(), cut, limit) {
        assert!(decoded.len() <= limit);
        let at_the_limit = stopped_at == Some(limit);
        assert!(at_the_limit || stopped_at == cut.then_some(bytes.len()), "{stopped_at:?}");
        if name == "none" {
            assert_eq!(decoded, bytes[..bytes.len().min(limit)]);
        }
        // A higher limit changes nothing but how much comes out.
        let more = decode(name, bytes.to_vec(), cut, limit * 2 + 1);
        assert!(at_the_limit || more.as_ref().is_some_and(|(more, _)| *more == decoded));
        assert!(more.is_none_or(|(more, _)| more.starts_with(&decoded)));
    }

    for (name, coded) in compressed(bytes) {
        let whole = decode(name, coded.clone(), false, LIMIT).expect("what was compressed can be unpacked");
        assert_eq!(whole.0, bytes[..bytes.len().min(LIMIT)], "{name}");
        let end = coded.len().min(usize::from(*size));
        if !bytes.is_empty() && 0 < end && end < coded.len() {
            // An end that comes too early is an error, unless it is ours.
            assert_eq!(decode(name, coded[..end].to_vec(), false, LIMIT), None, "{name} {end}");
            if let Some((begin, stopped_at)) = decode(name, coded[..end].to_vec(), true, LIMIT) {
                assert!(bytes.starts_with(&begin) && stopped_at.is_some(), "{name} {end}");
            } else {
                panic!("{name}: what is cut at a limit is no error");
            }
        }
    }
});

/// The bytes in each coding; `deflate` as servers mean it, and as some misread it.
fn compressed(bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let fast = Compression::fast();
    let mut gzip = GzEncoder::new(Vec::new(), fast);
    let mut zlib = ZlibEncoder::new(Vec::new(), fast);
    let mut brotli = Vec::new();
    gzip.write_all(bytes).and_then(|()| zlib.write_all(bytes)).expect("memory takes it");
    brotli::CompressorWriter::new(&mut brotli, 4096, 1, 16).write_all(bytes).expect("memory takes it");
    let mut all = vec![
        ("gzip", gzip.finish().expect("memory takes it")),
        ("deflate", zlib.finish().expect("memory takes it")),
        ("br", brotli),
        ("zstd", zstd::encode_all(bytes, 1).expect("memory takes it")),
    ];
    let mut raw = DeflateEncoder::new(Vec::new(), fast);
    raw.write_all(bytes).expect("memory takes it");
    let raw = raw.finish().expect("memory takes it");
    // Where raw deflate begins like a zlib stream it is taken for one.
    if !matches!(raw[..], [method, flags, ..] if method & 15 == 8 && u16::from_be_bytes([method, flags]) % 31 == 0) {
        all.push(("deflate", raw));
    }
    all
}
