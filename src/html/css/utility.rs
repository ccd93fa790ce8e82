// SPDX-License-Identifier: MIT OR Apache-2.0
//! Class names that hide by convention: those of Bootstrap, Tailwind, WordPress, Drupal and their kin.
//!
//! Decides from the names alone, for pages whose sheets are elsewhere. Where a rule of the page speaks of such a class, the
//! rule counts and the convention does not.

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

/// Whether the class is one of these.
pub(super) fn is_known(class: &str) -> bool {
    way(class).is_some()
}

fn way(class: &str) -> Option<Way> {
    // Most classes are none of these: their first and last letter tell.
    let [first, .., last] = class.as_bytes() else { return None };
    if class.len() > 28 || !b"!acdehiosuv".contains(first) || !b"enrty".contains(last) {
        return None;
    }
    Some(match class.strip_prefix('!').unwrap_or(class) {
        "hidden" | "hide" | "d-none" | "is-hidden" | "u-hidden" | "element-hidden" | "uk-hidden"
        | "ui-helper-hidden" | "display-none" => Way::Display,
        "invisible" | "is-invisible" | "u-invisible" | "uk-invisible" => Way::Visibility,
        "sr-only"
        | "sr_only"
        | "visually-hidden"
        | "visuallyhidden"
        | "screen-reader-text"
        | "screen-reader-only"
        | "screenreader-text"
        | "screen-reader"
        | "is-sr-only"
        | "u-sr-only"
        | "is-visually-hidden"
        | "u-visually-hidden"
        | "u-visuallyhidden"
        | "element-invisible"
        | "assistive-text"
        | "ui-helper-hidden-accessible"
        | "offscreen"
        | "off-screen"
        | "u-offscreen"
        | "cdk-visually-hidden"
        | "hidden-visually"
        | "a11y-hidden"
        | "visually-hidden-focusable"
        | "sr-only-focusable" => Way::Reader,
        _ => return None,
    })
}

/// Whether the classes hide together: one of them does, and none shows again on wide screens.
pub(super) fn hides<'c>(classes: impl Iterator<Item = &'c str> + Clone) -> bool {
    classes.clone().filter_map(way).any(|way| !classes.clone().any(|class| shows_again(class, way)))
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
        for class in
            ["hide", "!hidden", "d-none", "sr_only", "invisible", "screen-reader", "assistive-text", "off-screen"]
        {
            assert!(is_known(class), "{class}");
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
            assert_eq!(hides(classes.split_ascii_whitespace()), expected, "{classes}");
        }
    }
}
