// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\DnsResolver`: the module's own resolver as an object, for PHP code that wants a `HostResolver`.

use ext_php_rs::{flags::ClassFlags, prelude::*};

use super::{
    convert::{Bytes, address_list},
    errors,
    interrupt::EngineFlags,
    resolver::PhpInterfaceHostResolver,
};
use crate::{
    egress::Host,
    fetch::{Deadline, Limits, Resolve, ResolveError, SystemResolver},
};

/// Asks the DNS servers of this machine.
#[php_class]
#[php(name = "Portcullis\\DnsResolver")]
#[php(implements(PhpInterfaceHostResolver))]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct DnsResolver;

#[php_impl]
impl DnsResolver {
    /// Nothing is read before the first name is asked for.
    pub fn __construct() -> Self {
        Self
    }

    /// All addresses of a name; empty: it does not resolve.
    pub fn resolve(&self, host: Bytes<'_>) -> PhpResult<Vec<String>> {
        // What the guard would refuse by its form is not asked about here either.
        let asked = match Host::parse(&host) {
            Ok(Host::Name(name)) if !name.is_special_use() && !name.is_numeric() => name,
            _ => return Ok(Vec::new()),
        };
        let deadline = Deadline::after(Limits::default().whole_call());
        match SystemResolver.resolve(asked.as_str(), &deadline, &mut EngineFlags::of_this_thread()) {
            Ok(addresses) => Ok(address_list(&addresses)),
            Err(ResolveError::Unresolved) => Ok(Vec::new()),
            Err(error) => Err(errors::from_resolver(error)),
        }
    }
}
