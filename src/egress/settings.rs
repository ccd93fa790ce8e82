// SPDX-License-Identifier: MIT OR Apache-2.0
//! The operator's settings of the fetch, with the difference between an empty list and an unreadable one kept.
//!
//! An unreadable list refuses every fetch and turns both switches off: what cannot be read is never read as "no
//! opinion". Where the settings are stored is not known here.

use std::fmt;

use super::host_list::{HostList, ListProblem};

/// The settings of the fetch.
#[derive(Debug, Clone)]
pub struct FetchSettings {
    allowed: Result<HostList, Vec<ListProblem>>,
    denied: Result<HostList, Vec<ListProblem>>,
    skip_approval_with_allowlist: bool,
    allow_via_proxy: bool,
    lost: bool,
}

impl FetchSettings {
    /// Reads the two lists as they are stored, comma-separated bytes. Never fails: an unreadable list is remembered.
    #[must_use]
    pub fn new(allowed: &[u8], denied: &[u8], skip_approval_with_allowlist: bool, allow_via_proxy: bool) -> Self {
        Self {
            allowed: HostList::parse(allowed),
            denied: HostList::parse(denied),
            skip_approval_with_allowlist,
            allow_via_proxy,
            lost: false,
        }
    }

    /// Settings that could not be read at all: both lists refuse everything, both switches are off.
    #[must_use]
    pub fn unreadable() -> Self {
        Self {
            allowed: Err(Vec::new()),
            denied: Err(Vec::new()),
            skip_approval_with_allowlist: false,
            allow_via_proxy: false,
            lost: true,
        }
    }

    /// Everything that cannot be read: the entry, its list and why. Empty when both lists are readable.
    #[must_use]
    pub fn problems(&self) -> Vec<SettingsProblem> {
        if self.lost {
            return vec![SettingsProblem::Lost];
        }
        let of = |list: ListName, problems: &Result<HostList, Vec<ListProblem>>| {
            let problems = problems.as_ref().err().cloned().unwrap_or_default();
            problems.into_iter().map(move |problem| SettingsProblem::Entry { list, problem })
        };
        of(ListName::Allowed, &self.allowed).chain(of(ListName::Denied, &self.denied)).collect()
    }

    /// Whether both lists can be read.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.allowed.is_ok() && self.denied.is_ok()
    }

    /// Whether a person has to approve each call: always, unless the operator waived it and the allowlist has entries.
    #[must_use]
    pub fn approval_required(&self) -> bool {
        !(self.skip_approval_with_allowlist && self.has_allowlist())
    }

    /// Whether a request may go through an HTTP proxy: only if permitted while the allowlist has entries.
    #[must_use]
    pub fn proxy_permitted(&self) -> bool {
        self.allow_via_proxy && self.has_allowlist()
    }

    /// The settings that cannot be read, by name.
    pub(super) fn unreadable_lists(&self) -> impl Iterator<Item = ListName> {
        let allowed = self.allowed.is_err().then_some(ListName::Allowed);
        allowed.into_iter().chain(self.denied.is_err().then_some(ListName::Denied))
    }

    /// The two lists (allowed, denied) when both can be read.
    #[must_use]
    pub fn lists(&self) -> Option<(&HostList, &HostList)> {
        self.allowed.as_ref().ok().zip(self.denied.as_ref().ok())
    }

    fn has_allowlist(&self) -> bool {
        self.allowed.as_ref().is_ok_and(|list| !list.is_empty())
    }
}

/// One of the two host lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListName {
    /// The allowlist.
    Allowed,
    /// The denylist.
    Denied,
}

impl ListName {
    /// The name of the setting: `allowedHosts` or `deniedHosts`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allowed => "allowedHosts",
            Self::Denied => "deniedHosts",
        }
    }
}

/// Something in the settings that cannot be read. `Display` is a sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingsProblem {
    /// The settings could not be read at all.
    Lost,
    /// An entry of a list.
    Entry {
        /// The list.
        list: ListName,
        /// The entry and why it cannot be read.
        problem: ListProblem,
    },
}

impl fmt::Display for SettingsProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost => f.write_str("the settings cannot be read"),
            Self::Entry { list, problem } => {
                write!(f, "{}: the entry \"{}\" cannot be read: {}", list.as_str(), problem.entry, problem.error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unreadable_list_is_not_an_empty_one() {
        let settings = FetchSettings::new(b"https://example.org", b"", true, true);
        assert!(!settings.is_readable());
        assert!(settings.lists().is_none());
        assert!(FetchSettings::new(b"", b"", true, true).is_readable());
    }

    #[test]
    fn approval_is_waived_only_while_a_readable_allowlist_has_entries() {
        let required = |allowed: &[u8], waived| FetchSettings::new(allowed, b"", waived, false).approval_required();
        assert!(!required(b"example.org", true));
        assert!(required(b"example.org", false));
        assert!(required(b"", true));
        assert!(required(b" , ", true));
        assert!(required(b"example.org, *", true));
    }

    #[test]
    fn a_proxy_is_permitted_only_while_a_readable_allowlist_has_entries() {
        let permitted = |allowed: &[u8], switch| FetchSettings::new(allowed, b"", false, switch).proxy_permitted();
        assert!(permitted(b"example.org", true));
        assert!(!permitted(b"example.org", false));
        assert!(!permitted(b"", true));
        assert!(!permitted(b"example.org, *", true));
    }

    #[test]
    fn settings_that_cannot_be_read_at_all_switch_everything_off() {
        let settings = FetchSettings::unreadable();
        assert!(!settings.is_readable());
        assert!(settings.approval_required());
        assert!(!settings.proxy_permitted());
        assert_eq!(settings.problems(), [SettingsProblem::Lost]);
    }

    #[test]
    fn every_entry_that_cannot_be_read_is_named_with_its_list_and_the_reason() {
        let settings = FetchSettings::new(b"example.org, *, a.example:0", b"https://b.example", false, false);
        let problems: Vec<_> = settings.problems().iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 3);
        assert!(problems[0].starts_with("allowedHosts: the entry \"*\" cannot be read: a *"), "{}", problems[0]);
        assert!(
            problems[1].starts_with("allowedHosts: the entry \"a.example:0\" cannot be read: the port"),
            "{}",
            problems[1]
        );
        assert!(
            problems[2].starts_with("deniedHosts: the entry \"https://b.example\" cannot be read: an entry is a host"),
            "{}",
            problems[2]
        );
        assert!(FetchSettings::new(b"example.org", b"", false, false).problems().is_empty());
    }

    #[test]
    fn bytes_that_are_no_text_make_a_list_unreadable() {
        let settings = FetchSettings::new(b"", b"example.org, \xff.example", false, false);
        assert!(!settings.is_readable());
        assert!(settings.problems()[0].to_string().contains("it is not UTF-8"));
    }
}
