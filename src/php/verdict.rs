// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Verdict`: the guard's answer about one URL.

use std::net::IpAddr;

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    convert::{Record, address_list},
    enums::{AddressKind, RefusalReason},
};
use crate::egress::{Admitted, Pinned, Refusal};

/// The guard's answer about one URL.
#[php_class]
#[php(name = "Portcullis\\Verdict")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Verdict(Answer);

enum Answer {
    Allowed { url: String, host: String, port: u16, addresses: Vec<IpAddr>, curl_resolve: Option<String> },
    Refused(Refusal),
}

impl From<Result<Pinned, Refusal>> for Verdict {
    fn from(answer: Result<Pinned, Refusal>) -> Self {
        Self(match answer {
            Ok(pinned) => Answer::Allowed {
                url: pinned.url().as_str().into(),
                host: pinned.url().host().to_string(),
                port: pinned.url().port(),
                addresses: pinned.addresses().to_vec(),
                curl_resolve: curl_resolve(&pinned),
            },
            Err(refusal) => Answer::Refused(refusal),
        })
    }
}

impl From<Result<Admitted, Refusal>> for Verdict {
    fn from(answer: Result<Admitted, Refusal>) -> Self {
        Self(match answer {
            Ok(admitted) => Answer::Allowed {
                url: admitted.url().as_str().into(),
                host: admitted.url().host().to_string(),
                port: admitted.url().port(),
                addresses: Vec::new(),
                curl_resolve: None,
            },
            Err(refusal) => Answer::Refused(refusal),
        })
    }
}

#[php_impl]
impl Verdict {
    #[php(getter)]
    fn get_allowed(&self) -> bool {
        matches!(self.0, Answer::Allowed { .. })
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
        match &self.0 {
            Answer::Allowed { url, .. } => Some(url),
            Answer::Refused(refusal) => refusal.url(),
        }
    }

    #[php(getter)]
    fn get_host(&self) -> Option<&str> {
        match &self.0 {
            Answer::Allowed { host, .. } => Some(host),
            Answer::Refused(refusal) => refusal.host(),
        }
    }

    #[php(getter)]
    fn get_port(&self) -> Option<i64> {
        match &self.0 {
            Answer::Allowed { port, .. } => Some(i64::from(*port)),
            Answer::Refused(refusal) => refusal.port().map(i64::from),
        }
    }

    #[php(getter)]
    fn get_addresses(&self) -> Vec<String> {
        match &self.0 {
            Answer::Allowed { addresses, .. } => address_list(addresses),
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
    pub fn curl_resolve(&self) -> Option<&str> {
        match &self.0 {
            Answer::Allowed { curl_resolve, .. } => curl_resolve.as_deref(),
            Answer::Refused(_) => None,
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
    fn refusal(&self) -> Option<&Refusal> {
        match &self.0 {
            Answer::Allowed { .. } => None,
            Answer::Refused(refusal) => Some(refusal),
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
