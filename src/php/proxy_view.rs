// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\ProxyView`: whether an HTTP proxy would carry a request.

use ext_php_rs::{
    convert::IntoZvalDyn,
    flags::ClassFlags,
    prelude::*,
    types::{ZendHashTable, Zval},
    zend::{Function, SapiModule},
};

use std::ffi::CStr;

use super::convert::{Array, Bytes, bytes_of, entries};
use crate::egress::{self, Configured, ConfiguredValue, EnvironmentView};

/// Whether an HTTP proxy would carry a request.
#[php_class]
#[php(name = "Portcullis\\ProxyView")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct ProxyView(egress::ProxyView);

impl ProxyView {
    /// A copy of the view.
    pub fn view(&self) -> egress::ProxyView {
        self.0.clone()
    }
}

#[php_impl]
impl ProxyView {
    /// Reads the proxy variables of this process where none are given.
    pub fn __construct(
        configured: Option<&Zval>,
        environment: Option<Array<'_>>,
        process: Option<Array<'_>>,
        sapi: Option<Bytes<'_>>,
    ) -> PhpResult<Self> {
        const METHOD: &str = "Portcullis\\ProxyView::__construct(): Argument";
        let environment = view(environment, &format!("{METHOD} #2 ($environment)"), false)?;
        let process = view(process, &format!("{METHOD} #3 ($process)"), true)?;
        let cli = sapi.map_or_else(|| current_sapi() == "cli", |name| &*name == b"cli");
        let configured = configured.map_or(Configured::Absent, configured_proxy);
        Ok(Self(egress::ProxyView::new(configured, environment, process, cli)))
    }

    /// Whether a proxy would carry a request.
    pub fn applies_to(&self, scheme: Bytes<'_>, host: Bytes<'_>) -> bool {
        self.0.applies_to(&scheme, &host)
    }

    /// The proxy that would carry it.
    pub fn proxy_for(&self, scheme: Bytes<'_>, host: Bytes<'_>) -> Option<String> {
        self.0.proxy_for(&scheme, &host)
    }
}

fn configured_proxy(value: &Zval) -> Configured {
    let value = value.dereference();
    if value.is_null() {
        return Configured::Absent;
    }
    if let Some(text) = bytes_of(value) {
        return Configured::Text(text.to_vec());
    }
    match value.array() {
        Some(array) => {
            Configured::Map(entries(array).into_iter().map(|(key, value)| (key, configured_value(value))).collect())
        }
        None => Configured::Other,
    }
}

fn configured_value(value: &Zval) -> ConfiguredValue {
    if let Some(text) = bytes_of(value) {
        return ConfiguredValue::Text(text.to_vec());
    }
    let texts = value.dereference().array().and_then(list_of_texts);
    texts.map_or(ConfiguredValue::Other, ConfiguredValue::Texts)
}

fn list_of_texts(array: &ZendHashTable) -> Option<Vec<Vec<u8>>> {
    let elements = entries(array).into_iter().enumerate().map(|(position, (key, value))| {
        let in_order = key == position.to_string().into_bytes();
        bytes_of(value).filter(|_| in_order).map(<[u8]>::to_vec)
    });
    elements.collect()
}

/// The given variables, or those `getenv()` shows: what the server API knows, or with `local_only` what the process has.
fn view(given: Option<Array<'_>>, argument: &str, local_only: bool) -> PhpResult<EnvironmentView> {
    if let Some(given) = given {
        let variables = given.string_map(argument)?;
        return Ok(EnvironmentView::read(|wanted| {
            variables.iter().find(|(name, _)| name == wanted.as_bytes()).map(|(_, value)| value.clone())
        }));
    }
    let getenv = Function::try_from_function("getenv").ok_or("getenv() is not available")?;
    Ok(EnvironmentView::read(|wanted| {
        let arguments: Vec<&dyn IntoZvalDyn> = vec![&wanted, &local_only];
        getenv.try_call(arguments).ok().and_then(|value| bytes_of(&value).map(<[u8]>::to_vec))
    }))
}

/// The server API's name; an empty one, which is none of PHP's, when the engine does not tell.
fn current_sapi() -> String {
    let name = SapiModule::get().name;
    if name.is_null() {
        return String::new();
    }
    // SAFETY: the engine keeps the name as a C string for the life of the process.
    unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
}
