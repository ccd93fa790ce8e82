// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads one page: the only code that strings the steps together.
//!
//! Every URL, the first as well as each redirect target, goes through the guard, the resolver, the guard again and then
//! out. Nothing is carried from one hop to the next but the deadline: no connection, no cookie, no header.

use std::sync::Arc;

use super::{
    answer::Answer,
    body,
    check::check,
    client::{self, Route},
    coding::Body,
    deadline::Deadline,
    error::{Failure, Hop, Misconfiguration, ReadError},
    interrupt::Interrupt,
    limits::Limits,
    media_type::MediaType,
    page::Page,
    proxy::Proxy,
    resolver::{Resolve, ResolveError},
    runtime::{Call, Runtime, Stop},
    trust::TrustStore,
};
use crate::{
    egress::{Guard, Pinned, Refusal, Scheme, resolve_reference},
    html::{self, Document, Removed, charset::decode},
};

/// Reads pages that a guard lets it read, within limits.
#[derive(Clone, Debug)]
pub struct Reader {
    guard: Arc<Guard>,
    limits: Limits,
    group: Vec<u8>,
}

/// The tool group whose scope a page is read in, unless the caller names another.
const GROUP: &[u8] = b"web";

impl Reader {
    /// A reader behind this guard.
    #[must_use]
    pub fn new(guard: impl Into<Arc<Guard>>, limits: Limits) -> Self {
        Self { guard: guard.into(), limits, group: GROUP.to_vec() }
    }

    /// The same reader for another group of tools.
    #[must_use]
    pub fn in_group(mut self, group: &[u8]) -> Self {
        self.group = group.to_vec();
        self
    }

    /// Reads the page at `url`, following redirects. `url` is bytes as they came; white space around it is trimmed.
    ///
    /// # Errors
    /// Everything that is not a page: see [`ReadError`].
    pub fn read(
        &self,
        url: &[u8],
        resolver: &mut dyn Resolve,
        interrupt: &mut dyn Interrupt,
    ) -> Result<Page, ReadError> {
        let deadline = Deadline::after(self.limits.whole_call());
        let call = Runtime::call().map_err(|_| ReadError::Misconfigured(Misconfiguration::EventLoop))?;
        let first = url.trim_ascii();
        let mut visit = Visit { reader: self, call, deadline, resolver, interrupt, hop: 0, target: first.to_vec() };
        let mut redirects = Vec::new();
        loop {
            let pinned = visit.pin()?;
            match visit.fetch(&pinned)? {
                Fetched::Redirect(_) if visit.hop == self.limits.redirects() => {
                    let failure = Failure::TooManyRedirects(self.limits.redirects());
                    return Err(ReadError::Failed { failure, at: Hop::new(0, first) });
                }
                Fetched::Redirect(location) => {
                    visit.hop += 1;
                    visit.target = resolve_reference(pinned.url(), &location);
                    redirects.push(pinned.url().as_str().to_owned());
                }
                Fetched::Page(status, content) => {
                    let page = self.page(&pinned, redirects, status, content);
                    return visit.in_time().map(|()| page);
                }
            }
        }
    }

    /// The page that an answer makes; one without content has no charset and no text.
    fn page(&self, pinned: &Pinned, redirects: Vec<String>, status: u16, content: Content) -> Page {
        let url = pinned.url().as_str();
        let (media_type, charset, document, body) = match content {
            Content::Body(media_type, body) => {
                let decoded = decode(&body.bytes, media_type.charset.as_deref(), media_type.is_html);
                let document =
                    if media_type.is_html { html::extract(&decoded.text, Some(url)) } else { plain(&decoded.text) };
                (media_type.name, decoded.charset, document, body)
            }
            Content::None(media_type) => (media_type.unwrap_or(""), "", Document::default(), Body::default()),
        };
        Page {
            url: url.to_owned(),
            redirects,
            status,
            media_type,
            charset,
            title: document.title,
            text: document.text,
            headings: document.headings,
            links: document.links,
            language: document.language,
            bytes_read: body.bytes.len(),
            truncated: document.truncated || body.stopped_at.is_some(),
            thin: document.thin,
            via_proxy: pinned.proxy().is_some(),
            removed: document.removed,
            limits: self.limits,
            stopped_at: body.stopped_at,
        }
    }
}

/// A body that is no markup is its own text, without what nobody can see.
fn plain(text: &str) -> Document {
    let (text, characters) = html::strip_invisible(text);
    let removed = Removed { characters, ..Removed::default() };
    Document { text: text.trim().to_owned(), removed, ..Document::default() }
}

/// What one request came to.
enum Fetched {
    Redirect(Vec<u8>),
    Page(u16, Content),
}

/// What a success came with: nothing, or a readable body, its content coding undone.
enum Content {
    None(Option<&'static str>),
    Body(MediaType, Body),
}

/// A call under way: where it is, and what bounds it.
struct Visit<'a> {
    reader: &'a Reader,
    call: Call,
    deadline: Deadline,
    resolver: &'a mut dyn Resolve,
    interrupt: &'a mut dyn Interrupt,
    hop: u32,
    target: Vec<u8>,
}

impl Visit<'_> {
    /// The target with the addresses it may be fetched from, if every check lets it pass.
    fn pin(&mut self) -> Result<Pinned, ReadError> {
        let Reader { guard, group, .. } = self.reader;
        let verdict = check(guard, group, &self.target, &self.deadline, self.resolver, self.interrupt)
            .map_err(|error| self.unresolved(error))?;
        // A resolver that a caller brought may have taken longer than it was given.
        self.in_time()?;
        verdict.map_err(|refusal| self.refused(refusal))
    }

    /// One request and its answer.
    fn fetch(&mut self, pinned: &Pinned) -> Result<Fetched, ReadError> {
        let proxy = match pinned.proxy() {
            Some(url) => {
                Some(Proxy::find(url, &self.deadline, self.interrupt).map_err(|error| self.unresolved(error))?)
            }
            None => None,
        };
        let speaks_tls = pinned.url().scheme() == Scheme::Https || proxy.as_ref().is_some_and(Proxy::is_secure);
        let tls = if speaks_tls { self.call.trust().verified() } else { TrustStore::unused() };
        let tls = tls.map_err(|_| ReadError::Misconfigured(Misconfiguration::TrustStore))?;
        let limits = &self.reader.limits;
        let route = Route { url: pinned.url(), addresses: pinned.addresses(), proxy: proxy.as_ref() };
        let exchange = async {
            let answered = client::get(&route, &tls, limits.one_connection()).await?;
            let status = answered.head().status().as_u16();
            match Answer::judge(status, answered.head().headers())? {
                Answer::Redirect(location) => Ok(Fetched::Redirect(location)),
                Answer::Empty(media_type) => Ok(Fetched::Page(status, Content::None(media_type))),
                Answer::Body(media_type, coding) => {
                    let wire = body::read(answered, limits.wire_bytes()).await?;
                    let body = wire.decode(coding, limits.decoded_bytes())?;
                    Ok(Fetched::Page(status, Content::Body(media_type, body)))
                }
            }
        };
        match self.call.wait(exchange, self.deadline, self.interrupt) {
            Ok(fetched) => fetched.map_err(|failure| self.failed(failure)),
            Err(Stop::Expired) => Err(self.expired()),
            Err(Stop::Interrupted) => Err(ReadError::Interrupted { at: self.at() }),
        }
    }

    fn in_time(&self) -> Result<(), ReadError> {
        self.deadline.check().map_err(|_| self.expired())
    }

    fn at(&self) -> Hop {
        Hop::new(self.hop, &self.target)
    }

    fn refused(&self, refusal: Refusal) -> ReadError {
        ReadError::Refused { refusal, at: self.at() }
    }

    fn failed(&self, failure: Failure) -> ReadError {
        ReadError::Failed { failure, at: self.at() }
    }

    fn expired(&self) -> ReadError {
        ReadError::Deadline { seconds: self.reader.limits.seconds(), at: self.at() }
    }

    /// What the failure of a resolver means where it is not a refusal of the name.
    fn unresolved(&self, error: ResolveError) -> ReadError {
        match error {
            ResolveError::Deadline => self.expired(),
            ResolveError::Interrupted => ReadError::Interrupted { at: self.at() },
            ResolveError::Misconfigured(what) => ReadError::Misconfigured(what),
            ResolveError::Unresolved | ResolveError::NotAnAddress | ResolveError::Collaborator => ReadError::Resolver,
        }
    }
}

#[cfg(test)]
mod tests;
