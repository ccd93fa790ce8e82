// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a page into an outline, by the tree construction rules of the HTML Standard (13.2.6) but without a tree.
//!
//! Decides what each tag means for the text: what it closes, what its content inherits, whether a reader sees it. It
//! never decides whether a part of the page is worth reading.

use super::{
    attribute::{Attribute, Attributes},
    block::{Context, Outline, Regions},
    css::{Sheet, Veil},
    document::Removed,
    element::{self, Element},
    formatting::{ActiveFormatting, FormattingElement},
    lines::Lines,
    open::{Content, Height, Mark, Namespace, OpenElements},
    quirks, reference,
    scanner::{Scanner, Tag, Token},
    sheets::ForeignSheet,
    streamed::Streamed,
    visibility::{Hidden, Judge, Visibility},
};

/// How deep elements may be nested; what stands deeper is not seen.
const DEEPEST_SHOWN: Height = 512;
/// How deep they are followed; the scan ends at an element below.
const DEEPEST_FOLLOWED: Height = 65_536;
/// What a page's source says.
pub(super) struct Parsed<'a> {
    /// Its text.
    pub(super) outline: Outline<'a>,
    /// Its head.
    pub(super) head: Head<'a>,
    /// What was dropped because nobody sees it.
    pub(super) removed: Removed,
    /// Whether something lay behind a limit.
    pub(super) truncated: bool,
    /// Whether there is a `main`.
    pub(super) has_main: bool,
    /// Whether there is exactly one `article`.
    pub(super) has_sole_article: bool,
    /// Whether there is a script.
    pub(super) has_script: bool,
}

/// What a page says about itself, as written: character references not decoded.
#[derive(Default)]
pub(super) struct Head<'a> {
    /// The first `title`.
    pub(super) title: Option<&'a str>,
    /// The first `og:title`.
    pub(super) open_graph_title: Option<&'a str>,
    /// The first address of a `base`.
    pub(super) base: Option<&'a str>,
    /// The language of the root element.
    pub(super) language: Option<&'a str>,
}

/// Reads `source`, the page at `url`.
pub(super) fn parse<'a>(source: &'a str, url: Option<&'a str>) -> Parsed<'a> {
    // Text offsets are 32-bit numbers. No fetch comes near; a direct caller's larger page is cut, and says so.
    let mut end = source.len().min(u32::MAX as usize / 4);
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    let is_cut = end < source.len();
    let source = &source[..end];
    let quirks = quirks::are_on(source);
    let mut parser = Parser::new(source, url, quirks, Sheet::new(end, quirks), Streamed::default());
    parser.run();
    if parser.judge.is_late() {
        // A rule or a script stands behind what it may apply to: now that all are known, once more from the beginning.
        parser = Parser::new(source, url, quirks, parser.judge.sheet.again(end), parser.judge.streamed.again());
        parser.run();
    }
    let Parser { lines, head, mut removed, truncated, mains, articles, scripts, .. } = parser;
    let (outline, characters, lines_truncated) = lines.finish();
    removed.characters = characters;
    Parsed {
        outline,
        head,
        removed,
        truncated: truncated || lines_truncated || is_cut,
        has_main: mains > 0,
        has_sole_article: articles == 1,
        has_script: scripts,
    }
}

/// Whether an image is too small to be seen, such as those that count readers.
fn is_a_dot(attributes: &Attributes<'_>) -> bool {
    [Attribute::Width, Attribute::Height].into_iter().any(|side| {
        let size = attributes.value(side).unwrap_or_default();
        matches!(size.trim_ascii().trim_end_matches("px"), "0" | "1")
    })
}

/// Whether text holds nothing but blanks, however they are written, and NULs, which are dropped.
fn is_blank(text: &str, literal: bool) -> bool {
    let blank = |piece: &str| piece.bytes().all(|byte| byte == 0 || byte.is_ascii_whitespace());
    let mut is_blank = true;
    match literal {
        true => is_blank = blank(text),
        false => reference::decode(text, false, |piece| is_blank &= blank(piece)),
    }
    is_blank
}

pub(super) struct Parser<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) open: OpenElements<'a>,
    pub(super) formatting: ActiveFormatting<'a>,
    pub(super) lines: Lines<'a>,
    /// Whether the page is in quirks mode.
    pub(super) quirks: bool,
    /// The "form element pointer" (13.2.4.4): where the form that the page is in was opened, zero for one that holds
    /// nothing.
    pub(super) form: Option<Height>,
    /// Whether the page may still turn out to consist of frames (the "frameset-ok flag", 13.2.4.5).
    pub(super) frames_ok: bool,
    /// How many markers the formatting elements had before the open `noscript`.
    pub(super) markers_before_noscript: usize,
    head: Head<'a>,
    removed: Removed,
    truncated: bool,
    pub(super) mains: u32,
    pub(super) articles: u32,
    pub(super) judge: Judge<'a>,
    /// The `style` elements of SVG that are open.
    pub(super) foreign_sheets: Vec<ForeignSheet>,
    /// The alternative texts of the formulas that are open, as written; empty for none.
    formulas: Vec<&'a str>,
    scripts: bool,
    /// Whether the hidden element that was last opened is counted already.
    pub(super) counted: bool,
}

impl<'a> Parser<'a> {
    fn new(source: &'a str, url: Option<&'a str>, quirks: bool, sheet: Sheet, streamed: Streamed<'a>) -> Self {
        Parser {
            scanner: Scanner::new(source),
            open: OpenElements::default(),
            formatting: ActiveFormatting::default(),
            lines: Lines::new(url),
            quirks,
            form: None,
            frames_ok: true,
            markers_before_noscript: 0,
            head: Head::default(),
            removed: Removed::default(),
            truncated: false,
            mains: 0,
            articles: 0,
            judge: Judge::new(source, sheet, streamed),
            foreign_sheets: Vec::new(),
            formulas: Vec::new(),
            scripts: false,
            counted: false,
        }
    }

    fn run(&mut self) {
        let mut attributes = Attributes::default();
        loop {
            if self.lines.is_full {
                // Nothing that follows can be shown; its sheets may hide what was.
                self.read_remaining_sheets(None, &mut attributes);
                break;
            }
            // At an element of SVG or MathML, even one that HTML begins again in.
            self.scanner.sections = self.open.at_foreign_element() && !self.formatting.is_innermost(self.open.height());
            match self.scanner.next(&mut attributes) {
                Some(Token::Text(text)) => self.text(text, false),
                Some(Token::Literal(text)) => self.text(text, true),
                Some(Token::End(name)) => self.end_tag(name),
                Some(Token::Start(tag)) => {
                    if self.open.height() == DEEPEST_FOLLOWED {
                        self.truncated = true;
                        self.read_remaining_sheets(Some(Token::Start(tag)), &mut attributes);
                        break;
                    }
                    self.start_tag(tag, &mut attributes);
                }
                None if self.scanner.release() => {}
                None => break,
            }
        }
        self.pop_to(0);
        self.formatting.unmark(|link| self.lines.end_link(link, &Context::default()));
    }

    /// Why text here is not seen.
    fn hidden(&self) -> Option<Hidden> {
        self.open.context().hidden.or(self.formatting.hidden())
    }

    /// Whether text here is read, and seen unless something veils it.
    pub(super) fn is_active(&self) -> bool {
        !self.open.context().dropped && self.hidden().is_none() && !self.looks_for_sheets()
    }

    /// Whether the page will be read again whatever follows: until then only its sheets are of interest.
    fn looks_for_sheets(&self) -> bool {
        self.judge.sheet.is_late_already()
    }

    /// Whether an element whose content inherits `context` has a part in the text. Formatting elements that are closed do
    /// not count: they go on in the text inside, but not in the cells of a table.
    fn shows(&self, context: &Context) -> bool {
        !context.dropped && context.hidden.or(self.formatting.hidden_around()).is_none() && !self.looks_for_sheets()
    }

    /// Whether text here is read and seen.
    fn is_seen(&self) -> bool {
        self.is_active() && self.open.context().veil.hides().is_none()
    }

    /// Marks the formatting elements that the end of a block closed as open again: inline content follows.
    pub(super) fn reopen_formatting(&mut self) {
        self.formatting.reopen(self.open.height());
    }

    fn text(&mut self, text: &str, literal: bool) {
        // A NUL is no text (13.2.6.4.7), and that of SVG and MathML opens nothing (13.2.6.5).
        if !self.open.in_foreign_content() && text.bytes().any(|byte| byte != 0) {
            self.reopen_formatting();
        }
        if self.frames_ok && !is_blank(text, literal) {
            self.frames_ok = self.is_apart();
        }
        if self.open.context().dropped {
            self.foreign_sheet_text(text, literal);
            return;
        }
        if self.looks_for_sheets() {
            return;
        }
        if let Some(reason) = self.hidden().or(self.open.context().veil.hides()) {
            if !text.trim_ascii().is_empty() {
                self.count_hidden(reason);
            }
            return;
        }
        self.lines.text(self.open.context(), text, literal);
    }

    fn count_hidden(&mut self, reason: Hidden) {
        self.truncated |= reason == Hidden::Limit;
        if !std::mem::replace(&mut self.counted, true) {
            self.removed.count(reason);
        }
    }

    fn start_tag(&mut self, tag: Tag<'a>, attributes: &mut Attributes<'a>) {
        let element = Element::from_name(tag.name);
        if self.open.in_foreign_content() {
            let leaves = element.is(element::BREAKOUT)
                || (element == Element::Font
                    && [Attribute::Color, Attribute::Face, Attribute::Size]
                        .into_iter()
                        .any(|name| attributes.has(name)));
            if !leaves {
                self.open_foreign(element, tag, attributes);
                return;
            }
            while self.open.in_foreign_content() {
                self.pop_to(self.open.height() - 1);
            }
        }
        if self.frames_ok && element.forbids_frames() {
            let is_unseen = element == Element::Input && attributes.is(Attribute::Type, "hidden");
            self.frames_ok = self.is_apart() || is_unseen;
        }
        match element {
            Element::Html | Element::Body => self.root(element, tag, attributes),
            Element::Head => {}
            Element::FrameSet => self.frames(),
            // It holds columns and no text: whatever else follows ends it.
            Element::ColGroup => _ = self.imply_ends(element),
            // Its content is confined to its end already.
            Element::NoScript if self.open.context().regions.meets(Regions::NO_SCRIPT) => {}
            Element::Svg | Element::Math => self.open_foreign(element, tag, attributes),
            Element::PlainText | Element::Xmp => self.open_verbatim(element, tag, attributes),
            _ if element.is(element::RAW) => self.raw_text(element, tag, attributes),
            // One that nobody sees stays loose in a table, and ends nothing (13.2.6.4.9).
            Element::Input if attributes.is(Attribute::Type, "hidden") && self.table_outside_of_cells().is_some() => {}
            _ if !self.imply_ends(element) => {}
            _ if element.is(element::VOID) => self.void(element, tag, attributes),
            _ if element.is(element::FORMATTING) => self.open_formatting(element, tag, attributes),
            _ => self.open_element(element, tag, attributes),
        }
    }

    /// Whether nothing here has a say in what stands outside: a template has forms and titles of its own, and a browser that
    /// runs scripts finds no tags in `noscript`.
    pub(super) fn is_apart(&self) -> bool {
        self.open.latest(Element::Template) > 0 || self.open.context().regions.meets(Regions::NO_SCRIPT)
    }

    /// A page of frames, when nothing to see stood before: that goes, and nothing that follows is shown (13.2.6.4.7,
    /// 13.2.6.4.20). One in a template counts, though not in all: it fails closed.
    fn frames(&mut self) {
        if !self.frames_ok || self.open.context().regions.meets(Regions::NO_SCRIPT) {
            return;
        }
        self.pop_to(0);
        self.formatting = ActiveFormatting::default();
        self.lines = Lines::new(None);
        self.scanner.remainder();
    }

    /// The root elements open nothing here, and hide nothing: sites hide them until their scripts have run.
    fn root(&mut self, element: Element, tag: Tag<'a>, attributes: &Attributes<'a>) {
        if element == Element::Html && self.head.language.is_none() {
            self.head.language = attributes.raw(Attribute::Lang).or(attributes.raw(Attribute::XmlLang));
        }
        let visibility = self.judge.of(element, tag.name, attributes, Veil::default());
        self.removed.exempted += u32::from(visibility.exempted);
    }

    /// Elements whose content is raw text, none of which is seen.
    fn raw_text(&mut self, element: Element, tag: Tag<'a>, attributes: &mut Attributes<'a>) {
        if element == Element::Script {
            self.scripts = true;
            let is_typed = attributes.has(Attribute::Type);
            let runs = !self.is_apart();
            let source = self.scanner.script(attributes);
            if runs && !is_typed {
                self.judge.streamed.script(source);
            }
            return;
        }
        if element.is(element::SEPARATES) && self.is_active() {
            self.lines.space();
        }
        if element == Element::Style {
            self.sheet(tag, attributes);
            return;
        }
        let content = self.scanner.raw_text(tag.name, attributes);
        if element == Element::Title && self.head.title.is_none() && !self.is_apart() {
            self.head.title = Some(content);
        }
    }

    /// Raw text that browsers show as it stands.
    fn open_verbatim(&mut self, element: Element, tag: Tag<'a>, attributes: &mut Attributes<'a>) {
        self.imply_ends(element);
        self.open_element(element, tag, attributes);
        let content = match element {
            Element::PlainText => self.scanner.remainder(),
            _ => self.scanner.raw_text(tag.name, attributes),
        };
        self.text(content, true);
        self.pop_to(self.open.height() - 1);
    }

    fn void(&mut self, element: Element, tag: Tag<'a>, attributes: &Attributes<'a>) {
        match element {
            Element::Base | Element::Meta if self.is_apart() => {}
            Element::Base if self.head.base.is_none() => self.head.base = attributes.raw(Attribute::Href),
            Element::Meta
                if self.head.open_graph_title.is_none()
                    && (attributes.is(Attribute::Property, "og:title")
                        || attributes.is(Attribute::Name, "og:title")) =>
            {
                self.head.open_graph_title = attributes.raw(Attribute::Content);
            }
            _ => {}
        }
        if element.reopens_formatting() {
            self.reopen_formatting();
        }
        if !self.is_active() {
            return;
        }
        let visibility = self.judge.of(element, tag.name, attributes, self.open.context().veil);
        if visibility.hidden.is_some() {
            return;
        }
        match element {
            // It leaves its place, and nothing in it.
            Element::Img | Element::Image if visibility.veil.hides().is_some() || is_a_dot(attributes) => {
                self.lines.space()
            }
            Element::Br => self.lines.line_break(),
            Element::Hr => self.lines.end_line(),
            Element::Img | Element::Image => {
                let alternative = attributes.value(Attribute::Alt).unwrap_or_default();
                self.lines.image(self.open.context(), &alternative);
            }
            _ if element.is(element::SEPARATES) => self.lines.space(),
            _ => {}
        }
    }

    fn open_formatting(&mut self, element: Element, tag: Tag<'a>, attributes: &Attributes<'a>) {
        self.reopen_formatting();
        // What an element of this kind shows again stays hidden: it goes on behind what it was opened in.
        let Visibility { hidden, veils, veil, .. } = self.see(element, tag, attributes);
        let hides = hidden.or(veils);
        let ink = veil.ink(&self.open.context().veil).filter(|_| hides.is_none());
        let href = attributes.raw(Attribute::Href).filter(|_| element == Element::A);
        let link = match href {
            Some(href) if hides.is_none() && self.is_seen() => self.lines.start_link(href),
            _ => None,
        };
        let mut entry = FormattingElement::new(element, tag.source, hides, link, self.open.height());
        entry.ink = ink;
        self.formatting.push(entry);
    }

    /// Whether a reader sees what is inside an element. Hiding is counted as fresh when nothing around it hides already.
    fn see(&mut self, element: Element, tag: Tag<'a>, attributes: &Attributes<'a>) -> Visibility {
        let around = self.open.context().veil;
        if self.looks_for_sheets() {
            return Visibility::unchanged(around);
        }
        let mut visibility = self.judge.of(element, tag.name, attributes, around);
        if visibility.hidden.is_none()
            && visibility.veil.hides().is_none()
            && let Some(inked) = self.formatting.inked(&around)
        {
            // A background may be that of the letters' colour.
            let of_letters = self.judge.of(element, tag.name, attributes, inked);
            if of_letters.veil.hides().is_some() {
                visibility = of_letters;
            }
        }
        self.removed.exempted += u32::from(visibility.exempted);
        let hides = visibility.hidden.is_some() || (visibility.veil.hides().is_some() && around.hides().is_none());
        if hides && self.hidden().or(around.hides()).is_none() {
            self.counted = false;
        }
        visibility
    }

    /// What the content of an element inherits as far as it is seen.
    fn judge(&mut self, element: Element, tag: Tag<'a>, attributes: &Attributes<'a>) -> Context {
        let visibility = self.see(element, tag, attributes);
        let mut context = *self.open.context();
        if visibility.holds_page && context.weakly && context.hidden.is_some() {
            self.removed.exempted += 1;
            context.hidden = None;
        }
        if context.hidden.is_none() {
            (context.hidden, context.weakly) = (visibility.hidden, visibility.weak);
        } else if visibility.hidden.is_some() {
            context.weakly &= visibility.weak;
        }
        context.veil = visibility.veil;
        context
    }

    fn open_element(&mut self, element: Element, tag: Tag<'a>, attributes: &Attributes<'a>) {
        if element.reopens_formatting() {
            self.reopen_formatting();
        }
        let mut context = self.judge(element, tag, attributes);
        self.limit_depth(&mut context);
        let shadow = element == Element::Template && self.attaches_shadow(attributes);
        let dropped = element.is(element::DROPPED) || (element == Element::Template && !shadow);
        if element == Element::Template
            && self.is_active()
            && let Some(id) = attributes.raw(Attribute::Id)
        {
            self.judge.streamed.place(id);
        }
        if element == Element::NoScript {
            context.regions = context.regions.and(Regions::NO_SCRIPT);
        }
        let active = self.shows(&context);
        if active && element.is(element::SEPARATES) {
            self.lines.space();
        }
        if active && element.is(element::BLOCK) {
            match element {
                Element::Td | Element::Th | Element::Table | Element::Caption => self.lines.end_line(),
                _ => self.lines.edge(&context),
            }
        }
        context.dropped |= dropped;
        // A reading that is not seen has no parentheses either.
        let active = active && !dropped && (element != Element::Rt || context.veil.hides().is_none());
        if active {
            self.inherit(&mut context, element, attributes);
        }
        if element == Element::NoScript {
            self.scanner.confine(tag.name);
            self.markers_before_noscript = self.formatting.markers();
        }
        let mark = self.lines.mark();
        self.open.push(element, tag.name, Namespace::Html, context, active, mark);
        if element.is(element::MARKER) {
            self.formatting.mark();
        }
        if active && element == Element::Rt {
            self.lines.text(&context, "(", true);
        }
    }

    /// Whether the content of a `template` here is shown as that of the element around it (13.2.6.4.4).
    fn attaches_shadow(&self, attributes: &Attributes<'a>) -> bool {
        use Element::*;
        const HOSTS: [Element; 17] =
            [Article, Aside, BlockQuote, Body, Div, Footer, H1, H2, H3, H4, H5, H6, Header, Main, Nav, P, Section];
        let mode = attributes.value(Attribute::ShadowRootMode).unwrap_or_default();
        let is_host = |element: Element| HOSTS.contains(&element) || matches!(element, Span | Unknown);
        let host = self.open.at(self.open.height());
        (mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed")) && is_host(host)
    }

    /// Opens an element that the structure of a table implies.
    pub(super) fn open_implied(&mut self, element: Element, name: &'static str) {
        let mut context = self.judge(element, Tag { name, source: "", self_closing: false }, &Attributes::default());
        self.limit_depth(&mut context);
        let active = self.shows(&context);
        if active && element == Element::TBody {
            self.lines.table_section(context.table, false);
        }
        self.open.push(element, name, Namespace::Html, context, active, Mark::default());
    }

    fn limit_depth(&mut self, context: &mut Context) {
        if self.open.height() >= DEEPEST_SHOWN && context.hidden.is_none() {
            (context.hidden, context.weakly) = (Some(Hidden::Limit), false);
            self.counted = false;
        }
    }

    fn open_foreign(&mut self, element: Element, tag: Tag<'a>, attributes: &Attributes<'a>) {
        if !self.open.in_foreign_content() {
            self.reopen_formatting();
        }
        let in_svg = self.open.is_in_svg(element);
        let mut context = self.judge(element, tag, attributes);
        self.limit_depth(&mut context);
        let mut active = self.shows(&context);
        if active && element.is(element::SEPARATES) {
            self.lines.space();
        }
        // The annotations of a formula are another form of it, for programs. What is no text in HTML is none here either.
        let is_text = match element {
            Element::Annotation | Element::AnnotationXml | Element::Template => false,
            // Takes its place, and shows nothing.
            _ if !in_svg && tag.name.eq_ignore_ascii_case("mphantom") => false,
            Element::Svg => !in_svg,
            _ => !element.is(element::DROPPED) && !element.is(element::RAW),
        };
        context.dropped |= !is_text;
        active &= !context.dropped;
        if tag.self_closing {
            return;
        }
        if active && element == Element::Math {
            let alternative = attributes.raw(Attribute::AltText).filter(|_| context.veil.hides().is_none());
            self.formulas.push(alternative.unwrap_or_default());
        }
        if element == Element::Style {
            self.begin_foreign_sheet(in_svg, attributes);
        }
        let holds_html = element.is_integration_point(in_svg)
            || (!in_svg
                && element == Element::AnnotationXml
                && ["text/html", "application/xhtml+xml"].iter().any(|kind| attributes.is(Attribute::Encoding, kind)));
        let content = if holds_html { Content::Html } else { Content::Foreign };
        let namespace = if in_svg { Namespace::Svg(content) } else { Namespace::MathMl(content) };
        self.open.push(element, tag.name, namespace, context, active, self.lines.mark());
    }

    /// Closes an element with all inside, and forgets the formatting elements opened in it.
    pub(super) fn close_marked(&mut self, height: Height) {
        self.formatting.unmark(|link| self.lines.end_link(link, self.open.context()));
        self.pop_to(height - 1);
    }

    /// Closes all elements above a height, the innermost first.
    pub(super) fn pop_to(&mut self, height: Height) {
        while self.open.height() > height || self.open.current_is_closed() {
            let Some(closed) = self.open.pop() else { break };
            if closed.element == Element::Style {
                self.end_foreign_sheet();
            }
            if closed.active {
                let context = *self.open.context();
                self.close_active(closed.element, &closed.context, closed.mark, &context);
            } else if closed.element.is(element::BLOCK) && closed.context.is_seen() && self.is_active() {
                // A formatting element hid its beginning, and ended within it.
                self.lines.edge(self.open.context());
            }
        }
        self.formatting.popped_to(self.open.height());
    }

    /// Only now is it known whether a reader sees something of the formula.
    fn end_formula(&mut self, mark: Mark, context: &Context) {
        let alternative = reference::decode_attribute(self.formulas.pop().unwrap_or_default());
        if !alternative.trim().is_empty() {
            self.lines.replace_formula(mark, &alternative, context);
        }
    }

    /// What the end of a visible element does to the text; `context` is the one around it.
    fn close_active(&mut self, element: Element, inner: &Context, mark: Mark, context: &Context) {
        self.lines.base = self.head.base;
        if inner.counts_lines() && !context.gutter {
            self.lines.take_back_line_numbers(mark);
        }
        if element.is(element::BLOCK) {
            match element {
                Element::Td | Element::Th | Element::Table | Element::Caption => self.lines.end_line(),
                _ => self.lines.edge(context),
            }
        }
        match element {
            Element::Sup | Element::Sub => self.lines.take_back_reference_mark(mark, self.formatting.link()),
            Element::Rt => self.lines.close_parenthesis(mark, context),
            Element::Math => self.end_formula(mark, inner),
            Element::Li => self.lines.end_item(inner),
            Element::Dd => self.lines.end_definition(inner),
            Element::Table => self.lines.end_table(inner.table),
            Element::Tr => self.lines.end_row(inner.table),
            Element::Td | Element::Th => self.lines.end_cell(),
            _ => {}
        }
    }
}
