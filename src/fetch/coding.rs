// SPDX-License-Identifier: MIT OR Apache-2.0
//! Undoes the content coding of a body, never past a limit.
//!
//! What travelled is in memory by then and bounded. What comes out is bounded here, byte by byte as it is produced, so
//! that a bomb costs its output limit, its window (gzip 32 KiB, zstd 8 MiB, brotli 16 MiB) and no more.

use std::io::{self, BufRead, Read};

use brotli_decompressor::{BrotliDecoderParameter, Decompressor};
use flate2::{Decompress, FlushDecompress, Status, bufread::MultiGzDecoder};

use super::error::Failure;

/// A content coding (RFC 9110, 8.4.1; RFC 7932; RFC 8878).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

/// Bytes of a body, and the limit at which they were cut, if they were.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    pub(super) stopped_at: Option<usize>,
}

/// Largest zstd window, as a power of two: 8 MiB (RFC 9659).
const ZSTD_WINDOW_LOG: u32 = 23;

/// Step of the decoders' output.
const CHUNK: usize = 32 * 1024;

impl Coding {
    /// The coding of this name, in any case.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Deflate),
            "br" => Some(Self::Brotli),
            "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }
}

impl Body {
    /// These bytes with `coding` undone, to `limit` bytes at most. That they were cut at a limit themselves is no error;
    /// that they end too early, go on behind their end or are broken in any other way, is.
    pub(super) fn decode(mut self, coding: Option<Coding>, limit: usize) -> Result<Self, Failure> {
        let Some(coding) = coding.filter(|_| !self.bytes.is_empty()) else {
            if self.bytes.len() > limit {
                self.bytes.truncate(limit);
                self.stopped_at = Some(limit);
            }
            return Ok(self);
        };
        let stopped_at = self.stopped_at;
        let mut input = Wire { rest: &self.bytes, cut: stopped_at.is_some() };
        let decoded = match coding {
            Coding::Gzip => drain(MultiGzDecoder::new(&mut input), limit),
            Coding::Deflate => drain(Inflate::new(&mut input), limit),
            Coding::Brotli => drain(brotli(&mut input), limit),
            Coding::Zstd => drain(zstd(&mut input)?, limit),
        }?;
        match decoded {
            Drained::Limit(bytes) => Ok(Self { bytes, stopped_at: Some(limit) }),
            Drained::Cut(bytes) => Ok(Self { bytes, stopped_at }),
            Drained::End(bytes) if input.rest.is_empty() => Ok(Self { bytes, stopped_at }),
            Drained::End(_) => Err(Failure::BrokenCoding),
        }
    }
}

/// How the output of a decoder ended.
enum Drained {
    End(Vec<u8>),
    Limit(Vec<u8>),
    Cut(Vec<u8>),
}

fn drain(mut decoder: impl Read, limit: usize) -> Result<Drained, Failure> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match decoder.read(&mut chunk) {
            // Asked once more, the brotli decoder tells whether its buffer holds something behind the end.
            Ok(0) if decoder.read(&mut chunk).is_ok_and(|read| read == 0) => return Ok(Drained::End(bytes)),
            Ok(0) => return Err(Failure::BrokenCoding),
            Ok(read) => {
                let fits = read.min(limit - bytes.len());
                bytes.extend_from_slice(&chunk[..fits]);
                if fits < read {
                    return Ok(Drained::Limit(bytes));
                }
            }
            Err(error) if error.get_ref().is_some_and(|inner| inner.is::<CutHere>()) => return Ok(Drained::Cut(bytes)),
            Err(_) => return Err(Failure::BrokenCoding),
        }
    }
}

fn brotli<R: Read>(input: R) -> Decompressor<R> {
    let mut decoder = Decompressor::new(input, CHUNK);
    // Windows above 16 MiB are an extension (RFC 9841) that browsers do not read either.
    decoder.set_parameter(BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW, 0);
    decoder
}

fn zstd<R: BufRead>(input: R) -> Result<zstd::Decoder<'static, R>, Failure> {
    let mut decoder = zstd::Decoder::with_buffer(input).map_err(|_| Failure::BrokenCoding)?;
    decoder.window_log_max(ZSTD_WINDOW_LOG).map_err(|_| Failure::BrokenCoding)?;
    Ok(decoder)
}

/// The bytes that travelled. Where they were cut at a limit, reading on is an error of its own, which every decoder
/// hands through: so a cut is told from an end that came too early.
struct Wire<'a> {
    rest: &'a [u8],
    cut: bool,
}

#[derive(Debug)]
struct CutHere;

impl std::fmt::Display for CutHere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cut at the byte limit")
    }
}

impl std::error::Error for CutHere {}

impl BufRead for Wire<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.is_empty() && self.cut { Err(io::Error::other(CutHere)) } else { Ok(self.rest) }
    }

    fn consume(&mut self, amount: usize) {
        self.rest = &self.rest[amount..];
    }
}

impl Read for Wire<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

/// `deflate` as servers mean it: a zlib stream (RFC 1950) or, from those that misread the name, raw deflate (RFC 1951).
/// flate2's readers take an end of input for an end of data; this one does not.
struct Inflate<R> {
    input: R,
    state: Option<Decompress>,
    ended: bool,
}

impl<R: BufRead> Inflate<R> {
    fn new(input: R) -> Self {
        Self { input, state: None, ended: false }
    }
}

impl<R: BufRead> Read for Inflate<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.ended && !into.is_empty() {
            let input = self.input.fill_buf()?;
            let state = self.state.get_or_insert_with(|| Decompress::new(is_zlib(input)));
            let (read, written) = (state.total_in(), state.total_out());
            let status = state.decompress(input, into, FlushDecompress::None).map_err(io::Error::other)?;
            // Both are at most the lengths of the slices.
            let (read, written) = ((state.total_in() - read) as usize, (state.total_out() - written) as usize);
            let stuck = read == 0 && written == 0;
            self.input.consume(read);
            self.ended = status == Status::StreamEnd;
            if written > 0 {
                return Ok(written);
            }
            if stuck && !self.ended {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(0)
    }
}

/// Whether a stream begins with a zlib header: method 8, and a check that makes it a multiple of 31 (RFC 1950, 2.2).
fn is_zlib(input: &[u8]) -> bool {
    matches!(input, [method, flags, ..]
        if method & 0x0f == 8 && u16::from_be_bytes([*method, *flags]).is_multiple_of(31))
}

#[cfg(test)]
mod tests;
