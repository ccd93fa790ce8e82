// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values as an installation stores them, read from whatever PHP holds: null is "not set", and what is no string where
//! text is stored cannot be read.

use ext_php_rs::types::Zval;

use super::convert::{Array, bytes_of};
use crate::gate::{Enforcement, Setting, TrustZone, Value};

/// A stored text.
pub fn setting<'a>(value: Option<&'a Zval>) -> Setting<'a> {
    let Some(value) = value.filter(|value| !value.dereference().is_null()) else {
        return Setting::Absent;
    };
    bytes_of(value).map_or(Setting::Unreadable, Setting::Text)
}

/// The zone of a provider and its fallbacks.
pub fn zone(provider: Option<&Zval>, fallbacks: &Array<'_>) -> TrustZone {
    let fallbacks = fallbacks.entries();
    TrustZone::of_chain(setting(provider), fallbacks.iter().map(|(_, value)| setting(Some(value))))
}

/// Whether the ceiling of the zone refuses.
pub fn enforcement(value: Option<&Zval>) -> Enforcement {
    Enforcement::read(setting(value))
}

/// A stored scalar. What is none is null, which counts as off wherever a scalar switches something.
pub fn scalar(value: &Zval) -> Value {
    let value = value.dereference();
    if let Some(on) = value.bool() {
        return Value::Bool(on);
    }
    if let Some(number) = value.long() {
        return Value::Integer(number);
    }
    let text = bytes_of(value).and_then(|bytes| std::str::from_utf8(bytes).ok());
    text.map_or(Value::Null, Value::from)
}
