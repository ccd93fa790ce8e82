// SPDX-License-Identifier: MIT OR Apache-2.0
//! Room `fetch`: one page, over the network.
//!
//! The only room with sockets and a clock. [`Reader`] asks the guard of room `egress` where it may go, and goes nowhere
//! else; what comes back is bounded in bytes and time and turned into text by room `html`. It starts no thread, keeps no
//! connection from one call to the next, and knows no PHP: a caller steps in through [`Interrupt`] and [`Resolve`].
#![forbid(unsafe_code)]

mod answer;
mod approval_preview;
mod body;
mod check;
mod client;
mod coding;
mod deadline;
mod display;
mod error;
mod failure;
mod interrupt;
mod limits;
mod media_type;
mod page;
mod proxy;
mod reader;
mod redirect;
mod resolver;
mod runtime;
mod trust;

pub use approval_preview::approval_preview;
pub use check::check;
pub use deadline::{Deadline, Expired};
pub use display::shown_url;
pub use error::{Failure, Hop, Misconfiguration, ReadError, TlsFailure};
pub use interrupt::{Interrupt, NoInterrupt};
pub use limits::{LimitError, Limits, RequestedLimits};
pub use page::{FenceError, Page, nonce};
pub use reader::Reader;
pub use resolver::{Resolve, ResolveError, SystemResolver, servers};
pub use trust::TLS_LIBRARY;
