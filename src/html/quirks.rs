// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether browsers read a page in quirks mode (HTML Standard, 13.2.6.4.1), where classes and ids match in any case.
//!
//! Decides from what stands before the first tag. It never changes how tags are read: nothing of that matters here.

/// Whether the page is in quirks mode.
pub(super) fn are_on(source: &str) -> bool {
    let Some(doctype) = doctype(source) else { return true };
    let lower = doctype.to_ascii_lowercase();
    let Some(rest) = lower.trim_ascii_start().strip_prefix("html") else { return true };
    let rest = match rest.as_bytes() {
        [] => return false,
        [blank, ..] if blank.is_ascii_whitespace() => rest.trim_ascii_start(),
        _ => return true,
    };
    match rest.strip_prefix("public").or_else(|| rest.strip_prefix("system")) {
        None => !rest.is_empty(),
        Some(ids) => {
            let (first, behind) = quoted(ids);
            match rest.starts_with("public") {
                true => is_quirky(first, quoted(behind).0),
                false => first.is_none_or(|system| system == IBM),
            }
        }
    }
}

/// What stands in `<!doctype …>`, when it comes before everything but blanks and comments.
fn doctype(source: &str) -> Option<&str> {
    let mut rest = source.trim_start_matches('\u{FEFF}').trim_ascii_start();
    while rest.starts_with("<!--") || rest.starts_with("<?") {
        let end = if rest.starts_with("<?") { ">" } else { "-->" };
        rest = rest.split_once(end)?.1.trim_ascii_start();
    }
    let name = rest.get(..9).filter(|start| start.eq_ignore_ascii_case("<!doctype"))?;
    rest[name.len()..].split_once('>').map(|(doctype, _)| doctype)
}

fn quoted(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_ascii_start();
    let Some(quote) = text.chars().next().filter(|character| matches!(character, '"' | '\'')) else {
        return (None, text);
    };
    match text[1..].split_once(quote) {
        Some((id, behind)) => (Some(id), behind),
        None => (Some(&text[1..]), ""),
    }
}

const IBM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

fn is_quirky(public: Option<&str>, system: Option<&str>) -> bool {
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
    let Some(public) = public else { return true };
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
            ("<!doctype>", true),
            ("<p><!doctype html>", true),
            ("", true),
        ] {
            assert_eq!(are_on(source), expected, "{source}");
        }
    }
}
