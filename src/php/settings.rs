// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\FetchSettings`: what the operator set.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::convert::{Bytes, Record};
use crate::egress::{self, HostList};

/// The host lists and the two switches.
#[php_class]
#[php(name = "Portcullis\\FetchSettings")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct FetchSettings(egress::FetchSettings);

impl FetchSettings {
    /// A copy of the settings.
    pub fn settings(&self) -> egress::FetchSettings {
        self.0.clone()
    }
}

#[php_impl]
impl FetchSettings {
    /// Reads the lists; what cannot be read is kept as unreadable and refuses every fetch.
    #[php(defaults(
        allowedHosts = "\"\"",
        deniedHosts = "\"\"",
        skipApprovalWithAllowlist = false,
        allowViaProxy = false
    ))]
    pub fn __construct(
        allowedHosts: Bytes<'_>,
        deniedHosts: Bytes<'_>,
        skipApprovalWithAllowlist: bool,
        allowViaProxy: bool,
    ) -> Self {
        Self(egress::FetchSettings::new(&allowedHosts, &deniedHosts, skipApprovalWithAllowlist, allowViaProxy))
    }

    /// Settings for the case that the configuration itself cannot be read.
    pub fn unreadable() -> Self {
        Self(egress::FetchSettings::unreadable())
    }

    /// Whether every call needs a person's approval.
    pub fn approval_required(&self) -> bool {
        self.0.approval_required()
    }

    /// Whether a proxy may carry requests.
    pub fn proxy_permitted(&self) -> bool {
        self.0.proxy_permitted()
    }

    /// Which entries of which list cannot be read, and why.
    pub fn problems(&self) -> Vec<String> {
        self.0.problems().iter().map(ToString::to_string).collect()
    }

    /// The settings as they were read; null for both lists when one of them cannot be read.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let (allowed, denied) = self.0.lists().unzip();
        let record = Record::new()
            .with("allowedHosts", allowed.map(entries_of))?
            .with("deniedHosts", denied.map(entries_of))?
            .with("approvalRequired", self.approval_required())?
            .with("proxyPermitted", self.proxy_permitted())?
            .with("problems", self.problems())?;
        Ok(record.into_array())
    }
}

fn entries_of(list: &HostList) -> Vec<String> {
    list.entries().iter().map(|entry| entry.as_str().to_owned()).collect()
}
