// SPDX-License-Identifier: MIT OR Apache-2.0
//! The attributes that decide something in this room, as one start tag carries them.
//!
//! Decides which attribute counts: of several with one name the first (HTML Standard 13.2.5.33). It never stores one
//! that no rule reads, and keeps values as they stand in the source until somebody asks.

use std::borrow::Cow;

use super::{names::NameTable, reference};

macro_rules! attributes {
    ($($variant:ident $name:literal)*) => {
        /// An attribute that some rule reads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Attribute { $($variant),* }

        const ALL: &[Attribute] = &[$(Attribute::$variant),*];
        static NAMES: NameTable<128> = NameTable::new(&[$($name),*]);
    };
}

attributes! {
    Alt "alt"
    AltText "alttext"
    AriaHidden "aria-hidden"
    BgColor "bgcolor"
    Charset "charset"
    Class "class"
    Color "color"
    ColSpan "colspan"
    Content "content"
    Encoding "encoding"
    Face "face"
    Height "height"
    Hidden "hidden"
    Href "href"
    HttpEquiv "http-equiv"
    Id "id"
    ItemProp "itemprop"
    Lang "lang"
    Media "media"
    Name "name"
    Open "open"
    Popover "popover"
    Property "property"
    Reversed "reversed"
    Role "role"
    RowSpan "rowspan"
    ShadowRootMode "shadowrootmode"
    Size "size"
    Start "start"
    Style "style"
    Title "title"
    Type "type"
    Value "value"
    Width "width"
    XmlLang "xml:lang"
}

/// The known attributes of one start tag. One value is reused for all tags of a page.
#[derive(Default)]
pub(super) struct Attributes<'a> {
    found: Vec<(Attribute, &'a str)>,
    /// One bit for each that was found.
    present: u64,
    overflowed: bool,
}

impl<'a> Attributes<'a> {
    /// Whether the tag carries the attribute.
    pub(super) fn has(&self, attribute: Attribute) -> bool {
        self.present & 1 << attribute as u64 != 0
    }

    /// Whether the tag carries one of these.
    pub(super) fn has_any(&self, attributes: &[Attribute]) -> bool {
        let asked = attributes.iter().fold(0, |asked, attribute| asked | 1_u64 << *attribute as u64);
        self.present & asked != 0
    }

    /// The value as it stands in the source, references not decoded.
    pub(super) fn raw(&self, attribute: Attribute) -> Option<&'a str> {
        if !self.has(attribute) {
            return None;
        }
        self.found.iter().find(|(found, _)| *found == attribute).map(|(_, value)| *value)
    }

    /// The value with its character references decoded.
    pub(super) fn value(&self, attribute: Attribute) -> Option<Cow<'a, str>> {
        self.raw(attribute).map(reference::decode_attribute)
    }

    /// Whether the value is `word`, whatever its case and the white space around it.
    pub(super) fn is(&self, attribute: Attribute, word: &str) -> bool {
        self.value(attribute).is_some_and(|value| value.trim_ascii().eq_ignore_ascii_case(word))
    }

    /// Whether the tag has more attributes than are looked at.
    pub(super) fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Forgets the last tag.
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.present = 0;
        self.overflowed = false;
    }

    /// Takes one attribute in; the first of its name stays.
    pub(super) fn add(&mut self, name: &[u8], value: impl FnOnce() -> &'a str) {
        if let Some(position) = NAMES.position(name) {
            let attribute = ALL[position as usize];
            if !self.has(attribute) {
                self.found.push((attribute, value()));
                self.present |= 1 << attribute as u64;
            }
        }
    }

    /// Remembers that there were more attributes than are looked at.
    pub(super) fn overflow(&mut self) {
        self.overflowed = true;
    }
}
