// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolves a reference (a `Location` field, for example) against the URL it came from, as text.
//!
//! This is the merge of RFC 3986, section 5.2, and nothing else: no byte is repaired, trimmed or decoded, and nothing
//! is checked. The result is untrusted and goes through [`Guard::admit`](super::Guard::admit) like any other URL, which
//! also resolves the dot segments.

use super::url::{WebUrl, scheme_end};

/// The target of `reference`, seen from `base`. A fragment stays; the parser drops it.
#[must_use]
pub fn resolve_reference(base: &WebUrl, reference: &[u8]) -> Vec<u8> {
    if scheme_end(reference).is_some() {
        return reference.to_vec();
    }
    if reference.starts_with(b"//") {
        return [base.scheme().as_str().as_bytes(), b":", reference].concat();
    }
    let origin = base.origin().as_bytes();
    match reference.first() {
        Some(b'/') => [origin, reference].concat(),
        Some(b'?') => [origin, base.path().as_bytes(), reference].concat(),
        None | Some(b'#') => [base.as_str().as_bytes(), reference].concat(),
        Some(_) => {
            let path = base.path();
            let directory = path.rfind('/').map_or("/", |slash| &path[..=slash]);
            [origin, directory.as_bytes(), reference].concat()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn resolved(reference: &str) -> String {
        let base = WebUrl::parse(b"http://a.example/b/c/d;p?q").unwrap();
        String::from_utf8(resolve_reference(&base, reference.as_bytes())).unwrap()
    }

    fn sent(reference: &str) -> String {
        WebUrl::parse(resolved(reference).as_bytes()).unwrap().as_str().to_owned()
    }

    #[test]
    fn the_examples_of_rfc_3986_lead_where_they_should() {
        // RFC 3986, sections 5.4.1 and 5.4.2, without the targets of another scheme.
        let examples = [
            ("g", "/b/c/g"),
            ("./g", "/b/c/g"),
            ("g/", "/b/c/g/"),
            ("/g", "/g"),
            ("?y", "/b/c/d;p?y"),
            ("g?y", "/b/c/g?y"),
            ("#s", "/b/c/d;p?q"),
            ("g#s", "/b/c/g"),
            ("g?y#s", "/b/c/g?y"),
            (";x", "/b/c/;x"),
            ("g;x", "/b/c/g;x"),
            ("g;x?y#s", "/b/c/g;x?y"),
            ("", "/b/c/d;p?q"),
            (".", "/b/c/"),
            ("./", "/b/c/"),
            ("..", "/b/"),
            ("../", "/b/"),
            ("../g", "/b/g"),
            ("../..", "/"),
            ("../../", "/"),
            ("../../g", "/g"),
            ("../../../g", "/g"),
            ("../../../../g", "/g"),
            ("/./g", "/g"),
            ("/../g", "/g"),
            ("g.", "/b/c/g."),
            (".g", "/b/c/.g"),
            ("g..", "/b/c/g.."),
            ("..g", "/b/c/..g"),
            ("./../g", "/b/g"),
            ("./g/.", "/b/c/g/"),
            ("g/./h", "/b/c/g/h"),
            ("g/../h", "/b/c/h"),
            ("g;x=1/./y", "/b/c/g;x=1/y"),
            ("g;x=1/../y", "/b/c/y"),
            ("g?y/./x", "/b/c/g?y/./x"),
            ("g?y/../x", "/b/c/g?y/../x"),
        ];
        for (reference, target) in examples {
            assert_eq!(sent(reference), format!("http://a.example{target}"), "{reference}");
        }
        assert_eq!(sent("//g.example"), "http://g.example/");
        assert_eq!(resolved("g:h"), "g:h");
    }

    #[test]
    fn nothing_in_a_reference_is_repaired() {
        for reference in [
            "/a\\b",
            "\\\\evil.example/",
            "/a b",
            " /a",
            "/a\r\nX: y",
            "http:g",
            "https:/evil.example/",
            "///evil.example/",
        ] {
            assert!(WebUrl::parse(resolved(reference).as_bytes()).is_err(), "{reference:?}");
        }
    }

    #[test]
    fn a_host_in_a_reference_is_not_mapped() {
        assert!(WebUrl::parse(resolved("//b\u{fc}cher.example/").as_bytes()).is_err());
    }

    #[test]
    fn bytes_that_are_no_text_stay_as_they_are() {
        let base = WebUrl::parse(b"http://a.example/").unwrap();
        assert_eq!(resolve_reference(&base, b"/\xff"), b"http://a.example/\xff");
    }
}
