// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any bytes as a page: reading it ends, what is handed on is within a bound of what came in, and no character of it is
//! invisible.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portcullis::html::{self, strip_invisible};

/// Bytes of text for each byte of a page, and to begin with: addresses may be longer than their source.
const GROWTH: (usize, usize) = (24, 65_536);

fuzz_target!(|input: &[u8]| {
    let page = html::charset::decode(input, None, true).text;
    for url in [None, Some("https://example.org/a/b?c#d")] {
        let document = html::extract(&page, url);
        let bound = page.len() * GROWTH.0 + GROWTH.1;
        assert!(document.text.len() <= bound && document.plain_text.len() <= bound);
        let links = document.links.iter().flat_map(|link| [&link.label, &link.url]);
        let headings = document.headings.iter().map(|heading| &heading.text);
        for text in links.chain(headings).chain([&document.title, &document.text, &document.plain_text]) {
            assert_eq!(strip_invisible(text).1.total(), 0, "{text:?}");
        }
        assert!(document.links.iter().all(|link| link.url.starts_with("http")));
    }
});
