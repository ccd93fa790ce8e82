// SPDX-License-Identifier: MIT OR Apache-2.0
//! The enums as PHP sees them. Each mirrors an enum of a room, case for case; a case missing on either side does not
//! compile.

use ext_php_rs::prelude::*;

use crate::{egress, gate};

/// Declares a backed PHP enum and the conversions from and to the room's own one.
macro_rules! mirror {
    ($(#[$doc:meta])* $name:ident, $php:tt, $room:ident::$mirrored:ident { $($case:ident = $value:tt,)+ }) => {
        $(#[$doc])*
        #[php_enum]
        #[php(name = $php)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the room's enum documents the cases")]
        pub enum $name {
            $(#[php(value = $value)] $case,)+
        }

        impl From<$room::$mirrored> for $name {
            fn from(value: $room::$mirrored) -> Self {
                match value {
                    $($room::$mirrored::$case => Self::$case,)+
                }
            }
        }

        impl From<$name> for $room::$mirrored {
            fn from(value: $name) -> Self {
                match value {
                    $($name::$case => Self::$case,)+
                }
            }
        }
    };
}

mirror! {
    /// Where the tools of a group may send requests.
    EgressScope, "Portcullis\\EgressScope", egress::Scope {
        None = "none",
        OwnSite = "own_site",
        ConfiguredEndpoint = "configured_endpoint",
        ExternalFiltered = "external_filtered",
    }
}

mirror! {
    /// The rule that refused a URL.
    RefusalReason, "Portcullis\\RefusalReason", egress::RefusalReason {
        Scope = "scope",
        Url = "url",
        Scheme = "scheme",
        Credentials = "credentials",
        Host = "host",
        OwnSite = "own-site",
        ListsUnreadable = "lists-unreadable",
        Denylisted = "denylisted",
        NotAllowlisted = "not-allowlisted",
        Port = "port",
        Proxy = "proxy",
        NumericHost = "numeric-host",
        Address = "address",
        SpecialName = "special-name",
        Unresolvable = "unresolvable",
        PrivateAnswer = "private-answer",
        DeniedAnswer = "denied-answer",
        Ambiguous = "ambiguous",
    }
}

mirror! {
    /// What an address is.
    AddressKind, "Portcullis\\AddressKind", egress::AddressKind {
        PublicUnicast = "public",
        ThisNetwork = "this-network",
        Loopback = "loopback",
        PrivateUse = "private",
        Shared = "shared",
        LinkLocal = "link-local",
        Metadata = "metadata",
        ProtocolAssignment = "protocol-assignment",
        Documentation = "documentation",
        Benchmarking = "benchmarking",
        As112 = "as112",
        Amt = "amt",
        Multicast = "multicast",
        Broadcast = "broadcast",
        Reserved = "reserved",
        Nat64 = "nat64",
        EmbeddedIpv4 = "embedded-ipv4",
        SixToFour = "6to4",
        Teredo = "teredo",
        Isatap = "isatap",
        Identifier = "identifier",
        Discard = "discard",
        SegmentRouting = "segment-routing",
        Unallocated = "unallocated",
    }
}

mirror! {
    /// How sensitive the data of a tool is.
    DataClass, "Portcullis\\DataClass", gate::DataClass {
        PublicContent = "publicContent",
        EditorContent = "editorContent",
        SourceCode = "sourceCode",
        InternalConfiguration = "internalConfiguration",
        SystemDiagnostics = "systemDiagnostics",
        SecretAdjacent = "secretAdjacent",
    }
}

mirror! {
    /// How far the provider of a model is trusted.
    TrustZone, "Portcullis\\TrustZone", gate::TrustZone {
        Local = "local",
        PrivateHosted = "privateHosted",
        ExternalEu = "externalEu",
        ExternalGlobal = "externalGlobal",
    }
}

mirror! {
    /// What running a tool does to the installation.
    Effect, "Portcullis\\Effect", gate::Effect {
        Read = "read_only",
        IdempotentWrite = "idempotent_write",
        NonIdempotentWrite = "non_idempotent_write",
    }
}

mirror! {
    /// The first check a tool failed.
    DenialReason, "Portcullis\\DenialReason", gate::DenialReason {
        None = "none",
        NotRegistered = "notRegistered",
        ToolDisabled = "toolDisabled",
        RequiresAdmin = "requiresAdmin",
        ConfigurationGroup = "configurationGroup",
        TrustZone = "trustZone",
    }
}
