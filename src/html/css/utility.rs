// SPDX-License-Identifier: MIT OR Apache-2.0
//! Class names that hide by convention: those of Bootstrap, Tailwind, WordPress, Drupal and their kin.
//!
//! Decides from the names alone, for pages whose sheets are elsewhere. Where a rule of the page speaks of such a class, the
//! rule counts and the convention does not.

use crate::html::swar;

/// How a class hides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Takes out of the page.
    Display,
    /// Leaves the place empty.
    Visibility,
    /// Leaves to screen readers.
    Reader,
}

/// What is known.
const KNOWN: [(&str, Way); 37] = [
    ("hidden", Way::Display),
    ("hide", Way::Display),
    ("d-none", Way::Display),
    ("is-hidden", Way::Display),
    ("u-hidden", Way::Display),
    ("element-hidden", Way::Display),
    ("uk-hidden", Way::Display),
    ("ui-helper-hidden", Way::Display),
    ("display-none", Way::Display),
    ("invisible", Way::Visibility),
    ("is-invisible", Way::Visibility),
    ("u-invisible", Way::Visibility),
    ("uk-invisible", Way::Visibility),
    ("sr-only", Way::Reader),
    ("sr_only", Way::Reader),
    ("visually-hidden", Way::Reader),
    ("visuallyhidden", Way::Reader),
    ("screen-reader-text", Way::Reader),
    ("screen-reader-only", Way::Reader),
    ("screenreader-text", Way::Reader),
    ("screen-reader", Way::Reader),
    ("is-sr-only", Way::Reader),
    ("u-sr-only", Way::Reader),
    ("is-visually-hidden", Way::Reader),
    ("u-visually-hidden", Way::Reader),
    ("u-visuallyhidden", Way::Reader),
    ("element-invisible", Way::Reader),
    ("assistive-text", Way::Reader),
    ("ui-helper-hidden-accessible", Way::Reader),
    ("offscreen", Way::Reader),
    ("off-screen", Way::Reader),
    ("u-offscreen", Way::Reader),
    ("cdk-visually-hidden", Way::Reader),
    ("hidden-visually", Way::Reader),
    ("a11y-hidden", Way::Reader),
    ("visually-hidden-focusable", Way::Reader),
    ("sr-only-focusable", Way::Reader),
];

/// For the lower five bits of a first letter those of the second one, of all that is known.
const BEGINNINGS: [u32; 32] = {
    let mut table = [0; 32];
    let mut at = 0;
    while at < KNOWN.len() {
        let name = KNOWN[at].0.as_bytes();
        table[(name[0] % 32) as usize] |= 1 << (name[1] % 32);
        at += 1;
    }
    // An exclamation mark may stand before each.
    table[(b'!' % 32) as usize] = u32::MAX;
    table
};

/// Whether the class is one of these.
pub(super) fn is_known(class: &str) -> bool {
    way(class).is_some()
}

fn way(class: &str) -> Option<Way> {
    if !begins_as_known(class.as_bytes()) {
        return None;
    }
    let class = class.strip_prefix('!').unwrap_or(class);
    KNOWN.iter().find(|(name, _)| *name == class).map(|(_, way)| *way)
}

/// Whether a class that is known may begin here: most others are told apart by their first two letters.
fn begins_as_known(bytes: &[u8]) -> bool {
    matches!(bytes, [first, second, ..] if BEGINNINGS[usize::from(first % 32)] & 1 << (second % 32) != 0)
}

/// Whether the classes of an element hide together: one of them does, and none shows again on wide screens.
pub(super) fn hides(classes: &str) -> bool {
    const WAYS: [Way; 3] = [Way::Display, Way::Visibility, Way::Reader];
    if !one_begins_as_known(classes.as_bytes()) {
        return false;
    }
    let all = || classes.split_ascii_whitespace();
    // Each way is asked for once: the list may be long.
    let mut found = [false; WAYS.len()];
    all().filter_map(way).for_each(|way| found[way as usize] = true);
    WAYS.into_iter().any(|way| found[way as usize] && !all().any(|class| shows_again(class, way)))
}

/// Whether a class that is known may begin somewhere in the list: at its beginning, or behind a blank.
fn one_begins_as_known(classes: &[u8]) -> bool {
    let mut at = 0;
    let mut begins = begins_as_known(classes);
    while at < classes.len() && !begins {
        let mut blanks = swar::between(swar::word_or_rest(&classes[at..]), b'\t', b' ');
        while blanks != 0 {
            begins |= begins_as_known(&classes[at + swar::before(blanks) + 1..]);
            blanks &= blanks - 1;
        }
        at += 8;
    }
    begins
}

/// Whether the class undoes a way to hide from some width of the screen on.
fn shows_again(class: &str, hidden: Way) -> bool {
    const DISPLAYS: [&str; 14] = [
        "block",
        "inline",
        "inline-block",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "table",
        "table-row",
        "table-cell",
        "contents",
        "list-item",
        "flow-root",
        "inline-table",
    ];
    const WIDTHS: [&str; 8] = ["sm", "md", "lg", "xl", "xxl", "2xl", "3xl", "xs"];
    // Bootstrap: `d-md-block`.
    if let Some((width, display)) = class.strip_prefix("d-").and_then(|rest| rest.split_once('-')) {
        return hidden == Way::Display && WIDTHS.contains(&width) && DISPLAYS.contains(&display);
    }
    // Tailwind: `md:block`, `max-md:block`.
    let Some((prefix, utility)) = class.split_once(':') else { return false };
    let prefix = prefix.strip_prefix("max-").or(prefix.strip_prefix('@')).unwrap_or(prefix);
    WIDTHS.contains(&prefix)
        && match hidden {
            Way::Display => DISPLAYS.contains(&utility),
            Way::Visibility => utility == "visible",
            Way::Reader => utility == "not-sr-only",
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_look_passes_over_none() {
        for (class, _) in KNOWN {
            assert!(is_known(class) && is_known(&format!("!{class}")) && hides(&format!("x {class}")), "{class}");
        }
    }

    #[test]
    fn a_convention_hides_unless_a_width_shows_again() {
        for (classes, expected) in [
            ("sr-only", true),
            ("card d-none", true),
            ("hidden", true),
            ("!hidden", true),
            ("hidden dark:block", true),
            ("hidden hover:block", true),
            ("hidden md:not-sr-only", true),
            ("md:hidden", false),
            ("d-md-none", false),
            ("hidden md:block", false),
            ("d-none d-lg-flex", false),
            ("sr-only sm:not-sr-only", false),
            ("invisible lg:visible", false),
            ("hiddenx", false),
            ("block", false),
            ("", false),
        ] {
            assert_eq!(hides(classes), expected, "{classes}");
        }
    }
}
