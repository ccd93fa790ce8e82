// SPDX-License-Identifier: MIT OR Apache-2.0
//! The small internet that the end-to-end tests of Portcullis run in.
//!
//! It holds servers that do exactly what a test tells them (HTTP, TLS, DNS), a witness that sees every connection
//! attempt whether or not anything answered it, and the network namespace around them. It never decides what
//! Portcullis should do: that is in the tests, and the code under test runs as it ships, without any switch.

pub mod dns;
pub mod fpm;
pub mod isolated;
pub mod namespace;
pub mod php;
pub mod proxy;
pub mod reading;
pub mod script;
pub mod site;
pub mod tls;
pub mod witness;
pub mod world;

pub use script::Script;
pub use site::{Site, SiteBuilder};
pub use world::World;
