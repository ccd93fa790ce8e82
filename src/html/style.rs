// SPDX-License-Identifier: MIT OR Apache-2.0
//! Declarations of a `style` attribute, read as CSS reads them (CSS Syntax Level 3): comments, escapes, strings, blocks.
//!
//! Decides which property has which value. It never decides what a value means for a reader.

/// A property and its value: both lower-case, comments out, escapes in names decoded, `!important` told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declaration {
    /// The property's name; a custom property keeps its dashes and so never equals a known one.
    pub(super) property: String,
    /// The value, trimmed.
    pub(super) value: String,
    /// Whether it wins over later declarations without the mark.
    pub(super) important: bool,
}

/// The declarations of `style` in their order. Linear in its length.
pub(super) fn declarations(style: &str) -> Vec<Declaration> {
    let mut found = Vec::new();
    let mut reader = Reader { characters: style.chars().peekable() };
    while reader.characters.peek().is_some() {
        if let Some(declaration) = reader.declaration() {
            found.push(declaration);
        }
    }
    found
}

/// The value that counts for `property`: the last one marked important, else the last.
pub(super) fn value_of<'d>(declarations: &'d [Declaration], property: &str) -> Option<&'d str> {
    let of = |important: bool| {
        declarations.iter().rev().find(move |found| found.important == important && found.property == property)
    };
    of(true).or_else(|| of(false)).map(|declaration| declaration.value.as_str())
}

struct Reader<'a> {
    characters: std::iter::Peekable<std::str::Chars<'a>>,
}

impl Reader<'_> {
    /// Reads to the next `;` outside of strings and brackets.
    fn declaration(&mut self) -> Option<Declaration> {
        let (mut property, mut value, mut in_value, mut depth) = (String::new(), String::new(), false, 0_usize);
        while let Some(character) = self.characters.next() {
            let part = if in_value { &mut value } else { &mut property };
            match character {
                ';' if depth == 0 => break,
                ':' if !in_value && depth == 0 => in_value = true,
                '/' if self.characters.peek() == Some(&'*') => self.comment(),
                '\\' => part.extend(self.escape()),
                '"' | '\'' => {
                    part.push(character);
                    self.string(character, part);
                    part.push(character);
                }
                '(' | '[' | '{' => {
                    depth += 1;
                    part.push(character);
                }
                ')' | ']' | '}' => {
                    depth = depth.saturating_sub(1);
                    part.push(character);
                }
                other => part.push(other.to_ascii_lowercase()),
            }
        }
        let value = value.trim();
        let (value, important) = match value.rsplit_once('!') {
            Some((before, "important")) => (before.trim_end(), true),
            Some((before, mark)) if mark.trim() == "important" => (before.trim_end(), true),
            _ => (value, false),
        };
        let property = property.trim();
        (in_value && !property.is_empty()).then(|| Declaration {
            property: property.into(),
            value: value.into(),
            important,
        })
    }

    fn comment(&mut self) {
        self.characters.next();
        while let Some(character) = self.characters.next() {
            if character == '*' && self.characters.next_if_eq(&'/').is_some() {
                return;
            }
        }
    }

    fn string(&mut self, quote: char, part: &mut String) {
        while let Some(character) = self.characters.next() {
            match character {
                '\\' => part.extend(self.escape()),
                // A bad string ends at the line's end.
                '\n' => return,
                end if end == quote => return,
                other => part.push(other),
            }
        }
    }

    /// The character behind a backslash: up to six hexadecimal digits, or itself (4.3.7).
    fn escape(&mut self) -> Option<char> {
        let mut value = 0;
        let mut digits = 0;
        while digits < 6
            && let Some(digit) = self.characters.peek().and_then(|character| character.to_digit(16))
        {
            self.characters.next();
            value = value * 16 + digit;
            digits += 1;
        }
        if digits == 0 {
            return self.characters.next().map(|character| character.to_ascii_lowercase());
        }
        self.characters.next_if(|character| character.is_ascii_whitespace());
        Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER).to_ascii_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(style: &str, property: &str) -> Option<String> {
        value_of(&declarations(style), property).map(str::to_owned)
    }

    #[test]
    fn a_property_matches_exactly() {
        for (style, expected) in [
            ("display:none", Some("none")),
            ("color:red; DISPLAY : None ", Some("none")),
            ("display/**/:/* x */none/**/", Some("none")),
            ("d\\69splay:n\\6f ne", Some("none")),
            ("display:none!important;display:block", Some("none")),
            ("display:none ! important", Some("none")),
            ("display:none;display:block", Some("block")),
            ("background:url(a;display:none)", None),
            ("content:';display:none'", None),
            ("--x-display:none", None),
            ("x-display:none", None),
            ("display", None),
            ("/* display:none", None),
            (":none;;", None),
        ] {
            assert_eq!(value(style, "display").as_deref(), expected, "{style}");
        }
    }
}
