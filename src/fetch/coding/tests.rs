// SPDX-License-Identifier: MIT OR Apache-2.0
#![allow(clippy::unwrap_used)]

use std::io::Write;

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};

use super::*;

const TEXT: &[u8] = b"To be read and not to be believed. To be read and not to be believed.";

// Made with node:zlib, as this package holds no brotli encoder: the text, 64 MiB of zeros, and 40 MiB of zeros with a
// window of 64 MiB.
const BROTLI_TEXT: &str = "1b4400f89dc9e3de7b0d9a1a4ead41a8c2c896985cbc45595a524e4129034a325db8eb301ca41000";
const BROTLI_BOMB: &str = "cbffff3ff82700e2b14020f7fe8fffff7ff04f00c4611180eefd1fffffffe09f0088c30200ddfb3ffeffffc13f0110870500baf77ffcffff837f02200e0b0074effff8ffff07ff04401c1600e8defff1ffff0ffe0980382c00d0bdffcbffff3ffc1300715800a07bff07";
const BROTLI_LARGE_WINDOW: &str =
    "111affffffe19f0088c70201b9f7fffcffff877f02200e0b00e8deffe7ffff1ffe0980382c00a07bff07";

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn raw_deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn zstandard(data: &[u8]) -> Vec<u8> {
    zstd::encode_all(data, 19).unwrap()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn decode(coding: Coding, bytes: Vec<u8>, limit: usize) -> Result<Body, Failure> {
    Body { bytes, stopped_at: None }.decode(Some(coding), limit)
}

fn samples() -> [(Coding, Vec<u8>); 5] {
    [
        (Coding::Gzip, gzip(TEXT)),
        (Coding::Deflate, zlib(TEXT)),
        (Coding::Deflate, raw_deflate(TEXT)),
        (Coding::Brotli, unhex(BROTLI_TEXT)),
        (Coding::Zstd, zstandard(TEXT)),
    ]
}

#[test]
fn every_coding_that_is_asked_for_is_undone() {
    for (coding, bytes) in samples() {
        let body = decode(coding, bytes, TEXT.len()).unwrap();
        assert_eq!((body.bytes.as_slice(), body.stopped_at), (TEXT, None), "{coding:?}");
    }
}

#[test]
fn the_output_is_cut_at_the_limit() {
    for (coding, bytes) in samples() {
        let body = decode(coding, bytes, TEXT.len() - 1).unwrap();
        assert_eq!((body.bytes.as_slice(), body.stopped_at), (&TEXT[..TEXT.len() - 1], Some(TEXT.len() - 1)));
    }
    let plain = Body { bytes: TEXT.to_vec(), stopped_at: None }.decode(None, 5).unwrap();
    assert_eq!((plain.bytes.as_slice(), plain.stopped_at), (&TEXT[..5], Some(5)));
}

#[test]
fn data_that_ends_too_early_is_an_error() {
    for (coding, bytes) in samples() {
        for length in 1..bytes.len() {
            assert_eq!(
                decode(coding, bytes[..length].to_vec(), 1_000),
                Err(Failure::BrokenCoding),
                "{coding:?} {length}"
            );
        }
    }
}

#[test]
fn data_that_was_cut_at_our_own_limit_is_a_shorter_page() {
    for (coding, bytes) in samples() {
        let half = Body { bytes: bytes[..bytes.len() - 1].to_vec(), stopped_at: Some(9) };
        let body = half.decode(Some(coding), 1_000).unwrap();
        assert!(TEXT.starts_with(&body.bytes), "{coding:?}");
        assert_eq!(body.stopped_at, Some(9));
    }
}

#[test]
fn data_that_goes_on_behind_its_end_or_is_broken_is_an_error() {
    for (coding, bytes) in samples() {
        let longer = [&bytes[..], b"more"].concat();
        assert_eq!(decode(coding, longer, 1_000), Err(Failure::BrokenCoding), "{coding:?}");
        assert_eq!(decode(coding, b"<html>not coded at all</html>".to_vec(), 1_000), Err(Failure::BrokenCoding));
    }
    let mut checksum = gzip(TEXT);
    let at = checksum.len() - 6;
    checksum[at] ^= 1;
    assert_eq!(decode(Coding::Gzip, checksum, 1_000), Err(Failure::BrokenCoding));
}

#[test]
fn members_and_frames_follow_each_other_within_one_limit() {
    let twice = [TEXT, TEXT].concat();
    for (coding, once) in [(Coding::Gzip, gzip(TEXT)), (Coding::Zstd, zstandard(TEXT))] {
        let both = [&once[..], &once[..]].concat();
        assert_eq!(decode(coding, both.clone(), 1_000).unwrap().bytes, twice);
        assert_eq!(decode(coding, both, TEXT.len() + 1).unwrap().bytes, twice[..TEXT.len() + 1]);
    }
}

#[test]
fn an_empty_body_is_an_empty_page_in_every_coding() {
    for (coding, _) in samples() {
        assert_eq!(decode(coding, Vec::new(), 10), Ok(Body::default()));
    }
}

#[test]
fn a_window_over_the_bound_is_an_error() {
    assert_eq!(decode(Coding::Brotli, unhex(BROTLI_LARGE_WINDOW), 1_000), Err(Failure::BrokenCoding));

    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.window_log(24).unwrap();
    encoder.write_all(&vec![0; 20_000_000]).unwrap();
    assert_eq!(decode(Coding::Zstd, encoder.finish().unwrap(), 1_000), Err(Failure::BrokenCoding));
}

#[test]
fn a_bomb_costs_its_limit() {
    let zeros = vec![0; 64 * 1024 * 1024];
    for (coding, bomb) in [
        (Coding::Gzip, gzip(&zeros)),
        (Coding::Deflate, raw_deflate(&zeros)),
        (Coding::Brotli, unhex(BROTLI_BOMB)),
        (Coding::Zstd, zstd::encode_all(&zeros[..], 3).unwrap()),
    ] {
        assert!(bomb.len() < zeros.len() / 500);
        let body = decode(coding, bomb, 2_000_000).unwrap();
        assert_eq!((body.bytes.len(), body.stopped_at), (2_000_000, Some(2_000_000)));
        assert!(body.bytes.capacity() <= 4_500_000);
    }
}
