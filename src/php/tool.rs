// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\Tool`: what the gate knows of a tool.

use ext_php_rs::{boxed::ZBox, flags::ClassFlags, prelude::*, types::ZendHashTable};

use super::{
    convert::{Bytes, Record, text},
    enums::{DataClass, Effect},
};
use crate::gate::{self, Answer, RemoteServer, Setting};

/// What the gate knows of a tool.
#[php_class]
#[php(name = "Portcullis\\Tool")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct Tool(gate::Tool);

impl Tool {
    /// The tool behind the object.
    pub fn tool(&self) -> &gate::Tool {
        &self.0
    }
}

impl From<gate::Tool> for Tool {
    fn from(tool: gate::Tool) -> Self {
        Self(tool)
    }
}

#[php_impl]
impl Tool {
    /// Takes the facts as they are stored.
    #[php(defaults(
        requiresAdmin = false,
        enabledByDefault = true,
        remote = false,
        approvalMarker = false,
        needsInput = false
    ))]
    #[allow(clippy::too_many_arguments, reason = "PHP callers name them or spread a row")]
    pub fn __construct(
        name: Bytes<'_>,
        group: Bytes<'_>,
        requiresAdmin: bool,
        enabledByDefault: bool,
        dataClass: Option<Bytes<'_>>,
        effect: Option<Bytes<'_>>,
        remote: bool,
        approvalMarker: bool,
        approval: Option<bool>,
        needsInput: bool,
    ) -> PhpResult<Self> {
        const METHOD: &str = "Portcullis\\Tool::__construct(): Argument";
        let name = text(&format!("{METHOD} #1 ($name)"), &name)?;
        let group = text(&format!("{METHOD} #2 ($group)"), &group)?;
        let mut tool = gate::Tool::new(name, group);
        if requiresAdmin {
            tool = tool.admin_only();
        }
        if !enabledByDefault {
            tool = tool.off_by_default();
        }
        if let Some(class) = dataClass.and_then(|word| gate::DataClass::declared(Setting::Text(&word))) {
            tool = tool.with_data_class(class);
        }
        if let Some(word) = effect {
            tool = tool.with_effect(gate::Effect::read(&word));
        }
        if remote {
            tool = tool.remote();
        }
        if approvalMarker {
            tool = tool.with_approval_marker();
        }
        if let Some(required) = approval {
            tool = tool.with_approval_answer(answer(required));
        }
        if needsInput {
            tool = tool.with_human_input();
        }
        Ok(Self(tool))
    }

    /// A tool of a remote server, or null when it is not taken on.
    #[php(defaults(approval = true))]
    pub fn of_server(
        server: Bytes<'_>,
        remoteName: Bytes<'_>,
        dataClass: Bytes<'_>,
        approval: bool,
    ) -> PhpResult<Option<Self>> {
        let server = text("Portcullis\\Tool::ofServer(): Argument #1 ($server)", &server)?;
        let class = gate::DataClass::declared(Setting::Text(&dataClass));
        Ok(RemoteServer::new(server, class, answer(approval)).tool(&remoteName).ok().map(Self))
    }

    /// The class of a tool that declares none.
    pub fn class_of_group(group: Bytes<'_>) -> DataClass {
        gate::DataClass::of_group(&String::from_utf8_lossy(&group)).into()
    }

    #[php(getter)]
    fn get_name(&self) -> &str {
        self.0.name()
    }

    #[php(getter)]
    fn get_group(&self) -> &str {
        self.0.group()
    }

    #[php(getter)]
    fn get_requires_admin(&self) -> bool {
        self.0.requires_admin()
    }

    #[php(getter)]
    fn get_enabled_by_default(&self) -> bool {
        self.0.is_enabled_by_default()
    }

    #[php(getter)]
    fn get_data_class(&self) -> DataClass {
        self.0.data_class().into()
    }

    #[php(getter)]
    fn get_effect(&self) -> Effect {
        self.0.effect().into()
    }

    #[php(getter)]
    fn get_remote(&self) -> bool {
        self.0.is_remote()
    }

    #[php(getter)]
    fn get_needs_input(&self) -> bool {
        self.0.needs_input()
    }

    #[php(getter)]
    fn get_requires_approval(&self) -> bool {
        self.0.requires_approval()
    }

    #[php(getter)]
    fn get_safe_to_retry(&self) -> bool {
        self.0.effect().is_safe_to_retry()
    }

    /// All properties by name.
    pub fn to_array(&self) -> PhpResult<ZBox<ZendHashTable>> {
        record(&self.0).map(Record::into_array)
    }
}

/// The facts of a tool by name, enums as their values.
///
/// # Errors
///
/// Those of the engine when a value cannot be converted.
pub fn record(tool: &gate::Tool) -> PhpResult<Record> {
    Record::new()
        .with("name", tool.name())?
        .with("group", tool.group())?
        .with("requiresAdmin", tool.requires_admin())?
        .with("enabledByDefault", tool.is_enabled_by_default())?
        .with("dataClass", tool.data_class().as_str())?
        .with("effect", tool.effect().as_str())?
        .with("remote", tool.is_remote())?
        .with("needsInput", tool.needs_input())?
        .with("requiresApproval", tool.requires_approval())?
        .with("safeToRetry", tool.effect().is_safe_to_retry())
}

const fn answer(required: bool) -> Answer {
    if required { Answer::Required } else { Answer::NotRequired }
}
