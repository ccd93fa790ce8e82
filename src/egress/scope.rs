// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which egress each tool group has, and the URLs the two scopes without a guard may reach.
//!
//! A group without an entry has no egress. `own_site` reaches the active bases of the sites, `configured_endpoint` what
//! the caller declares, and `external_filtered` whatever the [`Guard`](super::Guard) admits; there is no scope that
//! reaches any host.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use super::host::Host;
use super::own_sites::OwnSites;
use super::url::{RawUrl, WebUrl, scheme_end, split_port};

/// How far a tool group may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scope {
    /// Nowhere.
    #[default]
    None,
    /// The active sites of this installation.
    OwnSite,
    /// The endpoints the caller declares.
    ConfiguredEndpoint,
    /// Public hosts, through the guard.
    ExternalFiltered,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 4] = [Self::None, Self::OwnSite, Self::ConfiguredEndpoint, Self::ExternalFiltered];

    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::OwnSite => "own_site",
            Self::ConfiguredEndpoint => "configured_endpoint",
            Self::ExternalFiltered => "external_filtered",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The groups every installation has.
pub const BUILT_IN_SCOPES: [(&str, Scope); 3] =
    [("system", Scope::OwnSite), ("rag", Scope::ConfiguredEndpoint), ("web", Scope::ExternalFiltered)];

/// The scopes of the tool groups and the sites of the installation.
#[derive(Debug, Clone)]
pub struct EgressPolicy {
    sites: OwnSites,
    active_bases: Vec<ActiveBase>,
    scopes: BTreeMap<Vec<u8>, Scope>,
}

impl EgressPolicy {
    /// A policy with the [`BUILT_IN_SCOPES`].
    #[must_use]
    pub fn new(sites: OwnSites) -> Self {
        Self::with_scopes(sites, BUILT_IN_SCOPES)
    }

    /// A policy with exactly these scopes. Group names compare byte for byte.
    #[must_use]
    pub fn with_scopes<G: Into<Vec<u8>>>(sites: OwnSites, scopes: impl IntoIterator<Item = (G, Scope)>) -> Self {
        let active_bases = sites.active_bases().filter_map(ActiveBase::parse).collect();
        let scopes = scopes.into_iter().map(|(group, scope)| (group.into(), scope)).collect();
        Self { sites, active_bases, scopes }
    }

    /// Declares the scope of one more group, or another scope for a known one.
    #[must_use]
    pub fn declare(mut self, group: impl Into<Vec<u8>>, scope: Scope) -> Self {
        self.scopes.insert(group.into(), scope);
        self
    }

    /// The scope of a group: [`Scope::None`] for one that was never declared.
    #[must_use]
    pub fn scope_for(&self, group: &[u8]) -> Scope {
        self.scopes.get(group).copied().unwrap_or_default()
    }

    /// The sites of this installation.
    #[must_use]
    pub fn sites(&self) -> &OwnSites {
        &self.sites
    }

    /// The URL a group of scope `own_site` may reach: a path (`/x`, not `//x`) joined to the first active base that has
    /// a host, or an absolute URL whose host and port are those of an active base. `None` for everything else.
    #[must_use]
    pub fn resolve_allowed_url(&self, group: &[u8], input: &[u8]) -> Option<WebUrl> {
        if self.scope_for(group) != Scope::OwnSite {
            return None;
        }
        if input.starts_with(b"/") && !input.starts_with(b"//") {
            let base = self.active_bases.first()?;
            let url = WebUrl::parse_exact(&[base.directory(), input].concat())?;
            return base.is_endpoint_of(&url).then_some(url);
        }
        let url = WebUrl::parse_exact(input)?;
        self.active_bases.iter().any(|base| base.is_endpoint_of(&url)).then_some(url)
    }

    /// The URL a group of scope `configured_endpoint` may reach: an absolute one whose host and port are those of one
    /// of the declared `host[:port]` values, the scheme's default port filled in on both sides. `None` for everything
    /// else.
    #[must_use]
    pub fn resolve_configured_endpoint<D: AsRef<[u8]>>(
        &self,
        group: &[u8],
        url: &[u8],
        declared: &[D],
    ) -> Option<WebUrl> {
        if self.scope_for(group) != Scope::ConfiguredEndpoint {
            return None;
        }
        let url = WebUrl::parse_exact(url)?;
        declared.iter().any(|endpoint| declares(endpoint.as_ref(), &url)).then_some(url)
    }
}

/// The active base of a site, where it has a host.
#[derive(Debug, Clone)]
struct ActiveBase {
    text: Vec<u8>,
    /// None when nothing can equal it: its host has no valid form, or a trailing dot.
    endpoint: Option<(Host, u16)>,
}

impl ActiveBase {
    /// Userinfo is read over here; a URL joined to such a base does not parse.
    fn parse(base: &[u8]) -> Option<Self> {
        let absolute = absolute(base)?;
        let raw = RawUrl::split(&absolute).ok()?;
        let host = if raw.host().ends_with(b".") { None } else { Host::parse(raw.host()).ok() };
        let endpoint = host.map(|host| (host, raw.port()));
        (!raw.host().is_empty()).then(|| Self { text: base.to_vec(), endpoint })
    }

    /// The base without slashes at its end.
    fn directory(&self) -> &[u8] {
        let end = self.text.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
        &self.text[..end]
    }

    fn is_endpoint_of(&self, url: &WebUrl) -> bool {
        self.endpoint.as_ref().is_some_and(|(host, port)| host == url.host() && *port == url.port())
    }
}

/// The base as an absolute URL, read as TYPO3 reads it: without a scheme, what has a dot before its first slash is a
/// host and its port defaults to 80; any other word is a path.
fn absolute(base: &[u8]) -> Option<Cow<'_, [u8]>> {
    if base.starts_with(b"//") {
        return Some([b"http:", base].concat().into());
    }
    if scheme_end(base).is_some_and(|end| base[end..].starts_with(b"://")) {
        return Some(base.into());
    }
    let first = base.split(|byte| *byte == b'/').next()?;
    first.contains(&b'.').then(|| [b"http://", base].concat().into())
}

/// Whether `host[:port]` is the host and port of the URL.
fn declares(endpoint: &[u8], url: &WebUrl) -> bool {
    let Ok((host, port)) = split_port(endpoint) else {
        return false;
    };
    let same_host = !host.ends_with(b".") && Host::parse(host).is_ok_and(|host| host == *url.host());
    same_host && port.unwrap_or(url.scheme().default_port()) == url.port()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
