// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any bytes as a URL: what the guard admits is a fixed point of both parsers, and both read the same host and port.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portcullis::egress::{
    EgressPolicy, FetchSettings, Guard, Host, OwnSites, ProxyView, RefusalReason, WebUrl, resolve_reference,
};

fuzz_target!(|input: &[u8]| {
    check_guard(input);
    if let Ok(url) = WebUrl::parse(input) {
        check_fixed_point(&url);
    }
    let base = WebUrl::parse(b"https://www.example.org/a/b?c").expect("is a URL");
    if let Ok(url) = WebUrl::parse(&resolve_reference(&base, input)) {
        check_fixed_point(&url);
    }
});

/// Nothing that is admitted is ambiguous, and a message holds no byte of the URL but its host.
fn check_guard(input: &[u8]) {
    let settings = FetchSettings::new(b"", b"*.denied.example", false, false);
    let guard = Guard::new(EgressPolicy::new(OwnSites::default()), settings, ProxyView::none());
    match guard.admit(b"web", input) {
        Ok(admitted) => {
            assert!(guard.pin(admitted, &[[93, 184, 215, 14].into()]).is_ok());
        }
        Err(refusal) => {
            assert_ne!(refusal.reason(), RefusalReason::Ambiguous);
            assert!(refusal.message().is_ascii());
            assert!(refusal.message().len() <= 300 + 253);
        }
    }
}

fn check_fixed_point(ours: &WebUrl) {
    assert_eq!(WebUrl::parse(ours.as_str().as_bytes()).as_ref(), Ok(ours));
    if ours.host().name().is_some_and(|name| name.is_numeric()) {
        return;
    }
    let theirs = url::Url::parse(ours.as_str()).expect("parses");
    assert_eq!(theirs.as_str(), ours.as_str());
    assert_eq!(theirs.port_or_known_default(), Some(ours.port()));
    match (ours.host(), theirs.host()) {
        (Host::Name(ours), Some(url::Host::Domain(theirs))) => assert_eq!(ours.as_str(), theirs),
        (Host::V4(ours), Some(url::Host::Ipv4(theirs))) => assert_eq!(*ours, theirs),
        (Host::V6(ours), Some(url::Host::Ipv6(theirs))) => assert_eq!(*ours, theirs),
        (ours, theirs) => panic!("{ours:?} is read as {theirs:?}"),
    }
}
