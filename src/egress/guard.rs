// SPDX-License-Identifier: MIT OR Apache-2.0
//! The guard: the rules a URL must pass, in their order; the first that fails refuses.
//!
//! [`Guard::admit`] applies what can be said without DNS, [`Guard::pin`] what can be said of the addresses a resolver
//! answered. A [`Pinned`] can only come out of both, so whoever holds one holds a URL and the addresses it may be
//! fetched from. The guard never resolves and never connects.

use std::fmt;
use std::net::IpAddr;

use super::address::{AddressKind, kind_of};
use super::host::Host;
use super::proxy::{Carrier, ProxyView};
use super::refusal::{Refusal, phrases};
use super::scope::{EgressPolicy, Scope};
use super::settings::FetchSettings;
use super::url::WebUrl;

/// The most addresses one name may resolve to.
pub const MAX_ANSWERS: usize = 32;

/// Decides which URLs may be fetched, and from which addresses.
#[derive(Debug, Clone)]
pub struct Guard {
    policy: EgressPolicy,
    settings: FetchSettings,
    proxy: ProxyView,
}

/// A URL that passed every rule that needs no DNS.
#[derive(Clone)]
pub struct Admitted {
    url: WebUrl,
    proxy: Option<String>,
}

impl Admitted {
    /// The URL.
    #[must_use]
    pub fn url(&self) -> &WebUrl {
        &self.url
    }

    /// The absolute name to resolve; none for a literal address.
    #[must_use]
    pub fn name_to_resolve(&self) -> Option<&str> {
        self.url.host().name().map(|name| name.as_str())
    }
}

impl fmt::Debug for Admitted {
    /// Leaves the proxy out, whose URL can hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Admitted").field("url", &self.url.as_str()).finish_non_exhaustive()
    }
}

/// A URL and the only addresses it may be fetched from.
#[derive(Clone)]
pub struct Pinned {
    url: WebUrl,
    addresses: Vec<IpAddr>,
    proxy: Option<String>,
}

impl Pinned {
    /// The URL to send.
    #[must_use]
    pub fn url(&self) -> &WebUrl {
        &self.url
    }

    /// The checked addresses in the order of the answer, at least one.
    #[must_use]
    pub fn addresses(&self) -> &[IpAddr] {
        &self.addresses
    }

    /// The `http://` or `https://` URL of the proxy the request goes through, where one applies and is permitted. The
    /// proxy resolves the name again: the addresses do not bind it.
    #[must_use]
    pub fn proxy(&self) -> Option<&str> {
        self.proxy.as_deref()
    }
}

impl fmt::Debug for Pinned {
    /// Leaves the proxy out, whose URL can hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Pinned");
        debug.field("url", &self.url.as_str()).field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl Guard {
    /// A guard with this policy, these settings and this view of proxies.
    #[must_use]
    pub fn new(policy: EgressPolicy, settings: FetchSettings, proxy: ProxyView) -> Self {
        Self { policy, settings, proxy }
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> &EgressPolicy {
        &self.policy
    }

    /// Rules 1 to 14.
    ///
    /// # Errors
    ///
    /// The refusal of the first rule that fails.
    pub fn admit(&self, group: &[u8], url: &[u8]) -> Result<Admitted, Refusal> {
        let scope = self.policy.scope_for(group);
        if scope != Scope::ExternalFiltered {
            return Err(phrases::scope(scope));
        }
        let url = WebUrl::parse(url).map_err(|error| phrases::url(&error))?;
        match self.check_destination(&url) {
            Ok(proxy) => Ok(Admitted { url, proxy }),
            Err(refusal) => Err(refusal.about(&url)),
        }
    }

    /// Rules 16 to 18, on the addresses the name resolved to. For a literal the answers are ignored: its own address
    /// was checked by then.
    ///
    /// # Errors
    ///
    /// The refusal of the first rule that fails, for the first address that fails one; rule 15 for no answer and for
    /// more than [`MAX_ANSWERS`].
    pub fn pin(&self, admitted: Admitted, answers: &[IpAddr]) -> Result<Pinned, Refusal> {
        let addresses = match admitted.url.host().address() {
            Some(address) => vec![address],
            None => {
                let checked = self.check_answers(admitted.url.host(), answers);
                checked.map_err(|refusal| refusal.about(&admitted.url))?;
                answers.to_vec()
            }
        };
        if !admitted.url.is_unambiguous() {
            return Err(phrases::ambiguous().about(&admitted.url).answered(&addresses));
        }
        let Admitted { url, proxy } = admitted;
        Ok(Pinned { url, addresses, proxy })
    }

    /// Rule 15: what to say when the name has no complete answer.
    #[must_use]
    pub fn unresolved(&self, admitted: &Admitted) -> Refusal {
        phrases::unresolvable(admitted.url.host()).about(&admitted.url)
    }

    /// Rule 16 for a resolver that answered with something that is no address at all.
    #[must_use]
    pub fn no_address(&self, admitted: &Admitted) -> Refusal {
        phrases::private_answer(admitted.url.host(), None).about(&admitted.url)
    }

    /// Rules 6 to 14.
    fn check_destination(&self, url: &WebUrl) -> Result<Option<String>, Refusal> {
        self.check_host_and_port(url)?;
        let proxy = self.check_proxy(url)?;
        check_reachable(url.host())?;
        Ok(proxy)
    }

    /// Rules 6 to 10.
    fn check_host_and_port(&self, url: &WebUrl) -> Result<(), Refusal> {
        let host = url.host();
        if self.policy.sites().contains(host) {
            return Err(phrases::own_site(host));
        }
        let Some((allowed, denied)) = self.settings.lists() else {
            return Err(phrases::lists_unreadable(&self.settings));
        };
        if let Some(entry) = denied.denies(host) {
            return Err(phrases::denylisted(host).by_entry(entry));
        }
        if !allowed.is_empty() {
            // An entry allows a host on one port, so nothing is left to say about the port.
            return match allowed.allows(url) {
                Some(_) => Ok(()),
                None => Err(phrases::not_allowlisted(host, url.port())),
            };
        }
        match url.explicit_port() {
            Some(port) => Err(phrases::port(port)),
            None => Ok(()),
        }
    }

    /// Rule 11: the proxy to go through, if one applies and may be used.
    fn check_proxy(&self, url: &WebUrl) -> Result<Option<String>, Refusal> {
        let carrier = self.proxy.carrier(url.scheme(), url.host());
        if carrier == Carrier::Direct {
            return Ok(None);
        }
        if !self.settings.proxy_permitted() {
            return Err(phrases::proxy());
        }
        carrier.usable().map(Some).ok_or_else(phrases::unusable_proxy)
    }

    /// Rules 15 to 17, each on all answers before the next. An address of this server counts as own site. An answer
    /// is none when it was no address.
    fn check_answers(&self, host: &Host, answers: &[IpAddr]) -> Result<(), Refusal> {
        match answers.len() {
            0 => return Err(phrases::unresolvable(host)),
            1..=MAX_ANSWERS => {}
            _ => return Err(phrases::too_many_answers(host)),
        }
        let refuse = |refusal: Refusal| Err(refusal.answered(answers));
        if answers.iter().any(|address| self.policy.sites().contains_address(*address)) {
            return refuse(phrases::own_site_answer(host));
        }
        let mut kinds = answers.iter().map(|address| kind_of(*address));
        if let Some(kind) = kinds.find(|kind| *kind != AddressKind::PublicUnicast) {
            return refuse(phrases::private_answer(host, Some(kind)));
        }
        let Some((_, denied)) = self.settings.lists() else {
            return refuse(phrases::lists_unreadable(&self.settings));
        };
        if let Some(entry) = answers.iter().find_map(|address| denied.denies_address(*address)) {
            return refuse(phrases::denied_answer(host).by_entry(entry));
        }
        Ok(())
    }
}

/// Rules 12 to 14.
fn check_reachable(host: &Host) -> Result<(), Refusal> {
    match host {
        Host::Name(name) if name.is_numeric() => Err(phrases::numeric_host()),
        Host::Name(name) if name.is_special_use() => Err(phrases::special_name(name)),
        Host::Name(_) => Ok(()),
        Host::V4(address) => check_literal(host, IpAddr::V4(*address)),
        Host::V6(address) => check_literal(host, IpAddr::V6(*address)),
    }
}

fn check_literal(host: &Host, address: IpAddr) -> Result<(), Refusal> {
    match kind_of(address) {
        AddressKind::PublicUnicast => Ok(()),
        kind => Err(phrases::address(host, kind)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
