// SPDX-License-Identifier: MIT OR Apache-2.0
//! The enums as PHP sees them. Each mirrors an enum of room `egress`, case for case; a case missing on either side does
//! not compile.

use ext_php_rs::prelude::*;

use crate::egress;

/// Declares a backed PHP enum and the conversions from and to the room's own one.
macro_rules! mirror {
    ($(#[$doc:meta])* $name:ident, $php:tt, $room:ident { $($case:ident = $value:tt,)+ }) => {
        $(#[$doc])*
        #[php_enum]
        #[php(name = $php)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the room's enum documents the cases")]
        pub enum $name {
            $(#[php(value = $value)] $case,)+
        }

        impl From<egress::$room> for $name {
            fn from(value: egress::$room) -> Self {
                match value {
                    $(egress::$room::$case => Self::$case,)+
                }
            }
        }

        impl From<$name> for egress::$room {
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
    EgressScope, "Portcullis\\EgressScope", Scope {
        None = "none",
        OwnSite = "own_site",
        ConfiguredEndpoint = "configured_endpoint",
        ExternalFiltered = "external_filtered",
    }
}

mirror! {
    /// The rule that refused a URL.
    RefusalReason, "Portcullis\\RefusalReason", RefusalReason {
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
    AddressKind, "Portcullis\\AddressKind", AddressKind {
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
