// SPDX-License-Identifier: MIT OR Apache-2.0
//! The properties that decide whether text is seen.
//!
//! Decides which property a name is and what it sets. It never reads a value.

use crate::html::names::NameTable;

macro_rules! slots {
    ($($slot:ident)*) => {
        /// What a declaration sets. Shorthands set several.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Slot { All, $($slot),* }

        impl Slot {
            /// All but [`Slot::All`].
            pub(super) const EVERY: &[Slot] = &[$(Slot::$slot),*];
            /// How many there are.
            pub(super) const COUNT: usize = Slot::EVERY.len() + 1;
        }
    };
}

slots! {
    Display
    Visibility
    ContentVisibility
    Opacity
    FontSize
    Ink
    TextFill
    Paper
    PaperImage
    PaperClip
    Indent
    Left
    Right
    Top
    Bottom
    MarginLeft
    MarginTop
    Transform
    Translate
    Scale
    Rotate
    Zoom
    Filter
    Clip
    ClipPath
    Width
    Height
    MaxWidth
    MaxHeight
    MinWidth
    MinHeight
    OverflowX
    OverflowY
}

impl Slot {
    /// What a keyword that every property takes comes to here: `Shows` stands for `initial`, `Inherits` for the others.
    pub(super) fn wide(self, keyword: Value) -> Value {
        match self {
            Slot::Ink if keyword == Value::Shows => Value::Paints([0; 3]),
            Slot::Visibility | Slot::FontSize | Slot::Ink | Slot::Indent => keyword,
            Slot::TextFill | Slot::Paper | Slot::PaperImage | Slot::PaperClip => Value::Inherits,
            // No minimum; and what is around may well clip.
            Slot::MinWidth | Slot::MinHeight => Value::Hides,
            Slot::OverflowX | Slot::OverflowY if keyword == Value::Inherits => Value::Hides,
            _ => Value::Shows,
        }
    }
}

/// What a value comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// By itself, or together with another one, it hides.
    Hides,
    /// It shows, whatever was around.
    Shows,
    /// It changes nothing of what was around.
    Inherits,
    /// It undoes what the page says, as far as that shows.
    Reverts,
    /// A colour that is painted.
    Paints([u8; 3]),
}

macro_rules! properties {
    ({ $($variant:ident $name:literal)* } { $($long:ident $long_name:literal)* }) => {
        /// A property that sets some slot.
        #[derive(Clone, Copy)]
        pub(super) enum Property { $($variant,)* $($long),* }

        const ALL: &[Property] = &[$(Property::$variant),*];
        static NAMES: NameTable<128> = NameTable::new(&[$($name),*]);
        /// Those whose names are too long for the table.
        const LONG: &[(&str, Property)] = &[$(($long_name, Property::$long)),*];
    };
}

properties! {{
    All "all"
    Display "display"
    Visibility "visibility"
    Opacity "opacity"
    Font "font"
    FontSize "font-size"
    Color "color"
    Background "background"
    BackgroundColor "background-color"
    BackgroundImage "background-image"
    TextIndent "text-indent"
    Left "left"
    Right "right"
    Top "top"
    Bottom "bottom"
    Inset "inset"
    InsetInline "inset-inline"
    InsetBlock "inset-block"
    Margin "margin"
    MarginLeft "margin-left"
    MarginTop "margin-top"
    MarginInline "margin-inline"
    MarginBlock "margin-block"
    Transform "transform"
    Translate "translate"
    Scale "scale"
    Rotate "rotate"
    Filter "filter"
    Clip "clip"
    ClipPath "clip-path"
    Width "width"
    Zoom "zoom"
    Height "height"
    MaxWidth "max-width"
    MaxHeight "max-height"
    MinWidth "min-width"
    MinHeight "min-height"
    InlineSize "inline-size"
    BlockSize "block-size"
    MaxInlineSize "max-inline-size"
    MaxBlockSize "max-block-size"
    Overflow "overflow"
    OverflowX "overflow-x"
    OverflowY "overflow-y"
    BackgroundClip "background-clip"
    InsetInlineEnd "inset-inline-end"
    InsetBlockEnd "inset-block-end"
} {
    ContentVisibility "content-visibility"
    MarginInlineStart "margin-inline-start"
    MarginBlockStart "margin-block-start"
    InsetInlineStart "inset-inline-start"
    InsetBlockStart "inset-block-start"
    TextFill "-webkit-text-fill-color"
}}

/// Other names that browsers know some of them by: no other prefix makes a name one of theirs.
const PREFIXED: &[(&str, Property)] = &[
    ("-webkit-transform", Property::Transform),
    ("-webkit-filter", Property::Filter),
    ("-webkit-opacity", Property::Opacity),
    ("-webkit-clip-path", Property::ClipPath),
    ("-webkit-background-clip", Property::BackgroundClip),
    ("-webkit-margin-start", Property::MarginInlineStart),
    ("-webkit-logical-width", Property::InlineSize),
    ("-webkit-logical-height", Property::BlockSize),
    ("-webkit-max-logical-width", Property::MaxInlineSize),
    ("-webkit-max-logical-height", Property::MaxBlockSize),
];

/// The property of a name.
pub(super) fn named(name: &str) -> Option<Property> {
    /// Bytes of the longest name that the table holds.
    const LONGEST: usize = 16;
    if name.len() <= LONGEST && !name.starts_with('-') {
        return NAMES.position(name.as_bytes()).map(|position| ALL[position as usize]);
    }
    LONG.iter().chain(PREFIXED).find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, property)| *property)
}

/// What a property sets; four sides in the order top, right, bottom, left.
pub(super) fn slots(property: Property) -> &'static [Slot] {
    use Property as P;
    match property {
        P::All => &[Slot::All],
        P::Display => &[Slot::Display],
        P::Visibility => &[Slot::Visibility],
        P::ContentVisibility => &[Slot::ContentVisibility],
        P::Opacity => &[Slot::Opacity],
        P::Font | P::FontSize => &[Slot::FontSize],
        P::Color => &[Slot::Ink],
        P::TextFill => &[Slot::TextFill],
        P::Background => &[Slot::Paper, Slot::PaperImage, Slot::PaperClip],
        P::BackgroundColor => &[Slot::Paper],
        P::BackgroundImage => &[Slot::PaperImage],
        P::BackgroundClip => &[Slot::PaperClip],
        P::TextIndent => &[Slot::Indent],
        P::Left | P::InsetInlineStart => &[Slot::Left],
        P::Right | P::InsetInlineEnd => &[Slot::Right],
        P::Top | P::InsetBlockStart => &[Slot::Top],
        P::Bottom | P::InsetBlockEnd => &[Slot::Bottom],
        P::Inset => &[Slot::Top, Slot::Right, Slot::Bottom, Slot::Left],
        P::InsetInline => &[Slot::Left, Slot::Right],
        P::InsetBlock => &[Slot::Top, Slot::Bottom],
        P::Margin => &[Slot::MarginTop, Slot::MarginLeft],
        P::MarginLeft | P::MarginInlineStart => &[Slot::MarginLeft],
        P::MarginTop | P::MarginBlockStart => &[Slot::MarginTop],
        P::MarginInline => &[Slot::MarginLeft],
        P::MarginBlock => &[Slot::MarginTop],
        P::Transform => &[Slot::Transform],
        P::Translate => &[Slot::Translate],
        P::Scale => &[Slot::Scale],
        P::Rotate => &[Slot::Rotate],
        P::Zoom => &[Slot::Zoom],
        P::Filter => &[Slot::Filter],
        P::Clip => &[Slot::Clip],
        P::ClipPath => &[Slot::ClipPath],
        P::Width | P::InlineSize => &[Slot::Width],
        P::Height | P::BlockSize => &[Slot::Height],
        P::MaxWidth | P::MaxInlineSize => &[Slot::MaxWidth],
        P::MaxHeight | P::MaxBlockSize => &[Slot::MaxHeight],
        P::MinWidth => &[Slot::MinWidth],
        P::MinHeight => &[Slot::MinHeight],
        P::Overflow => &[Slot::OverflowX, Slot::OverflowY],
        P::OverflowX => &[Slot::OverflowX],
        P::OverflowY => &[Slot::OverflowY],
    }
}
