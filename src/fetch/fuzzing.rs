// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the fuzz targets reach of this room's inside: where bytes of a server come in. Compiled for them alone.

use std::net::{IpAddr, SocketAddr};

use hickory_resolver::proto::{
    op::Message,
    rr::{Name, RData, Record, RecordType, rdata},
};
use http::header::{HeaderMap, HeaderValue, LOCATION};

use super::{
    coding::{Body, Coding},
    redirect, resolver,
};

/// One record of a DNS answer, its owner and what it points at as numbers of names; name 0 is the one that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An A or AAAA record.
    Address(u8, IpAddr),
    /// A CNAME record.
    Alias(u8, u8),
}

/// The addresses that these records give for name 0; `None` where they are no answer.
#[must_use]
pub fn addresses(answers: &[Answer], v6: bool) -> Option<Vec<IpAddr>> {
    let records: Vec<Record> = answers
        .iter()
        .map(|answer| {
            let (owner, data) = match *answer {
                Answer::Address(owner, IpAddr::V4(address)) => (owner, RData::A(rdata::A(address))),
                Answer::Address(owner, IpAddr::V6(address)) => (owner, RData::AAAA(rdata::AAAA(address))),
                Answer::Alias(owner, target) => (owner, RData::CNAME(rdata::CNAME(name(target)))),
            };
            Record::from_rdata(name(owner), 0, data)
        })
        .collect();
    resolver::addresses(&name(0), &records, wanted(v6)).ok()
}

/// The addresses that a whole message gives for name 0, however it is formed.
#[must_use]
pub fn addresses_of_message(message: &[u8], v6: bool) -> Option<Vec<IpAddr>> {
    let message = Message::from_vec(message).ok()?;
    resolver::addresses(&name(0), &message.answers, wanted(v6)).ok()
}

/// The servers that these bytes name as `/etc/resolv.conf`.
#[must_use]
pub fn servers(resolv_conf: &[u8]) -> Option<Vec<SocketAddr>> {
    resolver::Servers::parse(resolv_conf).ok().map(|servers| servers.addresses())
}

/// The one target of a redirect with these `Location` fields; `None` where there is none or there are two.
#[must_use]
pub fn location(fields: &[&[u8]]) -> Option<Vec<u8>> {
    let mut headers = HeaderMap::new();
    for field in fields {
        headers.append(LOCATION, HeaderValue::from_bytes(field).ok()?);
    }
    redirect::location(302, &headers).ok()
}

/// A body with the coding of this name undone, and the limit at which it was cut; `None` where it is broken.
#[must_use]
pub fn decode(coding: &str, bytes: Vec<u8>, cut: bool, limit: usize) -> Option<(Vec<u8>, Option<usize>)> {
    let stopped_at = cut.then_some(bytes.len());
    let body = Body { bytes, stopped_at }.decode(Coding::named(coding), limit).ok()?;
    Some((body.bytes, body.stopped_at))
}

fn name(number: u8) -> Name {
    Name::from_ascii(format!("n{number}.example.")).unwrap_or_default()
}

fn wanted(v6: bool) -> RecordType {
    if v6 { RecordType::AAAA } else { RecordType::A }
}
