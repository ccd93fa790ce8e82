// SPDX-License-Identifier: MIT OR Apache-2.0
//! The addresses that links lead to, as a reader may be shown them.
//!
//! Decides which links have an address worth showing: `http` and `https`, to another page. It never decides whether an
//! address may be fetched; that is asked when somebody does.

use url::Url;

use super::reference;

/// Bytes of the longest address shown.
const LONGEST: usize = 2048;
/// How much addresses may add to a page's text for each byte of its source, and to begin with. A short relative link to
/// a long base is longer than its source.
const GROWTH: (usize, usize) = (4, 65_536);

/// Resolves the links of one page.
pub(super) struct Addresses {
    page: Option<Url>,
    base: Option<Url>,
    budget: usize,
}

impl Addresses {
    /// For the page at `page`, whose `base` element says `base`, from `source_length` bytes of source.
    pub(super) fn new(page: Option<&str>, base: Option<&str>, source_length: usize) -> Self {
        let page = page.and_then(|page| Url::parse(page).ok()).filter(is_web);
        let base =
            base.and_then(|base| join(page.as_ref(), &reference::decode_attribute(base))).or_else(|| page.clone());
        Addresses { page, base, budget: source_length.saturating_mul(GROWTH.0).saturating_add(GROWTH.1) }
    }

    /// The absolute address of an `href` as written, or `None` when there is none to show.
    pub(super) fn resolve(&mut self, href: &str) -> Option<String> {
        let href = reference::decode_attribute(href);
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') {
            return None;
        }
        let mut url = join(self.base.as_ref(), href)?;
        if url.fragment().is_some()
            && self.page.as_ref().is_some_and(|page| without_fragment(page) == without_fragment(&url))
        {
            return None;
        }
        // A name before the host only misleads. Both calls succeed for a URL with a host.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        let address = String::from(url);
        if address.len() > LONGEST {
            return None;
        }
        self.budget = self.budget.checked_sub(address.len())?;
        Some(address)
    }

    /// Whether the addresses have used up the room there is for them.
    pub(super) fn exhausted(&self) -> bool {
        self.budget < LONGEST
    }
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
        Addresses::new(page, base, 1000).resolve(href)
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
    fn a_long_base_cannot_make_a_page_grow_without_end() {
        let page = format!("https://example.org/{}/", "x".repeat(1900));
        let mut addresses = Addresses::new(Some(&page), None, 10_000);
        let total: usize = (0..1000).filter_map(|_| addresses.resolve("y")).map(|address| address.len()).sum();
        assert!(total <= 10_000 * GROWTH.0 + GROWTH.1 && addresses.exhausted());
    }
}
