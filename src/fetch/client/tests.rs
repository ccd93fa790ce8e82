// SPDX-License-Identifier: MIT OR Apache-2.0
//! The client against real sockets of 127.0.0.0/8, below the guard, which refuses them.
#![allow(clippy::unwrap_used)]

use std::{
    fs,
    io::{Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    thread::{JoinHandle, spawn},
    time::Instant,
};

use super::*;
use crate::fetch::{
    Deadline, Interrupt, NoInterrupt, TlsFailure, body,
    coding::Body,
    runtime::{Runtime, Stop},
    trust::TrustStore,
};

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Accepts one connection, reads one request head, lets `answer` do the rest and then waits for the other side to go.
/// The thread returns the request.
fn server(answer: impl FnOnce(&mut TcpStream) + Send + 'static) -> (u16, JoinHandle<String>) {
    let listener = TcpListener::bind((LOCAL, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    (port, spawn(move || serve(&listener, answer)))
}

fn serve(listener: &TcpListener, answer: impl FnOnce(&mut TcpStream)) -> String {
    let (mut stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        assert_eq!(stream.read(&mut byte).unwrap(), 1);
        request.push(byte[0]);
    }
    answer(&mut stream);
    // An end or a reset, but no time-out: the client has let go of the connection.
    let rest = stream.read(&mut [0]);
    assert!(!rest.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock), "the connection was left open");
    String::from_utf8(request).unwrap()
}

fn sends(bytes: impl Into<Vec<u8>>) -> (u16, JoinHandle<String>) {
    let bytes = bytes.into();
    server(move |stream| {
        stream.write_all(&bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
    })
}

fn fetch(url: &str, addresses: &[IpAddr]) -> Result<Body, Failure> {
    fetch_up_to(1_000, url, addresses)
}

fn fetch_up_to(limit: usize, url: &str, addresses: &[IpAddr]) -> Result<Body, Failure> {
    let url = WebUrl::parse(url.as_bytes()).unwrap();
    let tls = TrustStore::unused().unwrap();
    let step = async {
        let route = Route { url: &url, addresses, proxy: None };
        body::read(get(&route, &tls, Duration::from_secs(2)).await?, limit).await
    };
    Runtime::call().unwrap().wait(step, Deadline::after(Duration::from_secs(5)), &mut NoInterrupt).unwrap()
}

#[test]
fn the_request_is_these_bytes_and_no_others() {
    let (port, server) = sends("HTTP/1.1 200 OK\r\n\r\nhello");
    let body = fetch(&format!("http://name.example:{port}/a%20b?c=d"), &[LOCAL]).unwrap();
    assert_eq!((body.bytes.as_slice(), body.stopped_at), (&b"hello"[..], None));
    let mut lines: Vec<String> = server.join().unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.remove(0), "GET /a%20b?c=d HTTP/1.1");
    lines.sort();
    assert_eq!(
        lines,
        [
            "",
            "accept-encoding: gzip, br, zstd",
            "accept: text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1",
            "connection: close",
            &format!("host: name.example:{port}"),
            &format!("user-agent: Portcullis/{} (+{})", env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY")),
        ]
    );
}

#[test]
fn no_thread_is_started() {
    let (port, server) = sends("HTTP/1.1 200 OK\r\n\r\nhello");
    fetch(&format!("http://name.example:{port}/"), &[LOCAL]).unwrap();
    // Other tests have threads of their own beside this one; tokio would give its own threads its own name.
    let threads = fs::read_dir("/proc/self/task").unwrap();
    let names = threads.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
    assert_eq!(names.filter(|name| name.starts_with("tokio")).count(), 0);
    server.join().unwrap();
}

#[test]
fn the_next_address_is_tried_when_nobody_is_reached() {
    let listener = TcpListener::bind((Ipv4Addr::new(127, 0, 0, 2), 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = spawn(move || {
        serve(&listener, |stream| stream.write_all(b"HTTP/1.0 200\r\ncontent-length: 2\r\n\r\nok").unwrap())
    });
    let addresses = [LOCAL, Ipv4Addr::new(127, 0, 0, 2).into(), Ipv4Addr::new(127, 0, 0, 3).into()];
    assert_eq!(fetch(&format!("http://name.example:{port}/"), &addresses).unwrap().bytes, b"ok");
    server.join().unwrap();
}

#[test]
fn a_closed_port_is_a_refused_connection() {
    let port = TcpListener::bind((LOCAL, 0)).unwrap().local_addr().unwrap().port();
    assert_eq!(fetch(&format!("http://name.example:{port}/"), &[LOCAL]), Err(Failure::ConnectionRefused));
}

#[test]
fn what_is_not_http_is_an_error() {
    for answer in [
        "SSH-2.0-OpenSSH_9.2p1\r\n".to_owned(),
        "<html>no status line</html>".to_owned(),
        "HTTP/1.1 2OO OK\r\n\r\n".to_owned(),
        "HTTP/1.1 099 OK\r\n\r\n".to_owned(),
        "HTTP/1.1 -20 OK\r\n\r\n".to_owned(),
        "HTTP/2.0 200 OK\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\nx: one\r\n two\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\nx : one\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd".to_owned(),
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nabcd".to_owned(),
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff1\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-5\r\nhello".to_owned(),
    ] {
        let (port, server) = sends(answer.clone());
        assert_eq!(fetch(&format!("http://name.example:{port}/"), &[LOCAL]), Err(Failure::Malformed), "{answer:?}");
        server.join().unwrap();
    }
}

#[test]
fn an_answer_that_ends_too_early_is_an_error() {
    for answer in [
        "",
        "HTTP/1.1 200",
        "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n",
    ] {
        let (port, server) = sends(answer);
        assert_eq!(fetch(&format!("http://name.example:{port}/"), &[LOCAL]), Err(Failure::Incomplete), "{answer:?}");
        server.join().unwrap();
    }
}

#[test]
fn five_informational_answers_are_skipped_and_the_sixth_is_an_error() {
    for (times, expected) in [(5, Ok(&b"hello"[..])), (6, Err(Failure::TooManyInformational))] {
        let skipped = "HTTP/1.1 100 Continue\r\n\r\n".repeat(times);
        let (port, server) = sends(format!("{skipped}HTTP/1.1 200 OK\r\n\r\nhello"));
        let body = fetch(&format!("http://name.example:{port}/"), &[LOCAL]);
        assert_eq!(body.as_ref().map(|body| &body.bytes[..]).map_err(|failure| *failure), expected, "{times}");
        server.join().unwrap();
    }
}

#[test]
fn a_head_has_at_most_100_fields_and_64_kib() {
    let status = "HTTP/1.1 200 OK\r\n";
    let fields = |count: usize| "x: y\r\n".repeat(count);
    let long = |head: usize| format!("x: {}\r\n", "y".repeat(head - status.len() - "x: \r\n\r\n".len()));
    for (fields, fits) in [(fields(100), true), (fields(101), false), (long(65_536), true), (long(65_537), false)] {
        let (port, server) = sends(format!("{status}{fields}\r\nhello"));
        let body = fetch(&format!("http://name.example:{port}/"), &[LOCAL]);
        let expected = if fits { Ok(()) } else { Err(Failure::HeadTooLarge) };
        assert_eq!(body.map(drop), expected, "{}", fields.len());
        server.join().unwrap();
    }
}

#[test]
fn a_body_is_cut_at_the_limit_and_not_before() {
    for (length, stopped_at) in [(1_000, None), (1_001, Some(1_000))] {
        let (port, server) = sends(format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(length)));
        let body = fetch(&format!("http://name.example:{port}/"), &[LOCAL]).unwrap();
        assert_eq!((body.bytes.len(), body.stopped_at), (1_000, stopped_at));
        server.join().unwrap();
    }
}

#[test]
fn an_endless_body_costs_its_limit_and_the_connection_is_dropped() {
    let (port, server) = server(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10737418240\r\n\r\n").unwrap();
        while stream.write_all(&[b'x'; 65_536]).is_ok() {}
    });
    let body = fetch_up_to(100_000, &format!("http://name.example:{port}/"), &[LOCAL]).unwrap();
    assert_eq!((body.bytes.len(), body.stopped_at), (100_000, Some(100_000)));
    server.join().unwrap();
}

#[test]
fn a_connection_is_dropped_when_the_deadline_passes() {
    let (port, server) = server(|stream| stream.write_all(b"HTTP/1.1 200 OK\r\n").unwrap());
    let url = WebUrl::parse(format!("http://name.example:{port}/").as_bytes()).unwrap();
    let tls = TrustStore::unused().unwrap();
    let route = Route { url: &url, addresses: &[LOCAL], proxy: None };
    let step = get(&route, &tls, Duration::from_secs(2));
    let call = Runtime::call().unwrap();
    let outcome = call.wait(step, Deadline::after(Duration::from_millis(150)), &mut NoInterrupt);
    assert!(matches!(outcome, Err(Stop::Expired)));
    server.join().unwrap();
}

#[test]
fn a_connection_is_dropped_when_the_caller_steps_in() {
    struct StopAt(Instant);
    impl Interrupt for StopAt {
        fn pending(&self) -> bool {
            Instant::now() >= self.0
        }
        fn service(&mut self) -> bool {
            true
        }
    }
    let (port, server) = server(|_| {});
    let url = WebUrl::parse(format!("http://name.example:{port}/").as_bytes()).unwrap();
    let tls = TrustStore::unused().unwrap();
    let route = Route { url: &url, addresses: &[LOCAL], proxy: None };
    let step = get(&route, &tls, Duration::from_secs(2));
    let at = Instant::now() + Duration::from_millis(80);
    let outcome = Runtime::call().unwrap().wait(step, Deadline::after(Duration::from_secs(5)), &mut StopAt(at));
    assert!(matches!(outcome, Err(Stop::Interrupted)));
    assert!(at.elapsed() < Duration::from_secs(1), "{:?}", at.elapsed());
    server.join().unwrap();
}

#[test]
fn a_server_that_does_not_speak_tls_fails_the_handshake() {
    let listener = TcpListener::bind((LOCAL, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        assert!(stream.read(&mut [0; 1_024]).unwrap() > 0);
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
    });
    let failure = fetch(&format!("https://name.example:{port}/"), &[LOCAL]);
    assert_eq!(failure, Err(Failure::Tls(TlsFailure::Handshake)));
    server.join().unwrap();
}

#[test]
fn the_clients_own_parsers_read_what_was_checked() {
    for url in ["http://name.example/", "https://name.example:8443/a?b", "http://[2600::1]/", "http://93.184.215.14/"] {
        assert!(same_url(&WebUrl::parse(url.as_bytes()).unwrap()).is_ok(), "{url}");
    }
}
