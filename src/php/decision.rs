// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Decision`: the gate's answer about one tool.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    allow_list::sentences,
    convert::{Bytes, Case, Record, text},
    enums::{DataClass, DenialReason, TrustZone},
};
use crate::gate;

/// The gate's answer about one tool.
#[php_class]
#[php(name = "Portcullis\\Decision")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Decision(gate::Decision);

impl From<gate::Decision> for Decision {
    fn from(decision: gate::Decision) -> Self {
        Self(decision)
    }
}

#[php_impl]
impl Decision {
    #[php(getter)]
    fn get_tool_name(&self) -> &str {
        self.0.tool()
    }

    #[php(getter)]
    fn get_allowed(&self) -> bool {
        self.0.is_allowed()
    }

    #[php(getter)]
    fn get_reason(&self) -> DenialReason {
        self.0.reason().into()
    }

    #[php(getter)]
    fn get_data_class(&self) -> DataClass {
        self.0.data_class().into()
    }

    #[php(getter)]
    fn get_zone(&self) -> TrustZone {
        self.0.zone().into()
    }

    #[php(getter)]
    fn get_ceiling(&self) -> DataClass {
        self.0.ceiling().into()
    }

    #[php(getter)]
    fn get_observed_only(&self) -> bool {
        self.0.is_observed_only()
    }

    #[php(getter)]
    fn get_warnings(&self) -> Vec<String> {
        sentences(self.0.warnings())
    }

    /// The fact in one sentence.
    pub fn message(&self) -> String {
        self.0.message()
    }

    /// The sentence for any outcome.
    #[php(defaults(observedOnly = false))]
    pub fn describe(
        toolName: Bytes<'_>,
        reason: Case<DenialReason>,
        dataClass: Case<DataClass>,
        zone: Case<TrustZone>,
        observedOnly: bool,
    ) -> PhpResult<String> {
        let name = text("Portcullis\\Decision::describe(): Argument #1 ($toolName)", &toolName)?;
        let reason = gate::DenialReason::from(reason.0);
        Ok(reason.describe(&name, dataClass.0.into(), zone.0.into(), observedOnly))
    }

    /// All properties by name, enums as their values, and the message.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("toolName", self.0.tool())?
            .with("allowed", self.0.is_allowed())?
            .with("reason", self.0.reason().as_str())?
            .with("dataClass", self.0.data_class().as_str())?
            .with("zone", self.0.zone().as_str())?
            .with("ceiling", self.0.ceiling().as_str())?
            .with("observedOnly", self.0.is_observed_only())?
            .with("warnings", self.get_warnings())?
            .with("message", self.message())?;
        Ok(record.into_array())
    }
}
