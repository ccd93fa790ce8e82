// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pages made to be slow or to grow: time linear in the input, output within a constant of it, for each pattern.
//!
//! Four times the input may take four and a half times as long. Times below a floor are noise and count as the floor. What
//! counts is the time on the processor, where the system tells it: other work on the machine then makes nothing slower.

use std::time::{Duration, Instant};

use portcullis::{
    fence::{Bounds, Nonce, neutralise, wrap},
    html::{self, Document},
};

/// An unoptimised build measures the same on less.
const SMALL: usize = if cfg!(debug_assertions) { 64 * 1024 } else { 512 * 1024 };
const LARGE: usize = 4 * SMALL;
const LARGEST_RATIO: f64 = 4.5;
const FLOOR: Duration = Duration::from_millis(if cfg!(debug_assertions) { 60 } else { 30 });
/// A bound no unloaded machine comes near; the ratio is what is measured.
const LONGEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 15_000 } else { 1000 });
/// Output bytes for each byte of input. The worst is an empty line of `pre` below eight lists.
const LARGEST_GROWTH: usize = 24;

/// A pattern: how to make at least this many bytes of it.
type Pattern = (&'static str, fn(usize) -> String);

fn repeated(part: &str, size: usize) -> String {
    part.repeat(size / part.len() + 1)
}

fn numbered(size: usize, part: impl Fn(usize) -> String) -> String {
    let mut page = String::with_capacity(size + 64);
    let mut number = 0;
    while page.len() < size {
        page.push_str(&part(number));
        number += 1;
    }
    page
}

const PATTERNS: &[Pattern] = &[
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
    ("open scripts", |size| repeated("<script><!--", size)),
    ("escaped scripts", |size| repeated("<script><!--<script></script>", size)),
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
    ("open links", |size| repeated("<p><a href=/>y", size)),
    ("links in cells", |size| repeated("<table><td><a href=/>y<td>z", size)),
    ("lists", |size| repeated("<ul><li>x", size)),
    ("lists of paragraphs", |size| format!("<ol><ol><ol><ol><ol><ol><ol><ol><ol>{}", repeated("<li><p>x", size))),
    ("quotes", |size| repeated("<blockquote>x", size)),
    ("quoted lines", |size| format!("{}{}", "<blockquote>".repeat(500), repeated("<p>x", size))),
    ("preformatted lines in lists", |size| format!("{}<pre>x{}x", "<ul><li>".repeat(9), repeated("\n", size))),
    ("backticks", |size| format!("<pre>{}", repeated("` ", size))),
    ("reference marks", |size| repeated("<sup><a href=#x>1", size)),
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
];

#[test]
fn extraction_is_linear_and_its_output_bounded_for_every_pattern() {
    let mut failures = Vec::new();
    for (name, make) in PATTERNS {
        let (small, large) = (make(SMALL), make(LARGE));
        // The base of links is longer than they are, as an attacker would have it.
        let url = format!("https://example.org/{}/", "x".repeat(1000));
        let extract = |page: &str| -> Document { html::extract(page, Some(&url)) };
        if let Some(failure) = nonlinear(name, || extract(&small), || extract(&large)) {
            failures.push(failure);
        }
        let Document { text, plain_text, headings, links, .. } = extract(&large);
        let parts = headings
            .iter()
            .map(|heading| heading.text.len())
            .chain(links.iter().map(|link| link.label.len() + link.url.len()));
        let output = text.len().max(plain_text.len()).max(parts.sum());
        if output > LARGEST_GROWTH * large.len() {
            failures.push(format!("{name}: {output} bytes of text from {}", large.len()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn fencing_is_linear() {
    let patterns: [Pattern; 6] = [
        ("signs", |size| repeated("<", size)),
        ("signs and blanks", |size| repeated("< ", size)),
        ("beginnings of markers", |size| repeated("<<<END UNTRUSTED EXTERNAL WEB ", size)),
        ("blanks in markers", |size| format!("<<<END{}", repeated(" ", size))),
        ("markers", |size| repeated("<<<END UNTRUSTED EXTERNAL WEB CONTENT", size)),
        ("accents", |size| format!("<<{}", repeated("\u{301}", size))),
    ];
    let nonce = Nonce::from([7; 8]);
    let bounds = Bounds { characters: 20_000, bytes: 48_000 };
    let failures: Vec<_> = patterns
        .into_iter()
        .filter_map(|(name, make)| {
            let (small, large) = (make(SMALL), make(LARGE));
            assert!(neutralise(&large).len() <= 2 * large.len(), "{name}");
            let fence = |text: &str| wrap(&nonce, &[("Title", text)], text, bounds);
            assert!(fence(&large).text.len() <= bounds.bytes, "{name}");
            nonlinear(name, || fence(&small), || fence(&large))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Says so when the large input takes more than its share of time, or too much of it at all. The best of several runs
/// counts: other work on the machine only ever makes one slower.
fn nonlinear<T>(name: &str, small: impl Fn() -> T, large: impl Fn() -> T) -> Option<String> {
    let began = Instant::now();
    let now = || processor_time().unwrap_or_else(|| began.elapsed());
    let time = |run: &dyn Fn() -> T| {
        let before = now();
        drop(run());
        now().saturating_sub(before)
    };
    let (mut fast, mut slow) = (time(&small), time(&large));
    for _ in 0..12 {
        if ratio(fast, slow) <= LARGEST_RATIO && slow <= LONGEST {
            break;
        }
        (fast, slow) = (fast.min(time(&small)), slow.min(time(&large)));
    }
    println!("{name}: {slow:.1?}, {:.1} times", ratio(fast, slow));
    (ratio(fast, slow) > LARGEST_RATIO || slow > LONGEST).then(|| format!("{name}: {fast:?}, then {slow:?}"))
}

/// The time this thread has run, on Linux.
fn processor_time() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    // Zero where the system has the file but does not count.
    statistics.split(' ').next()?.parse().ok().filter(|nanoseconds| *nanoseconds > 0).map(Duration::from_nanos)
}

fn ratio(fast: Duration, slow: Duration) -> f64 {
    slow.max(FLOOR).as_secs_f64() / fast.max(FLOOR).as_secs_f64()
}
