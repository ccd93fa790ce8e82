// SPDX-License-Identifier: MIT OR Apache-2.0
//! One request to one checked host, over a connection to a checked address.
//!
//! It decides nothing about where to go: it connects to the addresses it is given, and to a literal host as parsed, and
//! hands back the head of the answer. Redirects come back as answers.
//!
//! The client is reqwest, with proxy lookup, redirects, retries, pool, cookies and decoding off, and with a resolver
//! that knows the given addresses and nothing else. Two of its bounds are its own and not this room's: a connection's
//! time limit covers the TLS handshake as well as TCP, and informational (1xx) answers are skipped by hyper without a
//! hook to count them, so that only the deadline of the call bounds them.

use std::{
    collections::VecDeque,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use reqwest::{
    Client, Response, Url, Version,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{ACCEPT, ACCEPT_ENCODING, CONNECTION, HeaderMap, HeaderValue, USER_AGENT},
    redirect::Policy,
    retry,
};
use rustls::ClientConfig;

use super::{
    error::Failure,
    failure::{classify, reached_nobody},
};
use crate::egress::{Host, WebUrl};

/// Where a request goes, all of it checked.
pub(super) struct Route<'a> {
    pub(super) url: &'a WebUrl,
    /// At least one; they are tried one after the other.
    pub(super) addresses: &'a [IpAddr],
    /// A proxy takes the request instead, and resolves the host again.
    pub(super) proxy: Option<&'a Proxy>,
}

/// A permitted proxy and the addresses its own name has.
pub(super) struct Proxy {
    pub(super) url: Url,
    pub(super) addresses: Vec<SocketAddr>,
}

/// Most header fields of an answer.
const HEADER_FIELDS: usize = 100;

const ACCEPTED: &str = "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1";
const ACCEPTED_CODINGS: &str = "gzip, br, zstd";
const PRODUCT: &str = concat!("Portcullis/", env!("CARGO_PKG_VERSION"), " (+", env!("CARGO_PKG_REPOSITORY"), ")");

/// Sends one GET and returns the head of the answer. Each connection may take `patience`; the caller bounds the whole.
pub(super) async fn get(route: &Route<'_>, tls: &ClientConfig, patience: Duration) -> Result<Response, Failure> {
    let url = same_url(route.url)?;
    if let Some(proxy) = route.proxy {
        let through = reqwest::Proxy::all(proxy.url.clone()).map_err(|_| Failure::Connection)?;
        let client = client(proxy.addresses.clone(), tls, patience, Some(through))?;
        return send(&client, url).await;
    }
    let mut failure = Failure::Connection;
    for address in in_turn(route.addresses) {
        let address = SocketAddr::new(address, route.url.port());
        let response = match send(&client(vec![address], tls, patience, None)?, url.clone()).await {
            Ok(response) => response,
            Err(next) if reached_nobody(next) => {
                failure = next;
                continue;
            }
            Err(last) => return Err(last),
        };
        // The connection was made by then, but nothing of the answer has been used.
        return if response.remote_addr() == Some(address) { Ok(response) } else { Err(Failure::Peer) };
    }
    Err(failure)
}

/// The URL as reqwest and hyper read it, if both read the same host, port and text as the guard did.
fn same_url(checked: &WebUrl) -> Result<Url, Failure> {
    let url = Url::parse(checked.as_str()).map_err(|_| Failure::Ambiguous)?;
    let uri: http::Uri = url.as_str().parse().map_err(|_| Failure::Ambiguous)?;
    let host = match checked.host() {
        Host::V6(address) => format!("[{address}]"),
        host => host.to_string(),
    };
    let same = url.as_str() == checked.as_str()
        && url.host_str() == Some(&host)
        && url.port_or_known_default() == Some(checked.port())
        && uri.host() == Some(&host)
        && uri.port_u16() == checked.explicit_port();
    if same { Ok(url) } else { Err(Failure::Ambiguous) }
}

/// The addresses with their families alternating, the first one's family first, otherwise in their order.
fn in_turn(addresses: &[IpAddr]) -> Vec<IpAddr> {
    let first_is_v6 = addresses.first().is_some_and(IpAddr::is_ipv6);
    let (mut turn, mut other): (VecDeque<_>, VecDeque<_>) =
        addresses.iter().partition(|address| address.is_ipv6() == first_is_v6);
    let mut ordered = Vec::with_capacity(addresses.len());
    while let Some(address) = turn.pop_front().or_else(|| other.pop_front()) {
        ordered.push(address);
        std::mem::swap(&mut turn, &mut other);
    }
    ordered
}

fn client(
    addresses: Vec<SocketAddr>,
    tls: &ClientConfig,
    patience: Duration,
    proxy: Option<reqwest::Proxy>,
) -> Result<Client, Failure> {
    let builder = Client::builder()
        .tls_backend_preconfigured(tls.clone())
        .dns_resolver(Pins(addresses))
        .no_proxy()
        .redirect(Policy::none())
        .referer(false)
        .retry(retry::never())
        .http1_only()
        .http1_max_headers(HEADER_FIELDS)
        .pool_max_idle_per_host(0)
        .connect_timeout(patience)
        .default_headers(headers());
    let builder = match proxy {
        Some(proxy) => builder.proxy(proxy),
        None => builder,
    };
    builder.build().map_err(|_| Failure::Connection)
}

fn headers() -> HeaderMap {
    let fields =
        [(ACCEPT, ACCEPTED), (ACCEPT_ENCODING, ACCEPTED_CODINGS), (USER_AGENT, PRODUCT), (CONNECTION, "close")];
    fields.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
}

async fn send(client: &Client, url: Url) -> Result<Response, Failure> {
    let response = client.get(url).send().await.map_err(|error| classify(&error))?;
    match response.version() {
        Version::HTTP_10 | Version::HTTP_11 => Ok(response),
        _ => Err(Failure::Malformed),
    }
}

/// The resolver of one client: the addresses that were checked, whatever the name. Without it reqwest would ask the
/// operating system, in a thread of its own.
struct Pins(Vec<SocketAddr>);

impl Resolve for Pins {
    fn resolve(&self, _: Name) -> Resolving {
        let addresses: Addrs = Box::new(self.0.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

#[cfg(test)]
mod tests;
