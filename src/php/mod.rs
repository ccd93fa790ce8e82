// SPDX-License-Identifier: MIT OR Apache-2.0
//! The PHP module: converts values, calls the pure rooms and `fetch`, converts back. It decides nothing itself.
//!
//! The only room with `unsafe`, each use with its reason. One rule holds throughout: **PHP code may run in the middle of
//! a call** (a userland resolver, a signal handler) and may do anything to the objects of this module, calling their
//! constructors again included. So a method that can reach PHP code first clones what it needs out of `self`, and no
//! borrow, lock or descriptor is held while PHP code runs.

#![allow(non_snake_case, reason = "PHP callers name arguments, in camelCase, and see the Rust names")]

mod classifier;
mod convert;
mod document;
mod enums;
mod errors;
mod fence;
mod guard;
mod info;
mod interrupt;
mod limits;
mod module;
mod own_sites;
mod page;
mod page_reader;
mod policy;
mod proxy_view;
mod resolver;
mod settings;
mod verdict;
