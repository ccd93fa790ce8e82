// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sentences, one function for each thing that is refused, in the order of the rules.
//!
//! A sentence says what was refused and, where an administrator can change it, which setting to change. It names the
//! checked host and port and no other part of the URL, no address of an answer and no entry of a list.

use crate::egress::address::AddressKind;
use crate::egress::guard::MAX_ANSWERS;
use crate::egress::host::{Host, HostError, HostName};
use crate::egress::refusal::{Refusal, RefusalReason};
use crate::egress::scope::Scope;
use crate::egress::settings::{FetchSettings, ListName};
use crate::egress::url::UrlError;

pub(in crate::egress) fn scope(scope: Scope) -> Refusal {
    let message = format!("this tool group is not permitted to reach external hosts; its egress scope is {scope}.");
    Refusal::new(RefusalReason::Scope, message)
}

/// Rules 2 to 5: nothing of the URL is known well enough to be named.
pub(in crate::egress) fn url(error: &UrlError) -> Refusal {
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

pub(in crate::egress) fn own_site(host: &Host) -> Refusal {
    let message = format!("\"{host}\" is a host of this installation; it is not fetched as an external page.");
    Refusal::new(RefusalReason::OwnSite, message)
}

pub(in crate::egress) fn own_site_answer(host: &Host) -> Refusal {
    Refusal::new(RefusalReason::OwnSite, format!("the host \"{host}\" resolves to a host of this installation."))
}

pub(in crate::egress) fn lists_unreadable(settings: &FetchSettings) -> Refusal {
    let names: Vec<_> = settings.unreadable_lists().map(ListName::as_str).collect();
    let message = format!(
        "the host lists of this installation cannot be read; an administrator has to correct {}.",
        names.join(" and ")
    );
    Refusal::new(RefusalReason::ListsUnreadable, message)
}

pub(in crate::egress) fn denylisted(host: &Host) -> Refusal {
    Refusal::new(RefusalReason::Denylisted, format!("the host \"{host}\" is on the denylist (setting deniedHosts)."))
}

pub(in crate::egress) fn not_allowlisted(host: &Host, port: u16) -> Refusal {
    let message = format!(
        "the host \"{host}\" with port {port} is not on the allowlist; an administrator can add it to the setting \
         allowedHosts."
    );
    Refusal::new(RefusalReason::NotAllowlisted, message)
}

pub(in crate::egress) fn port(port: u16) -> Refusal {
    let message = format!(
        "port {port} is not permitted; only the default port of http/https is fetched, unless the setting allowedHosts \
         names the host with this port."
    );
    Refusal::new(RefusalReason::Port, message)
}

pub(in crate::egress) fn proxy() -> Refusal {
    let message = "an HTTP proxy would carry this request, and the address checks cannot reach past it; an \
                   administrator can permit that with the setting allowViaProxy while allowedHosts has entries.";
    Refusal::new(RefusalReason::Proxy, message)
}

pub(in crate::egress) fn unusable_proxy() -> Refusal {
    let message = "the HTTP proxy that would carry this request cannot be used; only http:// and https:// proxies are \
                   supported.";
    Refusal::new(RefusalReason::Proxy, message)
}

pub(in crate::egress) fn numeric_host() -> Refusal {
    let message = "numeric host forms other than a dotted-quad or IPv6 address are refused.";
    Refusal::new(RefusalReason::NumericHost, message)
}

pub(in crate::egress) fn address(host: &Host, kind: AddressKind) -> Refusal {
    let message = format!("the address {host} is private, loopback, link-local or reserved{}.", note_on(kind));
    Refusal::new(RefusalReason::Address, message).of_kind(kind)
}

pub(in crate::egress) fn special_name(name: &HostName) -> Refusal {
    let message = format!(
        "the host \"{name}\" does not resolve: single-label names and names for special or local use are not looked up."
    );
    Refusal::new(RefusalReason::SpecialName, message)
}

pub(in crate::egress) fn unresolvable(host: &Host) -> Refusal {
    let message = format!("the host \"{host}\" does not resolve in DNS; hosts files and search domains are not asked.");
    Refusal::new(RefusalReason::Unresolvable, message)
}

pub(in crate::egress) fn too_many_answers(host: &Host) -> Refusal {
    let message = format!("the host \"{host}\" does not resolve to at most {MAX_ANSWERS} addresses.");
    Refusal::new(RefusalReason::Unresolvable, message)
}

/// `kind` is none for an answer that is no address.
pub(in crate::egress) fn private_answer(host: &Host, kind: Option<AddressKind>) -> Refusal {
    let note = kind.map_or("", note_on);
    let message = format!("the host \"{host}\" resolves to a private, loopback, link-local or reserved address{note}.");
    let refusal = Refusal::new(RefusalReason::PrivateAnswer, message);
    match kind {
        Some(kind) => refusal.of_kind(kind),
        None => refusal,
    }
}

pub(in crate::egress) fn denied_answer(host: &Host) -> Refusal {
    let message = format!("the host \"{host}\" resolves to an address on the denylist (setting deniedHosts).");
    Refusal::new(RefusalReason::DeniedAnswer, message)
}

pub(in crate::egress) fn ambiguous() -> Refusal {
    let message = "the URL is ambiguous: another parser would contact another host or send another URL.";
    Refusal::new(RefusalReason::Ambiguous, message)
}

/// NAT64 is the one kind that is named: in a network with DNS64 every IPv4-only name resolves to it, and nobody would
/// guess.
fn note_on(kind: AddressKind) -> &'static str {
    if kind == AddressKind::Nat64 { " (NAT64)" } else { "" }
}
