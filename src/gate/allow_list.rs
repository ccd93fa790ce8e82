// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which tools a run may use by name, and how a run keeps the list of its start.
//!
//! "No restriction" and "nothing allowed" are different values, and so are "no list stored" and "a list that restricts
//! nothing is stored". Does not know which tools exist.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::setting::Setting;

/// Which names are allowed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AllowList {
    /// Every name.
    #[default]
    Unrestricted,
    /// These names alone; none of them means none. Shared, because a gate keeps the list at several stages.
    Only(Arc<Names>),
}

/// Names in first-seen order, each once.
#[derive(Debug, Clone, Default)]
pub struct Names {
    ordered: Vec<String>,
    known: HashSet<String>,
}

impl AllowList {
    /// The list that allows nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Self::Only(Arc::default())
    }

    /// The list of these names, in first-seen order.
    #[must_use]
    pub fn of<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self::Only(Arc::new(names.into_iter().collect()))
    }

    /// Whether the name is allowed. Names compare byte for byte.
    #[must_use]
    pub fn allows(&self, name: &str) -> bool {
        match self {
            Self::Unrestricted => true,
            Self::Only(names) => names.contains(name),
        }
    }

    /// The names in order; none when nothing is restricted.
    #[must_use]
    pub fn names(&self) -> Option<&[String]> {
        match self {
            Self::Unrestricted => None,
            Self::Only(names) => Some(&names.ordered),
        }
    }

    /// What both lists allow, in this list's order; in the other's when this one restricts nothing.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        match self {
            Self::Unrestricted => other.clone(),
            Self::Only(_) => self.only(|name| other.allows(name)),
        }
    }

    /// The names of this list that a condition holds for, in order; all where it holds for all, and no restriction
    /// where there is none.
    #[must_use]
    pub fn only(&self, holds: impl Fn(&str) -> bool) -> Self {
        match self {
            Self::Unrestricted => Self::Unrestricted,
            Self::Only(names) if names.ordered.iter().all(|name| holds(name)) => self.clone(),
            Self::Only(names) => Self::of(names.ordered.iter().filter(|name| holds(name)).cloned()),
        }
    }
}

impl Names {
    /// Whether the name is among them.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.known.contains(name)
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.ordered == other.ordered
    }
}

impl Eq for Names {}

impl<N: Into<String>> FromIterator<N> for Names {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        let mut all = Self::default();
        all.extend(names);
        all
    }
}

impl<N: Into<String>> Extend<N> for Names {
    fn extend<I: IntoIterator<Item = N>>(&mut self, names: I) {
        for name in names {
            let name = name.into();
            if !self.known.contains(&name) {
                self.known.insert(name.clone());
                self.ordered.push(name);
            }
        }
    }
}

/// The allow-list a run stored at its start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RunAllowList {
    /// The run has not stored one: it is starting.
    #[default]
    NotStored,
    /// The list of its start.
    Stored(AllowList),
    /// Something is stored that cannot be read.
    Unreadable,
}

/// The stored form: `{"tools":null}` for no restriction, `{"tools":["a","b"]}` for a list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredForm {
    #[serde(deserialize_with = "present_or_null")]
    tools: Option<Vec<String>>,
}

/// A field of type `Option` that may be `null` but not be missing.
fn present_or_null<'de, D: serde::Deserializer<'de>>(field: D) -> Result<Option<Vec<String>>, D::Error> {
    Option::deserialize(field)
}

impl RunAllowList {
    /// Reads what the run stored. An absent or empty field is no stored list; anything that is not the form
    /// [`stored_form`](Self::stored_form) writes is unreadable.
    #[must_use]
    pub fn read(field: Setting<'_>) -> Self {
        let text = match field {
            Setting::Absent | Setting::Text(b"") => return Self::NotStored,
            Setting::Unreadable => return Self::Unreadable,
            Setting::Text(text) => text,
        };
        match serde_json::from_slice(text) {
            Ok(StoredForm { tools: None }) => Self::Stored(AllowList::Unrestricted),
            Ok(StoredForm { tools: Some(names) }) => Self::Stored(AllowList::of(names)),
            Err(_) => Self::Unreadable,
        }
    }

    /// The list that counts now: what the run stored and the live list both allow. An unreadable one allows nothing.
    #[must_use]
    pub fn in_force(&self, live: &AllowList) -> AllowList {
        match self {
            Self::NotStored => live.clone(),
            Self::Stored(first) => first.intersect(live),
            Self::Unreadable => AllowList::nothing(),
        }
    }

    /// What the run stores now: the list of its start again, never the intersection, so that a list narrowed for a
    /// while can widen back to where the run began and no further. An unreadable one is stored as nothing.
    #[must_use]
    pub fn stored_form(&self, live: &AllowList) -> String {
        let first = match self {
            Self::NotStored => live,
            Self::Stored(first) => first,
            Self::Unreadable => &AllowList::nothing(),
        };
        let form = StoredForm { tools: first.names().map(<[String]>::to_vec) };
        serde_json::to_string(&form).expect("a struct of strings has a JSON form")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> RunAllowList {
        RunAllowList::read(Setting::of(Some(text)))
    }

    #[test]
    fn a_list_keeps_the_order_in_which_names_were_first_seen() {
        let list = AllowList::of(["b", "a", "b"]);
        assert_eq!(list.names(), Some(&["b".to_owned(), "a".to_owned()][..]));
    }

    #[test]
    fn an_empty_list_allows_nothing_and_no_list_everything() {
        assert!(!AllowList::nothing().allows("a"));
        assert!(AllowList::Unrestricted.allows("a"));
        assert_ne!(AllowList::nothing(), AllowList::Unrestricted);
    }

    #[test]
    fn names_compare_byte_for_byte_and_numbers_stay_names() {
        let list = AllowList::of(["12", "é"]);
        for other in ["012", " 12", "12.0", "e\u{301}", "É"] {
            assert!(!list.allows(other), "{other:?}");
        }
        assert!(list.allows("12"));
    }

    #[test]
    fn no_restriction_and_no_list_are_stored_apart() {
        let start = RunAllowList::NotStored;
        let unrestricted = start.stored_form(&AllowList::Unrestricted);
        assert_eq!(unrestricted, r#"{"tools":null}"#);
        assert_eq!(read(&unrestricted), RunAllowList::Stored(AllowList::Unrestricted));
        assert_eq!(RunAllowList::read(Setting::Absent), RunAllowList::NotStored);
        assert_eq!(read(""), RunAllowList::NotStored);
        let nothing = start.stored_form(&AllowList::nothing());
        assert_eq!(read(&nothing), RunAllowList::Stored(AllowList::nothing()));
    }

    #[test]
    fn every_list_survives_being_stored() {
        let list = AllowList::of(["12", "0", "-5", "é\u{0}\"\\", "日本"]);
        let stored = RunAllowList::NotStored.stored_form(&list);
        assert_eq!(read(&stored), RunAllowList::Stored(list));
    }

    #[test]
    fn a_stored_list_meets_the_live_one_and_null_imposes_nothing() {
        let stored = RunAllowList::Stored(AllowList::of(["a", "b"]));
        assert_eq!(stored.in_force(&AllowList::of(["c", "b"])), AllowList::of(["b"]));
        assert_eq!(stored.in_force(&AllowList::Unrestricted), AllowList::of(["a", "b"]));
        let free = RunAllowList::Stored(AllowList::Unrestricted);
        assert_eq!(free.in_force(&AllowList::of(["c", "b"])), AllowList::of(["c", "b"]));
        assert_eq!(RunAllowList::NotStored.in_force(&AllowList::of(["c"])), AllowList::of(["c"]));
    }

    #[test]
    fn the_first_list_is_stored_again_and_never_the_intersection() {
        let first = RunAllowList::NotStored.stored_form(&AllowList::of(["a", "b"]));
        let narrowed = read(&first);
        assert_eq!(narrowed.in_force(&AllowList::of(["b"])), AllowList::of(["b"]));
        assert_eq!(narrowed.stored_form(&AllowList::of(["b"])), first);
        assert_eq!(read(&first).in_force(&AllowList::of(["a", "b", "c"])), AllowList::of(["a", "b"]));
    }

    #[test]
    fn a_stored_list_that_cannot_be_read_allows_nothing_and_stays_so() {
        let deep = format!("{{\"tools\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        for text in [" ", "null", "[]", "{}", r#"["a"]"#, r#"{"tools":"a"}"#, r#"{"tools":[1]}"#, "{", &deep] {
            assert_eq!(read(text), RunAllowList::Unreadable, "{text:.20}");
        }
        let lost = RunAllowList::read(Setting::Unreadable);
        assert_eq!(lost.in_force(&AllowList::Unrestricted), AllowList::nothing());
        assert_eq!(lost.stored_form(&AllowList::Unrestricted), r#"{"tools":[]}"#);
    }
}
