// SPDX-License-Identifier: MIT OR Apache-2.0
//! PHP arrays as decoded JSON values, and back.
//!
//! An array may hold references to itself, so both its depth and the number of its values are bounded before anything
//! recurses into it or copies it.

use ext_php_rs::{
    boxed::ZBox,
    exception::PhpResult,
    types::{ZendHashTable, Zval},
};

use super::convert::{self, Array, bytes_of, kind_of};
use crate::gate::{MAX_NESTING, SchemaRefusal, Value};

/// The most values an array may hold, at all depths together: several times what an accepted schema can hold.
const MOST_VALUES: usize = 20_000;

/// Why an array is no value.
pub enum Unread {
    /// It is out of bounds or not UTF-8.
    Refused(SchemaRefusal),
    /// It holds something of a type that JSON has no value for.
    Mistyped(&'static str),
}

/// The value of an array.
///
/// # Errors
///
/// The first thing in it that has none.
pub fn of_array(array: &Array<'_>) -> Result<Value, Unread> {
    let mut left = MOST_VALUES;
    map(array.entries(), MAX_NESTING, &mut left)
}

/// The array PHP's `json_decode()` gives for a value; an empty one for a scalar, which is no array.
///
/// # Errors
///
/// Those of the engine when a value cannot be converted.
pub fn to_array(value: &Value) -> PhpResult<ZBox<ZendHashTable>> {
    let mut array = ZendHashTable::new();
    match value {
        Value::List(values) => {
            for value in values {
                array.push(to_zval(value)?)?;
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                array.insert(key.as_str(), to_zval(value)?)?;
            }
        }
        _ => {}
    }
    Ok(array)
}

fn map(entries: Vec<(Vec<u8>, &Zval)>, levels: usize, left: &mut usize) -> Result<Value, Unread> {
    let Some(levels) = levels.checked_sub(1) else {
        return Err(Unread::Refused(SchemaRefusal::Depth));
    };
    let entries = entries.into_iter().map(|(key, value)| {
        let key = String::from_utf8(key).map_err(|_| Unread::Refused(SchemaRefusal::Encoding))?;
        Ok((key, of_zval(value, levels, left)?))
    });
    Ok(Value::map(entries.collect::<Result<Vec<_>, _>>()?))
}

fn of_zval(value: &Zval, levels: usize, left: &mut usize) -> Result<Value, Unread> {
    *left = left.checked_sub(1).ok_or(Unread::Refused(SchemaRefusal::Size))?;
    let value = value.dereference();
    if value.is_null() {
        return Ok(Value::Null);
    }
    if let Some(value) = value.bool() {
        return Ok(Value::Bool(value));
    }
    if let Some(number) = value.long() {
        return Ok(Value::Integer(number));
    }
    if let Some(number) = value.double() {
        return Ok(Value::Float(number));
    }
    if let Some(bytes) = bytes_of(value) {
        return std::str::from_utf8(bytes).map(Value::from).map_err(|_| Unread::Refused(SchemaRefusal::Encoding));
    }
    match value.array() {
        // Copying the entries of an array that is larger than what is left would be for nothing.
        Some(array) if array.len() > *left => Err(Unread::Refused(SchemaRefusal::Size)),
        Some(array) => map(convert::entries(array), levels, left),
        None => Err(Unread::Mistyped(kind_of(value))),
    }
}

fn to_zval(value: &Value) -> PhpResult<Zval> {
    let mut result = Zval::new();
    match value {
        Value::Null => result.set_null(),
        Value::Bool(value) => result.set_bool(*value),
        Value::Integer(number) => result.set_long(*number),
        Value::Float(number) => result.set_double(*number),
        Value::Text(text) => result.set_string(text, false)?,
        Value::List(_) | Value::Map(_) => result.set_hashtable(to_array(value)?),
    }
    Ok(result)
}
