// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `php --ri portcullis` prints: for the operator who wants to know what this server would do.

use ext_php_rs::{info_table_end, info_table_row, info_table_start, zend::ModuleEntry};

use crate::{egress::registry::REGISTRY_DATE, fetch};

/// The module's info function.
pub extern "C" fn info(_module: *mut ModuleEntry) {
    let servers = match fetch::servers() {
        Ok(servers) if servers.is_empty() => "none".to_owned(),
        Ok(servers) => servers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        Err(error) => error.to_string(),
    };
    info_table_start!();
    info_table_row!("Portcullis", "enabled");
    info_table_row!("Version", env!("CARGO_PKG_VERSION"));
    info_table_row!("TLS", fetch::TLS_LIBRARY);
    info_table_row!("DNS servers", servers);
    info_table_row!("Address table", REGISTRY_DATE);
    info_table_end!();
}
