// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\AddressClassifier`: public addresses and all others.

use ext_php_rs::{flags::ClassFlags, prelude::*};

use super::{
    convert::{Bytes, address, value_error},
    enums::AddressKind,
};
use crate::egress;

/// Tells public addresses from all others, after the IANA special-purpose registries.
#[php_class]
#[php(name = "Portcullis\\AddressClassifier")]
#[php(flags = ClassFlags::Final)]
pub struct AddressClassifier;

#[php_impl]
impl AddressClassifier {
    /// Whether `$ip` is a literal address that a public host can have. False for everything that is no literal.
    pub fn is_public(ip: Bytes<'_>) -> bool {
        address(&ip).is_some_and(egress::is_public)
    }

    /// The row of the address table that holds `$ip`.
    pub fn kind_of(ip: Bytes<'_>) -> PhpResult<AddressKind> {
        match address(&ip) {
            Some(ip) => Ok(egress::kind_of(ip).into()),
            None => Err(value_error(
                "Portcullis\\AddressClassifier::kindOf(): Argument #1 ($ip) must be an IPv4 or IPv6 address".into(),
            )),
        }
    }

    /// Whether `$host` is a numeric form that some clients read as an address although it is no literal.
    pub fn is_numeric_host(host: Bytes<'_>) -> bool {
        std::str::from_utf8(&host).is_ok_and(egress::is_numeric_host)
    }
}
