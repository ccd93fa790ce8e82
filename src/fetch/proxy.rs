// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the proxy that a permitted request goes through.
//!
//! The proxy is the operator's: its address is not checked and may be an inner one. Its name is looked up as pages' names
//! are, in DNS and nowhere else; `localhost` is this machine.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::Url;
use url::Host;

use super::{
    client::Proxy,
    deadline::Deadline,
    error::Misconfiguration,
    interrupt::Interrupt,
    resolver::{Resolve, ResolveError, SystemResolver},
};

impl Proxy {
    /// The proxy of this `http://` or `https://` URL.
    pub(super) fn find(url: &str, deadline: &Deadline, interrupt: &mut dyn Interrupt) -> Result<Self, ResolveError> {
        let unusable = ResolveError::Misconfigured(Misconfiguration::Proxy);
        let url = Url::parse(url).map_err(|_| unusable)?;
        let port = url.port_or_known_default().ok_or(unusable)?;
        let addresses = match url.host().ok_or(unusable)? {
            Host::Ipv4(address) => vec![address.into()],
            Host::Ipv6(address) => vec![address.into()],
            Host::Domain("localhost") => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
            Host::Domain(name) => match SystemResolver.resolve(name.trim_end_matches('.'), deadline, interrupt) {
                Err(ResolveError::Unresolved) => return Err(unusable),
                addresses => addresses?,
            },
        };
        let addresses = addresses.into_iter().map(|address| SocketAddr::new(address, port)).collect();
        Ok(Self { url, addresses })
    }

    /// Whether the way to the proxy itself is encrypted.
    pub(super) fn speaks_tls(&self) -> bool {
        self.url.scheme() == "https"
    }
}
