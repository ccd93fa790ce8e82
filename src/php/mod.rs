// SPDX-License-Identifier: MIT OR Apache-2.0
//! The PHP module: converts values, calls the pure rooms and `fetch`, converts back. It decides nothing itself.
//!
//! The only room with `unsafe`, each use with its reason. One rule holds throughout: **PHP code may run in the middle of
//! a call** (a userland resolver, a signal handler) and may do anything to the objects of this module, calling their
//! constructors again included. So a method that can reach PHP code first clones what it needs out of `self`, and no
//! borrow, lock or descriptor is held while PHP code runs.

#![allow(non_snake_case, reason = "PHP callers name arguments, in camelCase, and see the Rust names")]

mod allow_list;
mod approval_preview;
mod availability;
mod classifier;
mod convert;
mod decision;
mod dns_resolver;
mod document;
mod enums;
mod errors;
mod fence;
mod gate_input;
mod guard;
mod info;
mod input_context;
mod interrupt;
mod limits;
mod module;
mod own_sites;
mod page;
mod page_reader;
mod policy;
mod proxy_view;
mod remote_schema;
mod resolver;
mod settings;
mod skill;
mod stored;
mod tool;
mod tool_gate;
mod tool_registry;
mod value;
mod verdict;
