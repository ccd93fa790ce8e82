// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\InputContext`: whether what a run injects may reach the zone of its providers.

use ext_php_rs::{
    boxed::ZBox,
    flags::ClassFlags,
    prelude::*,
    types::{ZendHashTable, Zval},
};

use super::{
    convert::{Array, Empty, Record, bytes_of, mistyped, text},
    enums::{DataClass, TrustZone},
    stored::{enforcement, setting, zone},
};
use crate::gate::{self, ContextSource};

/// Whether what a run injects may reach the zone of its providers.
#[php_class]
#[php(name = "Portcullis\\InputContext")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct InputContext(gate::InputContext);

#[php_impl]
impl InputContext {
    /// Compares the strictest declared class with the ceiling of the zone.
    #[php(defaults(fallbacks = Empty))]
    pub fn __construct(
        sources: Array<'_>,
        zone: Option<&Zval>,
        fallbacks: Array<'_>,
        enforcement: Option<&Zval>,
    ) -> PhpResult<Self> {
        let sources = sources.entries().into_iter().enumerate().map(|(position, (_, value))| source(position, value));
        let sources: Vec<ContextSource> = sources.collect::<PhpResult<_>>()?;
        let zone = self::zone(zone, &fallbacks);
        Ok(Self(gate::InputContext::judge(&sources, zone, self::enforcement(enforcement))))
    }

    #[php(getter)]
    fn get_permitted(&self) -> bool {
        self.0.is_permitted()
    }

    #[php(getter)]
    fn get_observed_only(&self) -> bool {
        self.0.is_observed_only()
    }

    #[php(getter)]
    fn get_data_class(&self) -> Option<DataClass> {
        self.0.strictest().map(|(_, class)| class.into())
    }

    #[php(getter)]
    fn get_source(&self) -> Option<&str> {
        self.0.strictest().map(|(name, _)| name)
    }

    #[php(getter)]
    fn get_zone(&self) -> TrustZone {
        self.0.zone().into()
    }

    #[php(getter)]
    fn get_ceiling(&self) -> DataClass {
        self.0.zone().ceiling().into()
    }

    /// The answer in one sentence.
    pub fn message(&self) -> String {
        self.0.message()
    }

    /// All properties by name, enums as their values, and the message.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("permitted", self.get_permitted())?
            .with("observedOnly", self.get_observed_only())?
            .with("dataClass", self.0.strictest().map(|(_, class)| class.as_str()))?
            .with("source", self.get_source())?
            .with("zone", self.0.zone().as_str())?
            .with("ceiling", self.0.zone().ceiling().as_str())?
            .with("message", self.message())?;
        Ok(record.into_array())
    }
}

fn source(position: usize, value: &Zval) -> PhpResult<ContextSource> {
    const ARGUMENT: &str = "Portcullis\\InputContext::__construct(): Argument #1 ($sources)";
    const WANTED: &str = "list<array{name: string, dataClass?: mixed}>";
    let Some(row) = value.dereference().array() else {
        return Err(mistyped(ARGUMENT, WANTED, value, position));
    };
    let Some(name) = row.get("name").and_then(bytes_of) else {
        return Err(mistyped(ARGUMENT, WANTED, row.get("name").unwrap_or(&Zval::null()), position));
    };
    let name = text(&format!("{ARGUMENT}: the name at position {position}"), name)?;
    Ok(ContextSource { name, class: gate::DataClass::declared(setting(row.get("dataClass"))) })
}
