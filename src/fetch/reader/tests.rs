// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reader as far as it comes without a network: nothing here passes every check.
#![allow(clippy::unwrap_used)]

use std::{net::IpAddr, thread::sleep, time::Duration};

use super::*;
use crate::{
    egress::{EgressPolicy, FetchSettings, OwnSites, ProxyView, RefusalReason},
    fetch::{NoInterrupt, RequestedLimits},
};

/// Answers every name alike, after a while, and remembers what it was asked.
struct Answers {
    answer: Result<Vec<IpAddr>, ResolveError>,
    after: Duration,
    asked: Vec<String>,
}

impl Resolve for Answers {
    fn resolve(&mut self, host: &str, _: &Deadline, _: &mut dyn Interrupt) -> Result<Vec<IpAddr>, ResolveError> {
        self.asked.push(host.to_owned());
        sleep(self.after);
        self.answer.clone()
    }
}

fn answers(answer: Result<&[&str], ResolveError>) -> Answers {
    let answer = answer.map(|addresses| addresses.iter().map(|address| address.parse().unwrap()).collect());
    Answers { answer, after: Duration::ZERO, asked: Vec::new() }
}

fn read(url: &str, resolver: &mut Answers) -> ReadError {
    let sites = OwnSites::new::<&[u8], &[u8]>(&[], &[], &[]);
    let guard = Guard::new(EgressPolicy::new(sites), FetchSettings::new(b"", b"", false, false), ProxyView::none());
    let limits = Limits::new(RequestedLimits { seconds: 0.25, ..RequestedLimits::default() }).unwrap();
    Reader::new(guard, limits).read(url.as_bytes(), resolver, &mut NoInterrupt).unwrap_err()
}

fn reason(error: &ReadError) -> Option<RefusalReason> {
    match error {
        ReadError::Refused { refusal, .. } => Some(refusal.reason()),
        _ => None,
    }
}

#[test]
fn a_name_with_one_private_address_is_refused_whole() {
    let mut resolver = answers(Ok(&["93.184.215.14", "10.0.0.8"]));
    let error = read("https://name.example/?token=abc", &mut resolver);
    assert_eq!(reason(&error), Some(RefusalReason::PrivateAnswer));
    assert_eq!(
        error.to_string(),
        "Refused: https://name.example/?token=*** — the host \"name.example\" resolves to a private, loopback, \
         link-local or reserved address."
    );
    assert_eq!(error.at().map(Hop::number), Some(0));
    assert_eq!(resolver.asked, ["name.example"]);
}

#[test]
fn a_refused_url_never_reaches_the_resolver() {
    for url in ["http://127.0.0.1/", "http://2130706433/", "http://localhost/", "file:///etc/passwd", "not a url", ""] {
        let mut resolver = answers(Ok(&["93.184.215.14"]));
        assert!(reason(&read(url, &mut resolver)).is_some(), "{url}");
        assert_eq!(resolver.asked, [] as [&str; 0], "{url}");
    }
}

#[test]
fn white_space_around_the_url_is_trimmed() {
    let error = read(" \n\thttp://127.0.0.1/ \r\n", &mut answers(Ok(&[])));
    assert_eq!(reason(&error), Some(RefusalReason::Address));
    assert_eq!(error.at().map(Hop::url), Some("http://127.0.0.1/"));
}

#[test]
fn what_a_resolver_cannot_say_is_told_apart() {
    let failing = |error| read("http://name.example/", &mut answers(Err(error)));
    assert_eq!(reason(&failing(ResolveError::Unresolved)), Some(RefusalReason::Unresolvable));
    assert_eq!(reason(&read("http://name.example/", &mut answers(Ok(&[])))), Some(RefusalReason::Unresolvable));
    assert!(matches!(failing(ResolveError::Deadline), ReadError::Deadline { .. }));
    assert!(matches!(failing(ResolveError::Interrupted), ReadError::Interrupted { .. }));
    assert_eq!(failing(ResolveError::Collaborator), ReadError::Resolver);
    let missing = Misconfiguration::ResolvConf;
    assert_eq!(failing(ResolveError::Misconfigured(missing)), ReadError::Misconfigured(missing));
}

#[test]
fn a_resolver_that_takes_too_long_uses_up_the_whole_call() {
    let mut resolver = Answers { after: Duration::from_millis(300), ..answers(Ok(&["93.184.215.14"])) };
    let error = read("http://name.example/", &mut resolver);
    assert_eq!(error.to_string(), "Fetch of http://name.example/ stopped: the 0.25-second time limit is used up.");
}
