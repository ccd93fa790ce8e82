// SPDX-License-Identifier: MIT OR Apache-2.0
//! Skills, and the allow-list that the ones attached to a run declare together.
//!
//! A skill that declares nothing has no opinion; one whose declaration is broken grants nothing. Dropping a skill never
//! lifts the restriction it stood for, which is why the byte budget of the skill block is not applied here: without its
//! last declaring skill a run would have every tool.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::allow_list::{AllowList, Names};
use super::setting::{Reading, Setting};
use super::value::{last_of_each_key, nesting};
use super::warning::Warning;

/// The deepest nesting of arrays and objects in a declaration that is read: what PHP's `json_decode()` reads with its
/// default depth of 512, to which the value inside the innermost one counts.
pub const MAX_DECLARATION_NESTING: usize = 511;

/// How far a skill is trusted, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum TrustLevel {
    /// Not at all.
    #[default]
    Untrusted,
    /// Published by somebody.
    Community,
    /// Reviewed.
    Verified,
    /// The installation's own.
    FirstParty,
}

impl TrustLevel {
    /// Every level, from least to most trusted.
    pub const ALL: [Self; 4] = [Self::Untrusted, Self::Community, Self::Verified, Self::FirstParty];

    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Untrusted => "untrusted",
            Self::Community => "community",
            Self::Verified => "verified",
            Self::FirstParty => "first_party",
        }
    }

    /// The level a stored word names; the lowest for any other text.
    #[must_use]
    pub fn read(word: &[u8]) -> Self {
        Self::named(word).unwrap_or_default()
    }

    fn named(word: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str().as_bytes() == word)
    }
}

/// The level below which a skill has no say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrustFloor {
    /// Skills of this level and above have a say.
    AtLeast(TrustLevel),
    /// The floor cannot be read: only first-party skills grant, and every other declaration restricts.
    Unreadable,
}

impl TrustFloor {
    /// Reads the setting. An absent floor is `untrusted`; text that names no level, the empty one included, is
    /// unreadable.
    #[must_use]
    pub fn read(setting: Setting<'_>) -> Self {
        match setting {
            Setting::Absent => Self::default(),
            Setting::Unreadable => Self::Unreadable,
            Setting::Text(word) => TrustLevel::named(word).map_or(Self::Unreadable, Self::AtLeast),
        }
    }
}

impl Default for TrustFloor {
    fn default() -> Self {
        Self::AtLeast(TrustLevel::Untrusted)
    }
}

/// What a skill says about tools.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Declaration {
    /// Nothing: the field is absent or empty.
    #[default]
    NoOpinion,
    /// These names, in order.
    Tools(Vec<String>),
    /// The field is not JSON, or JSON that is neither an array nor an object.
    Broken,
}

impl Declaration {
    /// Reads the stored field: the strings of a JSON array or object, in order.
    #[must_use]
    pub fn read(field: Setting<'_>) -> Self {
        let text = match field {
            Setting::Absent | Setting::Text(b"") => return Self::NoOpinion,
            Setting::Unreadable => return Self::Broken,
            Setting::Text(text) => text,
        };
        if nesting(text) > MAX_DECLARATION_NESTING {
            return Self::Broken;
        }
        let declared = std::str::from_utf8(text).ok().and_then(|text| serde_json::from_str(text).ok());
        declared.map_or(Self::Broken, |DeclaredNames(names)| Self::Tools(names))
    }
}

/// The strings at the top level of a JSON array or object. The rest is scanned and never built, so that neither its
/// depth nor the size of its numbers matters.
struct DeclaredNames(Vec<String>);

impl<'de> Deserialize<'de> for DeclaredNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DeclarationVisitor)
    }
}

struct DeclarationVisitor;

impl<'de> Visitor<'de> for DeclarationVisitor {
    type Value = DeclaredNames;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<DeclaredNames, A::Error> {
        let mut names = Vec::new();
        while let Some(element) = list.next_element()? {
            names.extend(string_in::<A::Error>(element)?);
        }
        Ok(DeclaredNames(names))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<DeclaredNames, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, element)) = map.next_entry::<String, _>()? {
            entries.push((key, string_in::<A::Error>(element)?));
        }
        Ok(DeclaredNames(last_of_each_key(entries).into_iter().filter_map(|(_, name)| name).collect()))
    }
}

/// The string an element is, if it is one.
fn string_in<E: serde::de::Error>(element: &RawValue) -> Result<Option<String>, E> {
    match element.get().as_bytes() {
        [b'"', ..] => serde_json::from_str(element.get()).map(Some).map_err(E::custom),
        _ => Ok(None),
    }
}

/// A skill attached to a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Skill {
    /// The source it comes from.
    pub source: i64,
    /// Its identifier, unique within the source.
    pub identifier: String,
    /// Whether it is switched on.
    pub enabled: bool,
    /// Whether its source no longer has it.
    pub orphaned: bool,
    /// How far it is trusted.
    pub trust: TrustLevel,
    /// What it says about tools.
    pub declaration: Declaration,
}

/// The allow-list of a run with these skills, in the order in which they are attached (the configuration's, then the
/// task's or forced ones), and a warning for each input that could not be read.
#[must_use]
pub fn resolve_allow_list(skills: &[Skill], floor: TrustFloor, reading: Reading) -> (AllowList, Vec<Warning>) {
    let mut warnings = Vec::new();
    if floor == TrustFloor::Unreadable {
        warnings.push(Warning::UnreadableTrustFloor);
    }
    let floor = match (floor, reading) {
        (TrustFloor::Unreadable, Reading::Compatible) => TrustFloor::default(),
        _ => floor,
    };
    let mut granted: Option<Names> = None;
    for skill in effective(skills, floor) {
        let names = match &skill.declaration {
            Declaration::NoOpinion => continue,
            Declaration::Tools(names) => names.as_slice(),
            Declaration::Broken => {
                warnings
                    .push(Warning::BrokenDeclaration { source: skill.source, identifier: skill.identifier.clone() });
                if reading == Reading::Compatible {
                    continue;
                }
                &[]
            }
        };
        let may_grant = floor != TrustFloor::Unreadable || skill.trust == TrustLevel::FirstParty;
        granted.get_or_insert_default().extend(names.iter().filter(|_| may_grant));
    }
    (granted.map_or(AllowList::Unrestricted, |names| AllowList::Only(Arc::new(names))), warnings)
}

/// The skills that have a say: enabled, not orphaned, at or above the floor, the first of its source and identifier.
fn effective(skills: &[Skill], floor: TrustFloor) -> impl Iterator<Item = &Skill> {
    let lowest = match floor {
        TrustFloor::AtLeast(level) => level,
        TrustFloor::Unreadable => TrustLevel::Untrusted,
    };
    let mut seen = HashSet::new();
    skills
        .iter()
        .filter(move |skill| skill.enabled && !skill.orphaned && skill.trust >= lowest)
        .filter(move |skill| seen.insert((skill.source, skill.identifier.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declaration(text: &str) -> Declaration {
        Declaration::read(Setting::of(Some(text)))
    }

    fn tools(names: &[&str]) -> Declaration {
        Declaration::Tools(names.iter().map(|name| (*name).to_owned()).collect())
    }

    fn skill(identifier: &str, trust: TrustLevel, field: &str) -> Skill {
        let declaration = declaration(field);
        Skill { source: 1, identifier: identifier.to_owned(), enabled: true, orphaned: false, trust, declaration }
    }

    fn list(skills: &[Skill], floor: &str) -> AllowList {
        resolve_allow_list(skills, TrustFloor::read(Setting::of(Some(floor))), Reading::Strict).0
    }

    #[test]
    fn an_absent_or_empty_field_is_no_opinion() {
        assert_eq!(Declaration::read(Setting::Absent), Declaration::NoOpinion);
        assert_eq!(declaration(""), Declaration::NoOpinion);
    }

    #[test]
    fn an_array_or_object_declares_its_strings_in_order() {
        assert_eq!(declaration(r#"["b","a","12"]"#), tools(&["b", "a", "12"]));
        assert_eq!(declaration(r#"{"x":"b","y":"a","x":"c"}"#), tools(&["c", "a"]));
        assert_eq!(declaration(r#"["a",1,null,true,["b"],{"c":"d"},1e999]"#), tools(&["a"]));
        assert_eq!(declaration("[]"), tools(&[]));
        assert_eq!(declaration(" {} "), tools(&[]));
    }

    #[test]
    fn what_is_not_json_or_not_an_array_is_broken() {
        let texts = ["[\"a\",]", "['a']", "a, b", " ", "null", "true", "1", "\"a\"", "[\"a\"] x", "[\"\\ud800\"]"];
        for text in texts.into_iter().chain(["\u{feff}[]", "[1e5", "[TRUE]"]) {
            assert_eq!(declaration(text), Declaration::Broken, "{text}");
        }
        assert_eq!(Declaration::read(Setting::Text(b"[\"\xff\"]")), Declaration::Broken);
        assert_eq!(Declaration::read(Setting::Unreadable), Declaration::Broken);
    }

    #[test]
    fn a_deep_declaration_is_read_to_the_limit_and_broken_beyond_it() {
        let nested = |depth: usize| format!("[\"a\",{}{}]", "[".repeat(depth - 1), "]".repeat(depth - 1));
        assert_eq!(declaration(&nested(MAX_DECLARATION_NESTING)), tools(&["a"]));
        assert_eq!(declaration(&nested(MAX_DECLARATION_NESTING + 1)), Declaration::Broken);
        assert_eq!(declaration(&"[".repeat(1_000_000)), Declaration::Broken);
    }

    #[test]
    fn trust_is_ordered_and_an_unknown_level_is_the_lowest() {
        assert!(TrustLevel::ALL.is_sorted());
        for word in ["", "Verified", "first-party", "trusted"] {
            assert_eq!(TrustLevel::read(word.as_bytes()), TrustLevel::Untrusted, "{word}");
        }
        assert_eq!(TrustLevel::read(b"first_party"), TrustLevel::FirstParty);
    }

    #[test]
    fn no_declaration_at_all_restricts_nothing() {
        assert_eq!(list(&[], "untrusted"), AllowList::Unrestricted);
        assert_eq!(list(&[skill("a", TrustLevel::Verified, "")], "untrusted"), AllowList::Unrestricted);
    }

    #[test]
    fn declarations_add_up_in_first_seen_order() {
        let skills =
            [skill("a", TrustLevel::Verified, r#"["x","y"]"#), skill("b", TrustLevel::Verified, r#"["y","w"]"#)];
        assert_eq!(list(&skills, "untrusted"), AllowList::of(["x", "y", "w"]));
    }

    #[test]
    fn an_empty_declaration_alone_allows_no_tool() {
        assert_eq!(list(&[skill("a", TrustLevel::Verified, "[]")], "untrusted"), AllowList::nothing());
    }

    #[test]
    fn a_disabled_an_orphaned_and_a_skill_below_the_floor_have_no_say() {
        let say = skill("a", TrustLevel::Community, "[\"x\"]");
        assert_eq!(list(&[Skill { enabled: false, ..say.clone() }], "untrusted"), AllowList::Unrestricted);
        assert_eq!(list(&[Skill { orphaned: true, ..say.clone() }], "untrusted"), AllowList::Unrestricted);
        assert_eq!(list(std::slice::from_ref(&say), "verified"), AllowList::Unrestricted);
        assert_eq!(list(&[say], "community"), AllowList::of(["x"]));
    }

    #[test]
    fn only_the_first_skill_of_a_source_and_identifier_counts() {
        let first = skill("a", TrustLevel::Verified, "[\"x\"]");
        let second = skill("a", TrustLevel::Verified, "[\"y\"]");
        let other = Skill { source: 2, ..second.clone() };
        assert_eq!(list(&[first.clone(), second.clone()], "untrusted"), AllowList::of(["x"]));
        assert_eq!(list(&[Skill { enabled: false, ..first.clone() }, second], "untrusted"), AllowList::of(["y"]));
        assert_eq!(list(&[first, other], "untrusted"), AllowList::of(["x", "y"]));
    }

    #[test]
    fn a_broken_declaration_declares_nothing_and_is_warned_about() {
        let broken = skill("bad\nskill", TrustLevel::Verified, "get_page, set_page");
        let (granted, warnings) =
            resolve_allow_list(std::slice::from_ref(&broken), TrustFloor::default(), Reading::Strict);
        assert_eq!(granted, AllowList::nothing());
        assert_eq!(warnings, [Warning::BrokenDeclaration { source: 1, identifier: "bad\nskill".to_owned() }]);
        let other = skill("b", TrustLevel::Verified, "[\"x\"]");
        assert_eq!(list(&[broken, other], "untrusted"), AllowList::of(["x"]));
    }

    #[test]
    fn a_broken_declaration_of_a_skill_without_a_say_is_not_warned_about() {
        let broken = skill("a", TrustLevel::Community, "{");
        let floor = TrustFloor::AtLeast(TrustLevel::Verified);
        assert_eq!(resolve_allow_list(&[broken], floor, Reading::Strict), (AllowList::Unrestricted, vec![]));
    }

    #[test]
    fn an_absent_floor_is_untrusted_and_an_unknown_one_unreadable() {
        assert_eq!(TrustFloor::read(Setting::Absent), TrustFloor::AtLeast(TrustLevel::Untrusted));
        for word in ["", "Verified", "verified\n", "3"] {
            assert_eq!(TrustFloor::read(Setting::of(Some(word))), TrustFloor::Unreadable, "{word:?}");
        }
        assert_eq!(TrustFloor::read(Setting::Unreadable), TrustFloor::Unreadable);
    }

    #[test]
    fn with_an_unreadable_floor_only_first_party_skills_grant() {
        let skills = [
            skill("a", TrustLevel::Verified, "[\"x\"]"),
            skill("b", TrustLevel::FirstParty, "[\"y\"]"),
            skill("c", TrustLevel::Untrusted, ""),
        ];
        let (granted, warnings) = resolve_allow_list(&skills, TrustFloor::Unreadable, Reading::Strict);
        assert_eq!(granted, AllowList::of(["y"]));
        assert_eq!(warnings, [Warning::UnreadableTrustFloor]);
    }

    #[test]
    fn with_an_unreadable_floor_the_other_declarations_still_restrict() {
        let skills = [skill("a", TrustLevel::Verified, "[\"x\"]"), skill("c", TrustLevel::Untrusted, "")];
        assert_eq!(list(&skills, "bogus"), AllowList::nothing());
        assert_eq!(list(&skills[1..], "bogus"), AllowList::Unrestricted);
    }

    #[test]
    fn the_compatible_reading_takes_what_is_broken_for_absent_and_still_warns() {
        let skills = [skill("a", TrustLevel::Verified, "{"), skill("b", TrustLevel::Untrusted, "[\"x\"]")];
        let (granted, warnings) = resolve_allow_list(&skills, TrustFloor::Unreadable, Reading::Compatible);
        assert_eq!(granted, AllowList::of(["x"]));
        assert_eq!(warnings.len(), 2);
        assert_eq!(
            resolve_allow_list(&skills[..1], TrustFloor::Unreadable, Reading::Compatible).0,
            AllowList::Unrestricted
        );
    }
}
