// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a page with Portcullis as a caller would, and says in one line what is expected to come back.

use std::time::{Duration, Instant};

use portcullis::egress::{
    Configured, EgressPolicy, EnvironmentView, FetchSettings, Guard, OwnSites, ProxyView, RefusalReason,
};
use portcullis::fetch::{
    Failure, Interrupt, Limits, NoInterrupt, Page, ReadError, Reader, RequestedLimits, SystemResolver,
};

/// What a read came to.
pub type Outcome = Result<Page, ReadError>;

/// How to read: the guard's settings and the limits, with the defaults of the module.
pub struct Reading {
    sites: OwnSites,
    allowed: String,
    denied: String,
    proxy: Option<ProxyView>,
    limits: RequestedLimits,
}

/// Reads with every default.
pub fn read(url: impl AsRef<[u8]>) -> Outcome {
    Reading::default().read(url)
}

impl Default for Reading {
    fn default() -> Self {
        let sites = OwnSites::new::<&str, &str>(&["https://own-site.example/"], &[], &[]);
        let (allowed, denied) = (String::new(), String::new());
        Self { sites, allowed, denied, proxy: None, limits: RequestedLimits::default() }
    }
}

impl Reading {
    /// The installation's own hosts.
    pub fn own_sites(mut self, sites: OwnSites) -> Self {
        self.sites = sites;
        self
    }

    /// The allowlist.
    pub fn allowing(mut self, list: impl Into<String>) -> Self {
        self.allowed = list.into();
        self
    }

    /// The denylist.
    pub fn denying(mut self, list: impl Into<String>) -> Self {
        self.denied = list.into();
        self
    }

    /// Permits proxies, and this view of them.
    pub fn through(mut self, proxy: ProxyView) -> Self {
        self.proxy = Some(proxy);
        self
    }

    /// Permits the proxy at this URL, for everything.
    pub fn by(self, proxy: &str) -> Self {
        let none = EnvironmentView::default;
        self.through(ProxyView::new(Configured::Text(proxy.as_bytes().into()), none(), none(), false))
    }

    /// The limit of the whole call.
    pub fn seconds(mut self, seconds: f64) -> Self {
        self.limits.seconds = seconds;
        self
    }

    /// The limit of one connection.
    pub fn connect_seconds(mut self, seconds: f64) -> Self {
        self.limits.connect_seconds = seconds;
        self
    }

    /// Reads.
    pub fn read(&self, url: impl AsRef<[u8]>) -> Outcome {
        self.read_interruptibly(url, &mut NoInterrupt)
    }

    /// Reads, and stops where `interrupt` says so.
    pub fn read_interruptibly(&self, url: impl AsRef<[u8]>, interrupt: &mut dyn Interrupt) -> Outcome {
        let settings = FetchSettings::new(self.allowed.as_bytes(), self.denied.as_bytes(), false, self.proxy.is_some());
        let proxy = self.proxy.clone().unwrap_or_else(ProxyView::none);
        let guard = Guard::new(EgressPolicy::new(self.sites.clone()), settings, proxy);
        let limits = Limits::new(self.limits).expect("a test's limits are in range");
        Reader::new(guard, limits).read(url.as_ref(), &mut SystemResolver, interrupt)
    }
}

/// The time that something took, and what came of it.
pub fn timed<T>(act: impl FnOnce() -> T) -> (Duration, T) {
    let started = Instant::now();
    let result = act();
    (started.elapsed(), result)
}

/// The page that must have come back.
#[track_caller]
pub fn page(outcome: Outcome) -> Page {
    outcome.unwrap_or_else(|error| panic!("no page, but: {error}"))
}

/// The guard must have refused by this rule at this hop, 0 being the URL that was asked for. Returns the message.
#[track_caller]
pub fn refused(outcome: Outcome, expected: RefusalReason, hop: u32) -> String {
    match outcome {
        Err(ReadError::Refused { ref refusal, ref at }) if refusal.reason() == expected && at.number() == hop => {
            let message = outcome.unwrap_err().to_string();
            let beginning =
                if hop == 0 { "Refused: " } else { "Refused (redirect target, an untrusted URL the server chose): " };
            assert!(message.starts_with(beginning), "{message}");
            message
        }
        other => panic!("expected a refusal ({expected}) at hop {hop}, but: {}", shown(&other)),
    }
}

/// The read must have failed in one of these ways. Returns the message.
#[track_caller]
pub fn failed(outcome: Outcome, expected: &[Failure]) -> String {
    match outcome {
        Err(ReadError::Failed { failure, .. }) if expected.contains(&failure) => outcome.unwrap_err().to_string(),
        other => panic!("expected one of {expected:?}, but: {}", shown(&other)),
    }
}

/// The time limit of the whole call must have been used up. Returns the message.
#[track_caller]
pub fn out_of_time(outcome: Outcome) -> String {
    match outcome {
        Err(ReadError::Deadline { .. }) => outcome.unwrap_err().to_string(),
        other => panic!("expected the deadline, but: {}", shown(&other)),
    }
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Ok(page) => format!("a page, HTTP {}, {:?}", page.status, page.text.chars().take(200).collect::<String>()),
        Err(error) => format!("{error} ({error:?})"),
    }
}
