// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tokeniser (HTML Standard 13.2.5): one pass over the source, no tree, no recursion, nothing looked at twice.
//!
//! Decides where tags, comments and raw text begin and end, with the error recovery browsers have. It never knows what
//! an element means; its caller says which elements hold raw text.

use memchr::{memchr, memchr_iter, memchr2, memmem};

use super::{
    attribute::Attributes,
    bytes::{ByteSet, set},
};

/// How many attributes of one tag are looked at; a tag with more is marked as overflowed.
const ATTRIBUTES_PER_TAG: usize = 256;

/// What the scanner found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Text whose character references are not decoded yet.
    Text(&'a str),
    /// The content of a CDATA section, where `&` stands for itself.
    Literal(&'a str),
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag and its name.
    End(&'a str),
}

/// A start tag; its attributes are in the [`Attributes`] that were lent to the scanner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// The name as written.
    pub(super) name: &'a str,
    /// Everything between the name and the closing `>`.
    pub(super) source: &'a str,
    /// Whether it ends in `/>`, which means something in SVG and MathML only.
    pub(super) self_closing: bool,
}

/// A position in a source that only moves forward.
pub(super) struct Scanner<'a> {
    source: &'a str,
    at: usize,
    limit: usize,
    /// Whether `<![CDATA[` opens a section here: only within SVG and MathML.
    pub(super) sections: bool,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of `source`.
    pub(super) fn new(source: &'a str) -> Self {
        Scanner { source, at: 0, limit: source.len(), sections: false }
    }

    /// The next token, or `None` at the end of the source or of the part that [`Scanner::confine`] set.
    ///
    /// A tag or comment that the end cuts is nothing, as in browsers.
    pub(super) fn next(&mut self, attributes: &mut Attributes<'a>) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            if *rest.first()? != b'<' {
                return Some(Token::Text(self.take(memchr(b'<', rest).unwrap_or(rest.len()))));
            }
            match rest.get(1) {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    return self.tag(attributes).map(Token::Start);
                }
                Some(b'/') => match rest.get(2) {
                    Some(letter) if letter.is_ascii_alphabetic() => {
                        self.at += 2;
                        return self.tag(attributes).map(|tag| Token::End(tag.name));
                    }
                    Some(_) => self.skip_past(b'>'),
                    None => return Some(Token::Text(self.take(2))),
                },
                Some(b'!') if rest.starts_with(b"<!--") => self.comment(),
                Some(b'!') if self.sections && rest.starts_with(b"<![CDATA[") => {
                    self.at += "<![CDATA[".len();
                    let end = memmem::find(self.rest(), b"]]>");
                    let content = self.take(end.unwrap_or(self.limit - self.at));
                    self.at = self.limit.min(self.at + "]]>".len());
                    return Some(Token::Literal(content));
                }
                Some(b'!' | b'?') => self.skip_past(b'>'),
                _ => return Some(Token::Text(self.take(text_behind_sign(rest)))),
            }
        }
    }

    /// Goes on to the next start tag whose name begins so, wherever it stands; false when there is none.
    pub(super) fn skip_to_tag(&mut self, name: &[u8]) -> bool {
        self.limit = self.source.len();
        let rest = &self.source.as_bytes()[self.at..];
        let begins =
            |at: &usize| rest.get(at + 1..at + 1 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
        let found = memchr_iter(b'<', rest).find(begins);
        self.at += found.unwrap_or(rest.len());
        found.is_some()
    }

    /// What stands in the `<!doctype …>`, when it comes before everything but blanks and comments.
    pub(super) fn doctype(&mut self) -> Option<&'a str> {
        const OPENING: usize = "<!doctype".len();
        loop {
            self.at = behind(&self.source.as_bytes()[..self.limit], self.at, &BLANKS);
            let rest = self.rest();
            match rest {
                _ if rest.starts_with(b"<!--") => self.comment(),
                _ if rest.get(..OPENING).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype")) => {
                    self.at += OPENING;
                    return memchr(b'>', self.rest()).map(|length| self.take(length));
                }
                [b'<', b'!' | b'?', ..] => self.skip_past(b'>'),
                [b'<', b'/', next, ..] if !next.is_ascii_alphabetic() => self.skip_past(b'>'),
                _ => return None,
            }
        }
    }

    /// The raw content of an element that was just opened, up to its end tag, which is passed too.
    pub(super) fn raw_text(&mut self, name: &str, scratch: &mut Attributes<'a>) -> &'a str {
        let content = self.take(self.end_tag(name).unwrap_or(self.limit - self.at));
        self.pass_end_tag(scratch);
        content
    }

    /// Passes the content of a script, whose `<!-- <script>` hides an end tag (13.2.5.20 and following), and answers it.
    pub(super) fn script(&mut self, scratch: &mut Attributes<'a>) -> &'a str {
        let rest = self.rest();
        let (mut end, mut may_escape) = (rest.len(), false);
        for at in memchr_iter(b'<', rest) {
            if names(&rest[at..], b"</", "script") {
                end = at;
                break;
            }
            may_escape |= rest[at..].starts_with(b"<!--");
        }
        if !may_escape {
            let content = self.take(end);
            self.pass_end_tag(scratch);
            return content;
        }
        let (mut at, mut escaped, mut doubly) = (0, false, false);
        while let Some(found) = memchr2(b'<', b'-', &rest[at..]) {
            at += found;
            let here = &rest[at..];
            if here.starts_with(b"-->") {
                (escaped, doubly) = (false, false);
                at += 3;
            } else if !escaped && here.starts_with(b"<!--") {
                escaped = true;
                // The two dashes may be those of the closing `-->` already.
                at += 2;
            } else if names(here, b"</", "script") {
                if !doubly {
                    break;
                }
                doubly = false;
                at += "</script".len();
            } else if escaped && names(here, b"<", "script") {
                doubly = true;
                at += "<script".len();
            } else {
                at += 1;
            }
        }
        let stopped_at_end_tag = names(&rest[at.min(rest.len())..], b"</", "script") && !doubly;
        let content = self.take(if stopped_at_end_tag { at } else { rest.len() });
        self.pass_end_tag(scratch);
        content
    }

    /// Everything to the end of the source, as `plaintext` has it.
    pub(super) fn remainder(&mut self) -> &'a str {
        self.take(self.limit - self.at)
    }

    /// Ends the scan before the end tag of the element `name` that was just opened, wherever that end tag stands.
    ///
    /// A browser that runs scripts reads `noscript` as raw text: nothing within can reach beyond its end tag.
    pub(super) fn confine(&mut self, name: &str) {
        if let Some(end) = self.end_tag(name) {
            self.limit = self.at + end;
        }
    }

    /// Goes on behind the confined part; false when there was none.
    pub(super) fn release(&mut self) -> bool {
        let confined = self.limit < self.source.len();
        self.at = self.limit;
        self.limit = self.source.len();
        confined
    }

    fn rest(&self) -> &'a [u8] {
        &self.source.as_bytes()[self.at..self.limit]
    }

    fn take(&mut self, length: usize) -> &'a str {
        let start = self.at;
        self.at = self.limit.min(start + length);
        &self.source[start..self.at]
    }

    fn skip_past(&mut self, byte: u8) {
        self.at = memchr(byte, self.rest()).map_or(self.limit, |found| self.at + found + 1);
    }

    /// `<!-->` and `<!--->` are whole comments; any other ends at `-->` or `--!>`.
    fn comment(&mut self) {
        let body = &self.rest()[4..];
        let short = [&b">"[..], b"->"].into_iter().find(|end| body.starts_with(end)).map(<[u8]>::len);
        let mut passed = 0;
        let length = short.or_else(|| {
            memmem::find_iter(body, b"--").find_map(|dashes| {
                // A row of dashes is walked once, however long.
                if dashes < passed {
                    return None;
                }
                passed = dashes + body[dashes..].iter().take_while(|byte| **byte == b'-').count();
                match body[passed..] {
                    [b'>', ..] => Some(passed + 1),
                    [b'!', b'>', ..] => Some(passed + 2),
                    _ => None,
                }
            })
        });
        self.at = length.map_or(self.limit, |length| self.at + 4 + length);
    }

    /// Reads a tag from its name on. `None` when the source ends within it.
    fn tag(&mut self, attributes: &mut Attributes<'a>) -> Option<Tag<'a>> {
        attributes.clear();
        let bytes = &self.source.as_bytes()[..self.limit];
        let start = self.at;
        let name_end = until(bytes, start, &ENDS_NAME);
        let (mut at, mut seen) = (name_end, 0);
        // The source ends here, unless something else is found.
        self.at = self.limit;
        loop {
            let gap = at;
            at = behind(bytes, at, &BETWEEN_ATTRIBUTES);
            if *bytes.get(at)? == b'>' {
                self.at = at + 1;
                let (name, source) = (&self.source[start..name_end], &self.source[name_end..at]);
                return Some(Tag { name, source, self_closing: at > gap && bytes[at - 1] == b'/' });
            }
            // A leading `=` belongs to the name.
            let name = at..until(bytes, at + 1, &ENDS_ATTRIBUTE);
            let value = value_behind(bytes, name.end)?;
            at = value.behind;
            seen += 1;
            match seen <= ATTRIBUTES_PER_TAG {
                true => attributes.add(&bytes[name], || &self.source[value.start..value.end]),
                false => attributes.overflow(),
            }
        }
    }

    /// Where the end tag `name` begins, in bytes from the current position.
    fn end_tag(&self, name: &str) -> Option<usize> {
        let rest = self.rest();
        memchr_iter(b'<', rest).find(|at| names(&rest[*at..], b"</", name))
    }

    fn pass_end_tag(&mut self, scratch: &mut Attributes<'a>) {
        if self.rest().starts_with(b"</") {
            self.at += 2;
            self.tag(scratch);
        }
    }
}

/// The value of an attribute, and where what follows begins.
struct Value {
    start: usize,
    end: usize,
    behind: usize,
}

/// The value behind the name of an attribute that ends at `at`. `None` when the source ends within it.
fn value_behind(bytes: &[u8], at: usize) -> Option<Value> {
    let sign = behind(bytes, at, &BLANKS);
    if bytes.get(sign) != Some(&b'=') {
        return Some(Value { start: at, end: at, behind: at });
    }
    let start = behind(bytes, sign + 1, &BLANKS);
    match *bytes.get(start)? {
        b'>' => Some(Value { start, end: start, behind: start }),
        quote @ (b'"' | b'\'') => {
            let start = start + 1;
            let end = start + memchr(quote, &bytes[start..])?;
            Some(Value { start, end, behind: end + 1 })
        }
        _ => {
            let end = until(bytes, start, &ENDS_VALUE);
            Some(Value { start, end, behind: end })
        }
    }
}

/// Where the first byte of `ends` stands, from `at` on.
fn until(bytes: &[u8], mut at: usize, ends: &ByteSet) -> usize {
    while bytes.get(at).is_some_and(|byte| !ends[usize::from(*byte)]) {
        at += 1;
    }
    at
}

/// Where the first byte stands that is none of `passed`, from `at` on.
fn behind(bytes: &[u8], mut at: usize, passed: &ByteSet) -> usize {
    while bytes.get(at).is_some_and(|byte| passed[usize::from(*byte)]) {
        at += 1;
    }
    at
}

/// How long the text is that begins with a `<` which opens nothing, up to one that may open something.
fn text_behind_sign(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = memchr(b'<', &bytes[at..]) {
        at += found;
        match bytes.get(at + 1) {
            Some(next) if next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?') => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Whether `bytes` begins with `opening` and then exactly the tag name `name`.
fn names(bytes: &[u8], opening: &[u8], name: &str) -> bool {
    bytes.strip_prefix(opening).is_some_and(|rest| {
        rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && rest.get(name.len()).is_some_and(|byte| ends_name(*byte))
    })
}

fn ends_name(byte: u8) -> bool {
    ENDS_NAME[usize::from(byte)]
}

static ENDS_NAME: ByteSet = set(b"\t\n\x0C\r />");
static ENDS_ATTRIBUTE: ByteSet = set(b"\t\n\x0C\r />=");
static ENDS_VALUE: ByteSet = set(b"\t\n\x0C\r >");
static BETWEEN_ATTRIBUTES: ByteSet = set(b"\t\n\x0C\r /");
static BLANKS: ByteSet = set(b"\t\n\x0C\r ");

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{super::attribute::Attribute, *};

    /// Tokens in a short notation: text as it is, `[name]`, `[/name]`.
    fn tokens(source: &str) -> String {
        let (mut scanner, mut attributes, mut out) = (Scanner::new(source), Attributes::default(), String::new());
        while let Some(token) = scanner.next(&mut attributes) {
            match token {
                Token::Text(text) | Token::Literal(text) => out.push_str(text),
                Token::Start(tag) => {
                    out.push_str(&format!("[{}{}]", tag.name, if tag.self_closing { "/" } else { "" }))
                }
                Token::End(name) => out.push_str(&format!("[/{name}]")),
            }
        }
        out
    }

    fn attribute(source: &str, attribute: Attribute) -> Option<String> {
        let mut attributes = Attributes::default();
        Scanner::new(source).next(&mut attributes);
        attributes.value(attribute).map(|value| value.into_owned())
    }

    #[test]
    fn tags_text_and_comments_are_told_apart_as_browsers_do() {
        for (source, expected) in [
            ("a<b>c</b>d", "a[b]c[/b]d"),
            ("1 < 2 <3 <", "1 < 2 <3 <"),
            ("</", "</"),
            ("a</>b</ x>c<?php x ?>d<!doctype html>e<!x>f", "abcdef"),
            ("a<!-- x --><!-->b<!--->c<!--x--!>d<!-- - -- --->e<!---->f<!--<!-->g", "abcdefg"),
            ("a<!-- never closed <b>x", "a"),
            ("a<b", "a"),
            ("a<b x=\"", "a"),
            ("<br/><br /><a href=x/>y", "[br/][br/][a]y"),
            ("<a b='>'c=\">\" d=>e", "[a]e"),
            ("<a\nhref=x>y<A/B>z", "[a]y[A]z"),
            ("<![CDATA[x]]>y", "y"),
        ] {
            assert_eq!(tokens(source), expected, "{source}");
        }
    }

    #[test]
    fn quoting_errors_are_read_as_the_standard_reads_them() {
        for (source, expected) in [
            ("<a href=x>", "x"),
            ("<a href = 'x y' >", "x y"),
            ("<a title=\"a\"href=\"b\">", "b"),
            ("<a href=a href=b>", "a"),
            ("<a HREF=&quot;x>", "\"x"),
            ("<a =x href=1>", "1"),
            ("<a/href=2>", "2"),
            ("<a href=a\"b'c`d=e>", "a\"b'c`d=e"),
        ] {
            assert_eq!(attribute(source, Attribute::Href).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn more_attributes_than_are_looked_at_are_reported() {
        let tag = |count: usize| format!("<p {}hidden>", "x ".repeat(count));
        let looked_at = |source: &str| {
            let mut attributes = Attributes::default();
            Scanner::new(source).next(&mut attributes).unwrap();
            (attributes.has(Attribute::Hidden), attributes.overflowed())
        };
        assert_eq!(looked_at(&tag(255)), (true, false));
        assert_eq!(looked_at(&tag(256)), (false, true));
    }

    #[test]
    fn raw_text_ends_at_its_own_end_tag_only() {
        let mut scanner = Scanner::new("a </b> </titlex> </TITLE x='>'>rest");
        assert_eq!(scanner.raw_text("title", &mut Attributes::default()), "a </b> </titlex> ");
        assert_eq!(scanner.remainder(), "rest");
    }

    #[test]
    fn a_script_hides_an_end_tag_within_an_escape() {
        for (source, behind) in [
            ("x</script>rest", "rest"),
            ("<!-- x</script>rest", "rest"),
            ("<!-- <script> </script> --> </script>rest", "rest"),
            ("<!-- <script> </script> </script>rest", "rest"),
            ("<!--> <script> </script>rest", "rest"),
            ("<!-- <script> </script>", ""),
            ("<scriptx></script >rest", "rest"),
            ("never closed", ""),
        ] {
            let mut scanner = Scanner::new(source);
            scanner.script(&mut Attributes::default());
            assert_eq!(scanner.remainder(), behind, "{source}");
        }
    }

    #[test]
    fn a_confined_part_cannot_reach_beyond_its_end() {
        let mut scanner = Scanner::new("<!-- </noscript>seen");
        scanner.confine("noscript");
        let mut attributes = Attributes::default();
        assert_eq!(scanner.next(&mut attributes), None);
        assert!(scanner.release());
        assert_eq!(scanner.next(&mut attributes), Some(Token::End("noscript")));
        assert_eq!(scanner.next(&mut attributes), Some(Token::Text("seen")));
        assert!(!scanner.release());
    }
}
