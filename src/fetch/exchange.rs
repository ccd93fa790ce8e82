// SPDX-License-Identifier: MIT OR Apache-2.0
//! One HTTP/1.1 request and its answer, on a stream of its own.
//!
//! hyper speaks the protocol; its bounds are set here, and what it skips is counted here. Nothing runs in the background:
//! a connection moves only while somebody waits for the head or the body of its answer, and is closed when that is
//! dropped.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
};

use http::{Request, Response};
use hyper::{
    body::{Body, Bytes, Incoming},
    client::conn::http1::{Builder, Connection, SendRequest},
    ext::on_informational,
};
use hyper_util::rt::TokioIo;

use super::{connection::Stream, error::Failure, failure::of_exchange};

/// Most header fields of an answer.
const HEADER_FIELDS: usize = 100;

/// Longest head of an answer, in bytes.
const HEAD_BYTES: usize = 64 * 1024;

/// Most informational (1xx) answers before the real one.
const INFORMATIONAL_ANSWERS: usize = 5;

/// An answer whose body has yet to be read, and the connection it comes over.
pub(super) struct Answered {
    response: Response<Incoming>,
    wire: Wire,
    /// The connection ends when nobody can hand it requests any more.
    _requests: SendRequest<String>,
}

struct Wire {
    connection: Connection<TokioIo<Stream>, String>,
    over: bool,
}

/// Sends a request as it is, with an empty body, and waits for the head of its answer.
///
/// # Errors
/// What came back is not HTTP, or not within the bounds, or ended too early.
pub(super) async fn send(stream: Stream, mut request: Request<String>) -> Result<Answered, Failure> {
    let skipped = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&skipped);
    on_informational(&mut request, move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    let (mut requests, connection) = Builder::new()
        .max_headers(HEADER_FIELDS)
        .max_header_size(HEAD_BYTES)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|error| of_exchange(&error))?;
    let mut wire = Wire { connection, over: false };
    let response = {
        let mut answer = pin!(requests.send_request(request));
        poll_fn(|cx| {
            wire.advance(cx);
            if skipped.load(Ordering::Relaxed) > INFORMATIONAL_ANSWERS {
                return Poll::Ready(Err(Failure::TooManyInformational));
            }
            answer.as_mut().poll(cx).map_err(|error| of_exchange(&error))
        })
        .await?
    };
    Ok(Answered { response, wire, _requests: requests })
}

impl Answered {
    /// The head.
    pub(super) fn head(&self) -> &Response<Incoming> {
        &self.response
    }

    /// The next piece of the body as it travels, `None` behind the last one.
    ///
    /// # Errors
    /// The body ends before its announced end, or its framing is broken.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, Failure> {
        let Self { response, wire, .. } = self;
        poll_fn(|cx| {
            loop {
                wire.advance(cx);
                match ready!(Pin::new(response.body_mut()).poll_frame(cx)) {
                    None => return Poll::Ready(Ok(None)),
                    Some(Err(error)) => return Poll::Ready(Err(of_exchange(&error))),
                    // Whatever else there is, trailers, says nothing that is used.
                    Some(Ok(frame)) => {
                        if let Ok(bytes) = frame.into_data() {
                            return Poll::Ready(Ok(Some(bytes)));
                        }
                    }
                }
            }
        })
        .await
    }

    /// The stream behind a successful `CONNECT`. The other end of a tunnel that speaks TLS does not speak first: bytes
    /// that are there already are not its own.
    ///
    /// # Errors
    /// There are such bytes.
    pub(super) async fn into_tunnel(mut self) -> Result<Stream, Failure> {
        poll_fn(|cx| {
            self.wire.advance(cx);
            if self.wire.over { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        let parts = self.wire.connection.into_parts();
        if parts.read_buf.is_empty() { Ok(parts.io.into_inner()) } else { Err(Failure::Malformed) }
    }
}

impl Wire {
    /// Lets the connection read and write what it can. How it ends is told to whoever waits for head or body.
    fn advance(&mut self, cx: &mut Context<'_>) {
        if !self.over {
            self.over = Pin::new(&mut self.connection).poll(cx).is_ready();
        }
    }
}
