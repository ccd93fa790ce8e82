// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which selectors browsers take (Selectors 4, section 18).
//!
//! Decides nothing about what they match. A browser drops a whole list for one selector it does not know: what is in doubt
//! is not taken here, so that the rest of its list hides and never shows.

use super::{
    name::{behind_gap, name_end},
    reader::{comment_end, string_end},
};

/// Classes without an argument.
const CLASSES: [&str; 38] = [
    "active",
    "any-link",
    "autofill",
    "checked",
    "default",
    "defined",
    "disabled",
    "empty",
    "enabled",
    "first-child",
    "first-of-type",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "host",
    "hover",
    "in-range",
    "indeterminate",
    "invalid",
    "last-child",
    "last-of-type",
    "link",
    "modal",
    "only-child",
    "only-of-type",
    "open",
    "optional",
    "out-of-range",
    "placeholder-shown",
    "read-only",
    "read-write",
    "required",
    "root",
    "scope",
    "target",
    "valid",
    "visited",
];
/// Elements without an argument; the first four take a single colon, too.
const ELEMENTS: [&str; 10] = [
    "before",
    "after",
    "first-line",
    "first-letter",
    "backdrop",
    "cue",
    "file-selector-button",
    "marker",
    "placeholder",
    "selection",
];
const OLDEST_ELEMENTS: usize = 4;
/// How deep lists may stand within each other.
const DEEPEST: u32 = 8;

/// What was read last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// Nothing of a selector.
    Begin,
    /// A combinator.
    Combinator,
    /// White space behind a compound.
    Gap,
    /// A part of a compound.
    Compound,
    /// A pseudo-element, and whether a pointer may be over it.
    Element { pointed: bool },
    /// White space behind one.
    Last,
}

/// Whether all browsers take the selector, which is one of a rule `nested` in another one or not.
pub(super) fn is_plausible(selector: &str, nested: bool) -> bool {
    let check = Check { rest: selector, behind: Behind::Begin, lists: 0, relative: u32::from(nested) };
    check.run().is_some()
}

/// A selector being read from its left to its right.
struct Check<'t> {
    rest: &'t str,
    behind: Behind,
    /// How many lists of selectors are open, such as that of `:not(`.
    lists: u32,
    /// For each of them, and in the lowest place the outermost, whether its selectors may begin with a combinator.
    relative: u32,
}

impl Check<'_> {
    fn run(mut self) -> Option<()> {
        while let Some(first) = self.rest.bytes().next() {
            // Only what begins with one byte is looked at behind it.
            let rest = self.rest.get(1..).unwrap_or_default();
            let opens = matches!(self.behind, Behind::Begin | Behind::Combinator | Behind::Gap);
            let in_compound = opens || self.behind == Behind::Compound;
            let ends = matches!(self.behind, Behind::Gap | Behind::Compound);
            (self.rest, self.behind) = match first {
                b'/' if rest.starts_with('*') => (&self.rest[comment_end(self.rest.as_bytes(), 2)..], self.behind),
                blank if blank.is_ascii_whitespace() => (rest, behind_blank(self.behind)),
                b'>' | b'+' | b'~'
                    if ends || (self.behind == Behind::Begin && self.relative & 1 << self.lists != 0) =>
                {
                    (rest, Behind::Combinator)
                }
                b',' if ends && self.lists > 0 => (rest, Behind::Begin),
                b')' if ends && self.lists > 0 => {
                    self.lists -= 1;
                    (rest, Behind::Compound)
                }
                b'&' if in_compound => (rest, Behind::Compound),
                b'.' | b'#' if in_compound => (&rest[name_end(rest)?..], Behind::Compound),
                b'[' if in_compound => (attribute(rest)?, Behind::Compound),
                b':' => self.pseudo(rest)?,
                b'*' if opens => (rest, Behind::Compound),
                _ if opens => (&self.rest[name_end(self.rest)?..], Behind::Compound),
                _ => return None,
            };
        }
        let is_whole = !matches!(self.behind, Behind::Begin | Behind::Combinator);
        (self.lists == 0 && is_whole).then_some(())
    }
}

fn behind_blank(behind: Behind) -> Behind {
    match behind {
        Behind::Compound => Behind::Gap,
        Behind::Element { .. } => Behind::Last,
        behind => behind,
    }
}

impl<'t> Check<'t> {
    /// Reads what follows a colon.
    fn pseudo(&mut self, text: &'t str) -> Option<(&'t str, Behind)> {
        let (is_double, text) = match text.strip_prefix(':') {
            Some(behind) => (true, behind),
            None => (false, text),
        };
        let (name, behind) = text.split_at(name_end(text)?);
        let is_one_of = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        if let Behind::Element { pointed } = self.behind {
            let points = pointed && !is_double && !behind.starts_with('(');
            return (points && is_one_of(&["hover", "active", "focus"])).then_some((behind, self.behind));
        }
        if self.behind == Behind::Last {
            return None;
        }
        if is_double || is_one_of(&ELEMENTS[..OLDEST_ELEMENTS]) {
            let is_prefixed = name.get(..8).is_some_and(|prefix| prefix.eq_ignore_ascii_case("-webkit-"));
            let is_known = is_prefixed || is_one_of(&ELEMENTS);
            let pointed = is_prefixed || is_one_of(&["file-selector-button"]);
            let is_last = self.lists == 0 && !behind.starts_with('(');
            return (is_known && is_last).then_some((behind, Behind::Element { pointed }));
        }
        let Some(argument) = behind.strip_prefix('(') else {
            return is_one_of(&CLASSES).then_some((behind, Behind::Compound));
        };
        if is_one_of(&["not", "is", "where", "has"]) {
            return self.list(is_one_of(&["has"])).then_some((argument, Behind::Begin));
        }
        let (argument, behind) = argument.split_once(')')?;
        let argument = argument.trim_ascii();
        let takes = match () {
            _ if is_one_of(&["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"]) => is_nth(argument),
            _ if is_one_of(&["lang"]) => name_end(argument) == Some(argument.len()),
            _ if is_one_of(&["dir"]) => ["ltr", "rtl"].iter().any(|known| known.eq_ignore_ascii_case(argument)),
            _ => false,
        };
        takes.then_some((behind, Behind::Compound))
    }

    /// Begins a list of selectors; false when there cannot be one here.
    fn list(&mut self, relative: bool) -> bool {
        // What has something must not be within what has something.
        let in_relative = self.relative & !1 & ((2 << self.lists) - 1) != 0;
        self.lists += 1;
        let bit = 1 << self.lists.min(DEEPEST);
        self.relative = if relative { self.relative | bit } else { self.relative & !bit };
        self.lists <= DEEPEST && !(relative && in_relative)
    }
}

/// Reads an attribute selector whose `[` was read: what follows it.
fn attribute(text: &str) -> Option<&str> {
    let text = behind_gap(text);
    let text = behind_gap(&text[name_end(text)?..]);
    if let Some(behind) = text.strip_prefix(']') {
        return Some(behind);
    }
    let value = behind_gap(text.strip_prefix(['~', '|', '^', '$', '*']).unwrap_or(text).strip_prefix('=')?);
    let end = match value.as_bytes().first()? {
        quote @ (b'"' | b'\'') => {
            let end = string_end(value.as_bytes(), 1, *quote);
            // It may be broken by the end of its line.
            value.get(1..end)?.ends_with(char::from(*quote)).then_some(end)?
        }
        _ => name_end(value)?,
    };
    let flag = behind_gap(&value[end..]);
    behind_gap(flag.strip_prefix(['i', 'I']).unwrap_or(flag)).strip_prefix(']')
}

/// Whether the text is `odd`, `even`, a number, or a step with an offset (CSS Syntax 3, section 6).
fn is_nth(text: &str) -> bool {
    if text.eq_ignore_ascii_case("odd") || text.eq_ignore_ascii_case("even") {
        return true;
    }
    let behind_digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = behind_digits(text);
    let Some(offset) = text[digits..].strip_prefix(['n', 'N']) else { return digits > 0 && digits == text.len() };
    let offset = offset.trim_ascii_start();
    offset.is_empty()
        || offset.strip_prefix(['+', '-']).map(str::trim_ascii_start).is_some_and(|number| {
            let digits = behind_digits(number);
            digits > 0 && digits == number.len()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_browser_takes_is_plausible() {
        for selector in [
            ".a",
            "a#b.c",
            " a  >  b + c ~ d e ",
            "*",
            "*.a *",
            "&",
            "a&.b &",
            "/*,*/a/*>*//**/ b/**/",
            "[href]",
            "[ href $= '.pdf' i ]",
            "a[b=c][d~=\"e,]\"][f|=g I]",
            "a:hover::before",
            "a:BEFORE",
            "::-webkit-scrollbar-thumb:hover",
            "::selection",
            ":not(.a, b > c)",
            ":is(a, :not(b:hover) c)",
            ":where(.q)",
            ":has(> a, + b):not(c)",
            ":nth-child(2n + 1)",
            ":nth-last-of-type( -n+3 ):nth-child(odd):nth-child(-2)",
            ":lang(en):dir(rtl)",
            ".w-\\[50\\%\\]",
            ".\\31 0.-a.--b.\\--c",
            "é",
        ] {
            assert!(is_plausible(selector, false), "{selector}");
        }
        assert!(is_plausible("> a", true) && is_plausible("~a+b", true));
    }

    #[test]
    fn what_some_browser_drops_is_not() {
        for selector in [
            "",
            " ",
            "/**/",
            ".",
            ".1",
            "#-1",
            ".-",
            ".-.a",
            "1a",
            "a..b",
            ". a",
            "a > > b",
            "a++b",
            "~a",
            "a >",
            "a*",
            "*a",
            "&div",
            "a|b",
            "a/**/b",
            "a{",
            "a;",
            "a\\\n",
            "a\\",
            "[=]",
            "[]",
            "[a=]",
            "[a=1]",
            "[a==b]",
            "[a=b",
            "[a='b\n']",
            "[a='b]",
            "[a=b x]",
            ":",
            "::",
            ": hover",
            ":unheard",
            ":-moz-thing",
            "::-moz-thing",
            ":first",
            ":hover()",
            ":nth-child",
            ":nth-child()",
            ":nth-child(2n 1)",
            ":nth-child(+ 1)",
            ":nth-child(n+)",
            ":not",
            ":not()",
            ":not(a,)",
            ":not(,a)",
            ":not(> a)",
            ":not(a",
            ":not(::before)",
            ":has(:is(:has(a)))",
            ":not(:unheard)",
            ":matches(a)",
            ":-webkit-any(a)",
            "a)",
            "a::before b",
            "a::before.c",
            "a::before:hover",
            "a::before::after",
            "a::unheard",
            ":is(:is(:is(:is(:is(:is(:is(:is(:is(a)))))))))",
        ] {
            assert!(!is_plausible(selector, false), "{selector}");
        }
    }
}
