// SPDX-License-Identifier: MIT OR Apache-2.0
//! The argument schema of a remote tool: accepted whole, or not at all.
//!
//! A remote server's schema goes to the model and to PHP code that reads it. It is accepted when it needs no
//! reference, no condition and no deep recursion to be understood; keys that only describe are dropped from its top
//! level, and nothing else is changed. No call's arguments are checked here.

use std::fmt;

use super::value::{Value, ValueError};

/// The deepest nesting of lists and objects in an accepted schema, the schema itself included.
pub const MAX_SCHEMA_DEPTH: usize = 12;

/// The largest accepted schema, in bytes of the JSON text that [`Value::to_json`] writes.
pub const MAX_SCHEMA_BYTES: usize = 16_384;

/// The keys of the top level that are kept, in the order in which they are written.
const KEPT_KEYS: [&str; 9] =
    ["type", "description", "properties", "required", "additionalProperties", "allOf", "anyOf", "oneOf", "not"];

/// Keywords of JSON Schema 2020-12 and earlier drafts that refuse a schema at any depth: each makes what a schema means
/// depend on another place or on the value it describes.
const REFUSED_KEYWORDS: [&str; 12] = [
    "$ref",
    "$dynamicRef",
    "$defs",
    "definitions",
    "if",
    "then",
    "else",
    "patternProperties",
    "propertyNames",
    "dependentSchemas",
    "dependentRequired",
    "unevaluatedProperties",
];

/// An accepted schema.
#[derive(Debug, Clone, PartialEq)]
pub struct RemoteSchema {
    schema: Value,
    json: String,
}

impl RemoteSchema {
    /// Accepts or refuses a schema as its server sent it, JSON text.
    ///
    /// # Errors
    ///
    /// The first refusal that applies.
    pub fn from_json(text: &[u8]) -> Result<Self, SchemaRefusal> {
        Self::new(&Value::from_json(text)?)
    }

    /// Accepts or refuses a decoded schema.
    ///
    /// # Errors
    ///
    /// The first refusal that applies.
    pub fn new(schema: &Value) -> Result<Self, SchemaRefusal> {
        if !is_array(schema) {
            return Err(SchemaRefusal::NoSchema);
        }
        if schema.get("type") != Some(&Value::from("object")) {
            return Err(SchemaRefusal::Type);
        }
        if let Some(keyword) = refused_key(schema) {
            return Err(SchemaRefusal::Keyword(keyword));
        }
        let kept = reduce(schema);
        if let Some(keyword) = refused_keyword(&kept) {
            return Err(SchemaRefusal::Keyword(keyword));
        }
        if !has_form(&kept) {
            return Err(SchemaRefusal::Form);
        }
        if is_deeper_than(&kept, MAX_SCHEMA_DEPTH) {
            return Err(SchemaRefusal::Depth);
        }
        let json = kept.to_json().ok_or(SchemaRefusal::Form)?;
        if json.len() > MAX_SCHEMA_BYTES {
            return Err(SchemaRefusal::Size);
        }
        Ok(Self { schema: kept, json })
    }

    /// The schema, with the keys of its top level that are kept.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Its JSON text, at most [`MAX_SCHEMA_BYTES`] of ASCII.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }
}

/// Why a schema is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SchemaRefusal {
    /// There is none: the text is not JSON, or neither an object nor a list.
    NoSchema,
    /// The type is not exactly "object".
    Type,
    /// It uses a keyword that makes its meaning depend on more than itself.
    Keyword(&'static str),
    /// A key of the top level has a value of the wrong form.
    Form,
    /// It nests deeper than [`MAX_SCHEMA_DEPTH`].
    Depth,
    /// It is not UTF-8.
    Encoding,
    /// It is larger than [`MAX_SCHEMA_BYTES`].
    Size,
}

impl SchemaRefusal {
    /// The documented word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoSchema => "none",
            Self::Type => "type",
            Self::Keyword(_) => "keyword",
            Self::Form => "form",
            Self::Depth => "depth",
            Self::Encoding => "utf8",
            Self::Size => "size",
        }
    }
}

impl From<ValueError> for SchemaRefusal {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::Encoding => Self::Encoding,
            ValueError::Depth => Self::Depth,
            ValueError::Syntax => Self::NoSchema,
        }
    }
}

impl fmt::Display for SchemaRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSchema => f.write_str("there is no schema"),
            Self::Type => f.write_str("the type is not \"object\""),
            Self::Keyword(keyword) => write!(f, "the keyword \"{keyword}\" is not supported"),
            Self::Form => f.write_str("a key of the schema has a value of the wrong form"),
            Self::Depth => write!(f, "the schema is nested deeper than {MAX_SCHEMA_DEPTH} levels"),
            Self::Encoding => f.write_str("the schema is not UTF-8"),
            Self::Size => write!(f, "the schema is larger than {MAX_SCHEMA_BYTES} bytes"),
        }
    }
}

impl std::error::Error for SchemaRefusal {}

const fn is_array(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}

/// The refused keyword among the keys of this one level.
fn refused_key(value: &Value) -> Option<&'static str> {
    let Value::Map(entries) = value else { return None };
    entries.iter().find_map(|(key, _)| REFUSED_KEYWORDS.into_iter().find(|keyword| key == keyword))
}

/// The refused keyword at any depth, whatever it stands for there: a property of that name refuses the schema too.
/// Walks without recursion, because the depth is checked later.
fn refused_keyword(schema: &Value) -> Option<&'static str> {
    let mut waiting = vec![schema];
    while let Some(value) = waiting.pop() {
        if let Some(keyword) = refused_key(value) {
            return Some(keyword);
        }
        let place = waiting.len();
        waiting.extend(value.children());
        waiting[place..].reverse();
    }
    None
}

fn reduce(schema: &Value) -> Value {
    let kept = |key: &str| schema.get(key).map(|value| (key.to_owned(), value.clone()));
    Value::Map(KEPT_KEYS.into_iter().filter_map(kept).collect())
}

/// Whether each key of the top level, where it is there, has the form JSON Schema gives it. The combinators are left to
/// the model: nothing here reads them.
fn has_form(schema: &Value) -> bool {
    let is_text = |value: &Value| matches!(value, Value::Text(_));
    let all_of = |value: &Value, accepted: fn(&Value) -> bool| is_array(value) && value.children().all(accepted);
    let is_list = |value: &Value| matches!(value, Value::List(_)) || *value == Value::Map(Vec::new());
    schema.get("description").is_none_or(is_text)
        && schema.get("properties").is_none_or(|properties| all_of(properties, is_array))
        && schema.get("required").is_none_or(|required| is_list(required) && all_of(required, is_text))
        && schema.get("additionalProperties").is_none_or(|value| matches!(value, Value::Bool(_)))
}

fn is_deeper_than(value: &Value, levels: usize) -> bool {
    is_array(value) && (levels == 0 || value.children().any(|child| is_deeper_than(child, levels - 1)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn refusal(json: &str) -> SchemaRefusal {
        RemoteSchema::from_json(json.as_bytes()).unwrap_err()
    }

    fn with_property(property: &str) -> String {
        format!(r#"{{"type":"object","properties":{{"a":{property}}}}}"#)
    }

    #[test]
    fn a_schema_is_an_object_whose_type_is_exactly_object() {
        assert!(RemoteSchema::from_json(br#"{"type":"object"}"#).is_ok());
        for json in ["null", "true", "\"object\"", "{", ""] {
            assert_eq!(refusal(json), SchemaRefusal::NoSchema, "{json}");
        }
        for json in ["{}", "[]", r#"{"type":"Object"}"#, r#"{"type":["object"]}"#, r#"["object"]"#] {
            assert_eq!(refusal(json), SchemaRefusal::Type, "{json}");
        }
    }

    #[test]
    fn a_refused_keyword_refuses_the_schema_at_any_depth() {
        for keyword in REFUSED_KEYWORDS {
            let nested = format!("{{\"items\":[{{\"{keyword}\":null}}]}}");
            assert_eq!(refusal(&with_property(&nested)), SchemaRefusal::Keyword(keyword));
            assert_eq!(refusal(&format!(r#"{{"type":"object","{keyword}":true}}"#)), SchemaRefusal::Keyword(keyword));
        }
    }

    #[test]
    fn a_refused_keyword_is_a_key_and_not_a_value() {
        assert!(RemoteSchema::from_json(br#"{"type":"object","required":["$ref"],"title":{"if":1}}"#).is_ok());
    }

    #[test]
    fn additional_properties_of_the_top_level_are_a_boolean() {
        for value in ["{}", "null", "1", "\"false\""] {
            let json = format!(r#"{{"type":"object","additionalProperties":{value}}}"#);
            assert_eq!(refusal(&json), SchemaRefusal::Form, "{json}");
        }
        assert!(RemoteSchema::from_json(br#"{"type":"object","additionalProperties":false}"#).is_ok());
        let nested = with_property(r#"{"additionalProperties":{"type":"string"}}"#);
        assert!(RemoteSchema::from_json(nested.as_bytes()).is_ok());
    }

    #[test]
    fn a_schema_nests_at_most_12_levels() {
        let nested = |lists: usize| with_property(&("[".repeat(lists) + &"]".repeat(lists)));
        assert!(RemoteSchema::from_json(nested(MAX_SCHEMA_DEPTH - 2).as_bytes()).is_ok());
        assert_eq!(refusal(&nested(MAX_SCHEMA_DEPTH - 1)), SchemaRefusal::Depth);
        assert_eq!(refusal(&nested(100_000)), SchemaRefusal::Depth);
    }

    #[test]
    fn a_schema_has_at_most_16384_bytes() {
        let described = |length: usize| format!(r#"{{"type":"object","description":"{}"}}"#, "x".repeat(length));
        let overhead = described(0).len();
        assert!(RemoteSchema::from_json(described(MAX_SCHEMA_BYTES - overhead).as_bytes()).is_ok());
        assert_eq!(refusal(&described(MAX_SCHEMA_BYTES - overhead + 1)), SchemaRefusal::Size);
    }

    #[test]
    fn the_top_level_keeps_nine_keys_in_their_order() {
        let json = br#"{"not":{},"oneOf":[],"anyOf":[],"allOf":[],"additionalProperties":true,"required":["a"],
            "properties":{"a":{"title":"kept"}},"description":"d","type":"object","title":"dropped","$schema":"dropped"}"#;
        assert_eq!(
            RemoteSchema::from_json(json).unwrap().json(),
            r#"{"type":"object","description":"d","properties":{"a":{"title":"kept"}},"required":["a"],"#.to_owned()
                + r#""additionalProperties":true,"allOf":[],"anyOf":[],"oneOf":[],"not":{}}"#
        );
    }

    #[test]
    fn a_schema_is_never_repaired_in_part() {
        for json in [
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":true}}"#,
            r#"{"type":"object","required":["a",1]}"#,
            r#"{"type":"object","required":{"x":"a"}}"#,
            r#"{"type":"object","description":null}"#,
        ] {
            assert_eq!(refusal(json), SchemaRefusal::Form, "{json}");
        }
    }

    #[test]
    fn a_number_without_a_json_form_refuses_the_schema() {
        let entries = [("type".to_owned(), Value::from("object")), ("not".to_owned(), Value::Float(f64::NAN))];
        assert_eq!(RemoteSchema::new(&Value::map(entries)), Err(SchemaRefusal::Form));
    }
}
