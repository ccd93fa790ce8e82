// SPDX-License-Identifier: MIT OR Apache-2.0
//! `Portcullis\EgressGuard`: whether a URL may be fetched.

use std::sync::Arc;

use ext_php_rs::{flags::ClassFlags, prelude::*};

use super::{
    convert::Bytes, errors, interrupt::EngineFlags, policy::EgressPolicy, proxy_view::ProxyView,
    resolver::UserResolver, settings::FetchSettings, verdict::Verdict,
};
use crate::{
    egress::Guard,
    fetch::{self, Deadline, Limits, Resolve, SystemResolver},
};

/// Decides whether a URL may be fetched. Never connects.
#[php_class]
#[php(name = "Portcullis\\EgressGuard")]
#[php(flags = ClassFlags::Final.union(ClassFlags::NotSerializable))]
pub struct EgressGuard(Arc<Guard>);

impl EgressGuard {
    /// The guard behind the object.
    pub fn guard(&self) -> Arc<Guard> {
        Arc::clone(&self.0)
    }
}

#[php_impl]
impl EgressGuard {
    /// Keeps policy, settings and proxy view as they are now.
    pub fn __construct(policy: &EgressPolicy, settings: &FetchSettings, proxy: &ProxyView) -> Self {
        Self(Arc::new(Guard::new(policy.policy(), settings.settings(), proxy.view())))
    }

    /// Asks all rules.
    #[php(defaults(group = "\"web\""))]
    pub fn check(&self, url: Bytes<'_>, group: Bytes<'_>, resolver: Option<UserResolver<'_>>) -> PhpResult<Verdict> {
        let guard = self.guard(); // PHP code can run below and construct `$this` anew
        let deadline = Deadline::after(Limits::default().whole_call());
        let mut flags = EngineFlags::of_this_thread();
        let mut ask = |resolver: &mut dyn Resolve| fetch::check(&guard, &group, &url, &deadline, resolver, &mut flags);
        let verdict = match resolver {
            Some(mut resolver) => ask(&mut resolver),
            None => ask(&mut SystemResolver),
        };
        verdict.map(Verdict::from).map_err(errors::from_resolver)
    }

    /// Asks the rules that need no resolver.
    #[php(defaults(group = "\"web\""))]
    pub fn check_without_resolving(&self, url: Bytes<'_>, group: Bytes<'_>) -> Verdict {
        Verdict::from(self.0.admit(&group, &url))
    }
}
