// SPDX-License-Identifier: MIT OR Apache-2.0
//! DNS messages as far as a test server needs them (RFC 1035 section 4): reads one question, writes any answer.
//!
//! Written by hand on purpose: the code under test brings a DNS library, and one library on both sides would agree
//! with its own mistakes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A record type (RFC 1035 section 3.2.2, RFC 3596, RFC 6672, RFC 9460).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    A,
    Aaaa,
    Cname,
    Dname,
    Https,
    Other(u16),
}

/// A response code (RFC 1035 section 4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Code {
    NoError = 0,
    FormErr = 1,
    ServFail = 2,
    NxDomain = 3,
    NotImp = 4,
    Refused = 5,
}

/// One record of an answer. Its time to live is 0 seconds: what is kept beyond the call is a mistake.
#[derive(Clone, Debug)]
pub struct Record {
    owner: String,
    kind: Kind,
    data: Vec<u8>,
}

/// A question as it arrived, with the bytes that an answer has to repeat.
#[derive(Clone, Debug)]
pub struct Question {
    /// Chosen by who asks.
    pub id: u16,
    /// Lower case, without the final dot.
    pub name: String,
    /// The type asked for.
    pub kind: Kind,
    /// The question section as sent, upper and lower case kept.
    pub section: Vec<u8>,
}

impl Kind {
    fn code(self) -> u16 {
        match self {
            Self::A => 1,
            Self::Cname => 5,
            Self::Aaaa => 28,
            Self::Dname => 39,
            Self::Https => 65,
            Self::Other(code) => code,
        }
    }

    fn of(code: u16) -> Self {
        [Self::A, Self::Cname, Self::Aaaa, Self::Dname, Self::Https]
            .into_iter()
            .find(|kind| kind.code() == code)
            .unwrap_or(Self::Other(code))
    }
}

impl Record {
    /// An A or AAAA record, by the address.
    pub fn address(owner: &str, address: impl Into<IpAddr>) -> Self {
        match address.into() {
            IpAddr::V4(v4) => Self::raw(owner, Kind::A, Ipv4Addr::octets(&v4).to_vec()),
            IpAddr::V6(v6) => Self::raw(owner, Kind::Aaaa, Ipv6Addr::octets(&v6).to_vec()),
        }
    }

    /// A CNAME record.
    pub fn cname(owner: &str, target: &str) -> Self {
        Self::raw(owner, Kind::Cname, name(target))
    }

    /// A DNAME record (RFC 6672).
    pub fn dname(owner: &str, target: &str) -> Self {
        Self::raw(owner, Kind::Dname, name(target))
    }

    /// A record of any type with any data.
    pub fn raw(owner: &str, kind: Kind, data: Vec<u8>) -> Self {
        Self { owner: owner.into(), kind, data }
    }
}

impl Question {
    /// Reads the first question of a message. `None` for what is no question with an uncompressed name.
    pub fn read(message: &[u8]) -> Option<Self> {
        let mut labels = Vec::new();
        let mut at = HEADER;
        loop {
            let length = usize::from(*message.get(at)?);
            let label = message.get(at + 1..at + 1 + length)?;
            at += 1 + length;
            if length == 0 {
                break;
            }
            labels.push(String::from_utf8_lossy(label).to_ascii_lowercase());
        }
        let kind = Kind::of(number(message.get(at..at + 2)?));
        let section = message.get(HEADER..at + 4)?.to_vec();
        Some(Self { id: number(message.get(..2)?), name: labels.join("."), kind, section })
    }

    /// A whole answer with this code and these records.
    pub fn answer(&self, code: Code, records: &[Record]) -> Vec<u8> {
        let mut message = self.head(RESPONSE | code as u16, records.len());
        message.extend(&self.section);
        for record in records {
            message.extend(name(&record.owner));
            message.extend(record.kind.code().to_be_bytes());
            message.extend(CLASS_IN.to_be_bytes());
            message.extend(0_u32.to_be_bytes());
            let length = u16::try_from(record.data.len()).expect("a test's record fits its length field");
            message.extend(length.to_be_bytes());
            message.extend(&record.data);
        }
        message
    }

    /// An empty answer that asks to come back over TCP.
    pub fn truncated(&self) -> Vec<u8> {
        [self.head(RESPONSE | TRUNCATED, 0), self.section.clone()].concat()
    }

    /// The header (RFC 1035 section 4.1.1) with one question and this number of answers.
    pub fn head(&self, flags: u16, answers: usize) -> Vec<u8> {
        let answers = u16::try_from(answers).expect("a test's answers fit their count");
        [self.id, flags, 1, answers, 0, 0].map(u16::to_be_bytes).concat()
    }
}

/// A name in wire form, uncompressed.
pub fn name(text: &str) -> Vec<u8> {
    let mut wire = Vec::new();
    for label in text.split('.').filter(|label| !label.is_empty()) {
        wire.push(u8::try_from(label.len()).expect("a test's label fits its length byte"));
        wire.extend(label.as_bytes());
    }
    wire.push(0);
    wire
}

/// QR, RD and RA: the answer of a recursive resolver.
pub const RESPONSE: u16 = 0x8180;
const TRUNCATED: u16 = 0x0200;
const CLASS_IN: u16 = 1;
const HEADER: usize = 12;

fn number(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |number, byte| number << 8 | u16::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_and_its_bytes_are_repeated_in_the_answer() {
        let mut query = [7_u16, 0x0100, 1, 0, 0, 0].map(u16::to_be_bytes).concat();
        query.extend(name("Www.Site.Example"));
        query.extend([0, 28, 0, 1]);
        let question = Question::read(&query).unwrap();
        assert_eq!((question.id, question.name.as_str(), question.kind), (7, "www.site.example", Kind::Aaaa));
        let answer = question.answer(Code::NoError, &[Record::address("www.site.example", [93, 184, 215, 14])]);
        assert!(answer.windows(3).any(|bytes| bytes == b"Www"));
        assert!(answer.ends_with(&[0, 4, 93, 184, 215, 14]));
        assert_eq!(number(&answer[6..8]), 1);
    }

    #[test]
    fn what_is_cut_off_is_no_question() {
        assert!(Question::read(&[0; 12]).is_none());
        assert!(Question::read(b"short").is_none());
    }
}
