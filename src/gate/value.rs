// SPDX-License-Identifier: MIT OR Apache-2.0
//! A decoded JSON value as PHP holds it: the arguments of a call, the schema of a remote tool.
//!
//! Objects are ordered maps in which the last of two equal keys wins at the place of the first, and a non-empty object
//! whose keys are `0`, `1`, … in order is a list, because PHP has one array type for both. Decides nothing about what
//! a value means.

use std::collections::HashMap;
use std::fmt::{self, Write};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// The deepest nesting of lists and objects [`Value::from_json`] reads.
pub const MAX_NESTING: usize = 127;

/// A decoded JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number in the range of PHP's int.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An ordered map, each key once.
    Map(Vec<(String, Value)>),
}

/// Why bytes are no [`Value`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueError {
    /// The bytes are not UTF-8.
    Encoding,
    /// Lists and objects nest deeper than [`MAX_NESTING`].
    Depth,
    /// The text is not JSON (RFC 8259), or has a number beyond the range of a double.
    Syntax,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Encoding => "the text is not UTF-8",
            Self::Depth => "the text is nested too deeply",
            Self::Syntax => "the text is not JSON",
        })
    }
}

impl std::error::Error for ValueError {}

impl Value {
    /// Decodes JSON text.
    ///
    /// # Errors
    ///
    /// A [`ValueError`]; of several that apply, the first in their order.
    pub fn from_json(text: &[u8]) -> Result<Self, ValueError> {
        let text = std::str::from_utf8(text).map_err(|_| ValueError::Encoding)?;
        if nesting(text.as_bytes()) > MAX_NESTING {
            return Err(ValueError::Depth);
        }
        serde_json::from_str(text).map_err(|_| ValueError::Syntax)
    }

    /// A map of these entries, or the list that PHP would hold for them.
    #[must_use]
    pub fn map(entries: impl IntoIterator<Item = (String, Value)>) -> Self {
        let entries = last_of_each_key(entries);
        let is_list = entries.iter().enumerate().all(|(index, (key, _))| *key == index.to_string());
        if is_list && !entries.is_empty() {
            return Self::List(entries.into_iter().map(|(_, value)| value).collect());
        }
        Self::Map(entries)
    }

    /// The entry of a map.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(known, _)| known == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The values a list or map holds; none for a scalar.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        let (list, map): (&[Self], &[(String, Self)]) = match self {
            Self::List(values) => (values, &[]),
            Self::Map(entries) => (&[], entries),
            _ => (&[], &[]),
        };
        list.iter().chain(map.iter().map(|(_, value)| value))
    }

    /// The JSON text PHP's `json_encode()` writes by default: ASCII alone, `/` escaped. An empty map is `{}`. `None`
    /// for a number JSON has no form for.
    #[must_use]
    pub fn to_json(&self) -> Option<String> {
        let mut json = String::new();
        self.write_json(&mut json).ok().map(|()| json)
    }

    fn write_json(&self, json: &mut String) -> fmt::Result {
        match self {
            Self::Null => json.write_str("null"),
            Self::Bool(value) => write!(json, "{value}"),
            Self::Integer(value) => write!(json, "{value}"),
            Self::Float(value) => write_float(*value, json),
            Self::Text(text) => write_text(text, json),
            Self::List(values) => {
                json.push('[');
                for (index, value) in values.iter().enumerate() {
                    json.push_str(if index == 0 { "" } else { "," });
                    value.write_json(json)?;
                }
                json.write_char(']')
            }
            Self::Map(entries) => {
                json.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    json.push_str(if index == 0 { "" } else { "," });
                    write_text(key, json)?;
                    json.push(':');
                    value.write_json(json)?;
                }
                json.write_char('}')
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        // PHP reads a whole number above PHP_INT_MAX as a double.
        Ok(i64::try_from(value).map_or(Value::Float(value as f64), Value::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::map(entries))
    }
}

/// The deepest nesting of brackets and braces outside of strings. Does not recurse, so that it can guard what does.
pub(super) fn nesting(json: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    deepest
}

fn skip_string(bytes: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}

/// Each key once: at its first place, with its last value.
pub(super) fn last_of_each_key<V>(entries: impl IntoIterator<Item = (String, V)>) -> Vec<(String, V)> {
    let mut places = HashMap::new();
    let mut kept: Vec<(String, V)> = Vec::new();
    for (key, value) in entries {
        match places.get(&key) {
            Some(&place) => kept[place] = (key, value),
            None => {
                places.insert(key.clone(), kept.len());
                kept.push((key, value));
            }
        }
    }
    kept
}

fn write_text(text: &str, json: &mut String) -> fmt::Result {
    json.push('"');
    for unit in text.encode_utf16() {
        match unit {
            0x08 => json.push_str("\\b"),
            0x09 => json.push_str("\\t"),
            0x0A => json.push_str("\\n"),
            0x0C => json.push_str("\\f"),
            0x0D => json.push_str("\\r"),
            0x22 => json.push_str("\\\""),
            0x2F => json.push_str("\\/"),
            0x5C => json.push_str("\\\\"),
            0x20..=0x7F => json.push(char::from(unit as u8)),
            _ => write!(json, "\\u{unit:04x}")?,
        }
    }
    json.write_char('"')
}

/// The shortest digits that read back as the number, in PHP's layout (`serialize_precision = -1`): an exponent below
/// 0.0001 and from 10^17 on, no fraction for a whole number.
fn write_float(value: f64, json: &mut String) -> fmt::Result {
    if !value.is_finite() {
        return Err(fmt::Error);
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>() {
        Ok(power) if !(-4..17).contains(&power) => {
            let fraction = if digits.contains('.') { "" } else { ".0" };
            write!(json, "{digits}{fraction}e{power:+}")
        }
        _ => write!(json, "{value}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn again(json: &str) -> String {
        Value::from_json(json.as_bytes()).unwrap().to_json().unwrap()
    }

    #[test]
    fn the_last_of_two_equal_keys_wins_at_the_place_of_the_first() {
        assert_eq!(again(r#"{"a":1,"b":2,"a":3}"#), r#"{"a":3,"b":2}"#);
    }

    #[test]
    fn an_object_with_the_keys_of_a_list_is_a_list() {
        assert_eq!(again(r#"{"0":"a","1":"b"}"#), r#"["a","b"]"#);
        assert_eq!(again(r#"{"1":"a","0":"b"}"#), r#"{"1":"a","0":"b"}"#);
        assert_eq!(again(r#"{"00":"a"}"#), r#"{"00":"a"}"#);
        assert_eq!(again("{}"), "{}");
    }

    #[test]
    fn text_is_written_as_php_writes_it() {
        let written = r#""\u00e4\/\ud83d\ude00\u0001\n\"\\"#.to_owned() + "\u{7f}\"";
        assert_eq!(again("\"\u{e4}/\u{1f600}\\u0001\\n\\\"\\\\\u{7f}\""), written);
    }

    #[test]
    fn numbers_are_written_as_php_writes_them() {
        let php = [
            ("1e25", "1.0e+25"),
            ("1e-7", "1.0e-7"),
            ("123456789012345678.0", "1.2345678901234568e+17"),
            ("1e15", "1000000000000000"),
            ("1e16", "10000000000000000"),
            ("1e17", "1.0e+17"),
            ("0.00001", "1.0e-5"),
            ("0.0001", "0.0001"),
            ("1.5e300", "1.5e+300"),
            ("100000.0", "100000"),
            ("-0.0", "-0"),
            ("9223372036854775807", "9223372036854775807"),
            ("9223372036854775808", "9.223372036854776e+18"),
        ];
        for (text, written) in php {
            assert_eq!(again(text), written, "{text}");
        }
        assert_eq!(Value::Float(f64::INFINITY).to_json(), None);
    }

    #[test]
    fn deep_json_is_an_error_and_not_a_crash() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::from_json(nested(MAX_NESTING).as_bytes()).is_ok());
        assert_eq!(Value::from_json(nested(MAX_NESTING + 1).as_bytes()), Err(ValueError::Depth));
        assert_eq!(Value::from_json("{\"a\":".repeat(1_000_000).as_bytes()), Err(ValueError::Depth));
    }

    #[test]
    fn brackets_inside_of_strings_do_not_nest() {
        assert_eq!(nesting(br#"["[[[", "\"[[", {"]": []}]"#), 3);
        assert_eq!(nesting(br#""\\" [ "#), 1);
        assert_eq!(nesting(b"]]]["), 1);
    }

    #[test]
    fn what_is_not_json_is_an_error() {
        for text in ["", "[1,]", "nul", "[TRUE]", "1e999", "\"\\ud800\"", "[1] 2"] {
            assert_eq!(Value::from_json(text.as_bytes()), Err(ValueError::Syntax), "{text}");
        }
        assert_eq!(Value::from_json(b"\"\xff\""), Err(ValueError::Encoding));
    }
}
