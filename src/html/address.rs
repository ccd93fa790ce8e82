// SPDX-License-Identifier: MIT OR Apache-2.0
//! The addresses that links lead to, as a reader may be shown them.
//!
//! Decides which links have an address worth showing: `http` and `https`, to another page. It never decides whether an
//! address may be fetched; that is asked when somebody does.

use memchr::{memchr, memmem};
use url::Url;

use super::{
    bytes::{ByteSet, set},
    reference,
};

/// Bytes of the longest address shown.
const LONGEST: usize = 2048;
/// How much addresses may add to a page's text for each byte of its source, and to begin with. A short relative link to
/// a long base is longer than its source.
const GROWTH: (usize, usize) = (4, 65_536);

/// Resolves the links of one page.
pub(super) struct Addresses {
    page: Option<Url>,
    base: Option<Url>,
    /// How long the base is up to its path, and up to the last part of that.
    base_ends: (usize, usize),
    budget: usize,
    /// How much the labels of links may add: those of links within each other are the same text.
    labels: usize,
    /// The address that was resolved last.
    address: String,
}

impl Addresses {
    /// For the page at `page`, whose `base` element says `base`, from `source_length` bytes of source.
    pub(super) fn new(page: Option<&str>, base: Option<&str>, source_length: usize) -> Self {
        let page = page.and_then(|page| Url::parse(page).ok()).filter(is_web);
        let base =
            base.and_then(|base| join(page.as_ref(), &reference::decode_attribute(base))).or_else(|| page.clone());
        // A name before the host only misleads, and nothing relative to a long one is shown.
        let base = base.map(without_credentials).filter(is_short);
        let budget = source_length.saturating_mul(GROWTH.0).saturating_add(GROWTH.1);
        let base_ends = base.as_ref().map_or((0, 0), ends);
        let labels = source_length.saturating_add(GROWTH.1);
        Addresses { page, base, base_ends, budget, labels, address: String::new() }
    }

    /// The absolute address of an `href` as written, or `None` when there is none to show.
    pub(super) fn resolve(&mut self, href: &str) -> Option<&str> {
        if self.exhausted() {
            return None;
        }
        let href = reference::decode_attribute(href);
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') {
            return None;
        }
        self.address.clear();
        if !self.write_plain(href) {
            self.address = self.parse(href)?;
        }
        if self.address.len() > LONGEST {
            return None;
        }
        self.budget = self.budget.checked_sub(self.address.len())?;
        Some(&self.address)
    }

    /// Writes the address of a link that needs no parser: what a parser would change in it is not there. Most links of most
    /// pages are such, and a test compares.
    fn write_plain(&mut self, href: &str) -> bool {
        let bytes = href.as_bytes();
        if bytes.is_empty() {
            return false;
        }
        let is_plain = bytes.iter().all(|byte| IS_PLAIN[*byte as usize]);
        // Dots that stand for a folder, and those that are written as `%2e`.
        let has_dots = memmem::find(bytes, b"/.").is_some() || bytes[0] == b'.' || memmem::find(bytes, b"%2").is_some();
        if !is_plain || has_dots {
            return false;
        }
        if let Some((host, path)) = absolute(href) {
            let written = is_plain_host(host) && !path.is_empty();
            if written {
                self.address.push_str(href);
            }
            return written;
        }
        let Some(base) = self.base.as_ref() else { return false };
        let kept = match bytes {
            [b'/', b'/', ..] => return false,
            [b'/', ..] => self.base_ends.0,
            [b'?', ..] => return false,
            // A scheme ends in a colon, and so does what could be taken for one.
            _ if memchr(b':', bytes).is_some() => return false,
            _ => self.base_ends.1,
        };
        self.address.push_str(&base.as_str()[..kept]);
        self.address.push_str(href);
        true
    }

    fn parse(&self, href: &str) -> Option<String> {
        let url = join(self.base.as_ref(), href)?;
        if url.fragment().is_some()
            && self.page.as_ref().is_some_and(|page| without_fragment(page) == without_fragment(&url))
        {
            return None;
        }
        Some(String::from(without_credentials(url)))
    }

    /// Whether there is room for another label of this many bytes; what did not fit leaves none for others.
    pub(super) fn afford_label(&mut self, length: usize) -> bool {
        let left = self.labels.checked_sub(length);
        self.labels = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether the addresses or their labels have used up the room there is for them.
    pub(super) fn exhausted(&self) -> bool {
        self.budget < LONGEST || self.labels == 0
    }
}

/// Whether an address is one of the web that may be resolved against over and over.
fn is_short(url: &Url) -> bool {
    is_web(url) && url.as_str().len() <= LONGEST
}

/// Which links lead to a place on the page itself.
pub(super) struct Here<'a> {
    url: Option<&'a str>,
    /// The address of the page, once it was asked for.
    page: Option<Option<Url>>,
    /// Whether there was a `base` when links were last resolved, and what they are relative to.
    base: (bool, Option<Url>),
    /// What stood before the fragment of the link that was asked for last, and the answer.
    last: (&'a str, bool),
}

impl<'a> Here<'a> {
    /// For the page at `url`.
    pub(super) fn new(url: Option<&'a str>) -> Self {
        Here { url, page: None, base: (false, None), last: ("", true) }
    }

    /// Whether an `href` as written, on a page whose `base` element says `base`, leads to a place on the page.
    pub(super) fn is_led_to(&mut self, href: &'a str, base: Option<&'a str>) -> bool {
        let href = href.trim_ascii();
        // The length first: a link may be around many marks.
        if href.len() > LONGEST {
            return false;
        }
        let Some((before, _)) = href.split_once('#') else { return false };
        // The marks of a page are written alike.
        if self.last.0 != before || self.base.0 != base.is_some() {
            self.last = (before, before.is_empty() || self.names_page(before, base));
        }
        self.last.1
    }

    fn names_page(&mut self, address: &str, base: Option<&str>) -> bool {
        let url = self.url;
        let page = self.page.get_or_insert_with(|| url.and_then(|url| Url::parse(url).ok()).filter(is_short));
        let Some(page) = page.as_ref() else { return false };
        // Only the first `base` counts: it comes once.
        if self.base.1.is_none() || self.base.0 != base.is_some() {
            let resolved = base.and_then(|base| join(Some(page), &reference::decode_attribute(base)));
            self.base = (base.is_some(), Some(resolved.unwrap_or_else(|| page.clone())));
        }
        let base = self.base.1.as_ref().filter(|base| is_short(base));
        base.and_then(|base| join(Some(base), &reference::decode_attribute(address)))
            .is_some_and(|address| without_fragment(&address) == without_fragment(page))
    }
}

fn without_credentials(mut url: Url) -> Url {
    // Both calls succeed for a URL with a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}

/// The bytes that a parser leaves as they are in a path and in a query.
static IS_PLAIN: ByteSet = set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&()*+,;=:@/?%");

/// The host of an absolute address, and what follows it, a path that begins with a slash.
fn absolute(href: &str) -> Option<(&str, &str)> {
    let rest = href.strip_prefix("https://").or_else(|| href.strip_prefix("http://"))?;
    let end = memchr(b'/', rest.as_bytes()).unwrap_or(rest.len());
    Some(rest.split_at(end))
}

/// Whether a parser leaves the host as it is: lower-case names, the last of which begins with a letter, so that it is no
/// number, and none of which could be an A-label.
fn is_plain_host(host: &str) -> bool {
    let is_plain_label = |label: &str| {
        let bytes = label.as_bytes();
        let inner = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
        (1..=63).contains(&bytes.len())
            && bytes.iter().all(inner)
            && bytes[0] != b'-'
            && bytes[bytes.len() - 1] != b'-'
            && bytes.get(2..4) != Some(b"--")
    };
    let last = host.rsplit('.').next().unwrap_or(host);
    host.len() <= 253
        && host.split('.').all(is_plain_label)
        && last.starts_with(|first: char| first.is_ascii_lowercase())
}

/// How long a base is up to its path, and up to the last part of that.
fn ends(base: &Url) -> (usize, usize) {
    let text = base.as_str();
    let path = base.path();
    let end =
        text.len() - base.query().map_or(0, |query| query.len() + 1) - base.fragment().map_or(0, |part| part.len() + 1);
    let start = end - path.len();
    (start, start + path.rfind('/').map_or(0, |slash| slash + 1))
}

fn join(base: Option<&Url>, reference: &str) -> Option<Url> {
    let url = match base {
        Some(base) => base.join(reference),
        None => Url::parse(reference),
    };
    url.ok().filter(is_web)
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

fn without_fragment(url: &Url) -> &str {
    url.as_str().split('#').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(page: Option<&str>, base: Option<&str>, href: &str) -> Option<String> {
        Addresses::new(page, base, 1000).resolve(href).map(str::to_owned)
    }

    #[test]
    fn what_needs_no_parser_is_what_a_parser_makes_of_it() {
        let parts = [
            "/",
            "//",
            ".",
            "..",
            "a",
            "B",
            "1",
            "?",
            "#",
            "%",
            "%2e",
            "%41",
            ":",
            "@",
            "x.example",
            "1.2",
            "xn--a",
            "-",
            "~",
            "'",
            "\"",
            " ",
            "\\",
            "|",
            "^",
            "&",
            "=",
            "http://",
            "https://",
            "https:",
            "HTTP://",
            "https://x.example/",
            "https://0x7f",
            "https://a_b.example/",
            "\u{E9}",
            "\t",
            "[",
            "{",
            ";",
            "$",
        ];
        let mut state = 7_usize;
        let mut next = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let bases = [
            "https://example.org",
            "https://example.org/a/b?c/d#e",
            "http://example.org:8080/x/",
            "https://u:p@example.org/a/",
            "https://[::1]/a",
            "https://example.org/a;b/c:d",
        ];
        let mut plain = 0;
        for _ in 0..200_000 {
            let href: String = (0..1 + next(6)).map(|_| parts[next(parts.len())]).collect();
            let base = bases[next(bases.len())];
            let mut addresses = Addresses::new(None, Some(base), 1000);
            if addresses.write_plain(href.trim()) {
                plain += 1;
                assert_eq!(
                    addresses.parse(href.trim()).as_deref(),
                    Some(addresses.address.as_str()),
                    "{href} at {base}"
                );
            }
        }
        assert!(plain > 10_000, "{plain}");
    }

    #[test]
    fn only_web_addresses_of_other_pages_are_shown() {
        let page = Some("https://example.org/a/b?c#d");
        for (href, expected) in [
            ("x", Some("https://example.org/a/x")),
            (" /x&amp;y ", Some("https://example.org/x&y")),
            ("//other.example/", Some("https://other.example/")),
            ("http://user:secret@other.example/", Some("http://other.example/")),
            ("other#part", Some("https://example.org/a/other#part")),
            ("#part", None),
            ("b?c#part", None),
            ("", None),
            ("mailto:a@example.org", None),
            ("javascript:alert(1)", None),
            ("java\nscript:alert(1)", None),
            ("data:text/html,x", None),
            ("ftp://example.org/", None),
            ("https://[", None),
        ] {
            assert_eq!(resolve(page, None, href).as_deref(), expected, "{href}");
        }
        assert_eq!(resolve(page, None, &format!("/{}", "x".repeat(LONGEST))), None);
    }

    #[test]
    fn the_base_element_counts_when_it_names_the_web() {
        let page = Some("https://example.org/a/b");
        assert_eq!(resolve(page, Some("/c/"), "x").as_deref(), Some("https://example.org/c/x"));
        assert_eq!(resolve(page, Some("https://other.example"), "x").as_deref(), Some("https://other.example/x"));
        assert_eq!(resolve(page, Some("data:,"), "x").as_deref(), Some("https://example.org/a/x"));
        assert_eq!(resolve(None, None, "x"), None);
        assert_eq!(resolve(None, None, "https://example.org").as_deref(), Some("https://example.org/"));
    }

    #[test]
    fn a_place_on_the_page_is_known_by_its_address() {
        let page = Some("https://example.org/dir/page?a&b#c");
        let mut here = Here::new(page);
        for (href, base, expected) in [
            ("#n", None, true),
            ("page?a&amp;b#n", None, true),
            (" ?a&b#n ", None, true),
            ("/dir/page?a&b#n", None, true),
            ("//example.org/dir/page?a&b#", None, true),
            ("https://example.org/dir/./page?a&b#n", None, true),
            ("page?a&b", None, false),
            ("page#n", None, false),
            ("other?a&b#n", None, false),
            ("page?a&b#n", Some("/other/"), false),
            ("#n", Some("/other/"), true),
        ] {
            assert_eq!(here.is_led_to(href, base), expected, "{href} {base:?}");
        }
        assert!(Here::new(page).is_led_to("page?a&b#n", Some("/dir/")));
        let long = format!("{}#n", "x".repeat(LONGEST));
        assert!(!here.is_led_to(&long, None) && !Here::new(None).is_led_to("x#n", None));
        assert!(Here::new(None).is_led_to("#n", None));
    }

    #[test]
    fn a_long_base_cannot_make_a_page_grow_without_end() {
        let page = format!("https://example.org/{}/", "x".repeat(1900));
        let mut addresses = Addresses::new(Some(&page), None, 10_000);
        let total: usize = (0..1000).filter_map(|_| addresses.resolve("y").map(str::len)).sum();
        assert!(total <= 10_000 * GROWTH.0 + GROWTH.1 && addresses.exhausted());
    }
}
