// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\OwnSites`: the hosts of this installation.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::convert::{Array, Bytes, Empty, Record, address, address_list, value_error};
use crate::egress::{self, Host};

/// The hosts of this installation.
#[php_class]
#[php(name = "Portcullis\\OwnSites")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct OwnSites(egress::OwnSites);

impl OwnSites {
    /// A copy of the sites.
    pub fn sites(&self) -> egress::OwnSites {
        self.0.clone()
    }
}

#[php_impl]
impl OwnSites {
    /// Reads the hosts out of the bases.
    #[php(defaults(furtherBases = Empty, addresses = Empty))]
    pub fn __construct(activeBases: Array<'_>, furtherBases: Array<'_>, addresses: Array<'_>) -> PhpResult<Self> {
        const METHOD: &str = "Portcullis\\OwnSites::__construct(): Argument";
        let active = activeBases.strings(&format!("{METHOD} #1 ($activeBases)"))?;
        let further = furtherBases.strings(&format!("{METHOD} #2 ($furtherBases)"))?;
        let addresses = addresses.strings(&format!("{METHOD} #3 ($addresses)"))?;
        let addresses = addresses.into_iter().enumerate().map(|(position, text)| {
            address(text).ok_or_else(|| {
                value_error(format!("{METHOD} #3 ($addresses) must hold IP addresses, position {position} is none"))
            })
        });
        Ok(Self(egress::OwnSites::new(&active, &further, &addresses.collect::<PhpResult<Vec<_>>>()?)))
    }

    /// The hosts of all bases.
    pub fn hosts(&self) -> Vec<String> {
        self.0.hosts().to_vec()
    }

    /// Whether a name or an address is one of this installation.
    pub fn contains(&self, host: Bytes<'_>) -> bool {
        Host::parse(&host).is_ok_and(|host| self.0.contains(&host))
    }

    /// Hosts and addresses.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new().with("hosts", self.hosts())?.with("addresses", address_list(&self.0.addresses()))?;
        Ok(record.into_array())
    }
}
