// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\EgressPolicy`: which group of tools may reach what.

use ext_php_rs::{convert::FromZval, flags::ClassFlags, prelude::*};

use super::{
    convert::{Array, Bytes, Empty, mistyped},
    enums::EgressScope,
    own_sites::OwnSites,
};
use crate::egress;

/// Which group of tools may reach what.
#[php_class]
#[php(name = "Portcullis\\EgressPolicy")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct EgressPolicy(egress::EgressPolicy);

impl EgressPolicy {
    /// A copy of the policy.
    pub fn policy(&self) -> egress::EgressPolicy {
        self.0.clone()
    }
}

#[php_impl]
impl EgressPolicy {
    /// Keeps the sites as they are now.
    #[php(defaults(scopes = Empty))]
    pub fn __construct(sites: &OwnSites, scopes: Array<'_>) -> PhpResult<Self> {
        let mut policy = egress::EgressPolicy::new(sites.sites());
        for (position, (group, value)) in scopes.entries().into_iter().enumerate() {
            let Some(scope) = EgressScope::from_zval(value.dereference()) else {
                let argument = "Portcullis\\EgressPolicy::__construct(): Argument #2 ($scopes)";
                return Err(mistyped(argument, "array<string, Portcullis\\EgressScope>", value, position));
            };
            policy = policy.declare(group, scope.into());
        }
        Ok(Self(policy))
    }

    /// The scope of a group.
    pub fn scope_for(&self, group: Bytes<'_>) -> EgressScope {
        self.0.scope_for(&group).into()
    }

    /// The URL to call on this installation, or null.
    pub fn resolve_allowed_url(&self, group: Bytes<'_>, input: Bytes<'_>) -> Option<String> {
        self.0.resolve_allowed_url(&group, &input).map(|url| url.to_string())
    }

    /// The URL to call when it is one of the declared endpoints, or null.
    pub fn resolve_configured_endpoint(
        &self,
        group: Bytes<'_>,
        url: Bytes<'_>,
        declared: Array<'_>,
    ) -> PhpResult<Option<String>> {
        let declared =
            declared.strings("Portcullis\\EgressPolicy::resolveConfiguredEndpoint(): Argument #3 ($declared)")?;
        Ok(self.0.resolve_configured_endpoint(&group, &url, &declared).map(|url| url.to_string()))
    }
}
