// SPDX-License-Identifier: MIT OR Apache-2.0
//! Room `egress`: where a request may go.
//!
//! [`Guard`] decides whether a URL may be fetched, from the settings, the hosts of the installation, the proxy view and
//! the URL alone ([`Guard::admit`]) and then from the addresses its host resolves to ([`Guard::pin`]). It never
//! resolves, never connects, reads no clock and no environment, and knows no PHP.
#![forbid(unsafe_code)]

mod address;
mod guard;
mod host;
mod host_list;
mod nesting;
mod own_sites;
mod proxy;
mod reference;
mod refusal;
pub mod registry;
mod scope;
mod settings;
mod url;

pub use address::{AddressKind, is_numeric_host, is_public, kind_of};
pub use guard::{Admitted, Guard, MAX_ANSWERS, Pinned};
pub use host::{Host, HostError, HostName};
pub use host_list::{Entry, EntryError, HostList, ListProblem};
pub use own_sites::OwnSites;
pub use proxy::{Configured, ConfiguredValue, EnvironmentView, ProxyView};
pub use reference::resolve_reference;
pub use refusal::{Refusal, RefusalReason};
pub use scope::{BUILT_IN_SCOPES, EgressPolicy, Scope};
pub use settings::{FetchSettings, ListName, SettingsProblem};
pub use url::{MAX_URL_BYTES, Scheme, SyntaxError, UrlError, WebUrl};
