// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pages made to be slow or to grow, for the tests and for the figures.

use std::{
    fs,
    hint::black_box,
    time::{Duration, SystemTime},
};

use portcullis::html;

/// A pattern: how to make at least this many bytes of it.
pub type Pattern = (&'static str, fn(usize) -> String);

/// A part over and over.
pub fn repeated(part: &str, size: usize) -> String {
    part.repeat(size / part.len() + 1)
}

/// Parts that know their number.
fn numbered(size: usize, part: impl Fn(usize) -> String) -> String {
    let mut page = String::with_capacity(size + 64);
    let mut number = 0;
    while page.len() < size {
        page.push_str(&part(number));
        number += 1;
    }
    page
}

/// All of them.
pub const PATTERNS: &[Pattern] = &[
    ("nested div", |size| repeated("<div>", size)),
    ("nested div with text", |size| repeated("<div>x", size)),
    ("nested custom elements", |size| repeated("<x-y>", size)),
    ("nested span", |size| repeated("<span hidden>x", size)),
    ("div, b, p", |size| repeated("<div><b><p>x", size)),
    ("many attributes", |size| format!("<p {}>x", numbered(size, |number| format!("a{number}=1 ")))),
    ("many tags with many attributes", |size| {
        let tag = format!("<p {}>x", numbered(16_000, |number| format!("a{number} ")));
        repeated(&tag, size)
    }),
    ("misnested formatting", |size| {
        repeated("<a href=x><b><i><u><font color=red><table>x</a></b></i></u></font></table>", size)
    }),
    ("b, i, p and their ends", |size| repeated("<b><i><p>", size / 2) + &repeated("</p></i></b>", size / 2)),
    ("b, i, p and other ends", |size| repeated("<b><i><p>", size / 2) + &repeated("</b></i>", size / 2)),
    ("unlike formatting", |size| numbered(size, |number| format!("<b id={number}><p>x"))),
    ("unlike hidden formatting", |size| numbered(size, |number| format!("<b hidden id={number}><p>x"))),
    ("less-than", |size| repeated("<", size)),
    ("less-than and slash", |size| repeated("</", size)),
    ("less-than and letter", |size| repeated("<a", size)),
    ("open comments", |size| repeated("<!--", size)),
    ("dashes in a comment", |size| format!("<!--{}", repeated("--x", size))),
    ("a row of dashes in a comment", |size| format!("<!--{}x", "-".repeat(size))),
    ("open scripts", |size| repeated("<script><!--", size)),
    ("escaped scripts", |size| repeated("<script><!--<script></script>", size)),
    ("streamed pieces", |size| {
        numbered(size, |number| {
            format!("<div hidden id=S:{number:x}>x</div><script>$RC(\"B:{number:x}\",\"S:{number:x}\")</script>")
        })
    }),
    ("calls without an end", |size| format!("<script>{}", repeated("$RC(\"B:1", size))),
    ("open titles", |size| repeated("<title>", size)),
    ("open noscript", |size| repeated("<noscript>", size)),
    ("noscript", |size| repeated("<noscript>x</noscript>", size)),
    ("open cdata", |size| format!("<svg>{}", repeated("<![CDATA[", size))),
    ("ampersands", |size| repeated("&", size)),
    ("long references", |size| repeated("&CounterClockwiseContourIntegra", size)),
    ("long numbers", |size| format!("&#{}", repeated("9", size))),
    ("stray ends", |size| repeated("<div>", 15_000) + &repeated("</b></p></x></span></li></td>", size)),
    ("stray ends of paragraphs", |size| repeated("</p>", size)),
    ("cells", |size| format!("<table>{}", repeated("<tr><td>x<td>y", size))),
    ("empty cells", |size| format!("<table>{}", repeated("<td>", size))),
    ("spans", |size| format!("<table>{}", repeated("<tr><td colspan=9999 rowspan=9999>x<td>y", size))),
    ("spans over short rows", |size| {
        format!("<table><tr>{}{}", repeated("<td rowspan=65534>x", 5000), repeated("<tr><td>x", size))
    }),
    ("nested tables", |size| repeated("<table><tr><td>x", size)),
    ("tables", |size| repeated("<table><td>x<td>y</table>", size)),
    ("headings in tables", |size| format!("<table>{}", repeated("<thead><tr><th>x<th>y", size))),
    ("long attribute", |size| format!("<p title='{}'>x", repeated("x", size))),
    ("long style", |size| format!("<p style='{}'>x", repeated("a:b;", size))),
    ("open style", |size| format!("<p style='{}'>x", repeated("/*(\\", size))),
    ("long class", |size| format!("<span class='{}'>x", repeated("x ", size))),
    ("links", |size| repeated("<a href=x>y</a> ", size)),
    ("different links", |size| numbered(size, |number| format!("<a href={number}>y</a>"))),
    ("links relative to a long base", |size| {
        format!("<base href='/{}/'>{}", "x".repeat(size / 2), repeated("<a href='?y z'>x</a> ", size / 2))
    }),
    ("links around a text", |size| {
        let links = numbered(64 * 20, |number| format!("<a href=/{number}><marquee>"));
        format!("{links}{}{}", repeated("x ", size), "</marquee></a>".repeat(64))
    }),
    ("open links", |size| repeated("<p><a href=/>y", size)),
    ("links in cells", |size| repeated("<table><td><a href=/>y<td>z", size)),
    ("lists", |size| repeated("<ul><li>x", size)),
    ("lists of paragraphs", |size| format!("<ol><ol><ol><ol><ol><ol><ol><ol><ol>{}", repeated("<li><p>x", size))),
    ("quotes", |size| repeated("<blockquote>x", size)),
    ("quoted lines", |size| format!("{}{}", "<blockquote>".repeat(500), repeated("<p>x", size))),
    ("preformatted lines in lists", |size| format!("{}<pre>x{}x", "<ul><li>".repeat(9), repeated("\n", size))),
    ("backticks", |size| format!("<pre>{}", repeated("` ", size))),
    ("reference marks", |size| repeated("<sup><a href=#x>1", size)),
    ("reference marks around a text", |size| {
        format!("{}<a href=#x>{}</a>{}", "<sup>".repeat(500), repeated("x ", size), "</sup>".repeat(500))
    }),
    ("nested sup", |size| repeated("<sup>", size)),
    ("readings", |size| repeated("<ruby>x<rt>y", size)),
    ("images", |size| repeated("<img alt=x>", size)),
    ("line breaks", |size| repeated("<br>", size)),
    ("line numbers", |size| format!("<pre>{}", repeated("<span class=lineno>1</span>", size))),
    ("invisible characters", |size| repeated("\u{200B}", size)),
    ("joiners", |size| repeated("م\u{200D}", size)),
    ("flags", |size| repeated("🏴\u{E0067}", size)),
    ("Cyrillic", |size| repeated("слово ", size)),
    ("selects", |size| repeated("<select><option>x", size)),
    ("foreign content", |size| repeated("<svg><g><math><mi><p>", size)),
    ("formulas", |size| repeated("<math alttext=x>", size)),
    ("forms", |size| repeated("<form><div></form>", size)),
    ("objects", |size| repeated("<object><b>", size)),
    ("nested span with end", |size| repeated("<span>x</span>", size)),
    ("many attributes in many tags", |size| {
        repeated(&format!("<p {}>x", numbered(size / 60, |number| format!("a{number}=1 "))), size)
    }),
    ("selectors", |size| {
        format!("<style>{}{{display:none}}</style><p class=a1>x", numbered(size, |number| format!(".a{number},")))
    }),
    ("rules", |size| {
        format!("<style>{}</style><p class=a1>x", numbered(size, |number| format!(".a{number}{{opacity:0}}")))
    }),
    ("rules for one class", |size| {
        format!("<style>{}</style>{}", repeated(".a{top:0}", size / 2), repeated("<p class=a>x", size / 2))
    }),
    ("compounds of one class", |size| {
        let rules = numbered(size / 2, |number| format!(".b{number}.a{{top:-9999px}}"));
        format!("<style>{rules}</style>{}", repeated("<p class=a>x", size / 2))
    }),
    ("compounds of many classes", |size| {
        let rules = numbered(size / 2, |number| format!(".b{}.a{}{{opacity:0}}", number % 300, number / 300));
        let tag = format!("<p class='{}'>x", numbered(2000, |number| format!("b{number} ")));
        format!("<style>{rules}</style>{}", repeated(&tag, size / 2))
    }),
    ("sheet behind", |size| format!("{}<style>.a{{display:none}}</style>", repeated("<p class=a>x", size))),
    ("sheets behind", |size| {
        numbered(size, |number| format!("<p class=a{number}>x<style>.a{number}{{opacity:0}}</style>"))
    }),
    ("nested rules", |size| format!("<style>{}", repeated(".a{&.b{opacity:0;", size))),
    ("rules that multiply", |size| format!("<style>{}opacity:0</style>x", repeated("&.a,&.b{", size))),
    ("rules around many parts of a rule", |size| {
        let (list, rules) = (repeated(".a,", size / 2), repeated("top:0;c{}", size / 2));
        format!("<style>{list}.b{{{rules}}}</style><p class=b>x")
    }),
    ("conditions around many parts of a rule", |size| {
        let (list, rules) = (repeated(".a,", size / 2), repeated("top:0;@media{}", size / 2));
        format!("<style>{list}.b{{{rules}}}</style><p class=b>x")
    }),
    ("a long rule in one of many selectors", |size| {
        format!("<style>{}.a{{&{}!{{top:0}}", ".a,".repeat(4000), repeated(".b", size))
    }),
    ("rules that name what is around", |size| {
        format!("<style>{}.a{{{}", ".a,".repeat(1000), repeated("&&.b{top:0}", size))
    }),
    ("ancestors of rules", |size| format!("<style>{}.a{{top:0}}</style>", repeated("body * ", size))),
    ("ancestors in nested rules", |size| {
        format!("<style>{}body{{{}.b{{opacity:0}}", "body,".repeat(4000), repeated("& ", size))
    }),
    ("lists of unknown ancestors in rules", |size| format!("<style>{}.a{{&{{top:0}}", repeated("#q .a,", size))),
    ("nested conditions", |size| format!("<style>{}", repeated("@media screen{.a{opacity:0}", size))),
    ("layers", |size| format!("<style>{}", numbered(size, |number| format!("@layer a{number}{{.a{{opacity:0}}}}")))),
    ("open brackets in rules", |size| format!("<style>{}", repeated(".a{b:([{", size))),
    ("open addresses in rules", |size| format!("<style>{}", repeated("url(\\", size))),
    ("open strings in rules", |size| format!("<style>{}", repeated("a'\n", size))),
    ("escapes in rules", |size| format!("<style>{}", repeated(".\\61 {op\\61 city:0}", size))),
    ("comments in rules", |size| format!("<style>{}", repeated(".a/*x*/{o/*x*/pacity:0}", size))),
    ("declarations of one rule", |size| {
        format!("<style>.a{{{}}}</style><p class=a>x", repeated("all:unset;top:0;", size))
    }),
    ("universal rules", |size| {
        format!("<style>{}</style>{}", repeated("*{top:0}", size / 2), repeated("<p>x", size / 2))
    }),
    ("many classes", |size| {
        format!("<style>.a1{{opacity:0}}</style><p class='{}'>x", numbered(size, |number| format!("a{number} ")))
    }),
    ("classes of many elements", |size| {
        format!("<style>.a{{opacity:0}}.b{{top:0}}</style>{}", repeated("<p class='b c d'>x</p>", size))
    }),
    ("classes that hide and one that shows", |size| format!("<p class='{} md:block'>x", repeated("hide ", size))),
    ("styles of many elements", |size| repeated("<p style='color:#fff;margin:0 1px'>x</p>", size)),
    ("calculations", |size| format!("<p style='width:calc({}1px'>x", repeated("(1px + ", size))),
    ("lists of calculations", |size| format!("<p style='width:min({}1px)'>x", repeated("1px,", size))),
    ("polygon", |size| format!("<p style='clip-path:polygon({}0 0)'>x", repeated("1px 2%,", size))),
    ("transforms", |size| format!("<p style='transform:{}'>x", repeated("scale(1)", size))),
    ("font families", |size| format!("<p style='font:{}'>x", repeated("a ", size))),
    ("escapes in a style", |size| format!("<p style='top:{}'>x", repeated("\\31", size))),
    ("sheets of drawings", |size| format!("<svg>{}", repeated("<style>.a{opacity:0}", size))),
];

/// The address of the pages: the base of links is longer than they are, as an attacker would have it.
pub fn url() -> String {
    format!("https://example.org/{}/", "x".repeat(1000))
}

/// The time this thread has run; where the system does not tell it, the time of day.
pub fn processor_time() -> Duration {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    // Zero where the system has the file but does not count.
    let counted =
        statistics.split(' ').next().and_then(|field| field.parse().ok()).filter(|nanoseconds| *nanoseconds > 0);
    match counted {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default(),
    }
}

/// How many bytes the process held at most so far, where the system tells it.
pub fn peak() -> Option<usize> {
    field("VmHWM:")
}

/// By how many bytes reading the page makes the process grow.
pub fn memory_of(page: &str) -> Option<usize> {
    let url = url();
    black_box(html::extract("<p class=x>warm <style>.x{top:0}</style>", Some(&url)));
    let before = field("VmRSS:")?;
    black_box(html::extract(page, Some(&url)));
    Some(peak()?.saturating_sub(before))
}

fn field(name: &str) -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<usize>().ok()? * 1024)
}
