// SPDX-License-Identifier: MIT OR Apache-2.0
//! Room `safeguard`: the smaller rules that several tools share.
//!
//! Each is one pure rule, linear in its input, that fails closed. The room performs no I/O and knows no PHP.
#![forbid(unsafe_code)]

mod secret_name;

pub use secret_name::is_secret_name;
