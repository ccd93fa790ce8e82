// SPDX-License-Identifier: MIT OR Apache-2.0
//! The visible text of the scanner against the tree of html5ever, which builds what browsers build: the same words in
//! the same order, before any part of a page is chosen.
//!
//! The walk below states the visible text of a tree once more, in its own words and as simply as can be. What it does not
//! know are the differences that are meant:
//! - text that stands loose in a table stays where it was written, unless the table holds data: a tree moves it before the
//!   table; the caption of a data table comes first, wherever it was written;
//! - what is nested deeper than 512 elements is dropped;
//! - what style sheets, classes and most declarations hide: the walk knows markup only, so the shared pages are read with
//!   these attributes renamed and their sheets of another type (`tests/hidden.rs` is about them);
//! - the parentheses around a reading (`rt`) are marks of ours. Parentheses are taken off both sides.

use std::{collections::HashMap, fs};

use ego_tree::{NodeRef, iter::Edge};
use portcullis::html;
use scraper::{ElementRef, Html, Node, node::Element};

#[path = "shared/page.rs"]
mod page;
mod shared;

use self::page::unpack;

/// The least share of the shared pages whose words are the same.
const AGREEMENT: f64 = 0.998;

#[test]
fn shared_pages_read_as_in_a_browser_s_tree() {
    let shared = shared::root();
    let (mut pages, mut same) = (0, 0);
    for corpus in ["corpus/articles/html", "corpus/pages/html"] {
        let Ok(files) = fs::read_dir(shared.join(corpus)) else {
            println!("skipped: no {corpus} below PORTCULLIS_SHARED");
            continue;
        };
        let mut files: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        files.sort();
        for file in files {
            let source = without_styles(&unpack(&file));
            pages += 1;
            match difference(&source) {
                None => same += 1,
                Some(difference) => println!("{}: {difference}", file.file_name().unwrap_or_default().display()),
            }
        }
    }
    if pages > 0 {
        let agreement = f64::from(same) / f64::from(pages);
        println!("{same} of {pages} pages have the same words in the same order: {agreement:.4}");
        assert!(agreement >= AGREEMENT, "{agreement:.4}");
    }
}

/// The page with `class`, `style`, `id` and `bgcolor` renamed and every `style` element of no known type.
fn without_styles(source: &str) -> String {
    let (mut changed, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(at) = rest.find(['<', '=']) {
        let (before, behind) = rest.split_at(at);
        let name = before.trim_ascii_end();
        let renamed = ["class", "style", "id", "bgcolor"].into_iter().find(|attribute| {
            let start = name.len().checked_sub(attribute.len());
            behind.starts_with('=')
                && start.and_then(|start| name.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(attribute))
                && !name[..start.unwrap_or(0)].ends_with(|last: char| last.is_alphanumeric() || last == '-')
        });
        changed.push_str(renamed.map_or(before, |attribute| &before[..name.len() - attribute.len()]));
        changed.push_str(renamed.map_or("", |_| "x-renamed"));
        let is_sheet = behind.get(..6).is_some_and(|tag| tag.eq_ignore_ascii_case("<style"));
        changed.push_str(if is_sheet { "<style type=x" } else { &behind[..1] });
        // What stands behind the name `style` may belong to a longer name.
        rest = if is_sheet { &behind[6..] } else { &behind[1..] };
        if is_sheet && !rest.starts_with(['>', '/']) && !rest.starts_with(|next: char| next.is_ascii_whitespace()) {
            changed.truncate(changed.len() - " type=x".len());
        }
    }
    changed + rest
}

#[test]
fn tag_soup_reads_as_in_a_browser_s_tree() {
    let (pages, mut same) = (soup(&TEXT_PARTS, 20_000), 0);
    for page in &pages {
        match difference(page) {
            None => same += 1,
            Some(difference) => println!("{page}\n  {difference}"),
        }
    }
    let agreement = f64::from(same) / pages.len() as f64;
    println!("tag soup: {agreement:.4}");
    assert!(agreement >= SOUP_AGREEMENT, "{agreement:.4}");
}

#[test]
fn what_a_browser_hides_is_hidden_in_any_tag_soup() {
    let parts: Vec<&str> = TEXT_PARTS.iter().chain(&TABLE_PARTS).chain(&HIDING_PARTS).copied().collect();
    let mut leaks = Vec::new();
    for page in soup(&parts, 30_000) {
        let (ours, theirs) = (html::visible_text(&page), tree_text(&Html::parse_document(&page)));
        let shown: Vec<&str> = theirs.split(|character: char| !character.is_alphanumeric()).collect();
        let ours: Vec<&str> = ours.split(|character: char| !character.is_alphanumeric()).collect();
        if let Some(leak) = ours.iter().find(|word| word.starts_with('w') && !shown.contains(*word)) {
            leaks.push(format!("{leak} of {page}"));
        }
    }
    leaks.sort_by_key(String::len);
    assert!(leaks.is_empty(), "{} pages, such as\n{}", leaks.len(), leaks[..leaks.len().min(8)].join("\n"));
}

/// The least share of generated pages whose words are the same. What is left is hidden by us and shown by the tree, where
/// an end tag moves a block out of a hidden element it was written in.
const SOUP_AGREEMENT: f64 = 0.999;

const TEXT_PARTS: [&str; 62] = [
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=/x>",
    "</a>",
    "<span>",
    "</span>",
    "<ul>",
    "<ol>",
    "</ul>",
    "</ol>",
    "<li>",
    "</li>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dl>",
    "<h1>",
    "</h1>",
    "<h2>",
    "</h3>",
    "<blockquote>",
    "</blockquote>",
    "<div hidden>",
    "<b style='display:none'>",
    "<span aria-hidden=true>",
    "<form>",
    "</form>",
    "<button>",
    "</button>",
    "<br>",
    "<hr>",
    "<img src=x alt=y>",
    "<pre>",
    "</pre>",
    "<section>",
    "</section>",
    "<em>",
    "</em>",
    "<font>",
    "</font>",
    "<svg>",
    "</svg>",
    "<nobr>",
    "<ruby>",
    "<rt>",
    "</ruby>",
    "<details>",
    "</details>",
    "<x-y>",
    "</x-y>",
    "<!-- c -->",
    "<!bogus>",
    "<script>s</script>",
    "<style>s</style>",
    "&amp;",
    "&#65;",
];

/// Left out where the order counts: a tree moves what stands loose in a table.
const TABLE_PARTS: [&str; 16] = [
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<th>",
    "<tbody>",
    "</tbody>",
    "<thead>",
    "<caption>",
    "</caption>",
    "<td hidden>",
    "<table hidden>",
    "<tr style=display:none>",
    "<col>",
];

const HIDING_PARTS: [&str; 44] = [
    "<p hidden>",
    "<b hidden>",
    "<i hidden>",
    "<a hidden href=/y>",
    "<font hidden>",
    "<li hidden>",
    "<form hidden>",
    "<h1 hidden>",
    "<dialog>",
    "</dialog>",
    "<template>",
    "</template>",
    "<object>",
    "</object>",
    "<math>",
    "<mi>",
    "</mi>",
    "</math>",
    "<foreignobject>",
    "<title>",
    "</title>",
    "<select>",
    "</select>",
    "<option>",
    "<noscript>",
    "</noscript>",
    "<frameset>",
    "<colgroup>",
    "</colgroup>",
    "<dialog open>",
    "<dd hidden>",
    "<span hidden>",
    "<legend hidden>",
    "<div\0hidden>",
    "</div\0>",
    "<![CDATA[",
    "]]>",
    "<marquee>",
    "</marquee>",
    "<input type=hidden>",
    "<input>",
    "<wbr hidden>",
    "</br>",
    "<xmp></xmp>",
];

/// Pages of up to 14 parts with words between some of them; always the same ones.
fn soup(parts: &[&str], pages: usize) -> Vec<String> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |bound: usize| {
        // xorshift64: reproducible, and good enough to mix tags.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut page = || {
        // Most in no-quirks mode, and some with room for frames.
        let beginnings = ["<!doctype html><body>", "<!doctype html>", "<body>"];
        let mut source = String::from(beginnings[next(4).saturating_sub(1)]);
        for word in 0..1 + next(14) {
            source.push_str(parts[next(parts.len())]);
            if next(2) == 0 {
                source.push_str(&format!(" w{word} "));
            }
        }
        source
    };
    (0..pages).map(|_| page()).collect()
}

/// Where the words of both readings part, if they do.
fn difference(source: &str) -> Option<String> {
    let (ours, theirs) = (html::visible_text(source), tree_text(&Html::parse_document(source)));
    let (ours, theirs) = (ours.replace(['(', ')'], ""), theirs.replace(['(', ')'], ""));
    let (mut ours, mut theirs) = (ours.split_whitespace().peekable(), theirs.split_whitespace().peekable());
    while ours.peek().is_some() && ours.peek() == theirs.peek() {
        ours.next();
        theirs.next();
    }
    if ours.peek().is_none() && theirs.peek().is_none() {
        return None;
    }
    let some = |words: &mut dyn Iterator<Item = &str>| words.take(12).collect::<Vec<_>>().join(" ");
    Some(format!("ours {:?}, tree {:?}", some(&mut ours), some(&mut theirs)))
}

/// The visible words of a tree.
fn tree_text(page: &Html) -> String {
    let mut text = String::new();
    // Depth of the outermost element that is left out, and where each element's text begins.
    let (mut out_from, mut depth, mut starts) = (None, 0_usize, HashMap::new());
    let mut after_link = None;
    for edge in page.tree.root().traverse() {
        match edge {
            Edge::Open(node) => {
                depth += 1;
                if out_from.is_some() {
                    continue;
                }
                match node.value() {
                    Node::Text(written) => text.push_str(written),
                    Node::Element(element) => {
                        let name = element.name();
                        let shadow = name == "template" && element.attr("shadowrootmode").is_some();
                        let namespace = &element.name.ns;
                        let other = (OF_HTML.contains(&name) && !namespace.ends_with("/xhtml"))
                            || (name == "svg" && !namespace.ends_with("/svg"));
                        if is_hidden(element) || (LEFT_OUT.contains(&name) && !shadow && !other) {
                            if !is_hidden(element) && PARTS_WORDS.contains(&name) {
                                text.push(' ');
                            }
                            out_from = Some(depth);
                            continue;
                        }
                        if IS_BLOCK.contains(&name) || matches!(name, "img" | "embed" | "input") {
                            text.push(' ');
                        }
                        if name == "a" && element.attr("href").is_some() && after_link == Some(text.len()) {
                            text.push(' ');
                        }
                        starts.insert(node.id(), text.len());
                    }
                    _ => {}
                }
            }
            Edge::Close(node) => {
                if let Node::Element(element) = node.value()
                    && out_from.is_none()
                {
                    let start = starts.remove(&node.id()).unwrap_or(text.len());
                    match element.name() {
                        "sup" | "sub" if is_reference_mark(ElementRef::wrap(node), &text[start..]) => {
                            text.truncate(start)
                        }
                        "pre" if counts_lines(node, &text[start..]) => text.truncate(start),
                        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                            let heading = without_permalink(ElementRef::wrap(node), &text[start..]);
                            text.replace_range(start.., &heading);
                            text.push(' ');
                        }
                        "math" => replace_formula(element, &mut text, start),
                        "a" if element.attr("href").is_some() => after_link = Some(text.len()),
                        name if IS_BLOCK.contains(&name) => text.push(' '),
                        _ => {}
                    }
                }
                if out_from == Some(depth) {
                    out_from = None;
                }
                depth -= 1;
            }
        }
    }
    html::strip_invisible(&text).0.into_owned()
}

/// Whether preformatted text in the first cell of a row is nothing but the numbers of the lines beside it.
fn counts_lines(text: NodeRef<'_, Node>, written: &str) -> bool {
    let around = text.ancestors().filter_map(ElementRef::wrap).map(|element| (element, element.value().name()));
    let cell = around.into_iter().find(|(_, name)| matches!(*name, "td" | "th" | "table"));
    let is_first =
        cell.is_some_and(|(cell, name)| name != "table" && !cell.prev_siblings().any(|node| node.value().is_element()));
    let numbers: Option<Vec<u32>> = written.split_whitespace().map(|number| number.parse().ok()).collect();
    let follow = |numbers: &Vec<u32>| {
        numbers.len() > 1 && numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    };
    is_first && numbers.as_ref().is_some_and(follow)
}

/// A formula of which something is seen is read as its alternative text, if it has one.
fn replace_formula(element: &Element, text: &mut String, start: usize) {
    let alternative = element.attr("alttext").filter(|formula| !formula.trim().is_empty());
    if let Some(alternative) = alternative
        && !text[start..].trim().is_empty()
    {
        text.truncate(start);
        text.push_str(&alternative.replace('[', "(").replace(']', ")"));
    }
}

fn is_hidden(element: &Element) -> bool {
    if matches!(element.name(), "html" | "body") {
        return false;
    }
    let declares = |property: &str, values: &[&str]| {
        let style = element.attr("style").unwrap_or_default().to_lowercase().replace("!important", "");
        style
            .split(';')
            .filter_map(|declaration| declaration.split_once(':'))
            .any(|(name, value)| name.trim() == property && values.contains(&value.trim()))
    };
    element.attr("hidden").is_some_and(|value| value != "until-found")
        || element
            .attr("aria-hidden")
            .is_some_and(|value| value.eq_ignore_ascii_case("true") && element.name() != "main")
        || element.attr("popover").is_some()
        || (element.name() == "dialog" && element.attr("open").is_none())
        || declares("display", &["none"])
        || declares("visibility", &["hidden", "collapse"])
        || declares("content-visibility", &["hidden"])
}

fn leads_here(element: &Element) -> bool {
    element.name() == "a" && element.attr("href").is_some_and(|href| href.trim().starts_with('#'))
}

/// A heading without the sign at its end, or else at its beginning, by which it is referred to.
fn without_permalink(heading: Option<ElementRef<'_>>, text: &str) -> String {
    let links = heading.into_iter().flat_map(|heading| heading.descendent_elements());
    let links: Vec<_> = links.filter(|element| element.value().name() == "a").collect();
    let sign = |link: Option<&ElementRef<'_>>| {
        let label: String = link.filter(|link| leads_here(link.value()))?.text().collect();
        let label = html::strip_invisible(label.trim()).0.into_owned();
        (label.chars().count() == 1 && !label.contains(char::is_alphanumeric)).then_some(label)
    };
    let text = html::strip_invisible(text).0;
    let behind = sign(links.last()).and_then(|sign| text.trim().strip_suffix(&sign));
    let before = || sign(links.first()).and_then(|sign| text.trim().strip_prefix(&sign));
    let rest = behind.filter(|rest| rest.contains(char::is_alphanumeric)).or_else(before);
    rest.filter(|rest| rest.contains(char::is_alphanumeric)).unwrap_or(&text).to_owned()
}

fn is_reference_mark(mark: Option<ElementRef<'_>>, text: &str) -> bool {
    let Some(mark) = mark else { return false };
    let around = mark.ancestors().filter_map(|node| node.value().as_element()).find(|element| element.name() == "a");
    let inside: Vec<_> = mark.descendent_elements().filter(|element| element.value().name() == "a").collect();
    let covered = match around {
        Some(link) => leads_here(link),
        None => {
            (1..=8).contains(&inside.len()) && inside.iter().all(|link| leads_here(link.value())) && {
                let labels: String = inside.iter().flat_map(|link| link.text()).collect();
                let bare = |text: &str| text.replace(['[', ']', '(', ')', ' ', ',', ';', '-', '–'], "");
                bare(text) == bare(&labels)
            }
        }
    };
    covered && text.len() <= 16 && !text.trim().is_empty()
}

/// Elements whose content is no text.
const LEFT_OUT: [&str; 33] = [
    "script",
    "style",
    "title",
    "noscript",
    "template",
    "svg",
    "iframe",
    "object",
    "canvas",
    "audio",
    "video",
    "button",
    "select",
    "textarea",
    "noembed",
    "noframes",
    "option",
    "optgroup",
    "datalist",
    "meter",
    "progress",
    "applet",
    "rp",
    "annotation",
    "annotation-xml",
    "embed",
    "input",
    "img",
    "frameset",
    "frame",
    "base",
    "link",
    "meta",
];

/// Those of them that hold text where they are elements of MathML.
const OF_HTML: [&str; 9] = ["noscript", "embed", "input", "img", "frameset", "frame", "base", "link", "meta"];

/// Those of them that part words as a picture does.
const PARTS_WORDS: [&str; 13] = [
    "svg", "iframe", "object", "canvas", "audio", "video", "button", "select", "textarea", "applet", "embed", "input",
    "img",
];

/// Elements that begin and end a line.
const IS_BLOCK: [&str; 59] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "xmp",
    "colgroup",
    "col",
    "noscript",
    "frameset",
    "optgroup",
    "option",
];
