// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a name to every address it has, or to nothing.
//!
//! [`SystemResolver`] asks the DNS servers of `/etc/resolv.conf` and nothing else: no hosts file, no search list, no
//! NSS, no mDNS, no cache. A and AAAA are asked in parallel and both must be answered: half an answer could hide the
//! address that would have been refused. It decides nothing about the addresses; [`Guard::pin`] does.
//!
//! What it asks of hickory-resolver, read in its source (0.26.3): each server is a [`NameServerPool`] of one, below
//! hickory's caching client. A pool sends over UDP from a random port, takes an answer only from the server's address
//! with the right id and question, asks again over TCP when the answer is truncated, and has no cache, no hosts file
//! and no special names. Which server is next, and what counts as an answer, is decided here: a pool of several would
//! not ask the next one after SERVFAIL or REFUSED. Case randomisation (0x20) is not used.
//!
//! [`Guard::pin`]: crate::egress::Guard::pin

use std::{
    fs,
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::Arc,
    time::Duration,
};

use hickory_resolver::{
    NameServerPool, PoolContext, TlsConfig,
    config::{NameServerConfig, ResolverOpts},
    net::{
        DnsError, NetError, NoRecords,
        runtime::TokioRuntimeProvider,
        xfer::{DnsHandle, FirstAnswer},
    },
    proto::{
        op::{DnsRequestOptions, Query, ResponseCode},
        rr::{Name, RData, Record, RecordType},
    },
    system_conf,
};

use super::{
    deadline::Deadline,
    error::Misconfiguration,
    interrupt::Interrupt,
    runtime::{Runtime, Stop},
};

/// Turns a host name into all of its addresses. The module's own is [`SystemResolver`]; a caller may bring another,
/// and what that returns is checked in the same way.
pub trait Resolve {
    /// All addresses of `host` (ASCII, lower case, no trailing dot), at least one. It should end by `deadline`; the
    /// caller checks that afterwards, and looks at `interrupt` itself where this does not wait.
    fn resolve(
        &mut self,
        host: &str,
        deadline: &Deadline,
        interrupt: &mut dyn Interrupt,
    ) -> Result<Vec<IpAddr>, ResolveError>;
}

/// Why a name has no addresses for this call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolveError {
    /// The name does not exist, has no address, or one of its two answers could not be had in time and whole.
    Unresolved,
    /// A resolver that the caller brought answered with something that is no address.
    NotAnAddress,
    /// The deadline of the whole call passed.
    Deadline,
    /// The caller's code asked to stop.
    Interrupted,
    /// There is no resolver to ask.
    Misconfigured(Misconfiguration),
    /// A resolver that the caller brought failed; it knows why.
    Collaborator,
}

/// The module's own resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

/// One lookup ends after this time at the latest.
const LOOKUP: Duration = Duration::from_secs(8);

/// Longest chain of CNAME records that is followed inside an answer.
const MOST_ALIASES: usize = 8;

const RESOLV_CONF: &str = "/etc/resolv.conf";

/// The DNS servers that would be asked, in their order.
///
/// # Errors
/// `/etc/resolv.conf` cannot be read or names no server.
pub fn servers() -> Result<Vec<SocketAddr>, Misconfiguration> {
    Servers::read(Path::new(RESOLV_CONF)).map(|servers| servers.addresses())
}

impl Resolve for SystemResolver {
    fn resolve(
        &mut self,
        host: &str,
        deadline: &Deadline,
        interrupt: &mut dyn Interrupt,
    ) -> Result<Vec<IpAddr>, ResolveError> {
        // Read for every lookup: it costs some microseconds, and a file that changed is never missed.
        let servers = Servers::read(Path::new(RESOLV_CONF)).map_err(ResolveError::Misconfigured)?;
        servers.resolve(host, *deadline, interrupt)
    }
}

/// What `/etc/resolv.conf` says.
pub(super) struct Servers {
    list: Vec<NameServerConfig>,
    options: ResolverOpts,
}

impl Servers {
    fn read(path: &Path) -> Result<Self, Misconfiguration> {
        let text = fs::read(path).map_err(|_| Misconfiguration::ResolvConf)?;
        Self::parse(&text)
    }

    /// The search list is dropped before it is parsed: it is never used, and a bad name in it would cost the servers.
    pub(super) fn parse(text: &[u8]) -> Result<Self, Misconfiguration> {
        let used = |line: &&[u8]| !line.trim_ascii_start().starts_with(b"search");
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').filter(used).collect();
        let (config, read) =
            system_conf::parse_resolv_conf(lines.join(&b'\n')).map_err(|_| Misconfiguration::ResolvConf)?;
        let (_, _, list) = config.into_parts();
        let mut options = ResolverOpts::default();
        // The bounds of resolv.conf(5).
        options.timeout = read.timeout.clamp(Duration::from_secs(1), Duration::from_secs(30));
        options.attempts = read.attempts.clamp(1, 5);
        options.edns0 = read.edns0;
        options.num_concurrent_reqs = 1;
        Ok(Self { list, options })
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        let address = |server: &NameServerConfig| Some(SocketAddr::new(server.ip, server.connections.first()?.port));
        self.list.iter().filter_map(address).collect()
    }

    fn resolve(
        &self,
        host: &str,
        deadline: Deadline,
        interrupt: &mut dyn Interrupt,
    ) -> Result<Vec<IpAddr>, ResolveError> {
        let name = Name::from_ascii(format!("{host}.")).map_err(|_| ResolveError::Unresolved)?;
        let call = Runtime::call().map_err(|_| ResolveError::Misconfigured(Misconfiguration::EventLoop))?;
        let both = async {
            let lookup = Lookup::new(self, &name)?;
            let (v4, v6) = tokio::try_join!(lookup.records(RecordType::A), lookup.records(RecordType::AAAA))?;
            Ok([v4, v6].concat())
        };
        let addresses = match call.wait(both, deadline.within(LOOKUP), interrupt) {
            Ok(answer) => answer.map_err(|Unanswered| ResolveError::Unresolved)?,
            Err(Stop::Expired) if deadline.check().is_err() => return Err(ResolveError::Deadline),
            Err(Stop::Expired) => return Err(ResolveError::Unresolved),
            Err(Stop::Interrupted) => return Err(ResolveError::Interrupted),
        };
        if addresses.is_empty() { Err(ResolveError::Unresolved) } else { Ok(addresses) }
    }
}

/// No server gave a whole answer.
pub(super) struct Unanswered;

/// One lookup: the servers it may ask and the name it asks for.
struct Lookup<'a> {
    pools: Vec<NameServerPool<TokioRuntimeProvider>>,
    options: &'a ResolverOpts,
    name: &'a Name,
}

impl<'a> Lookup<'a> {
    fn new(servers: &'a Servers, name: &'a Name) -> Result<Self, Unanswered> {
        let provider = TokioRuntimeProvider::default();
        let pool = |server: &NameServerConfig| {
            let tls = TlsConfig::new().map_err(|_| Unanswered)?;
            let context = Arc::new(PoolContext::new(servers.options.clone(), tls));
            Ok(NameServerPool::from_config([server.clone()], context, provider.clone()))
        };
        let pools = servers.list.iter().map(pool).collect::<Result<_, Unanswered>>()?;
        Ok(Self { pools, options: &servers.options, name })
    }

    /// The addresses of one type, none if the name has none. Every server is asked in turn until one answers, as many
    /// rounds as resolv.conf allows.
    async fn records(&self, wanted: RecordType) -> Result<Vec<IpAddr>, Unanswered> {
        for _ in 0..self.options.attempts {
            for pool in &self.pools {
                if let Ok(addresses) = self.ask(pool, wanted).await {
                    return Ok(addresses);
                }
            }
        }
        Err(Unanswered)
    }

    async fn ask(
        &self,
        pool: &NameServerPool<TokioRuntimeProvider>,
        wanted: RecordType,
    ) -> Result<Vec<IpAddr>, Unanswered> {
        let mut options = DnsRequestOptions::default();
        options.use_edns = self.options.edns0;
        options.edns_payload_len = self.options.edns_payload_len;
        // One datagram an attempt: otherwise hickory repeats it every third of a second, whatever resolv.conf says.
        options.retry_interval = self.options.timeout;
        match pool.lookup(Query::query(self.name.clone(), wanted), options).first_answer().await {
            Ok(answer) => match answer.response_code {
                ResponseCode::NoError | ResponseCode::NXDomain => addresses(self.name, &answer.answers, wanted),
                _ => Err(Unanswered),
            },
            Err(NetError::Dns(DnsError::NoRecordsFound(NoRecords {
                response_code: ResponseCode::NoError | ResponseCode::NXDomain,
                ..
            }))) => Ok(Vec::new()),
            Err(_) => Err(Unanswered),
        }
    }
}

/// The addresses that `records` give for `name` itself or for what it is an alias of. Records of other names, and all
/// other types, count for nothing.
pub(super) fn addresses(name: &Name, records: &[Record], wanted: RecordType) -> Result<Vec<IpAddr>, Unanswered> {
    let mut chain = vec![name];
    loop {
        let last = chain[chain.len() - 1];
        let mut targets =
            records.iter().filter(|record| record.name == *last).filter_map(|record| match &record.data {
                RData::CNAME(target) => Some(&target.0),
                _ => None,
            });
        let Some(target) = targets.next() else { break };
        // One name has one canonical name (RFC 1034, 3.6.2); a chain that is too long may be a circle.
        if targets.any(|other| other != target) || chain.len() > MOST_ALIASES {
            return Err(Unanswered);
        }
        chain.push(target);
    }
    let of_chain = records.iter().filter(|record| chain.contains(&&record.name));
    Ok(of_chain
        .filter_map(|record| match (&record.data, wanted) {
            (RData::A(address), RecordType::A) => Some(IpAddr::V4(address.0)),
            (RData::AAAA(address), RecordType::AAAA) => Some(IpAddr::V6(address.0)),
            _ => None,
        })
        .collect())
}

#[cfg(test)]
mod tests;
