// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether browsers read a page in quirks mode (HTML Standard, 13.2.6.4.1), where classes and ids match in any case and
//! a `table` stands inside the `p` before it.
//!
//! Decides from what stands before the first tag. Limited-quirks mode, which lays out otherwise, is none.

use super::scanner::Scanner;

/// Whether the page is in quirks mode.
pub(super) fn are_on(source: &str) -> bool {
    let source = source.strip_prefix('\u{FEFF}').unwrap_or(source);
    let Some(doctype) = Scanner::new(source).doctype() else { return true };
    asks_for_them(&doctype.to_ascii_lowercase()).unwrap_or(true)
}

/// Whether a `<!doctype …>` asks for quirks mode; `None` when it is so broken that browsers take it for one that does
/// ("force-quirks", 13.2.5.53 and following).
fn asks_for_them(doctype: &str) -> Option<bool> {
    let rest = doctype.trim_ascii_start().strip_prefix("html")?;
    let rest = match rest.as_bytes() {
        [] => return Some(false),
        [blank, ..] if blank.is_ascii_whitespace() => rest.trim_ascii_start(),
        _ => return None,
    };
    if rest.is_empty() {
        return Some(false);
    }
    match rest.strip_prefix("public") {
        Some(ids) => {
            let (public, behind) = identifier(ids)?;
            let (system, _) = identifier(behind)?;
            Some(is_quirky(public?, system))
        }
        None => {
            let (system, _) = identifier(rest.strip_prefix("system")?)?;
            Some(system? == IBM)
        }
    }
}

/// An identifier in quotes, when there is one, and what stands behind it. `None` where something else stands.
fn identifier(text: &str) -> Option<(Option<&str>, &str)> {
    let text = text.trim_ascii_start();
    match text.chars().next() {
        None => Some((None, text)),
        Some(quote @ ('"' | '\'')) => text[1..].split_once(quote).map(|(id, behind)| (Some(id), behind)),
        Some(_) => None,
    }
}

const IBM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

fn is_quirky(public: &str, system: Option<&str>) -> bool {
    const WHOLE: [&str; 3] = ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];
    const BEGINNINGS: [&str; 20] = [
        "+//silmaril//",
        "-//as//",
        "-//advasoft ltd//",
        "-//ietf//",
        "-//metrius//",
        "-//microsoft//",
        "-//netscape comm",
        "-//o'reilly",
        "-//sq//",
        "-//softquad",
        "-//spyglass//",
        "-//sun micro",
        "-//w3c//dtd html 3",
        "-//w3c//dtd html 4.0 frameset//",
        "-//w3c//dtd html 4.0 transitional//",
        "-//w3c//dtd html experimental",
        "-//w3c//dtd w3 html",
        "-//w3o//",
        "-//webtechs//",
        "-//w3c//dtd html 2",
    ];
    const WITHOUT_SYSTEM: [&str; 2] = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];
    let begins = |list: &[&str]| list.iter().any(|beginning| public.starts_with(beginning));
    WHOLE.contains(&public)
        || begins(&BEGINNINGS)
        || (system.is_none() && begins(&WITHOUT_SYSTEM))
        || system.is_some_and(|system| system == IBM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_a_modern_doctype_is_in_quirks_mode() {
        for (source, expected) in [
            ("<!doctype html>", false),
            ("\u{FEFF}\n<!-- x --><!DOCTYPE HTML ><p>", false),
            ("<?xml version='1.0'?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\">", false),
            (
                "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">",
                false,
            ),
            ("<!DOCTYPE html SYSTEM 'about:legacy-compat'>", false),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", true),
            ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'>", true),
            ("<!doctype htmlx>", true),
            ("<!doctype html x>", true),
            ("<!doctype html public>", true),
            ("<!doctype html system>", true),
            ("<!doctype html public '-//W3C//DTD XHTML 1.0 Transitional//EN' x>", true),
            ("<!doctype html public '-//W3C//DTD XHTML 1.0 Transitional//EN>", true),
            ("<!doctype html system 'x' y>", false),
            // What stands before it ends where the tokeniser ends it.
            ("<!x></ x></><?x><!--><!---><!-- x --!>\n<!doctype html>", false),
            ("<!-- x --!><p><!-- --><!doctype html>", true),
            ("x<!doctype html>", true),
            ("<!doctype>", true),
            ("<p><!doctype html>", true),
            ("", true),
        ] {
            assert_eq!(are_on(source), expected, "{source}");
        }
    }
}
