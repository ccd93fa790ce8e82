// SPDX-License-Identifier: MIT OR Apache-2.0
//! The elements of HTML and the classes they fall into.
//!
//! Decides nothing by itself: each class is the list of the HTML Standard, or of the table of texts in this room's
//! documentation, that a rule elsewhere asks for.

use super::names::NameTable;

/// A set of classes of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Classes(u32);

impl Classes {
    const fn and(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }
}

const NONE: Classes = Classes(0);
/// Begins and ends a line of text.
pub(super) const BLOCK: Classes = Classes(1);
/// "Special" (13.2.4.2): stops the search for the element that a stray end tag closes.
pub(super) const SPECIAL: Classes = Classes(1 << 1);
/// Bounds the scope of end tags (13.2.4.2).
pub(super) const SCOPE: Classes = Classes(1 << 2);
/// "Formatting" (13.2.4.3): goes on behind the end of the block it was opened in.
pub(super) const FORMATTING: Classes = Classes(1 << 3);
/// Has no content and no end tag (13.1.2).
pub(super) const VOID: Classes = Classes(1 << 4);
/// What it holds is nothing a reader sees as text.
pub(super) const DROPPED: Classes = Classes(1 << 5);
/// Its start tag closes an open `p` (13.2.6.4.7).
pub(super) const CLOSES_P: Classes = Classes(1 << 6);
/// Its end tag closes whatever was left open inside it (13.2.6.4.7).
pub(super) const CLOSES_INNER: Classes = Classes(1 << 7);
/// Formatting elements opened before it do not go on inside it (13.2.4.3).
pub(super) const MARKER: Classes = Classes(1 << 8);
/// Its start tag leaves SVG and MathML (13.2.6.5).
pub(super) const BREAKOUT: Classes = Classes(1 << 9);
/// Stands between two words like a picture, even where its content is dropped.
pub(super) const SEPARATES: Classes = Classes(1 << 10);
/// Holds raw text (13.1.2), which nobody sees.
pub(super) const RAW: Classes = Classes(1 << 11);
/// Belongs to the structure of a table (13.2.6.4.9 and following).
pub(super) const TABLE_PART: Classes = Classes(1 << 12);
/// Its end may be implied by the end of its parent (13.2.6.3).
pub(super) const IMPLIED_END: Classes = Classes(1 << 13);

const BLOCK_CONTENT: Classes = BLOCK.and(SPECIAL).and(CLOSES_P).and(CLOSES_INNER);
const HEADING: Classes = BLOCK.and(SPECIAL).and(BREAKOUT);
const PHRASE: Classes = FORMATTING.and(BREAKOUT);
const REPLACED: Classes = SEPARATES.and(DROPPED);

macro_rules! elements {
    ($($variant:ident $name:literal $classes:expr;)*) => {
        /// An element with a rule of its own; every other one is `Unknown`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Element {
            $($variant,)*
            /// A custom element, one without a rule, or one of SVG or MathML.
            Unknown,
        }

        const ALL: &[Element] = &[$(Element::$variant),*];
        const CLASSES: &[Classes] = &[$($classes,)* NONE];
        static NAMES: NameTable<512> = NameTable::new(&[$($name),*]);
    };
}

elements! {
    A "a" FORMATTING;
    Address "address" BLOCK_CONTENT;
    Annotation "annotation" NONE;
    AnnotationXml "annotation-xml" NONE;
    Applet "applet" SPECIAL.and(SCOPE).and(MARKER).and(REPLACED);
    Area "area" SPECIAL.and(VOID);
    Article "article" BLOCK_CONTENT;
    Aside "aside" BLOCK_CONTENT;
    Audio "audio" REPLACED;
    B "b" PHRASE;
    Base "base" SPECIAL.and(VOID);
    BaseFont "basefont" SPECIAL.and(VOID);
    BgSound "bgsound" SPECIAL.and(VOID);
    Big "big" PHRASE;
    BlockQuote "blockquote" BLOCK_CONTENT.and(BREAKOUT);
    Body "body" SPECIAL.and(BREAKOUT);
    Br "br" SPECIAL.and(VOID).and(BREAKOUT);
    Button "button" SPECIAL.and(CLOSES_INNER).and(REPLACED);
    Canvas "canvas" REPLACED;
    Caption "caption" BLOCK.and(SPECIAL).and(SCOPE).and(MARKER).and(TABLE_PART);
    Center "center" BLOCK_CONTENT.and(BREAKOUT);
    Code "code" PHRASE;
    Col "col" SPECIAL.and(VOID).and(TABLE_PART);
    ColGroup "colgroup" SPECIAL.and(TABLE_PART);
    DataList "datalist" DROPPED;
    Dd "dd" BLOCK.and(SPECIAL).and(BREAKOUT).and(IMPLIED_END);
    Desc "desc" NONE;
    Details "details" BLOCK_CONTENT;
    Dialog "dialog" BLOCK.and(CLOSES_P).and(CLOSES_INNER);
    Dir "dir" BLOCK_CONTENT;
    Div "div" BLOCK_CONTENT.and(BREAKOUT);
    Dl "dl" BLOCK_CONTENT.and(BREAKOUT);
    Dt "dt" BLOCK.and(SPECIAL).and(BREAKOUT).and(IMPLIED_END);
    Em "em" PHRASE;
    Embed "embed" SPECIAL.and(VOID).and(BREAKOUT).and(SEPARATES);
    FieldSet "fieldset" BLOCK_CONTENT;
    FigCaption "figcaption" BLOCK_CONTENT;
    Figure "figure" BLOCK_CONTENT;
    Font "font" FORMATTING;
    Footer "footer" BLOCK_CONTENT;
    ForeignObject "foreignobject" NONE;
    Form "form" BLOCK.and(SPECIAL);
    Frame "frame" SPECIAL.and(VOID);
    FrameSet "frameset" SPECIAL;
    H1 "h1" HEADING;
    H2 "h2" HEADING;
    H3 "h3" HEADING;
    H4 "h4" HEADING;
    H5 "h5" HEADING;
    H6 "h6" HEADING;
    Head "head" SPECIAL.and(BREAKOUT);
    Header "header" BLOCK_CONTENT;
    HGroup "hgroup" BLOCK_CONTENT;
    Hr "hr" BLOCK.and(SPECIAL).and(VOID).and(CLOSES_P).and(BREAKOUT);
    Html "html" SPECIAL;
    I "i" PHRASE;
    IFrame "iframe" SPECIAL.and(RAW).and(SEPARATES);
    Image "image" VOID.and(SEPARATES);
    Img "img" SPECIAL.and(VOID).and(BREAKOUT).and(SEPARATES);
    Input "input" SPECIAL.and(VOID).and(SEPARATES);
    KeyGen "keygen" SPECIAL.and(VOID);
    Legend "legend" BLOCK;
    Li "li" BLOCK.and(SPECIAL).and(BREAKOUT).and(IMPLIED_END);
    Link "link" SPECIAL.and(VOID);
    Listing "listing" BLOCK_CONTENT.and(BREAKOUT);
    Main "main" BLOCK_CONTENT;
    Marquee "marquee" SPECIAL.and(SCOPE).and(MARKER);
    Math "math" NONE;
    Menu "menu" BLOCK_CONTENT.and(BREAKOUT);
    Meta "meta" SPECIAL.and(VOID).and(BREAKOUT);
    Meter "meter" DROPPED;
    Mi "mi" NONE;
    Mn "mn" NONE;
    Mo "mo" NONE;
    Ms "ms" NONE;
    MText "mtext" NONE;
    Nav "nav" BLOCK_CONTENT;
    NoBr "nobr" PHRASE;
    NoEmbed "noembed" SPECIAL.and(RAW);
    NoFrames "noframes" SPECIAL.and(RAW);
    NoScript "noscript" BLOCK.and(SPECIAL).and(SCOPE).and(MARKER);
    Object "object" SPECIAL.and(SCOPE).and(MARKER).and(REPLACED);
    Ol "ol" BLOCK_CONTENT.and(BREAKOUT);
    OptGroup "optgroup" DROPPED.and(IMPLIED_END);
    Option "option" DROPPED.and(IMPLIED_END);
    P "p" BLOCK.and(SPECIAL).and(CLOSES_P).and(BREAKOUT).and(IMPLIED_END);
    Param "param" SPECIAL.and(VOID);
    PlainText "plaintext" BLOCK.and(SPECIAL).and(CLOSES_P);
    Pre "pre" BLOCK_CONTENT.and(BREAKOUT);
    Progress "progress" DROPPED;
    Rb "rb" IMPLIED_END;
    Rp "rp" DROPPED.and(IMPLIED_END);
    Rt "rt" IMPLIED_END;
    Rtc "rtc" IMPLIED_END;
    Ruby "ruby" BREAKOUT;
    S "s" PHRASE;
    Script "script" SPECIAL.and(RAW);
    Search "search" BLOCK_CONTENT;
    Section "section" BLOCK_CONTENT;
    Select "select" SPECIAL.and(SCOPE).and(CLOSES_INNER).and(REPLACED);
    Small "small" PHRASE;
    Source "source" SPECIAL.and(VOID);
    Span "span" BREAKOUT;
    Strike "strike" PHRASE;
    Strong "strong" PHRASE;
    Style "style" SPECIAL.and(RAW);
    Sub "sub" BREAKOUT;
    Summary "summary" BLOCK_CONTENT;
    Sup "sup" BREAKOUT;
    Svg "svg" REPLACED;
    Table "table" BLOCK.and(SPECIAL).and(SCOPE).and(CLOSES_P).and(BREAKOUT).and(TABLE_PART);
    TBody "tbody" SPECIAL.and(TABLE_PART);
    Td "td" BLOCK.and(SPECIAL).and(SCOPE).and(MARKER).and(TABLE_PART);
    Template "template" SPECIAL.and(SCOPE).and(MARKER);
    TextArea "textarea" SPECIAL.and(RAW).and(SEPARATES);
    TFoot "tfoot" SPECIAL.and(TABLE_PART);
    Th "th" BLOCK.and(SPECIAL).and(SCOPE).and(MARKER).and(TABLE_PART);
    THead "thead" SPECIAL.and(TABLE_PART);
    Title "title" SPECIAL.and(RAW);
    Tr "tr" BLOCK.and(SPECIAL).and(TABLE_PART);
    Track "track" SPECIAL.and(VOID);
    Tt "tt" PHRASE;
    U "u" PHRASE;
    Ul "ul" BLOCK_CONTENT.and(BREAKOUT);
    Var "var" BREAKOUT;
    Video "video" REPLACED;
    Wbr "wbr" SPECIAL.and(VOID);
    Xmp "xmp" BLOCK.and(SPECIAL).and(CLOSES_P);
}

impl Element {
    /// How many elements there are, `Unknown` included.
    pub(super) const COUNT: usize = ALL.len() + 1;

    /// The element of a tag name, whatever the case of its letters.
    pub(super) fn from_name(name: &str) -> Element {
        NAMES.position(name.as_bytes()).map_or(Element::Unknown, |position| ALL[position as usize])
    }

    /// Whether the element is of one of the classes.
    pub(super) fn is(self, classes: Classes) -> bool {
        CLASSES[self as usize].0 & classes.0 != 0
    }

    /// Whether its start tag opens the formatting elements again that the end of a block closed (13.2.6.4.7).
    pub(super) fn reopens_formatting(self) -> bool {
        match self {
            Element::Area | Element::Br | Element::Embed | Element::Img | Element::Input | Element::KeyGen => true,
            Element::Wbr | Element::Applet | Element::Marquee | Element::Object => true,
            Element::Button | Element::Select | Element::Xmp => true,
            Element::Dialog | Element::Rb | Element::Rp | Element::Rt | Element::Rtc => false,
            _ => !self.is(SPECIAL),
        }
    }

    /// Whether a page with one holds no frames (13.2.6.4.7, where the "frameset-ok flag" is set to "not ok").
    pub(super) fn forbids_frames(self) -> bool {
        use Element::*;
        const LINES: [Element; 8] = [Body, Dd, Dt, Li, Listing, Pre, Table, Xmp];
        const HOLDERS: [Element; 6] = [Applet, Button, Marquee, Object, Select, TextArea];
        const SHOWN: [Element; 10] = [Area, Br, Embed, Hr, IFrame, Image, Img, Input, KeyGen, Wbr];
        LINES.contains(&self) || HOLDERS.contains(&self) || SHOWN.contains(&self)
    }

    /// 1 to 6 for `h1` to `h6`.
    pub(super) fn heading_level(self) -> Option<u8> {
        (Element::H1 as u8..=Element::H6 as u8).contains(&(self as u8)).then(|| self as u8 - Element::H1 as u8 + 1)
    }

    /// Whether the text inside keeps its white space and line breaks.
    pub(super) fn is_preformatted(self) -> bool {
        matches!(self, Element::Pre | Element::Listing | Element::PlainText | Element::Xmp)
    }

    /// Whether HTML begins again inside this element of SVG, or else of MathML (13.2.6, integration points).
    pub(super) fn is_integration_point(self, in_svg: bool) -> bool {
        match in_svg {
            true => matches!(self, Element::ForeignObject | Element::Desc | Element::Title),
            false => matches!(self, Element::Mi | Element::Mo | Element::Mn | Element::Ms | Element::MText),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_found_under_its_own_name() {
        assert_eq!(Element::from_name("FIGCAPTION"), Element::FigCaption);
        assert_eq!(Element::from_name("th"), Element::Th);
        assert_eq!(Element::from_name("my-card"), Element::Unknown);
        assert_eq!(CLASSES.len(), Element::COUNT);
    }

    #[test]
    fn headings_have_the_level_of_their_name() {
        assert_eq!(Element::H1.heading_level(), Some(1));
        assert_eq!(Element::H6.heading_level(), Some(6));
        assert_eq!(Element::Head.heading_level(), None);
        assert_eq!(Element::Header.heading_level(), None);
    }
}
