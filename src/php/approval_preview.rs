// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\ApprovalPreview`: what a person is shown before a fetch is approved.

use ext_php_rs::{flags::ClassFlags, prelude::*, types::Zval};

use super::convert::bytes_of;
use crate::fetch;

/// What a person is shown before a fetch is approved.
#[php_class]
#[php(name = "Portcullis\\ApprovalPreview")]
#[php(flags = ClassFlags::Final)]
pub struct ApprovalPreview;

#[php_impl]
impl ApprovalPreview {
    /// The lines for an argument as a model gave it, of whatever type.
    pub fn lines(url: &Zval) -> Vec<String> {
        fetch::approval_preview(bytes_of(url))
    }
}
