// SPDX-License-Identifier: MIT OR Apache-2.0
//! The module's entry: which classes there are, and what happens when PHP starts.

use ext_php_rs::prelude::*;

use super::{
    allow_list::AllowList,
    approval_preview::ApprovalPreview,
    availability::Availability,
    classifier::AddressClassifier,
    decision::Decision,
    dns_resolver::DnsResolver,
    document::{Document, HtmlExtractor},
    enums::{AddressKind, DataClass, DenialReason, Effect, EgressScope, RefusalReason, TrustZone},
    errors,
    fence::Fence,
    gate_input::GateInput,
    guard::EgressGuard,
    info,
    input_context::InputContext,
    limits::FetchLimits,
    own_sites::OwnSites,
    page::Page,
    page_reader::PageReader,
    policy::EgressPolicy,
    proxy_view::ProxyView,
    remote_schema::RemoteSchema,
    resolver::PhpInterfaceHostResolver,
    settings::FetchSettings,
    skill::Skill,
    tool::Tool,
    tool_gate::ToolGate,
    tool_registry::{ToolCatalogue, ToolRegistry},
    verdict::Verdict,
};

/// Nothing is built here but the classes: no runtime, no thread, no file is read before the first call that needs it.
extern "C" fn startup(_type: i32, _module: i32) -> i32 {
    // A panic becomes a PHP \Error with its text; printing it on standard error as well would put it into web server logs twice.
    std::panic::set_hook(Box::new(|_| {}));
    if errors::register().is_ok() { 0 } else { -1 }
}

/// The module as PHP loads it.
#[php_module]
#[php(startup = startup)]
pub fn get_module(module: ModuleBuilder) -> ModuleBuilder {
    module
        .name("portcullis")
        .info_function(info::info)
        .enumeration::<EgressScope>()
        .enumeration::<RefusalReason>()
        .enumeration::<AddressKind>()
        .enumeration::<DataClass>()
        .enumeration::<TrustZone>()
        .enumeration::<Effect>()
        .enumeration::<DenialReason>()
        .interface::<PhpInterfaceHostResolver>()
        .class::<DnsResolver>()
        .class::<AddressClassifier>()
        .class::<FetchSettings>()
        .class::<OwnSites>()
        .class::<ProxyView>()
        .class::<EgressPolicy>()
        .class::<EgressGuard>()
        .class::<Verdict>()
        .class::<FetchLimits>()
        .class::<PageReader>()
        .class::<Page>()
        .class::<ApprovalPreview>()
        .class::<HtmlExtractor>()
        .class::<Document>()
        .class::<Fence>()
        .class::<Tool>()
        .class::<ToolRegistry>()
        .class::<ToolCatalogue>()
        .class::<Availability>()
        .class::<Skill>()
        .class::<AllowList>()
        .class::<GateInput>()
        .class::<ToolGate>()
        .class::<Decision>()
        .class::<InputContext>()
        .class::<RemoteSchema>()
}
