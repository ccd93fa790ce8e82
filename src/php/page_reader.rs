// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\PageReader`: one page from URL to text.

use std::sync::Arc;

use ext_php_rs::{flags::ClassFlags, prelude::*};

use super::{
    convert::Bytes, errors, guard::EgressGuard, interrupt::EngineFlags, limits::FetchLimits, page::Page,
    resolver::UserResolver,
};
use crate::fetch::{Limits, Reader, SystemResolver};

/// Reads one public page.
#[php_class]
#[php(name = "Portcullis\\PageReader")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct PageReader(Arc<Reader>);

#[php_impl]
impl PageReader {
    /// Keeps the guard's settings as they are now.
    #[php(defaults(group = "\"web\""))]
    pub fn __construct(guard: &EgressGuard, limits: Option<&FetchLimits>, group: Bytes<'_>) -> Self {
        let limits = limits.map_or_else(Limits::default, FetchLimits::limits);
        Self(Arc::new(Reader::new(guard.guard(), limits).in_group(&group)))
    }

    /// Reads the page or throws.
    pub fn read(&self, url: Bytes<'_>, resolver: Option<UserResolver<'_>>) -> PhpResult<Page> {
        let reader = Arc::clone(&self.0); // PHP code can run below and construct `$this` anew
        let mut flags = EngineFlags::of_this_thread();
        let page = match resolver {
            Some(mut resolver) => reader.read(&url, &mut resolver, &mut flags),
            None => reader.read(&url, &mut SystemResolver, &mut flags),
        };
        page.map(Page::from).map_err(|error| errors::from_read(&error))
    }
}
