// SPDX-License-Identifier: MIT OR Apache-2.0
//! The room `gate` against upstream's answers, against a second implementation, and against its laws.

#![allow(clippy::unwrap_used)]

#[path = "gate/catalogue.rs"]
mod catalogue;
#[path = "gate/conformance.rs"]
mod conformance;
#[path = "gate/laws.rs"]
mod laws;
#[path = "gate/model.rs"]
mod model;
#[path = "gate/random.rs"]
mod random;
#[path = "gate/row.rs"]
mod row;
#[path = "gate/schema_conformance.rs"]
mod schema_conformance;
mod shared;
#[path = "gate/size.rs"]
mod size;
#[path = "gate/world.rs"]
mod world;
