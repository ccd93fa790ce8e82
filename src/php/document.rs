// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\HtmlExtractor` and `Portcullis\Document`: HTML to text without a network.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::convert::{self, Bytes, Record, value_error};
use crate::html::{self, charset};

/// Ten times the default of `FetchLimits::$decodedBytes`.
const MOST_BYTES: usize = 20 * 1024 * 1024;

/// Turns HTML into the text a reader sees.
#[php_class]
#[php(name = "Portcullis\\HtmlExtractor")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct HtmlExtractor;

#[php_impl]
impl HtmlExtractor {
    /// The extractor has no settings.
    pub fn __construct() -> Self {
        Self
    }

    /// Decodes and extracts.
    pub fn extract(&self, html: Bytes<'_>, url: Option<Bytes<'_>>, charset: Option<Bytes<'_>>) -> PhpResult<Document> {
        if html.len() > MOST_BYTES {
            return Err(value_error(format!(
                "Portcullis\\HtmlExtractor::extract(): Argument #1 ($html) must have at most {MOST_BYTES} bytes, {} given",
                html.len()
            )));
        }
        let declared = charset.as_ref().and_then(|label| std::str::from_utf8(label).ok());
        let base = url.as_ref().and_then(|url| std::str::from_utf8(url).ok());
        let decoded = charset::decode(&html, declared, true);
        Ok(Document { charset: decoded.charset, document: html::extract(&decoded.text, base) })
    }
}

/// What the extractor read from a page.
#[php_class]
#[php(name = "Portcullis\\Document")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Document {
    charset: &'static str,
    document: html::Document,
}

#[php_impl]
impl Document {
    #[php(getter)]
    fn get_title(&self) -> &str {
        &self.document.title
    }

    #[php(getter)]
    fn get_text(&self) -> &str {
        &self.document.text
    }

    #[php(getter)]
    fn get_plain_text(&self) -> &str {
        &self.document.plain_text
    }

    #[php(getter)]
    fn get_headings(&self) -> PhpResult<ZBox<ZendHashTable>> {
        convert::headings(&self.document.headings)
    }

    #[php(getter)]
    fn get_links(&self) -> PhpResult<ZBox<ZendHashTable>> {
        convert::links(&self.document.links)
    }

    #[php(getter)]
    fn get_language(&self) -> Option<&str> {
        self.document.language.as_deref()
    }

    #[php(getter)]
    fn get_charset(&self) -> &str {
        self.charset
    }

    #[php(getter)]
    fn get_removed(&self) -> PhpResult<ZBox<ZendHashTable>> {
        convert::removed(&self.document.removed)
    }

    #[php(getter)]
    fn get_thin(&self) -> bool {
        self.document.thin
    }

    #[php(getter)]
    fn get_truncated(&self) -> bool {
        self.document.truncated
    }

    /// All properties by name.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("title", self.get_title())?
            .with("text", self.get_text())?
            .with("plainText", self.get_plain_text())?
            .with("headings", self.get_headings()?)?
            .with("links", self.get_links()?)?
            .with("language", self.get_language())?
            .with("charset", self.get_charset())?
            .with("removed", self.get_removed()?)?
            .with("thin", self.get_thin())?
            .with("truncated", self.get_truncated())?;
        Ok(record.into_array())
    }
}
