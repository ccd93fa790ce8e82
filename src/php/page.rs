// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Page`: a page that was read.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    convert::{self, Bytes, Record, count, value_error},
    errors,
};
use crate::fetch::{self, FenceError};

/// A page that was read.
#[php_class]
#[php(name = "Portcullis\\Page")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Page(fetch::Page);

impl From<fetch::Page> for Page {
    fn from(page: fetch::Page) -> Self {
        Self(page)
    }
}

#[php_impl]
impl Page {
    #[php(getter)]
    fn get_url(&self) -> &str {
        &self.0.url
    }

    #[php(getter)]
    fn get_redirects(&self) -> Vec<String> {
        self.0.redirects.clone()
    }

    #[php(getter)]
    fn get_status(&self) -> i64 {
        i64::from(self.0.status)
    }

    #[php(getter)]
    fn get_media_type(&self) -> &str {
        self.0.media_type
    }

    #[php(getter)]
    fn get_charset(&self) -> &str {
        self.0.charset
    }

    #[php(getter)]
    fn get_title(&self) -> &str {
        &self.0.title
    }

    #[php(getter)]
    fn get_text(&self) -> &str {
        &self.0.text
    }

    #[php(getter)]
    fn get_headings(&self) -> PhpResult<ZBox<ZendHashTable>> {
        convert::headings(&self.0.headings)
    }

    #[php(getter)]
    fn get_links(&self) -> PhpResult<ZBox<ZendHashTable>> {
        convert::links(&self.0.links)
    }

    #[php(getter)]
    fn get_bytes_read(&self) -> i64 {
        count(self.0.bytes_read)
    }

    #[php(getter)]
    fn get_truncated(&self) -> bool {
        self.0.truncated
    }

    #[php(getter)]
    fn get_thin(&self) -> bool {
        self.0.thin
    }

    #[php(getter)]
    fn get_via_proxy(&self) -> bool {
        self.0.via_proxy
    }

    #[php(getter)]
    fn get_removed(&self) -> PhpResult<ZBox<ZendHashTable>> {
        convert::removed(&self.0.removed)
    }

    /// The page as a block of untrusted text between markers with a fresh random value.
    #[php(defaults(label = "\"page\""))]
    pub fn fenced(&self, label: Bytes<'_>) -> PhpResult<String> {
        self.0.fenced(&String::from_utf8_lossy(&label)).map_err(|error| match error {
            FenceError::Label => value_error(format!("Portcullis\\Page::fenced(): Argument #1 ($label) {error}")),
            FenceError::Randomness => errors::CONFIGURATION.exception(error.to_string()),
        })
    }

    /// All properties by name.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        let record = Record::new()
            .with("url", self.get_url())?
            .with("redirects", self.get_redirects())?
            .with("status", self.get_status())?
            .with("mediaType", self.get_media_type())?
            .with("charset", self.get_charset())?
            .with("title", self.get_title())?
            .with("text", self.get_text())?
            .with("headings", self.get_headings()?)?
            .with("links", self.get_links()?)?
            .with("bytesRead", self.get_bytes_read())?
            .with("truncated", self.get_truncated())?
            .with("thin", self.get_thin())?
            .with("viaProxy", self.get_via_proxy())?
            .with("removed", self.get_removed()?)?;
        Ok(record.into_array())
    }
}
