// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a test server does on one connection, step by step. No step is checked for sense: nonsense is the point.

use std::io::{self, Read, Write};
use std::thread;
use std::time::Duration;

/// One thing a server does.
#[derive(Clone, Debug)]
enum Step {
    Send(Vec<u8>),
    Repeat(Vec<u8>, u64),
    Wait(Duration),
    Hold,
    Cut,
    Reset,
}

/// How a connection ends after its script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Closed in good order, in TLS with `close_notify`.
    Closed,
    /// Closed without a word: in TLS without `close_notify`.
    Cut,
    /// TCP RST.
    Reset,
    /// The peer ended it first.
    Left,
}

/// The steps of one connection, in order; after the last one it is closed.
#[derive(Clone, Debug, Default)]
pub struct Script {
    steps: Vec<Step>,
}

impl Script {
    /// These bytes.
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Self {
        Self::default().send(bytes)
    }

    /// An answer: the lines of its head, then the body. No field is added.
    pub fn answer(head: &[&str], body: impl AsRef<[u8]>) -> Self {
        Self::bytes([head.join("\r\n").as_bytes(), b"\r\n\r\n", body.as_ref()].concat())
    }

    /// A 200 answer with these further fields, and the body with its length.
    pub fn ok(fields: &[&str], body: impl AsRef<[u8]>) -> Self {
        let length = format!("Content-Length: {}", body.as_ref().len());
        Self::answer(&[&["HTTP/1.1 200 OK", length.as_str()], fields].concat(), body)
    }

    /// An HTML page whose body element holds `body`.
    pub fn page(body: &str) -> Self {
        let html = format!("<!doctype html><title>A page</title><body>{body}</body>");
        Self::ok(&["Content-Type: text/html; charset=utf-8"], html)
    }

    /// Plain text.
    pub fn text(body: impl AsRef<[u8]>) -> Self {
        Self::ok(&["Content-Type: text/plain; charset=utf-8"], body)
    }

    /// A redirect with an empty body.
    pub fn redirect(status: u16, location: &str) -> Self {
        let (status, location) = (format!("HTTP/1.1 {status} Moved"), format!("Location: {location}"));
        Self::answer(&[&status, &location, "Content-Length: 0"], "")
    }

    /// Nothing, until the peer ends the connection.
    pub fn silence() -> Self {
        Self::default().hold()
    }

    /// Then these bytes.
    pub fn send(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Step::Send(bytes.into()))
    }

    /// Then these bytes so many times.
    pub fn repeat(self, bytes: impl Into<Vec<u8>>, times: u64) -> Self {
        self.then(Step::Repeat(bytes.into(), times))
    }

    /// Then these bytes one at a time, `pause` after each.
    pub fn drip(self, bytes: &[u8], pause: Duration) -> Self {
        bytes.iter().fold(self, |script, byte| script.send([*byte]).wait(pause))
    }

    /// Then a pause.
    pub fn wait(self, pause: Duration) -> Self {
        self.then(Step::Wait(pause))
    }

    /// Then nothing, until the peer ends the connection.
    pub fn hold(self) -> Self {
        self.then(Step::Hold)
    }

    /// Then an end without `close_notify`.
    pub fn cut(self) -> Self {
        self.then(Step::Cut)
    }

    /// Then a TCP RST.
    pub fn reset(self) -> Self {
        self.then(Step::Reset)
    }

    /// This script, `pause` later.
    pub fn after(mut self, pause: Duration) -> Self {
        self.steps.insert(0, Step::Wait(pause));
        self
    }

    /// Plays the script on a stream. An error of the stream means that the peer has left.
    pub fn play(&self, stream: &mut (impl Read + Write)) -> Ending {
        for step in &self.steps {
            let played = match step {
                Step::Send(bytes) => stream.write_all(bytes),
                Step::Repeat(bytes, times) => (0..*times).try_for_each(|_| stream.write_all(bytes)),
                Step::Wait(pause) => {
                    thread::sleep(*pause);
                    Ok(())
                }
                Step::Hold => {
                    // The end of the stream and an error both mean that the peer has left.
                    let _ = io::copy(stream, &mut io::sink());
                    return Ending::Left;
                }
                Step::Cut => return Ending::Cut,
                Step::Reset => return Ending::Reset,
            };
            if played.and_then(|()| stream.flush()).is_err() {
                return Ending::Left;
            }
        }
        Ending::Closed
    }

    fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}
