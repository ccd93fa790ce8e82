// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions between PHP's values and the rooms' types that several classes need.

use std::{net::IpAddr, ops::Deref};

use ext_php_rs::{
    boxed::ZBox,
    class::RegisteredClass,
    convert::{FromZendObject, FromZval, IntoZval, StubLiteral},
    enum_::RegisteredEnum,
    exception::{PhpException, PhpResult},
    flags::DataType,
    types::{ZendHashTable, ZendStr, Zval},
    zend::ce,
};

use crate::html::{Heading, Link, Removed};

/// A string argument as bytes, which need not be UTF-8.
pub struct Bytes<'a>(&'a [u8]);

impl Deref for Bytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0
    }
}

impl<'a> FromZval<'a> for Bytes<'a> {
    const TYPE: DataType = DataType::String;

    fn from_zval(value: &'a Zval) -> Option<Self> {
        bytes_of(value).map(Self)
    }
}

impl From<&'static str> for Bytes<'_> {
    fn from(default: &'static str) -> Self {
        Self(default.as_bytes())
    }
}

impl StubLiteral for Bytes<'_> {
    fn stub_literal(&self) -> String {
        String::from_utf8_lossy(self.0).stub_literal()
    }
}

/// An array argument that may be left out, which means an empty one.
pub struct Array<'a>(Option<&'a ZendHashTable>);

/// The default of an [`Array`] argument.
pub struct Empty;

impl<'a> Array<'a> {
    /// Keys as raw bytes and values, in order.
    pub fn entries(&self) -> Vec<(Vec<u8>, &'a Zval)> {
        self.0.map(entries).unwrap_or_default()
    }

    /// The values in order, whatever their keys.
    pub fn values(&self) -> impl Iterator<Item = &'a Zval> + use<'a> {
        // Not the array's own iterator over values, which reads the keys as well and expects them to be UTF-8.
        self.0.into_iter().flat_map(|array| {
            let mut cursor = array.iter();
            std::iter::from_fn(move || cursor.next_zval().map(|(_, value)| value))
        })
    }

    /// The elements of a `list<string>` as bytes, whatever their keys.
    ///
    /// # Errors
    ///
    /// `TypeError` that names the argument and the position (from 0) of an element that is no string.
    pub fn strings(&self, argument: &str) -> PhpResult<Vec<&'a [u8]>> {
        let strings = self.values().enumerate().map(|(position, value)| {
            bytes_of(value).ok_or_else(|| mistyped(argument, "list<string>", value, position))
        });
        strings.collect()
    }

    /// The elements of a `list<string>` that holds names, whatever their keys. A name that was an array key before may
    /// have become an int; it is read as its digits.
    ///
    /// # Errors
    ///
    /// `TypeError` and `ValueError` that name the argument and the position (from 0) of an element that is no name.
    pub fn names(&self, argument: &str) -> PhpResult<Vec<String>> {
        let names = self.values().enumerate().map(|(position, value)| {
            if let Some(number) = value.dereference().long() {
                return Ok(number.to_string());
            }
            let bytes = bytes_of(value).ok_or_else(|| mistyped(argument, "list<string>", value, position))?;
            let name = std::str::from_utf8(bytes);
            name.map(str::to_owned)
                .map_err(|_| value_error(format!("{argument} must hold UTF-8 text, position {position} is none")))
        });
        names.collect()
    }

    /// The elements of a list of objects of one class of this module.
    ///
    /// # Errors
    ///
    /// `TypeError` that names the argument and the position (from 0) of an element of another type.
    pub fn objects<T>(&self, argument: &str) -> PhpResult<Vec<&'a T>>
    where
        T: RegisteredClass,
        &'a T: FromZval<'a>,
    {
        let objects = self.values().enumerate().map(|(position, value)| {
            <&T>::from_zval(value.dereference())
                .ok_or_else(|| mistyped(argument, &format!("list<{}>", T::CLASS_NAME), value, position))
        });
        objects.collect()
    }

    /// The entries of an `array<string, string>` as bytes.
    ///
    /// # Errors
    ///
    /// `TypeError` that names the argument and the position (from 0) of a value that is no string.
    pub fn string_map(&self, argument: &str) -> PhpResult<Vec<(Vec<u8>, Vec<u8>)>> {
        let pairs = self.entries().into_iter().enumerate().map(|(position, (key, value))| match bytes_of(value) {
            Some(bytes) => Ok((key, bytes.to_vec())),
            None => Err(mistyped(argument, "array<string, string>", value, position)),
        });
        pairs.collect()
    }
}

impl<'a> FromZval<'a> for Array<'a> {
    const TYPE: DataType = DataType::Array;

    fn from_zval(value: &'a Zval) -> Option<Self> {
        value.array().map(|array| Self(Some(array)))
    }
}

impl From<Empty> for Array<'_> {
    fn from(_: Empty) -> Self {
        Self(None)
    }
}

impl StubLiteral for Array<'_> {
    fn stub_literal(&self) -> String {
        "[]".into()
    }
}

/// An argument of one of this module's enums. The binding's own conversion goes by the name of the case alone and takes
/// any enum that has it.
pub struct Case<T>(pub T);

impl<T: RegisteredEnum + RegisteredClass> FromZval<'_> for Case<T> {
    const TYPE: DataType = DataType::object(T::CLASS_NAME);

    fn from_zval(value: &Zval) -> Option<Self> {
        let object = value.dereference().object().filter(|object| object.instance_of(T::get_metadata().ce()))?;
        T::from_zend_object(object).ok().map(Self)
    }
}

/// The entries of an array with the raw bytes of their keys, which need not be UTF-8; a number as key is its digits.
pub fn entries(array: &ZendHashTable) -> Vec<(Vec<u8>, &Zval)> {
    let mut cursor = array.iter();
    let mut entries = Vec::with_capacity(array.len());
    while let Some((key, value)) = cursor.next_zval() {
        let key = match key.long() {
            Some(number) => number.to_string().into_bytes(),
            None => key.zend_str().map(|text| text.as_bytes().to_vec()).unwrap_or_default(),
        };
        entries.push((key, value));
    }
    entries
}

/// A `TypeError` about an element of an array argument.
pub fn mistyped(argument: &str, wanted: &str, value: &Zval, position: usize) -> PhpException {
    type_error(format!("{argument} must be of type {wanted}, {} at position {position} given", kind_of(value)))
}

/// The bytes of a string value, references looked through; none for every other type.
pub fn bytes_of(value: &Zval) -> Option<&[u8]> {
    value.dereference().zend_str().map(ZendStr::as_bytes)
}

/// A string argument as text.
///
/// # Errors
///
/// `ValueError` that names the argument when it is not UTF-8.
pub fn text(argument: &str, bytes: &[u8]) -> PhpResult<String> {
    let text = std::str::from_utf8(bytes).map(str::to_owned);
    text.map_err(|_| value_error(format!("{argument} must be UTF-8 text")))
}

/// An address literal; none for every other text and for every other type.
pub fn address(bytes: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(bytes).ok()?;
    // One parser is asked, not one after the other: only IPv6 has colons.
    if bytes.contains(&b':') { text.parse().ok().map(IpAddr::V6) } else { text.parse().ok().map(IpAddr::V4) }
}

/// The word PHP uses for a value's type in its own errors.
pub fn kind_of(value: &Zval) -> &'static str {
    match value.dereference().get_type() {
        DataType::Undef | DataType::Null => "null",
        DataType::True | DataType::False | DataType::Bool => "bool",
        DataType::Long => "int",
        DataType::Double => "float",
        DataType::String => "string",
        DataType::Array => "array",
        DataType::Object(_) => "object",
        DataType::Resource => "resource",
        _ => "another type",
    }
}

/// A `TypeError`.
pub fn type_error(message: String) -> PhpException {
    PhpException::new(message, 0, ce::type_error())
}

/// A `ValueError`.
pub fn value_error(message: String) -> PhpException {
    PhpException::new(message, 0, ce::value_error())
}

/// Addresses in their canonical text (RFC 5952 for IPv6).
pub fn address_list(addresses: &[IpAddr]) -> Vec<String> {
    addresses.iter().map(ToString::to_string).collect()
}

/// An associative array under construction, keys in the order in which they are added.
pub struct Record(ZBox<ZendHashTable>);

impl Record {
    /// An empty one.
    pub fn new() -> Self {
        Self(ZendHashTable::new())
    }

    /// Adds an entry.
    ///
    /// # Errors
    ///
    /// Those of the engine when the value cannot be converted.
    pub fn with(mut self, key: &str, value: impl IntoZval) -> PhpResult<Self> {
        self.0.insert(key, value)?;
        Ok(self)
    }

    /// The array.
    pub fn into_array(self) -> ZBox<ZendHashTable> {
        self.0
    }
}

/// `list<array{level: int, text: string}>`
pub fn headings(headings: &[Heading]) -> PhpResult<ZBox<ZendHashTable>> {
    list(headings, |heading| Record::new().with("level", i64::from(heading.level))?.with("text", heading.text.as_str()))
}

/// `list<array{label: string, url: string}>`
pub fn links(links: &[Link]) -> PhpResult<ZBox<ZendHashTable>> {
    list(links, |link| Record::new().with("label", link.label.as_str())?.with("url", link.url.as_str()))
}

/// `array<string, int>`: what was dropped, by kind.
pub fn removed(removed: &Removed) -> PhpResult<ZBox<ZendHashTable>> {
    let mut record = Record::new();
    for (kind, count) in removed.counts() {
        record = record.with(kind, i64::from(count))?;
    }
    Ok(record.into_array())
}

/// A list with one array per item.
///
/// # Errors
///
/// Those of the engine when a value cannot be converted.
pub fn list<T>(items: &[T], row: impl Fn(&T) -> PhpResult<Record>) -> PhpResult<ZBox<ZendHashTable>> {
    let mut array = ZendHashTable::new();
    for item in items {
        array.push(row(item)?.into_array())?;
    }
    Ok(array)
}

/// A size as PHP's integer; larger ones, which no limit of this module allows, are its greatest.
pub fn count(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// An integer argument as a size.
///
/// # Errors
///
/// `ValueError` that names argument and range.
pub fn in_range(argument: &str, value: i64, least: usize, most: usize) -> PhpResult<usize> {
    usize::try_from(value)
        .ok()
        .filter(|size| (least..=most).contains(size))
        .ok_or_else(|| value_error(format!("{argument} must be between {least} and {most}, {value} given")))
}
