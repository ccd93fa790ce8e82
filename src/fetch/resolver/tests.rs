// SPDX-License-Identifier: MIT OR Apache-2.0
//! The resolver against small DNS servers on 127.0.0.1.
#![allow(clippy::unwrap_used)]

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, TcpListener, UdpSocket},
    sync::mpsc::{Receiver, channel},
    thread::spawn,
};

use hickory_resolver::proto::{
    op::Message,
    rr::rdata::{A, AAAA, CNAME},
};

use super::*;
use crate::fetch::NoInterrupt;

/// What a server does with a question.
enum Reply {
    Records(Vec<Record>),
    Code(ResponseCode),
    Truncated,
    Bytes(&'static [u8]),
    Silence,
}

use Reply::*;

fn name(text: &str) -> Name {
    Name::from_ascii(text).unwrap()
}

fn record(owner: &str, data: &str) -> Record {
    let data = match data.parse() {
        Ok(IpAddr::V4(address)) => RData::A(A(address)),
        Ok(IpAddr::V6(address)) => RData::AAAA(AAAA(address)),
        Err(_) => RData::CNAME(CNAME(name(data))),
    };
    Record::from_rdata(name(owner), 60, data)
}

fn records(all: &[(&str, &str)]) -> Reply {
    Records(all.iter().map(|(owner, data)| record(owner, data)).collect())
}

fn encode(query: &Message, reply: Reply) -> Option<Vec<u8>> {
    let mut answer = query.clone().into_response();
    match reply {
        Records(records) => answer.answers = records,
        Code(code) => answer.metadata.response_code = code,
        Truncated => answer.metadata.truncation = true,
        Bytes(tail) => return Some([&query.metadata.id.to_be_bytes(), tail].concat()),
        Silence => return None,
    }
    Some(answer.to_vec().unwrap())
}

/// Answers over UDP, and over TCP on the same port when `tcp` is given. Every question is told.
fn server(
    udp: impl Fn(RecordType) -> Reply + Send + 'static,
    tcp: Option<fn(RecordType) -> Reply>,
) -> (NameServerConfig, Receiver<(String, RecordType)>) {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = socket.local_addr().unwrap().port();
    if let Some(tcp) = tcp {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
        spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                // Both types may share a connection.
                spawn(move || {
                    let mut length = [0; 2];
                    while stream.read_exact(&mut length).is_ok() {
                        let mut bytes = vec![0; u16::from_be_bytes(length).into()];
                        stream.read_exact(&mut bytes).unwrap();
                        let query = Message::from_vec(&bytes).unwrap();
                        let answer = encode(&query, tcp(query.queries[0].query_type())).unwrap();
                        let length = u16::try_from(answer.len()).unwrap().to_be_bytes();
                        stream.write_all(&[&length[..], &answer].concat()).unwrap();
                    }
                });
            }
        });
    }
    let (tell, questions) = channel();
    spawn(move || {
        let mut buffer = [0; 2_048];
        while let Ok((length, from)) = socket.recv_from(&mut buffer) {
            let query = Message::from_vec(&buffer[..length]).unwrap();
            let wanted = query.queries[0].query_type();
            let _ = tell.send((query.queries[0].name().to_string(), wanted));
            if let Some(answer) = encode(&query, udp(wanted)) {
                socket.send_to(&answer, from).unwrap();
            }
        }
    });
    let mut config = NameServerConfig::udp_and_tcp(Ipv4Addr::LOCALHOST.into());
    config.connections.iter_mut().for_each(|connection| connection.port = port);
    (config, questions)
}

fn ask(list: Vec<NameServerConfig>) -> Result<Vec<String>, ResolveError> {
    let options = Servers::parse(b"nameserver 127.0.0.1\noptions timeout:1 attempts:1").unwrap().options;
    let deadline = Deadline::after(Duration::from_secs(4));
    let addresses = Servers { list, options }.resolve("name.example", deadline, &mut NoInterrupt)?;
    Ok(addresses.iter().map(IpAddr::to_string).collect())
}

fn answer(udp: impl Fn(RecordType) -> Reply + Send + 'static) -> Result<Vec<String>, ResolveError> {
    ask(vec![server(udp, None).0])
}

#[test]
fn both_families_are_asked_under_the_absolute_name_and_a_comes_first() {
    let (config, questions) = server(
        |wanted| match wanted {
            RecordType::A => records(&[("name.example.", "93.184.215.14"), ("name.example.", "93.184.215.15")]),
            _ => records(&[("NAME.example.", "2606:2800:21f::1")]),
        },
        None,
    );
    assert_eq!(ask(vec![config]).unwrap(), ["93.184.215.14", "93.184.215.15", "2606:2800:21f::1"]);
    let mut asked: Vec<_> = questions.try_iter().collect();
    asked.sort_by_key(|(_, wanted)| u16::from(*wanted));
    let name = "name.example.".to_owned();
    assert_eq!(asked, [(name.clone(), RecordType::A), (name, RecordType::AAAA)]);
}

#[test]
fn no_record_of_one_type_is_an_answer() {
    let only_a = |wanted| match wanted {
        RecordType::A => records(&[("name.example.", "93.184.215.14")]),
        _ => records(&[]),
    };
    assert_eq!(answer(only_a).unwrap(), ["93.184.215.14"]);
}

#[test]
fn a_name_without_any_address_does_not_resolve() {
    assert_eq!(answer(|_| records(&[])), Err(ResolveError::Unresolved));
    assert_eq!(answer(|_| Code(ResponseCode::NXDomain)), Err(ResolveError::Unresolved));
}

#[test]
fn half_an_answer_is_none() {
    for code in [ResponseCode::ServFail, ResponseCode::Refused, ResponseCode::NotImp, ResponseCode::FormErr] {
        let half = move |wanted| match wanted {
            RecordType::A => records(&[("name.example.", "93.184.215.14")]),
            _ => Code(code),
        };
        assert_eq!(answer(half), Err(ResolveError::Unresolved), "{code}");
    }
    let silent = |wanted| match wanted {
        RecordType::A => records(&[("name.example.", "93.184.215.14")]),
        _ => Silence,
    };
    assert_eq!(answer(silent), Err(ResolveError::Unresolved));
}

#[test]
fn a_malformed_answer_is_none() {
    // A compression pointer that points at itself, a label of 64 bytes, a record that ends behind the message.
    for bytes in [
        &b"\x81\x80\0\x01\0\x01\0\0\0\0\xc0\x0c\0\x01\0\x01"[..],
        b"\x81\x80\0\x01\0\x01\0\0\0\0\x40aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\0\0\x01\0\x01",
        b"\x81\x80\0\x01\0\x01\0\0\0\0\x04name\x07example\0\0\x01\0\x01\xc0\x0c\0\x01\0\x01\0\0\0\0\xff\xff\x01",
    ] {
        assert_eq!(answer(move |_| Bytes(bytes)), Err(ResolveError::Unresolved));
    }
}

#[test]
fn the_next_server_is_asked_when_one_fails() {
    for fails in [|| Code(ResponseCode::ServFail), || Code(ResponseCode::Refused), || Silence] {
        let first = server(move |_| fails(), None).0;
        let second = server(|_| records(&[("name.example.", "93.184.215.14")]), None).0;
        assert_eq!(ask(vec![first, second]).unwrap(), ["93.184.215.14"]);
    }
}

#[test]
fn a_name_that_one_server_says_does_not_exist_is_not_asked_elsewhere() {
    let first = server(|_| Code(ResponseCode::NXDomain), None).0;
    let (second, asked) = server(|_| records(&[("name.example.", "93.184.215.14")]), None);
    assert_eq!(ask(vec![first, second]), Err(ResolveError::Unresolved));
    assert_eq!(asked.try_iter().count(), 0);
}

#[test]
fn a_truncated_answer_is_asked_for_again_over_tcp() {
    let whole: fn(RecordType) -> Reply = |_| records(&[("name.example.", "93.184.215.14")]);
    assert_eq!(ask(vec![server(|_| Truncated, Some(whole)).0]).unwrap(), ["93.184.215.14"]);
    assert_eq!(answer(|_| Truncated), Err(ResolveError::Unresolved));
}

#[test]
fn a_lookup_never_outlives_the_deadline_of_the_call() {
    let options = Servers::parse(b"nameserver 127.0.0.1").unwrap().options;
    let servers = Servers { list: vec![server(|_| Silence, None).0], options };
    let deadline = Deadline::after(Duration::from_millis(200));
    let outcome = servers.resolve("name.example", deadline, &mut NoInterrupt);
    assert_eq!(outcome, Err(ResolveError::Deadline));
}

#[test]
fn aliases_are_followed_inside_the_answer_and_nothing_else_counts() {
    let chain = |wanted| match wanted {
        RecordType::A => records(&[
            ("b.example.", "93.184.215.14"),
            ("a.example.", "b.example."),
            ("name.example.", "a.example."),
            ("other.example.", "93.184.215.99"),
        ]),
        // An alias without an address of this type: there is none.
        _ => records(&[("name.example.", "a.example.")]),
    };
    assert_eq!(answer(chain).unwrap(), ["93.184.215.14"]);
}

#[test]
fn a_chain_of_aliases_is_bounded_and_has_no_fork() {
    let links = |count: usize| {
        let mut records: Vec<Record> =
            (0..count).map(|n| record(&format!("n{n}.example."), &format!("n{}.example.", n + 1))).collect();
        records.push(record(&format!("n{count}.example."), "93.184.215.14"));
        addresses(&name("n0.example."), &records, RecordType::A).map(|found| found.len()).map_err(|Unanswered| ())
    };
    assert_eq!(links(8), Ok(1));
    assert_eq!(links(9), Err(()));

    let circle = [record("a.example.", "b.example."), record("b.example.", "a.example.")];
    assert!(addresses(&name("a.example."), &circle, RecordType::A).is_err());
    let fork = [record("a.example.", "b.example."), record("a.example.", "c.example.")];
    assert!(addresses(&name("a.example."), &fork, RecordType::A).is_err());
}

#[test]
fn resolv_conf_gives_servers_and_patience_and_its_search_list_is_not_read() {
    let text = b"# comment\nsearch corp.example bad..name\nnameserver 9.9.9.9\nnameserver 2620:fe::fe\n\
                 options ndots:5 timeout:90 attempts:0 rotate";
    let read = Servers::parse(text).unwrap();
    let listed: Vec<String> = read.list.iter().map(|server| server.ip.to_string()).collect();
    assert_eq!(listed, ["9.9.9.9", "2620:fe::fe"]);
    assert_eq!((read.options.timeout, read.options.attempts), (Duration::from_secs(30), 1));
}

#[test]
fn a_resolv_conf_without_a_server_is_a_misconfiguration() {
    for text in [&b""[..], b"search example", b"nameserver not-an-address"] {
        assert_eq!(Servers::parse(text).err(), Some(Misconfiguration::ResolvConf));
    }
    assert_eq!(Servers::read(Path::new("/nowhere/resolv.conf")).err(), Some(Misconfiguration::ResolvConf));
}
