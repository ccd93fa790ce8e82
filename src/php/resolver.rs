// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\HostResolver`: the interface, and a userland object behind it as a resolver of the fetch.

use std::net::IpAddr;

use ext_php_rs::{
    class::RegisteredClass, convert::FromZval, flags::DataType, prelude::*, types::Zval, zend::ExecutorGlobals,
};

use super::convert::{Array, address, bytes_of, type_error};
use crate::fetch::{Deadline, Interrupt, Resolve, ResolveError};

/// Replaces the module's own resolver.
#[allow(dead_code, reason = "the macro makes the PHP interface of it; PHP code implements that")]
#[php_interface]
#[php(name = "Portcullis\\HostResolver")]
pub trait HostResolver {
    /// All addresses of a name; empty: it does not resolve.
    fn resolve(&self, host: String) -> Vec<String>;
}

/// A parameter of the interface's type. The object is the caller's; it is never kept beyond the call.
pub struct UserResolver<'a>(&'a Zval);

impl<'a> FromZval<'a> for UserResolver<'a> {
    const TYPE: DataType = DataType::object("Portcullis\\HostResolver");

    fn from_zval(value: &'a Zval) -> Option<Self> {
        let interface = <PhpInterfaceHostResolver as RegisteredClass>::get_metadata().ce();
        value.object()?.instance_of(interface).then_some(Self(value))
    }
}

impl UserResolver<'_> {
    /// The answer, element by element; none for what is no address literal.
    fn ask(&self, host: &str) -> PhpResult<Vec<Option<IpAddr>>> {
        let host = host.to_owned();
        let answer = self.0.try_call_method("resolve", vec![&host])?;
        let elements = Array::from_zval(&answer)
            .ok_or_else(|| type_error("Portcullis\\HostResolver::resolve() must return an array".into()))?;
        Ok(elements.values().map(|element| bytes_of(element).and_then(address)).collect())
    }
}

impl Resolve for UserResolver<'_> {
    /// One element that is no address literal refuses the name, as an answer that cannot be trusted in part.
    fn resolve(
        &mut self,
        host: &str,
        _deadline: &Deadline,
        _interrupt: &mut dyn Interrupt,
    ) -> Result<Vec<IpAddr>, ResolveError> {
        let answer = self.ask(host).map_err(|exception| {
            exception.throw();
            ResolveError::Collaborator
        })?;
        if ExecutorGlobals::has_exception() {
            return Err(ResolveError::Collaborator);
        }
        answer.into_iter().map(|element| element.ok_or(ResolveError::NotAnAddress)).collect()
    }
}
