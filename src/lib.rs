// SPDX-License-Identifier: MIT OR Apache-2.0
//! Portcullis: a guard between language models and the web.
//!
//! Each module is a room with one job and knows only the rooms above it in this list. Everything but `fetch` and
//! `php` is pure: no I/O, no clock, no global state, no PHP. `ARCHITECTURE.md` tells how a page travels through them.

pub mod egress;
pub mod html;

pub mod fence;

pub mod safeguard;

#[cfg(feature = "fetch")]
pub mod fetch;

#[cfg(feature = "php")]
mod php;
