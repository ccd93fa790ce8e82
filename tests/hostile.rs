// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pages made to be slow or to grow: time linear in the input, output within a constant of it, for each pattern.
//!
//! Four times the input may take four and a half times as long. Times below a floor are noise and count as the floor. What
//! counts is the time on the processor, where the system tells it: other work on the machine then makes nothing slower.

use std::{process::Command, time::Duration};

mod patterns;

use proptest::{collection::vec, prelude::*, sample::select};

use self::patterns::{PATTERNS, Pattern, processor_time, repeated};
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

/// What opens, ends and takes back text, and characters of one byte and of several.
const PIECES: [&str; 40] = [
    "<pre>",
    "</pre>",
    "<ruby>",
    "<rt>",
    "</rt>",
    "</ruby>",
    "<sup>",
    "</sup>",
    "<sub>",
    "<a href=/x>",
    "<a href=#1>",
    "</a>",
    "<span class=gutter>",
    "</span>",
    "<p>",
    "</p>",
    "<br>",
    "<img alt=é>",
    "<table>",
    "<td>",
    "<td rowspan=2>",
    "</table>",
    "<ul><li>",
    "</ul>",
    "<math alttext=é>",
    "</math>",
    "<b hidden>",
    "</b>",
    "<h2>",
    "é",
    "字",
    "🙂",
    "1",
    "[",
    "]",
    "(",
    " ",
    "\n",
    "\u{200D}",
    "&#x301;",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn no_mixture_of_what_takes_text_back_is_too_much(pieces in vec(select(&PIECES[..]), 0..40)) {
        let page = pieces.concat();
        let Document { text, plain_text, links, .. } = html::extract(&page, Some("https://example.org/"));
        for text in links.iter().map(|link| &link.label).chain([&text, &plain_text]) {
            prop_assert_eq!(html::strip_invisible(text).1.total(), 0);
        }
        prop_assert!(links.iter().all(|link| !link.label.is_empty()));
    }
}

#[test]
fn extraction_is_linear_and_its_output_bounded_for_every_pattern() {
    let mut failures = Vec::new();
    for (name, make) in PATTERNS {
        let (small, large) = (make(SMALL), make(LARGE));
        let url = patterns::url();
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

/// Each in a process of its own, so that what one leaves in the allocator is not there for the next.
#[test]
fn no_pattern_takes_more_memory_than_its_share() {
    const LARGEST: usize = 64 * 1024 * 1024;
    let Some(_) = patterns::peak() else {
        println!("skipped: no /proc/self/status here");
        return;
    };
    let this = std::env::current_exe().expect("has a path");
    let mut failures = Vec::new();
    for (name, _) in PATTERNS {
        let child = Command::new(&this)
            .args(["--exact", "memory_of_one_pattern", "--ignored", "--nocapture"])
            .env("PORTCULLIS_PATTERN", name)
            .output()
            .expect("starts");
        let output = String::from_utf8_lossy(&child.stdout);
        let peak = output.lines().find_map(|line| line.strip_prefix("peak ")?.parse::<usize>().ok());
        match peak {
            Some(peak) if peak <= LARGEST => println!("{name}: {} KiB", peak / 1024),
            _ => failures.push(format!("{name}: {peak:?} bytes")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "the part of the test above that runs in a process of its own"]
fn memory_of_one_pattern() {
    let wanted = std::env::var("PORTCULLIS_PATTERN").unwrap_or_default();
    if let Some((_, make)) = PATTERNS.iter().find(|(name, _)| *name == wanted) {
        println!("\npeak {}", patterns::memory_of(&make(2 * 1024 * 1024)).expect("is Linux"));
    }
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
    let time = |run: &dyn Fn() -> T| {
        let before = processor_time();
        drop(run());
        processor_time().saturating_sub(before)
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

fn ratio(fast: Duration, slow: Duration) -> f64 {
    slow.max(FLOOR).as_secs_f64() / fast.max(FLOOR).as_secs_f64()
}
