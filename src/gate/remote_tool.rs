// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tools that a remote server runs (Model Context Protocol).
//!
//! Whatever a server says of a tool, its group, class, effect and approval come from the operator's row of the server;
//! its group has no egress of its own (the scope of a group that is not declared). Connects to nothing.

use std::fmt;

use super::approval::Answer;
use super::tool::{Effect, Tool};
use super::zone::DataClass;

/// How many remote calls one run segment may make.
pub const MAX_CALLS_PER_SEGMENT: u32 = 20;

/// The longest name of a tool a model can be offered, in bytes.
const MAX_NAME_BYTES: usize = 64;

/// The operator's row of a remote server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteServer {
    identifier: String,
    data_class: Option<DataClass>,
    approval: Answer,
}

/// Why a server's tool is not taken on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RemoteToolRefusal {
    /// The row declares no data class.
    NoDataClass,
    /// The name does not match `[a-zA-Z0-9_-]{1,64}`.
    Name,
}

impl fmt::Display for RemoteToolRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoDataClass => "the remote server declares no data class",
            Self::Name => "the name of the remote tool does not match [a-zA-Z0-9_-]{1,64}",
        })
    }
}

impl std::error::Error for RemoteToolRefusal {}

impl RemoteServer {
    /// A row: the server's identifier, the class of its data (see [`DataClass::declared`]), and whether a person
    /// approves its calls.
    #[must_use]
    pub fn new(identifier: impl Into<String>, data_class: Option<DataClass>, approval: Answer) -> Self {
        Self { identifier: identifier.into(), data_class, approval }
    }

    /// The group of its tools.
    #[must_use]
    pub fn group(&self) -> String {
        format!("mcp_{}", self.identifier)
    }

    /// The name by which a run knows the server's tool of this name, which need not be UTF-8; none when that would not
    /// match `[a-zA-Z0-9_-]{1,64}`.
    #[must_use]
    pub fn local_name(&self, remote_name: &[u8]) -> Option<String> {
        let name = format!("{}_{}", self.group(), std::str::from_utf8(remote_name).ok()?);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        (name.len() <= MAX_NAME_BYTES && name.bytes().all(is_plain)).then_some(name)
    }

    /// The tool of this name: for administrators, off until switched on, and able to do anything.
    ///
    /// # Errors
    ///
    /// Why it is not taken on.
    pub fn tool(&self, remote_name: &[u8]) -> Result<Tool, RemoteToolRefusal> {
        let class = self.data_class.ok_or(RemoteToolRefusal::NoDataClass)?;
        let name = self.local_name(remote_name).ok_or(RemoteToolRefusal::Name)?;
        Ok(Tool::new(name, self.group())
            .remote()
            .admin_only()
            .off_by_default()
            .with_data_class(class)
            .with_effect(Effect::NonIdempotentWrite)
            .with_approval_answer(self.approval))
    }
}

/// The remote calls a run segment has left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteBudget {
    left: u32,
}

impl RemoteBudget {
    /// Takes one call of the budget; `false` when none is left and the call must not be made.
    #[must_use]
    pub fn take(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// The calls that are left.
    #[must_use]
    pub fn left(&self) -> u32 {
        self.left
    }
}

impl Default for RemoteBudget {
    /// The budget of a segment that begins: [`MAX_CALLS_PER_SEGMENT`].
    fn default() -> Self {
        Self { left: MAX_CALLS_PER_SEGMENT }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::egress::{EgressPolicy, OwnSites, Scope};
    use crate::gate::Setting;

    fn server(identifier: &str) -> RemoteServer {
        RemoteServer::new(identifier, Some(DataClass::EditorContent), Answer::NotRequired)
    }

    #[test]
    fn a_remote_tool_takes_group_class_and_approval_from_its_servers_row() {
        let tool = server("docs").tool(b"search").unwrap();
        assert_eq!((tool.name(), tool.group()), ("mcp_docs_search", "mcp_docs"));
        assert_eq!(tool.data_class(), DataClass::EditorContent);
        assert!(!tool.requires_approval());
        let asked = RemoteServer::new("docs", Some(DataClass::PublicContent), Answer::Failed);
        assert!(asked.tool(b"search").unwrap().requires_approval());
    }

    #[test]
    fn a_remote_tool_is_for_admins_off_by_default_and_able_to_do_anything() {
        let tool = server("docs").tool(b"search").unwrap();
        assert!(tool.is_remote() && tool.requires_admin() && !tool.is_enabled_by_default());
        assert_eq!(tool.effect(), Effect::NonIdempotentWrite);
    }

    #[test]
    fn a_remote_group_has_no_egress() {
        let scope = EgressPolicy::new(OwnSites::default()).scope_for(server("docs").group().as_bytes());
        assert_eq!(scope, Scope::None);
    }

    #[test]
    fn a_server_without_a_data_class_is_unusable() {
        let missing = RemoteServer::new("docs", DataClass::declared(Setting::of(Some(""))), Answer::Required);
        assert_eq!(missing.tool(b"search"), Err(RemoteToolRefusal::NoDataClass));
        let unknown = RemoteServer::new("docs", DataClass::declared(Setting::of(Some("x"))), Answer::Required);
        assert_eq!(unknown.tool(b"search").unwrap().data_class(), DataClass::SecretAdjacent);
    }

    #[test]
    fn a_name_that_is_not_plain_or_too_long_is_dropped() {
        for name in [&b"se arch"[..], b"a.b", b"a\n", b"\xff", "\u{e4}".as_bytes(), &[b'a'; 56]] {
            assert_eq!(server("docs").tool(name), Err(RemoteToolRefusal::Name), "{name:?}");
        }
        assert!(server("docs").tool(&[b'a'; 55]).is_ok());
        assert!(server("do cs").tool(b"a").is_err());
    }

    #[test]
    fn a_segment_makes_20_remote_calls() {
        let mut budget = RemoteBudget::default();
        let made = (0..100).filter(|_| budget.take()).count();
        assert_eq!(made, 20);
        assert_eq!(budget.left(), 0);
    }
}
