// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Skill`: a skill attached to a run, as it is stored.

use ext_php_rs::{
    boxed::ZBox,
    flags::ClassFlags,
    prelude::*,
    types::{ZendHashTable, Zval},
};

use super::{
    convert::{Bytes, Record, bytes_of, entries, text},
    stored::setting,
};
use crate::gate::{self, Declaration, TrustLevel};

/// A skill attached to a run.
#[php_class]
#[php(name = "Portcullis\\Skill")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Skill(gate::Skill);

impl Skill {
    /// The skill behind the object.
    pub fn skill(&self) -> &gate::Skill {
        &self.0
    }
}

#[php_impl]
impl Skill {
    /// Takes the fields as they are stored.
    #[php(defaults(enabled = true, orphaned = false))]
    pub fn __construct(
        source: i64,
        identifier: Bytes<'_>,
        allowedTools: Option<&Zval>,
        trust: Option<Bytes<'_>>,
        enabled: bool,
        orphaned: bool,
    ) -> PhpResult<Self> {
        Ok(Self(gate::Skill {
            source,
            identifier: text("Portcullis\\Skill::__construct(): Argument #2 ($identifier)", &identifier)?,
            enabled,
            orphaned,
            trust: trust.map_or_else(TrustLevel::default, |word| TrustLevel::read(&word)),
            declaration: declaration(allowedTools),
        }))
    }

    #[php(getter)]
    fn get_source(&self) -> i64 {
        self.0.source
    }

    #[php(getter)]
    fn get_identifier(&self) -> &str {
        &self.0.identifier
    }

    #[php(getter)]
    fn get_enabled(&self) -> bool {
        self.0.enabled
    }

    #[php(getter)]
    fn get_orphaned(&self) -> bool {
        self.0.orphaned
    }

    #[php(getter)]
    fn get_trust(&self) -> &str {
        self.0.trust.as_str()
    }

    #[php(getter)]
    fn get_allowed_tools(&self) -> Option<Vec<String>> {
        declared(&self.0.declaration)
    }

    #[php(getter)]
    fn get_broken(&self) -> bool {
        self.0.declaration == Declaration::Broken
    }

    /// All properties by name.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        record(&self.0).map(Record::into_array)
    }
}

/// A skill by the names of its fields.
///
/// # Errors
///
/// Those of the engine when a value cannot be converted.
pub fn record(skill: &gate::Skill) -> PhpResult<Record> {
    Record::new()
        .with("source", skill.source)?
        .with("identifier", skill.identifier.as_str())?
        .with("enabled", skill.enabled)?
        .with("orphaned", skill.orphaned)?
        .with("trust", skill.trust.as_str())?
        .with("allowedTools", declared(&skill.declaration))?
        .with("broken", skill.declaration == Declaration::Broken)
}

/// An array is what a caller has decoded already.
fn declaration(field: Option<&Zval>) -> Declaration {
    match field.and_then(|value| value.dereference().array()) {
        Some(array) => decoded(array),
        None => Declaration::read(setting(field)),
    }
}

/// The strings of an array in order. One that is not UTF-8 breaks the whole, as it does in JSON.
fn decoded(array: &ZendHashTable) -> Declaration {
    let strings = entries(array).into_iter().filter_map(|(_, value)| bytes_of(value));
    let names: Result<Vec<_>, _> = strings.map(|bytes| std::str::from_utf8(bytes).map(str::to_owned)).collect();
    names.map_or(Declaration::Broken, Declaration::Tools)
}

fn declared(declaration: &Declaration) -> Option<Vec<String>> {
    match declaration {
        Declaration::NoOpinion => None,
        Declaration::Tools(names) => Some(names.clone()),
        Declaration::Broken => Some(Vec::new()),
    }
}
