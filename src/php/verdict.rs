// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Verdict`: the guard's answer about one URL.

use std::net::IpAddr;

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    convert::{Record, address_list},
    enums::{AddressKind, RefusalReason},
};
use crate::egress::{Admitted, Pinned, Refusal, WebUrl};

/// The guard's answer about one URL.
#[php_class]
#[php(name = "Portcullis\\Verdict")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Verdict(Answer);

/// What the guard said, kept as it is: a caller that looks at one property pays for no other.
enum Answer {
    Pinned(Pinned),
    Admitted(Admitted),
    Refused(Refusal),
}

impl From<Result<Pinned, Refusal>> for Verdict {
    fn from(answer: Result<Pinned, Refusal>) -> Self {
        Self(answer.map_or_else(Answer::Refused, Answer::Pinned))
    }
}

impl From<Result<Admitted, Refusal>> for Verdict {
    fn from(answer: Result<Admitted, Refusal>) -> Self {
        Self(answer.map_or_else(Answer::Refused, Answer::Admitted))
    }
}

#[php_impl]
impl Verdict {
    #[php(getter)]
    fn get_allowed(&self) -> bool {
        self.refusal().is_none()
    }

    #[php(getter)]
    fn get_reason(&self) -> Option<RefusalReason> {
        self.refusal().map(|refusal| refusal.reason().into())
    }

    #[php(getter)]
    fn get_message(&self) -> &str {
        self.refusal().map_or("", Refusal::message)
    }

    #[php(getter)]
    fn get_url(&self) -> Option<&str> {
        self.accepted().map(WebUrl::as_str).or_else(|| self.refusal()?.url())
    }

    #[php(getter)]
    fn get_host(&self) -> Option<String> {
        let refused = || self.refusal()?.host().map(str::to_owned);
        self.accepted().map(|url| url.host().to_string()).or_else(refused)
    }

    #[php(getter)]
    fn get_port(&self) -> Option<i64> {
        self.accepted().map(WebUrl::port).or_else(|| self.refusal()?.port()).map(i64::from)
    }

    #[php(getter)]
    fn get_addresses(&self) -> Vec<String> {
        match &self.0 {
            Answer::Pinned(pinned) => address_list(pinned.addresses()),
            Answer::Admitted(_) => Vec::new(),
            Answer::Refused(refusal) => address_list(refusal.addresses()),
        }
    }

    #[php(getter)]
    fn get_kind(&self) -> Option<AddressKind> {
        self.refusal()?.kind().map(AddressKind::from)
    }

    #[php(getter)]
    fn get_entry(&self) -> Option<&str> {
        self.refusal()?.entry()
    }

    /// The value for `CURLOPT_RESOLVE`.
    pub fn curl_resolve(&self) -> Option<String> {
        match &self.0 {
            Answer::Pinned(pinned) => curl_resolve(pinned),
            Answer::Admitted(_) | Answer::Refused(_) => None,
        }
    }

    /// All properties by name, enums as their values.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("allowed", self.get_allowed())?
            .with("reason", self.refusal().map(|refusal| refusal.reason().as_str()))?
            .with("message", self.get_message())?
            .with("url", self.get_url())?
            .with("host", self.get_host())?
            .with("port", self.get_port())?
            .with("addresses", self.get_addresses())?
            .with("kind", self.refusal().and_then(Refusal::kind).map(|kind| kind.as_str()))?
            .with("entry", self.get_entry())?;
        Ok(record.into_array())
    }
}

impl Verdict {
    fn accepted(&self) -> Option<&WebUrl> {
        match &self.0 {
            Answer::Pinned(pinned) => Some(pinned.url()),
            Answer::Admitted(admitted) => Some(admitted.url()),
            Answer::Refused(_) => None,
        }
    }

    fn refusal(&self) -> Option<&Refusal> {
        match &self.0 {
            Answer::Refused(refusal) => Some(refusal),
            Answer::Pinned(_) | Answer::Admitted(_) => None,
        }
    }
}

/// `host:port:address[,address]`, IPv6 in brackets; none for a literal, which curl connects to as it stands.
fn curl_resolve(pinned: &Pinned) -> Option<String> {
    let name = pinned.url().host().name()?;
    let addresses: Vec<String> = pinned
        .addresses()
        .iter()
        .map(|address| match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        })
        .collect();
    Some(format!("{}:{}:{}", name.as_str(), pinned.url().port(), addresses.join(",")))
}
