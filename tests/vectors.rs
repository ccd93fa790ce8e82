// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of the egress room against vectors: addresses, URLs, public bug reports, and what another implementation
//! of the same rules answered.
//!
//! A few vectors are part of the repository. The whole set is found through `PORTCULLIS_SHARED`; without it these tests
//! say so and check the few. Rows that are known not to pass stand in `expected_failures.txt`, and one that passes
//! unexpectedly fails the run.
#![allow(clippy::unwrap_used)]

#[path = "vectors/addresses.rs"]
mod addresses;
#[path = "vectors/guard.rs"]
mod guard;
#[path = "vectors/host_list.rs"]
mod host_list;
#[path = "vectors/own_sites.rs"]
mod own_sites;
#[path = "vectors/proxy.rs"]
mod proxy;
#[path = "vectors/reports.rs"]
mod reports;
#[path = "vectors/rows.rs"]
mod rows;
mod shared;
#[path = "vectors/urls.rs"]
mod urls;
