// SPDX-License-Identifier: MIT OR Apache-2.0
//! One request to one checked host, over a connection to a checked address.
//!
//! It decides nothing about where to go: it follows the route it is given, and to a literal host as parsed, and hands
//! back the head of the answer. A redirect comes back as an answer, and nothing is kept for a next request.

use std::{net::IpAddr, sync::Arc, time::Duration};

use http::{
    HeaderValue, Request, Uri,
    header::{ACCEPT, ACCEPT_ENCODING, CONNECTION, HOST, USER_AGENT},
};
use rustls::ClientConfig;

use super::{
    connection::{connect, encrypt},
    error::Failure,
    exchange::{Answered, send},
    proxy::Proxy,
};
use crate::egress::{Host, Scheme, WebUrl};

/// Where a request goes, all of it checked.
pub(super) struct Route<'a> {
    pub(super) url: &'a WebUrl,
    /// At least one; they are tried one after the other.
    pub(super) addresses: &'a [IpAddr],
    /// A proxy takes the request instead, and resolves the host again.
    pub(super) proxy: Option<&'a Proxy>,
}

const ACCEPTED: &str = "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1";
const ACCEPTED_CODINGS: &str = "gzip, br, zstd";
pub(super) const PRODUCT: &str =
    concat!("Portcullis/", env!("CARGO_PKG_VERSION"), " (+", env!("CARGO_PKG_REPOSITORY"), ")");

/// Sends one GET and returns the head of the answer. Each attempt to connect may take `patience`; the caller bounds the
/// whole.
///
/// # Errors
/// Nobody was reached, or nobody who was to be, or what came back is no answer.
pub(super) async fn get(route: &Route<'_>, tls: &Arc<ClientConfig>, patience: Duration) -> Result<Answered, Failure> {
    let whole = same_url(route.url)?;
    let target = whole.path_and_query().cloned().map(Uri::from).ok_or(Failure::Ambiguous)?;
    let (stream, target) = match (route.proxy, route.url.scheme()) {
        (None, _) => (connect(route.addresses, route.url.port(), patience).await?, target),
        (Some(proxy), Scheme::Https) => (proxy.tunnel(route.url, tls, patience).await?, target),
        // The proxy asks for the whole URL itself (RFC 9112, 3.2.2).
        (Some(proxy), Scheme::Http) => (proxy.connect(tls, patience).await?, whole.clone()),
    };
    let stream = match route.url.scheme() {
        Scheme::Http => stream,
        Scheme::Https => encrypt(stream, &route.url.host().to_string(), tls).await.map_err(Failure::Tls)?,
    };
    let mut request = request(target, &whole)?;
    if let (Some(proxy), Scheme::Http) = (route.proxy, route.url.scheme()) {
        proxy.authorize(&mut request);
    }
    send(stream, request).await
}

/// The URL as the HTTP library reads it, if it reads the same text, host and port as the guard did.
fn same_url(checked: &WebUrl) -> Result<Uri, Failure> {
    let uri: Uri = checked.as_str().parse().map_err(|_| Failure::Ambiguous)?;
    let host = match checked.host() {
        Host::V6(address) => format!("[{address}]"),
        host => host.to_string(),
    };
    let same = uri == checked.as_str() && uri.host() == Some(&host) && uri.port_u16() == checked.explicit_port();
    if same { Ok(uri) } else { Err(Failure::Ambiguous) }
}

/// The only request that is ever sent for a page.
fn request(target: Uri, url: &Uri) -> Result<Request<String>, Failure> {
    let host = url.authority().and_then(|authority| HeaderValue::from_str(authority.as_str()).ok());
    let fields = [
        (HOST, host.ok_or(Failure::Ambiguous)?),
        (ACCEPT, HeaderValue::from_static(ACCEPTED)),
        (ACCEPT_ENCODING, HeaderValue::from_static(ACCEPTED_CODINGS)),
        (USER_AGENT, HeaderValue::from_static(PRODUCT)),
        (CONNECTION, HeaderValue::from_static("close")),
    ];
    let mut request = Request::new(String::new());
    *request.uri_mut() = target;
    request.headers_mut().extend(fields);
    Ok(request)
}

#[cfg(test)]
mod tests;
