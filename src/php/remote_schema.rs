// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\RemoteSchema`: the argument schema of a remote tool.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    convert::{Array, Bytes, Record, type_error},
    value::{self, Unread},
};
use crate::gate::{self, SchemaRefusal};

/// The argument schema of a remote tool, accepted or refused.
#[php_class]
#[php(name = "Portcullis\\RemoteSchema")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct RemoteSchema(Result<gate::RemoteSchema, SchemaRefusal>);

#[php_impl]
impl RemoteSchema {
    /// Judges a schema as its server sent it.
    pub fn from_json(json: Bytes<'_>) -> Self {
        Self(gate::RemoteSchema::from_json(&json))
    }

    /// Judges a decoded schema.
    pub fn from_array(schema: Array<'_>) -> PhpResult<Self> {
        match value::of_array(&schema) {
            Ok(schema) => Ok(Self(gate::RemoteSchema::new(&schema))),
            Err(Unread::Refused(refusal)) => Ok(Self(Err(refusal))),
            Err(Unread::Mistyped(kind)) => Err(type_error(format!(
                "Portcullis\\RemoteSchema::fromArray(): Argument #1 ($schema) must hold scalars, null and arrays, \
                 {kind} given"
            ))),
        }
    }

    #[php(getter)]
    fn get_accepted(&self) -> bool {
        self.0.is_ok()
    }

    #[php(getter)]
    fn get_reason(&self) -> Option<&str> {
        self.0.as_ref().err().map(|refusal| refusal.as_str())
    }

    #[php(getter)]
    fn get_keyword(&self) -> Option<&str> {
        match self.0 {
            Err(SchemaRefusal::Keyword(keyword)) => Some(keyword),
            _ => None,
        }
    }

    #[php(getter)]
    fn get_message(&self) -> String {
        self.0.as_ref().err().map(ToString::to_string).unwrap_or_default()
    }

    #[php(getter)]
    fn get_json(&self) -> Option<&str> {
        self.0.as_ref().ok().map(gate::RemoteSchema::json)
    }

    /// The accepted schema as arrays.
    pub fn schema(&self) -> PhpResult<Option<ZBox<ZendHashTable>>> {
        self.0.as_ref().ok().map(|schema| value::to_array(schema.schema())).transpose()
    }

    /// All properties by name, and the schema.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("accepted", self.get_accepted())?
            .with("reason", self.get_reason())?
            .with("keyword", self.get_keyword())?
            .with("message", self.get_message())?
            .with("schema", self.schema()?)?
            .with("json", self.get_json())?;
        Ok(record.into_array())
    }
}
