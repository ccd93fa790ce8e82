// SPDX-License-Identifier: MIT OR Apache-2.0
//! The guard: the rules a URL must pass, in their order; the first that fails refuses.
//!
//! [`Guard::admit`] applies what can be said without DNS, [`Guard::pin`] what can be said of the addresses a resolver
//! answered. A [`Pinned`] can only come out of both, so whoever holds one holds a URL and the addresses it may be fetched
//! from. The guard never resolves and never connects.

use std::fmt;
use std::net::IpAddr;

use super::address::{AddressKind, kind_of};
use super::host::{Host, HostError};
use super::proxy::{Carrier, ProxyView};
use super::refusal::{Refusal, RefusalReason};
use super::scope::{EgressPolicy, Scope};
use super::settings::{FetchSettings, ListName};
use super::url::{UrlError, WebUrl};

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

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &FetchSettings {
        &self.settings
    }

    /// Rules 1 to 14.
    ///
    /// # Errors
    ///
    /// The refusal of the first rule that fails.
    pub fn admit(&self, group: &[u8], url: &[u8]) -> Result<Admitted, Refusal> {
        let scope = self.policy.scope_for(group);
        if scope != Scope::ExternalFiltered {
            return Err(refusal_of_scope(scope));
        }
        let url = WebUrl::parse(url).map_err(|error| refusal_of_url(&error))?;
        self.check_host_and_port(&url).map_err(|refusal| refusal.about(&url))?;
        let proxy = self.carrier(&url).map_err(|refusal| refusal.about(&url))?;
        check_destination(url.host()).map_err(|refusal| refusal.about(&url))?;
        Ok(Admitted { url, proxy })
    }

    /// Rules 16 to 18, on the addresses the name resolved to. For a literal the answers are ignored: its own address
    /// was checked by then.
    ///
    /// # Errors
    ///
    /// The refusal of the first rule that fails, for the first address that fails one; rule 15 for no answer and for
    /// more than [`MAX_ANSWERS`].
    pub fn pin(&self, admitted: Admitted, answers: &[IpAddr]) -> Result<Pinned, Refusal> {
        self.pin_answers(admitted, answers.iter().copied().map(Some))
    }

    /// [`pin`](Self::pin) for a resolver that answers with texts: what is no address literal, brackets included, is not
    /// public.
    ///
    /// # Errors
    ///
    /// As for [`pin`](Self::pin).
    pub fn pin_texts<T: AsRef<[u8]>>(&self, admitted: Admitted, answers: &[T]) -> Result<Pinned, Refusal> {
        self.pin_answers(admitted, answers.iter().map(|answer| std::str::from_utf8(answer.as_ref()).ok()?.parse().ok()))
    }

    fn pin_answers(
        &self,
        admitted: Admitted,
        answers: impl ExactSizeIterator<Item = Option<IpAddr>>,
    ) -> Result<Pinned, Refusal> {
        let addresses = match admitted.url.host().address() {
            Some(address) => vec![address],
            None => self.check_answers(&admitted, answers)?,
        };
        if !admitted.url.is_unambiguous() {
            let message = "the URL is ambiguous: another parser would contact another host or send another URL.";
            return Err(Refusal::new(RefusalReason::Ambiguous, message).about(&admitted.url).answered(&addresses));
        }
        let Admitted { url, proxy } = admitted;
        Ok(Pinned { url, addresses, proxy })
    }

    /// Rule 15: what to say when the name has no complete answer.
    #[must_use]
    pub fn unresolved(&self, admitted: &Admitted) -> Refusal {
        let message = format!(
            "the host \"{}\" does not resolve in DNS; hosts files and search domains are not asked.",
            admitted.url.host()
        );
        Refusal::new(RefusalReason::Unresolvable, message).about(&admitted.url)
    }

    /// Rules 6 to 10.
    fn check_host_and_port(&self, url: &WebUrl) -> Result<(), Refusal> {
        let (host, port) = (url.host(), url.port());
        if self.policy.sites().contains(host) {
            let message = format!("\"{host}\" is a host of this installation; it is not fetched as an external page.");
            return Err(Refusal::new(RefusalReason::OwnSite, message));
        }
        let Some((allowed, denied)) = self.settings.lists() else {
            return Err(refusal_of_lists(&self.settings));
        };
        if let Some(entry) = denied.denies(host) {
            let message = format!("the host \"{host}\" is on the denylist (setting deniedHosts).");
            return Err(Refusal::new(RefusalReason::Denylisted, message).by_entry(entry.as_str()));
        }
        if !allowed.is_empty() {
            if allowed.allows(url).is_some() {
                return Ok(());
            }
            let message = format!(
                "the host \"{host}\" with port {port} is not on the allowlist; an administrator can add it to the \
                 setting allowedHosts."
            );
            return Err(Refusal::new(RefusalReason::NotAllowlisted, message));
        }
        if url.explicit_port().is_some() {
            let message = format!(
                "port {port} is not permitted; only the default port of http/https is fetched, unless the setting \
                 allowedHosts names the host with this port."
            );
            return Err(Refusal::new(RefusalReason::Port, message));
        }
        Ok(())
    }

    /// Rule 11.
    fn carrier(&self, url: &WebUrl) -> Result<Option<String>, Refusal> {
        let carrier = self.proxy.carrier(url.scheme(), url.host());
        if carrier == Carrier::Direct {
            return Ok(None);
        }
        if !self.settings.proxy_permitted() {
            let message = "an HTTP proxy would carry this request, and the address checks cannot reach past it; an \
                           administrator can permit that with the setting allowViaProxy while allowedHosts has entries.";
            return Err(Refusal::new(RefusalReason::Proxy, message));
        }
        match carrier.usable() {
            Some(proxy) => Ok(Some(proxy)),
            None => {
                let message = "the HTTP proxy that would carry this request cannot be used; only http:// and https:// \
                               proxies are supported.";
                Err(Refusal::new(RefusalReason::Proxy, message))
            }
        }
    }

    /// Rules 15 to 17, each on all answers before the next. An address of this server counts as own site. An answer
    /// is none when it was no address.
    fn check_answers(
        &self,
        admitted: &Admitted,
        answers: impl ExactSizeIterator<Item = Option<IpAddr>>,
    ) -> Result<Vec<IpAddr>, Refusal> {
        if answers.len() == 0 {
            return Err(self.unresolved(admitted));
        }
        if answers.len() > MAX_ANSWERS {
            let message =
                format!("the host \"{}\" does not resolve to at most {MAX_ANSWERS} addresses.", admitted.url.host());
            return Err(Refusal::new(RefusalReason::Unresolvable, message).about(&admitted.url));
        }
        let answers: Vec<_> = answers.collect();
        let addresses: Vec<_> = answers.iter().copied().flatten().collect();
        let host = admitted.url.host();
        let refuse = |refusal: Refusal| Err(refusal.about(&admitted.url).answered(&addresses));

        if addresses.iter().any(|address| self.policy.sites().contains_address(*address)) {
            let message = format!("the host \"{host}\" resolves to a host of this installation.");
            return refuse(Refusal::new(RefusalReason::OwnSite, message));
        }
        let mut kinds = answers.iter().map(|answer| answer.map(kind_of));
        if let Some(kind) = kinds.find(|kind| *kind != Some(AddressKind::Public)) {
            return refuse(refusal_of_answer(host, kind));
        }
        let denied = self.settings.lists().map(|(_, denied)| denied);
        let entry = denied.and_then(|denied| addresses.iter().find_map(|address| denied.denies_address(*address)));
        if let Some(entry) = entry {
            let message = format!("the host \"{host}\" resolves to an address on the denylist (setting deniedHosts).");
            return refuse(Refusal::new(RefusalReason::DeniedAnswer, message).by_entry(entry.as_str()));
        }
        Ok(addresses)
    }
}

/// Rules 12 to 14.
fn check_destination(host: &Host) -> Result<(), Refusal> {
    match host {
        Host::Name(name) if name.is_numeric() => {
            let message = "numeric host forms other than a dotted-quad or IPv6 address are refused.";
            Err(Refusal::new(RefusalReason::NumericHost, message))
        }
        Host::Name(name) if name.is_special_use() => {
            let message = format!(
                "the host \"{name}\" does not resolve: single-label names and names for special or local use are not \
                 looked up."
            );
            Err(Refusal::new(RefusalReason::SpecialName, message))
        }
        Host::Name(_) => Ok(()),
        Host::V4(address) => check_literal(IpAddr::V4(*address), host),
        Host::V6(address) => check_literal(IpAddr::V6(*address), host),
    }
}

fn check_literal(address: IpAddr, host: &Host) -> Result<(), Refusal> {
    let kind = kind_of(address);
    if kind == AddressKind::Public {
        return Ok(());
    }
    let message = format!("the address {host} is private, loopback, link-local or reserved{}.", note_on(kind));
    Err(Refusal::new(RefusalReason::Address, message).of_kind(kind))
}

fn refusal_of_answer(host: &Host, kind: Option<AddressKind>) -> Refusal {
    let note = kind.map_or("", note_on);
    let message = format!("the host \"{host}\" resolves to a private, loopback, link-local or reserved address{note}.");
    let refusal = Refusal::new(RefusalReason::PrivateAnswer, message);
    match kind {
        Some(kind) => refusal.of_kind(kind),
        None => refusal,
    }
}

/// NAT64 is the one kind that is named: in a network with DNS64 every IPv4-only name resolves to it, and nobody would
/// guess.
fn note_on(kind: AddressKind) -> &'static str {
    if kind == AddressKind::Nat64 { " (NAT64)" } else { "" }
}

fn refusal_of_scope(scope: Scope) -> Refusal {
    let message =
        format!("this tool group is not permitted to reach external hosts; its egress scope is {}.", scope.as_str());
    Refusal::new(RefusalReason::Scope, message)
}

fn refusal_of_lists(settings: &FetchSettings) -> Refusal {
    let names: Vec<_> = settings.unreadable_lists().map(ListName::as_str).collect();
    let message = format!(
        "the host lists of this installation cannot be read; an administrator has to correct {}.",
        names.join(" and ")
    );
    Refusal::new(RefusalReason::ListsUnreadable, message)
}

/// Rules 2 to 5: nothing of the URL is known well enough to be named.
fn refusal_of_url(error: &UrlError) -> Refusal {
    let reason = match error {
        UrlError::Syntax(_) => RefusalReason::Url,
        UrlError::Scheme => RefusalReason::Scheme,
        UrlError::Credentials => RefusalReason::Credentials,
        UrlError::Host(_) => RefusalReason::Host,
    };
    // A form to use instead stands at the very end, so that it can be taken as it is.
    let full_stop = if matches!(error, UrlError::Host(HostError::NonAscii { a_label: Some(_) })) { "" } else { "." };
    Refusal::new(reason, format!("{error}{full_stop}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
