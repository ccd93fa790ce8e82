// SPDX-License-Identifier: MIT OR Apache-2.0
//! The proxy that a permitted request goes through: where it is, and the way through it.
//!
//! The proxy is the operator's: its address is not checked and may be an inner one. Its name is looked up as pages' names
//! are, in DNS and nowhere else; `localhost` is this machine. Its URL can hold a password, which goes to the proxy and
//! nowhere else: no error and no `Debug` shows any part of the URL.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
    time::Duration,
};

use data_encoding::BASE64;
use http::{
    HeaderValue, Method, Request, Uri,
    header::{HOST, PROXY_AUTHORIZATION, USER_AGENT},
};
use rustls::ClientConfig;
use url::{Host, Url};

use super::{
    client::PRODUCT,
    connection::{Stream, connect, encrypt},
    deadline::Deadline,
    display::percent_decoded,
    error::{Failure, Misconfiguration, ProxyFailure},
    exchange::send,
    interrupt::Interrupt,
    resolver::{Resolve, ResolveError, SystemResolver},
};
use crate::egress::WebUrl;

/// A permitted proxy and the addresses its own name has.
pub(super) struct Proxy {
    host: String,
    addresses: Vec<IpAddr>,
    port: u16,
    is_secure: bool,
    authorization: Option<HeaderValue>,
}

impl Proxy {
    /// The proxy of this `http://` or `https://` URL.
    pub(super) fn find(url: &str, deadline: &Deadline, interrupt: &mut dyn Interrupt) -> Result<Self, ResolveError> {
        let unusable = ResolveError::Misconfigured(Misconfiguration::Proxy);
        let url = Url::parse(url).map_err(|_| unusable)?;
        let is_secure = match url.scheme() {
            "http" => false,
            "https" => true,
            _ => return Err(unusable),
        };
        let (host, addresses) = match url.host().ok_or(unusable)? {
            Host::Ipv4(address) => (address.to_string(), vec![address.into()]),
            Host::Ipv6(address) => (address.to_string(), vec![address.into()]),
            Host::Domain("localhost") => {
                ("localhost".to_owned(), vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()])
            }
            Host::Domain(name) => {
                let name = name.trim_end_matches('.');
                match SystemResolver.resolve(name, deadline, interrupt) {
                    Err(ResolveError::Unresolved) => return Err(unusable),
                    addresses => (name.to_owned(), addresses?),
                }
            }
        };
        let port = url.port_or_known_default().ok_or(unusable)?;
        let authorization = credentials(&url).map_err(|_| unusable)?;
        Ok(Self { host, addresses, port, is_secure, authorization })
    }

    /// Whether the way to the proxy itself is encrypted.
    pub(super) fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// A stream to the proxy.
    pub(super) async fn connect(&self, tls: &Arc<ClientConfig>, patience: Duration) -> Result<Stream, Failure> {
        let stream = connect(&self.addresses, self.port, patience).await;
        let stream = stream.map_err(|_| Failure::Proxy(ProxyFailure::Unreachable))?;
        if !self.is_secure {
            return Ok(stream);
        }
        encrypt(stream, &self.host, tls).await.map_err(|failure| Failure::Proxy(ProxyFailure::Tls(failure)))
    }

    /// A stream through the proxy to the host and port of `url` (RFC 9110, 9.3.6).
    pub(super) async fn tunnel(
        &self,
        url: &WebUrl,
        tls: &Arc<ClientConfig>,
        patience: Duration,
    ) -> Result<Stream, Failure> {
        let stream = self.connect(tls, patience).await?;
        let answered = send(stream, self.connect_request(url)?).await;
        let protocol = |_| Failure::Proxy(ProxyFailure::Protocol);
        let answered = answered.map_err(protocol)?;
        match answered.head().status() {
            status if status.is_success() => answered.into_tunnel().await.map_err(protocol),
            status => Err(Failure::Proxy(ProxyFailure::Refused(status.as_u16()))),
        }
    }

    fn connect_request(&self, url: &WebUrl) -> Result<Request<String>, Failure> {
        let authority = match url.host() {
            crate::egress::Host::V6(address) => format!("[{address}]:{}", url.port()),
            host => format!("{host}:{}", url.port()),
        };
        let mut request = Request::new(String::new());
        *request.method_mut() = Method::CONNECT;
        request.headers_mut().insert(HOST, HeaderValue::from_str(&authority).map_err(|_| Failure::Ambiguous)?);
        request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(PRODUCT));
        *request.uri_mut() = Uri::try_from(authority).map_err(|_| Failure::Ambiguous)?;
        self.authorize(&mut request);
        Ok(request)
    }

    /// Adds the credentials of the proxy's URL, if it has any.
    pub(super) fn authorize(&self, request: &mut Request<String>) {
        if let Some(authorization) = &self.authorization {
            request.headers_mut().insert(PROXY_AUTHORIZATION, authorization.clone());
        }
    }
}

/// What the URL's userinfo is as a field (RFC 7617).
fn credentials(url: &Url) -> Result<Option<HeaderValue>, http::header::InvalidHeaderValue> {
    let password = url.password().unwrap_or_default();
    if url.username().is_empty() && password.is_empty() {
        return Ok(None);
    }
    let pair = [percent_decoded(url.username()), b":".to_vec(), percent_decoded(password)].concat();
    let mut value = HeaderValue::from_str(&format!("Basic {}", BASE64.encode(&pair)))?;
    value.set_sensitive(true);
    Ok(Some(value))
}
