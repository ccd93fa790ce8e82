// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\GateInput`: a run as the caller read it.

use ext_php_rs::{
    boxed::ZBox,
    flags::ClassFlags,
    prelude::*,
    types::{ZendHashTable, Zval},
};

use super::{
    allow_list::{AllowList, reading},
    convert::{Array, Case, Empty, Record, list},
    enums::{DataClass, TrustZone},
    skill::{self, Skill},
    stored::{enforcement, setting, zone},
};
use crate::gate::{self, Actor, ConfiguredGroups, Enforcement, Reading, RunAllowList, TrustFloor};

/// A run as the caller read it.
#[php_class]
#[php(name = "Portcullis\\GateInput")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct GateInput(gate::GateInput);

impl GateInput {
    /// The input behind the object.
    pub fn input(&self) -> &gate::GateInput {
        &self.0
    }
}

#[php_impl]
impl GateInput {
    /// Reads the stored values.
    #[php(defaults(skills = Empty, fallbacks = Empty, compatible = false))]
    #[allow(clippy::too_many_arguments, reason = "PHP callers name them")]
    pub fn __construct(
        skills: Array<'_>,
        trustFloor: Option<&Zval>,
        allowedGroups: Option<&Zval>,
        zone: Option<&Zval>,
        fallbacks: Array<'_>,
        enforcement: Option<&Zval>,
        admin: Option<bool>,
        runAllowList: Option<&AllowList>,
        compatible: bool,
    ) -> PhpResult<Self> {
        let skills = skills.objects::<Skill>("Portcullis\\GateInput::__construct(): Argument #1 ($skills)")?;
        Ok(Self(gate::GateInput {
            skills: skills.into_iter().map(|skill| skill.skill().clone()).collect(),
            floor: TrustFloor::read(setting(trustFloor)),
            groups: ConfiguredGroups::read(setting(allowedGroups)),
            run: runAllowList.map_or(RunAllowList::NotStored, AllowList::of_run),
            zone: self::zone(zone, &fallbacks),
            enforcement: self::enforcement(enforcement),
            actor: match admin {
                None => Actor::Nobody,
                Some(false) => Actor::Editor,
                Some(true) => Actor::Admin,
            },
            reading: reading(compatible),
        }))
    }

    /// The least trusted zone of a provider and its fallbacks.
    #[php(defaults(fallbacks = Empty))]
    pub fn zone_of(zone: &Zval, fallbacks: Array<'_>) -> TrustZone {
        self::zone(Some(zone), &fallbacks).into()
    }

    /// The most sensitive class a zone may receive.
    pub fn ceiling_of(zone: Case<TrustZone>) -> DataClass {
        gate::TrustZone::from(zone.0).ceiling().into()
    }

    /// Whether a zone may receive data of a class.
    pub fn permits(zone: Case<TrustZone>, class: Case<DataClass>) -> bool {
        gate::DataClass::from(class.0) <= gate::TrustZone::from(zone.0).ceiling()
    }

    #[php(getter)]
    fn get_zone(&self) -> TrustZone {
        self.0.zone.into()
    }

    #[php(getter)]
    fn get_ceiling(&self) -> DataClass {
        self.0.zone.ceiling().into()
    }

    #[php(getter)]
    fn get_observing(&self) -> bool {
        self.0.enforcement == Enforcement::Observe
    }

    /// As it was read.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("skills", list(&self.0.skills, skill::record)?)?
            .with("trustFloor", self.floor())?
            .with("allowedGroups", self.groups())?
            .with("zone", self.0.zone.as_str())?
            .with("ceiling", self.0.zone.ceiling().as_str())?
            .with("observing", self.get_observing())?
            .with("user", self.user())?
            .with("compatible", self.0.reading == Reading::Compatible)?;
        Ok(record.into_array())
    }
}

impl GateInput {
    fn floor(&self) -> Option<&'static str> {
        match self.0.floor {
            TrustFloor::AtLeast(level) => Some(level.as_str()),
            TrustFloor::Unreadable => None,
        }
    }

    fn groups(&self) -> Option<Vec<String>> {
        match &self.0.groups {
            ConfiguredGroups::Only(groups) => {
                let mut groups: Vec<String> = groups.iter().cloned().collect();
                groups.sort_unstable();
                Some(groups)
            }
            ConfiguredGroups::Any => None,
            ConfiguredGroups::Blank | ConfiguredGroups::Unreadable => Some(Vec::new()),
        }
    }

    const fn user(&self) -> &'static str {
        match self.0.actor {
            Actor::Nobody => "nobody",
            Actor::Editor => "editor",
            Actor::Admin => "admin",
        }
    }
}
