// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether an HTTP proxy would carry a request, and which; when in doubt, one does.
//!
//! The view is built from TYPO3's `HTTP.proxy` and from the proxy variables of two views of the environment, which the
//! caller reads. This module reads no environment and contacts no proxy.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;

use ipnet::IpNet;

use super::host::Host;
use super::url::Scheme;

/// The configured proxy (TYPO3's `HTTP.proxy`), as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Configured {
    /// Not set, or null.
    #[default]
    Absent,
    /// One proxy for both schemes; an empty text is none.
    Text(Vec<u8>),
    /// An array, its keys in any order; an empty one is none.
    Map(Vec<(Vec<u8>, ConfiguredValue)>),
    /// Any other type.
    Other,
}

/// A value in the array of a configured proxy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfiguredValue {
    /// A text.
    Text(Vec<u8>),
    /// A list (keys 0, 1, 2 …) of texts.
    Texts(Vec<Vec<u8>>),
    /// Any other type, a list with anything but texts in it included.
    Other,
}

/// The proxy variables of one view of the environment. A variable that is set and empty is not the same as none.
#[derive(Clone, Default)]
pub struct EnvironmentView {
    https: [Option<Vec<u8>>; 2],
    http_upper: Option<Vec<u8>>,
    http_lower: Option<Vec<u8>>,
    all: [Option<Vec<u8>>; 2],
    no: [Option<Vec<u8>>; 2],
}

impl EnvironmentView {
    /// Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in upper and in lower case, through `lookup`.
    #[must_use]
    pub fn read(mut lookup: impl FnMut(&str) -> Option<Vec<u8>>) -> Self {
        Self {
            https: ["HTTPS_PROXY", "https_proxy"].map(&mut lookup),
            http_upper: lookup("HTTP_PROXY"),
            http_lower: lookup("http_proxy"),
            all: ["ALL_PROXY", "all_proxy"].map(&mut lookup),
            no: ["NO_PROXY", "no_proxy"].map(&mut lookup),
        }
    }

    /// The first variable that names a proxy for the scheme.
    fn proxy(&self, scheme: Scheme, cli: bool) -> Option<&[u8]> {
        let own: [&Option<Vec<u8>>; 2] = match scheme {
            Scheme::Https => [&self.https[0], &self.https[1]],
            // A web server turns the request header `Proxy` into HTTP_PROXY (CVE-2016-5385).
            Scheme::Http if cli => [&self.http_lower, &self.http_upper],
            Scheme::Http => [&self.http_lower, &None],
        };
        own.into_iter().chain(&self.all).flatten().map(Vec::as_slice).find(|value| !value.is_empty())
    }

    fn no_proxy_lists(&self) -> impl Iterator<Item = &[u8]> {
        self.no.iter().flatten().map(Vec::as_slice)
    }
}

/// Which proxy a request would take. Its parts can hold passwords, so `Debug` shows none of them.
#[derive(Clone)]
pub struct ProxyView {
    configured: Plan,
    environments: [EnvironmentView; 2],
    cli: bool,
}

/// The configured proxy, parsed.
#[derive(Clone)]
enum Plan {
    /// Nothing is configured.
    AskEnvironment,
    /// One proxy for everything.
    Always(Vec<u8>),
    /// Something that cannot be understood: a proxy applies, nobody knows which.
    Unknown,
    PerScheme {
        http: Option<Vec<u8>>,
        https: Option<Vec<u8>>,
        no: Vec<Vec<u8>>,
    },
}

/// How a request would leave.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier<'a> {
    /// No proxy applies.
    Direct,
    /// This proxy applies.
    Proxy(&'a [u8]),
    /// A proxy applies and cannot be named.
    Unknown,
}

impl Carrier<'_> {
    /// The URL of a proxy a request can be sent through; without a scheme, `http` is meant, as everywhere.
    pub(super) fn usable(self) -> Option<String> {
        let Self::Proxy(proxy) = self else { return None };
        let proxy =
            std::str::from_utf8(proxy).ok().filter(|proxy| proxy.bytes().all(|byte| byte.is_ascii_graphic()))?;
        match proxy.split_once("://") {
            None => Some(format!("http://{proxy}")),
            Some((scheme, _)) => Scheme::parse(scheme.as_bytes()).map(|_| proxy.to_owned()),
        }
    }
}

impl ProxyView {
    /// Builds the view from `configured`, from the environment the web server API shows, from that of the process
    /// itself, and from whether this is the command line.
    #[must_use]
    pub fn new(configured: Configured, environment: EnvironmentView, process: EnvironmentView, cli: bool) -> Self {
        Self { configured: Plan::from(configured), environments: [environment, process], cli }
    }

    /// A view in which no proxy applies.
    #[must_use]
    pub fn none() -> Self {
        Self::new(Configured::Absent, EnvironmentView::default(), EnvironmentView::default(), false)
    }

    /// Whether a proxy would carry a request of this scheme to this host, given as in a URL or without brackets. True
    /// for a scheme other than `http` and `https`: nobody knows.
    #[must_use]
    pub fn applies_to(&self, scheme: &[u8], host: &[u8]) -> bool {
        let Some(scheme) = Scheme::parse(scheme) else {
            return true;
        };
        self.carrier_of(scheme, &ProxiedHost::read(host)) != Carrier::Direct
    }

    /// The URL of the proxy that would carry the request; `None` when none would, or none that can be used (SOCKS, or a
    /// configuration that cannot be understood).
    #[must_use]
    pub fn proxy_for(&self, scheme: &[u8], host: &[u8]) -> Option<String> {
        self.carrier_of(Scheme::parse(scheme)?, &ProxiedHost::read(host)).usable()
    }

    pub(super) fn carrier(&self, scheme: Scheme, host: &Host) -> Carrier<'_> {
        let host = match host {
            Host::Name(name) => ProxiedHost::Name(name.as_str().as_bytes().into()),
            Host::V4(address) => ProxiedHost::Address(IpAddr::V4(*address)),
            Host::V6(address) => ProxiedHost::Address(IpAddr::V6(*address)),
        };
        self.carrier_of(scheme, &host)
    }

    fn carrier_of(&self, scheme: Scheme, host: &ProxiedHost<'_>) -> Carrier<'_> {
        let (http, https, no) = match &self.configured {
            Plan::AskEnvironment => return self.environment_carrier(scheme, host),
            Plan::Always(proxy) => return Carrier::Proxy(proxy),
            Plan::Unknown => return Carrier::Unknown,
            Plan::PerScheme { http, https, no } => (http, https, no),
        };
        let entry = match scheme {
            Scheme::Http => http,
            Scheme::Https => https,
        };
        match entry {
            None => self.environment_carrier(scheme, host),
            Some(proxy) if proxy.is_empty() => Carrier::Unknown,
            Some(_) if no.iter().any(|entry| host.is_excluded_by(entry)) => Carrier::Direct,
            Some(proxy) => Carrier::Proxy(proxy),
        }
    }

    fn environment_carrier(&self, scheme: Scheme, host: &ProxiedHost<'_>) -> Carrier<'_> {
        let Some(proxy) = self.environments.iter().find_map(|view| view.proxy(scheme, self.cli)) else {
            return Carrier::Direct;
        };
        let excluded = self.environments.iter().all(|view| {
            let mut lists = view.no_proxy_lists().peekable();
            lists.peek().is_some() && lists.all(|list| host.is_excluded_by_list(list))
        });
        if excluded { Carrier::Direct } else { Carrier::Proxy(proxy) }
    }
}

impl fmt::Debug for ProxyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProxyView").finish_non_exhaustive()
    }
}

impl From<Configured> for Plan {
    fn from(configured: Configured) -> Self {
        match configured {
            Configured::Absent => Self::AskEnvironment,
            Configured::Text(proxy) if proxy.is_empty() => Self::AskEnvironment,
            Configured::Text(proxy) => Self::Always(proxy),
            Configured::Map(entries) if entries.is_empty() => Self::AskEnvironment,
            Configured::Map(entries) => Self::from_entries(entries).unwrap_or(Self::Unknown),
            Configured::Other => Self::Unknown,
        }
    }
}

impl Plan {
    /// None for an array with a foreign key, a value of the wrong type or no proxy in it.
    fn from_entries(entries: Vec<(Vec<u8>, ConfiguredValue)>) -> Option<Self> {
        let (mut http, mut https, mut no) = (None, None, Vec::new());
        for (key, value) in entries {
            match (key.as_slice(), value) {
                (b"http", ConfiguredValue::Text(proxy)) => http = Some(proxy),
                (b"https", ConfiguredValue::Text(proxy)) => https = Some(proxy),
                (b"no", ConfiguredValue::Texts(entries)) => no = entries,
                _ => return None,
            }
        }
        (http.is_some() || https.is_some()).then_some(Self::PerScheme { http, https, no })
    }
}

/// A host as no-proxy entries see it.
enum ProxiedHost<'a> {
    /// Lower case, without trailing dot.
    Name(Cow<'a, [u8]>),
    Address(IpAddr),
}

impl<'a> ProxiedHost<'a> {
    fn read(host: &'a [u8]) -> Self {
        let text = std::str::from_utf8(host).unwrap_or_default();
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        match bare.parse() {
            Ok(address) => Self::Address(address),
            Err(_) => Self::Name(lower_without_dot(host).into()),
        }
    }

    fn is_excluded_by_list(&self, list: &[u8]) -> bool {
        list.split(|byte| *byte == b',').any(|entry| self.is_excluded_by(entry))
    }

    fn is_excluded_by(&self, entry: &[u8]) -> bool {
        let entry = entry.trim_ascii();
        if entry.is_empty() {
            return false;
        }
        if entry == b"*" {
            return true;
        }
        match self {
            Self::Address(address) => address_matches(*address, entry),
            Self::Name(name) => name_matches(name, &lower_without_dot(entry)),
        }
    }
}

/// An address or a CIDR block; an IPv6 address may stand in brackets, a block may not.
fn address_matches(address: IpAddr, entry: &[u8]) -> bool {
    let Ok(entry) = std::str::from_utf8(entry) else {
        return false;
    };
    if let Ok(network) = entry.parse::<IpNet>() {
        return network.contains(&address);
    }
    let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']')).unwrap_or(entry);
    bare.parse::<IpAddr>().is_ok_and(|entry| entry == address)
}

/// `host` is the host and its subdomains, `.host` the subdomains.
fn name_matches(name: &[u8], entry: &[u8]) -> bool {
    let (parent, apex_too) = match entry.strip_prefix(b".") {
        Some(parent) => (parent, false),
        None => (entry, true),
    };
    if parent.is_empty() || parent.starts_with(b".") {
        return false;
    }
    match name.strip_suffix(parent) {
        Some(b"") => apex_too,
        Some(rest) => rest.ends_with(b"."),
        None => false,
    }
}

fn lower_without_dot(text: &[u8]) -> Vec<u8> {
    text.strip_suffix(b".").unwrap_or(text).to_ascii_lowercase()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
