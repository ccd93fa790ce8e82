// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random worlds: what each input means, and how it is stored.
//!
//! Names and groups come from small pools, so that lists, rows and tools meet.

use std::sync::Arc;

use portcullis::gate::{
    Actor, Availability, ConfiguredGroups, DataClass, Declaration, Enforcement, GateInput, Reading, RunAllowList,
    Setting, Skill, Tool, ToolGate, ToolRegistry, TrustFloor, TrustLevel, TrustZone,
};
use proptest::prelude::*;

pub const NAMES: [&str; 6] = ["get_page", "12", "0", "-5", "Get_Page", "s\u{fc}che"];
pub const GROUPS: [&str; 6] = ["content", "system", "web", "accounts", "7", "mcp_docs"];

#[derive(Debug, Clone)]
pub struct World {
    pub tools: Vec<ToolFacts>,
    pub tool_rows: Vec<(&'static str, bool)>,
    pub group_rows: Vec<(&'static str, bool)>,
    pub skills: Vec<SkillFacts>,
    pub floor: Floor,
    pub groups: Field,
    pub stored: Stored,
    pub zone: TrustZone,
    pub observing: bool,
    pub actor: Actor,
    pub request: Vec<&'static str>,
}

#[derive(Debug, Clone)]
pub struct ToolFacts {
    pub name: &'static str,
    pub group: &'static str,
    pub remote: bool,
    pub for_admins: bool,
    pub on: bool,
    pub class: Option<DataClass>,
}

#[derive(Debug, Clone)]
pub struct SkillFacts {
    pub source: i64,
    pub identifier: &'static str,
    pub enabled: bool,
    pub orphaned: bool,
    pub trust: TrustLevel,
    pub field: Field,
}

/// A stored list of names.
#[derive(Debug, Clone, PartialEq)]
pub enum Field {
    Empty,
    Names(Vec<&'static str>),
    Broken,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Floor {
    Absent,
    Level(TrustLevel),
    Unknown,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Stored {
    Not,
    Unrestricted,
    Names(Vec<&'static str>),
    Broken,
}

impl World {
    pub fn gate(&self) -> ToolGate {
        self.gate_read(Reading::Strict)
    }

    pub fn gate_read(&self, reading: Reading) -> ToolGate {
        let registry = Arc::new(ToolRegistry::new(self.tools.iter().map(ToolFacts::tool)).unwrap());
        let owned = |rows: &[(&str, bool)]| rows.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect::<Vec<_>>();
        let availability = Availability::new(owned(&self.tool_rows), owned(&self.group_rows));
        let groups = match &self.groups {
            Field::Empty => String::new(),
            Field::Names(names) => names.join(" , "),
            Field::Broken => " , ".to_owned(),
        };
        let stored = match &self.stored {
            Stored::Not => None,
            Stored::Unrestricted => Some("{\"tools\":null}".to_owned()),
            Stored::Names(names) => Some(serde_json::json!({ "tools": names }).to_string()),
            Stored::Broken => Some("[]".to_owned()),
        };
        let input = GateInput {
            skills: self.skills.iter().map(SkillFacts::skill).collect(),
            floor: TrustFloor::read(match self.floor {
                Floor::Absent => Setting::Absent,
                Floor::Level(level) => Setting::of(Some(level.as_str())),
                Floor::Unknown => Setting::of(Some("Verified")),
            }),
            groups: ConfiguredGroups::read(Setting::of(Some(&groups))),
            run: RunAllowList::read(Setting::of(stored.as_deref())),
            zone: TrustZone::read(Setting::of(Some(self.zone.as_str()))),
            enforcement: Enforcement::read(Setting::of(Some(if self.observing { "Observe" } else { "enforce" }))),
            actor: self.actor,
            reading,
        };
        ToolGate::new(registry, &availability, &input)
    }

    /// The allowed names among all there are.
    pub fn allowed(&self) -> Vec<String> {
        self.gate().offerable(NAMES)
    }
}

impl ToolFacts {
    fn tool(&self) -> Tool {
        let mut tool = Tool::new(self.name, self.group);
        if self.remote {
            tool = tool.remote();
        }
        if self.for_admins {
            tool = tool.admin_only();
        }
        if !self.on {
            tool = tool.off_by_default();
        }
        match self.class {
            Some(class) => tool.with_data_class(class),
            None => tool,
        }
    }
}

impl SkillFacts {
    fn skill(&self) -> Skill {
        let field = match &self.field {
            Field::Empty => String::new(),
            Field::Names(names) => serde_json::to_string(names).unwrap(),
            Field::Broken => "get_page, 12".to_owned(),
        };
        Skill {
            source: self.source,
            identifier: self.identifier.to_owned(),
            enabled: self.enabled,
            orphaned: self.orphaned,
            trust: self.trust,
            declaration: Declaration::read(Setting::of(Some(&field))),
        }
    }
}

/// Any world, with its seed as the thing that is drawn: worlds are small enough to be read without being shrunk.
pub fn world() -> impl Strategy<Value = World> {
    any::<u64>().prop_map(|seed| World::draw(&mut Dice(seed)))
}

impl World {
    /// The world of a throw of the dice.
    pub fn draw(dice: &mut Dice) -> Self {
        let tools = NAMES.into_iter().filter(|_| dice.chance(80)).collect::<Vec<_>>();
        Self {
            tools: tools.into_iter().map(|name| ToolFacts::draw(name, dice)).collect(),
            tool_rows: dice.rows(&NAMES),
            group_rows: dice.rows(&GROUPS),
            skills: (0..dice.below(4)).map(|_| SkillFacts::draw(dice)).collect(),
            floor: match dice.below(7) {
                0..3 => Floor::Absent,
                3..6 => Floor::Level(dice.pick(&TrustLevel::ALL)),
                _ => Floor::Unknown,
            },
            groups: dice.field(&GROUPS, 1),
            stored: match dice.below(8) {
                0..3 => Stored::Not,
                3 => Stored::Unrestricted,
                4..7 => Stored::Names(dice.several(&NAMES, 0)),
                _ => Stored::Broken,
            },
            zone: dice.pick(&TrustZone::ALL),
            observing: dice.chance(50),
            actor: dice.pick(&[Actor::Nobody, Actor::Editor, Actor::Admin, Actor::Admin]),
            request: dice.several(&NAMES, 0),
        }
    }
}

impl ToolFacts {
    fn draw(name: &'static str, dice: &mut Dice) -> Self {
        Self {
            name,
            group: dice.pick(&GROUPS),
            remote: dice.chance(25),
            for_admins: dice.chance(25),
            on: dice.chance(85),
            class: dice.chance(50).then(|| dice.pick(&DataClass::ALL)),
        }
    }
}

impl SkillFacts {
    fn draw(dice: &mut Dice) -> Self {
        Self {
            source: dice.pick(&[0, 1]),
            identifier: dice.pick(&["tone", "seo"]),
            enabled: dice.chance(85),
            orphaned: dice.chance(20),
            trust: dice.pick(&TrustLevel::ALL),
            field: dice.field(&NAMES, 0),
        }
    }
}

/// A sequence of numbers that its seed determines (splitmix64).
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn several(&mut self, from: &[&'static str], fewest: usize) -> Vec<&'static str> {
        (0..fewest + self.below(5)).map(|_| self.pick(from)).collect()
    }

    fn field(&mut self, names: &[&'static str], fewest: usize) -> Field {
        match self.below(8) {
            0..3 => Field::Empty,
            3..7 => Field::Names(self.several(names, fewest)),
            _ => Field::Broken,
        }
    }

    fn rows(&mut self, names: &[&'static str]) -> Vec<(&'static str, bool)> {
        let named: Vec<_> = names.iter().copied().filter(|_| self.chance(25)).collect();
        named.into_iter().map(|name| (name, self.chance(50))).collect()
    }
}
