// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\AllowList`: which tools a run may use by name.

use ext_php_rs::{
    boxed::ZBox,
    flags::ClassFlags,
    prelude::*,
    types::{ZendHashTable, Zval},
};

use super::{
    convert::{Array, Bytes, Record},
    skill::Skill,
    stored::setting,
};
use crate::gate::{self, Reading, RunAllowList, TrustFloor, Warning, resolve_allow_list};

/// Which tools a run may use by name.
#[php_class]
#[php(name = "Portcullis\\AllowList")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct AllowList {
    list: gate::AllowList,
    warnings: Vec<Warning>,
}

impl AllowList {
    /// A list and what could not be read of its inputs.
    pub fn new(list: gate::AllowList, warnings: Vec<Warning>) -> Self {
        Self { list, warnings }
    }

    /// The list as the one a run stored at its start.
    pub fn of_run(&self) -> RunAllowList {
        if self.warnings.contains(&Warning::UnreadableRunAllowList) {
            return RunAllowList::Unreadable;
        }
        RunAllowList::Stored(self.list.clone())
    }
}

#[php_impl]
impl AllowList {
    /// The list of these names, or no restriction.
    pub fn __construct(names: Option<Array<'_>>) -> PhpResult<Self> {
        let names =
            names.map(|names| names.names("Portcullis\\AllowList::__construct(): Argument #1 ($names)")).transpose()?;
        Ok(Self::new(names.map_or(gate::AllowList::Unrestricted, gate::AllowList::of), Vec::new()))
    }

    /// What the skills declare together.
    #[php(defaults(compatible = false))]
    pub fn of_skills(skills: Array<'_>, trustFloor: Option<&Zval>, compatible: bool) -> PhpResult<Self> {
        let skills = skills.objects::<Skill>("Portcullis\\AllowList::ofSkills(): Argument #1 ($skills)")?;
        let skills: Vec<_> = skills.into_iter().map(|skill| skill.skill().clone()).collect();
        let (list, warnings) = resolve_allow_list(&skills, TrustFloor::read(setting(trustFloor)), reading(compatible));
        Ok(Self::new(list, warnings))
    }

    /// The list a run stored at its start.
    pub fn from_stored(stored: &Zval) -> Option<Self> {
        match RunAllowList::read(setting(Some(stored))) {
            RunAllowList::NotStored => None,
            RunAllowList::Stored(list) => Some(Self::new(list, Vec::new())),
            RunAllowList::Unreadable => {
                Some(Self::new(gate::AllowList::nothing(), vec![Warning::UnreadableRunAllowList]))
            }
        }
    }

    /// The text a run stores.
    pub fn to_stored(&self) -> String {
        RunAllowList::NotStored.stored_form(&self.list)
    }

    /// Whether the name is allowed.
    pub fn allows(&self, name: Bytes<'_>) -> bool {
        match std::str::from_utf8(&name) {
            Ok(name) => self.list.allows(name),
            // No tool has the name; a list that restricts nothing does not restrict it either.
            Err(_) => self.list == gate::AllowList::Unrestricted,
        }
    }

    /// The names in order.
    pub fn names(&self) -> Option<Vec<String>> {
        self.list.names().map(<[String]>::to_vec)
    }

    /// What both lists allow.
    pub fn intersect(&self, other: &AllowList) -> Self {
        let mut warnings = self.warnings.clone();
        warnings.extend(other.warnings.iter().filter(|warning| !self.warnings.contains(warning)).cloned());
        Self::new(self.list.intersect(&other.list), warnings)
    }

    /// The inputs that could not be read.
    pub fn warnings(&self) -> Vec<String> {
        sentences(&self.warnings)
    }

    /// Names and warnings.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        Ok(Record::new().with("names", self.names())?.with("warnings", self.warnings())?.into_array())
    }
}

/// What to make of broken input.
pub const fn reading(compatible: bool) -> Reading {
    if compatible { Reading::Compatible } else { Reading::Strict }
}

/// Warnings as text.
pub fn sentences(warnings: &[Warning]) -> Vec<String> {
    warnings.iter().map(ToString::to_string).collect()
}
