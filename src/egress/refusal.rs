// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a refusal says: the rule that refused, a sentence for the caller and facts for the operator's log.
//!
//! The sentence is a fixed phrase in plain ASCII. Of the URL it names the checked host and port and nothing else, so
//! that neither a path, a query nor a credential can travel through it. This module decides nothing.

pub(super) mod phrases;

use std::fmt;
use std::net::IpAddr;

use super::address::AddressKind;
use super::host_list::Entry;
use super::url::WebUrl;

/// The rule of the guard that refused, in the order in which the rules are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefusalReason {
    /// The group's scope is not `external_filtered`.
    Scope,
    /// The URL does not parse.
    Url,
    /// The scheme is neither `http` nor `https`, or is missing.
    Scheme,
    /// The URL carries userinfo.
    Credentials,
    /// The host has no valid form.
    Host,
    /// The host, or an address it resolves to, belongs to this installation.
    OwnSite,
    /// A host list cannot be read.
    ListsUnreadable,
    /// The host is on the denylist.
    Denylisted,
    /// The allowlist has entries and none of them names this host and port.
    NotAllowlisted,
    /// The port is neither the scheme's default nor opened by the allowlist.
    Port,
    /// An HTTP proxy would carry the request.
    Proxy,
    /// The host is a number that some parsers read as an address.
    NumericHost,
    /// The literal address is not public.
    Address,
    /// The name is for special use and never reaches a resolver.
    SpecialName,
    /// The name does not resolve.
    Unresolvable,
    /// An address the name resolves to is not public.
    PrivateAnswer,
    /// An address the name resolves to is on the denylist.
    DeniedAnswer,
    /// Another URL parser reads another host or another URL.
    Ambiguous,
}

impl RefusalReason {
    /// Every reason, in the order of the rules.
    pub const ALL: [Self; 18] = [
        Self::Scope,
        Self::Url,
        Self::Scheme,
        Self::Credentials,
        Self::Host,
        Self::OwnSite,
        Self::ListsUnreadable,
        Self::Denylisted,
        Self::NotAllowlisted,
        Self::Port,
        Self::Proxy,
        Self::NumericHost,
        Self::Address,
        Self::SpecialName,
        Self::Unresolvable,
        Self::PrivateAnswer,
        Self::DeniedAnswer,
        Self::Ambiguous,
    ];

    /// The number of the rule, 1 to 18.
    #[must_use]
    pub const fn step(self) -> u8 {
        self as u8 + 1
    }

    /// The reason as a stable word, for logs and for PHP.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scope => "scope",
            Self::Url => "url",
            Self::Scheme => "scheme",
            Self::Credentials => "credentials",
            Self::Host => "host",
            Self::OwnSite => "own-site",
            Self::ListsUnreadable => "lists-unreadable",
            Self::Denylisted => "denylisted",
            Self::NotAllowlisted => "not-allowlisted",
            Self::Port => "port",
            Self::Proxy => "proxy",
            Self::NumericHost => "numeric-host",
            Self::Address => "address",
            Self::SpecialName => "special-name",
            Self::Unresolvable => "unresolvable",
            Self::PrivateAnswer => "private-answer",
            Self::DeniedAnswer => "denied-answer",
            Self::Ambiguous => "ambiguous",
        }
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a URL may not be fetched.
///
/// `Display` writes [`message`](Self::message). What only the operator should see ([`kind`](Self::kind),
/// [`entry`](Self::entry), [`addresses`](Self::addresses)) is not part of it: a model could use it to map the inner
/// network or the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(Box<Details>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Details {
    reason: RefusalReason,
    message: String,
    host: Option<String>,
    port: Option<u16>,
    url: Option<String>,
    kind: Option<AddressKind>,
    entry: Option<String>,
    addresses: Vec<IpAddr>,
}

impl Refusal {
    /// The rule that refused.
    #[must_use]
    pub fn reason(&self) -> RefusalReason {
        self.0.reason
    }

    /// The whole sentence: ASCII, at most 300 characters besides the host. It ends with a full stop, or with the
    /// A-label form to use instead of a non-ASCII host.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The checked host without brackets; `None` when the URL was refused before it was known.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        self.0.host.as_deref()
    }

    /// The port that would be connected to; `None` when the URL was refused before it was known.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.0.port
    }

    /// The URL as it would have been sent; `None` when it was refused before it was known.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.0.url.as_deref()
    }

    /// The kind of the address that refused, for the operator.
    #[must_use]
    pub fn kind(&self) -> Option<AddressKind> {
        self.0.kind
    }

    /// The entry of the host list that matched, as it is written in the settings, for the operator.
    #[must_use]
    pub fn entry(&self) -> Option<&str> {
        self.0.entry.as_deref()
    }

    /// The addresses the name resolved to, for the operator; empty when it was refused before.
    #[must_use]
    pub fn addresses(&self) -> &[IpAddr] {
        &self.0.addresses
    }

    fn new(reason: RefusalReason, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            reason,
            message: message.into(),
            host: None,
            port: None,
            url: None,
            kind: None,
            entry: None,
            addresses: Vec::new(),
        }))
    }

    pub(super) fn about(mut self, url: &WebUrl) -> Self {
        self.0.host = Some(url.host().to_string());
        self.0.port = Some(url.port());
        self.0.url = Some(url.as_str().to_owned());
        self
    }

    fn of_kind(mut self, kind: AddressKind) -> Self {
        self.0.kind = Some(kind);
        self
    }

    pub(super) fn by_entry(mut self, entry: &Entry) -> Self {
        self.0.entry = Some(entry.as_str().to_owned());
        self
    }

    pub(super) fn answered(mut self, addresses: &[IpAddr]) -> Self {
        self.0.addresses = addresses.to_vec();
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_are_the_rules_1_to_18_and_every_reason_has_a_word_of_its_own() {
        let steps: Vec<_> = RefusalReason::ALL.iter().map(|reason| reason.step()).collect();
        assert_eq!(steps, (1..=18).collect::<Vec<_>>());
        let words: std::collections::BTreeSet<_> = RefusalReason::ALL.iter().map(|reason| reason.as_str()).collect();
        assert_eq!(words.len(), 18);
    }
}
