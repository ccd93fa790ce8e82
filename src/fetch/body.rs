// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the body of an answer, up to a limit.

use super::{coding::Body, error::Failure, exchange::Answered};

/// The bytes of the body as they travelled (chunks put together), `limit` of them at most.
///
/// # Errors
/// The body ended before its announced end, or its framing is broken.
pub(super) async fn read(mut answered: Answered, limit: usize) -> Result<Body, Failure> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answered.chunk().await? {
        let fits = chunk.len().min(limit - bytes.len());
        bytes.extend_from_slice(&chunk[..fits]);
        if fits < chunk.len() {
            return Ok(Body { bytes, stopped_at: Some(limit) });
        }
    }
    Ok(Body { bytes, stopped_at: None })
}
