// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolves a reference (a `Location` field, for example) against the URL it came from, as text.
//!
//! This is the merge of RFC 3986, section 5.2, and nothing else: no byte is repaired, trimmed or decoded, and nothing is
//! checked. The result is untrusted and goes through [`Guard::admit`](super::Guard::admit) like any other URL, which
//! also resolves the dot segments.

use super::url::WebUrl;

/// The target of `reference`, seen from `base`. A fragment stays; the parser drops it.
#[must_use]
pub fn resolve_reference(base: &WebUrl, reference: &[u8]) -> Vec<u8> {
    if has_scheme(reference) {
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

/// Whether the reference begins with a scheme (RFC 3986, section 3.1).
fn has_scheme(reference: &[u8]) -> bool {
    let Some(colon) = reference.iter().position(|byte| *byte == b':') else {
        return false;
    };
    match &reference[..colon] {
        [first, rest @ ..] => {
            first.is_ascii_alphabetic()
                && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
        }
        [] => false,
    }
}
