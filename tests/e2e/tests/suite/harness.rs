// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the small internet itself: that it would notice what the other tests say did not happen.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use libtest_mimic::Trial;
use portcullis_e2e::dns::Kind;
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, World};

use crate::trials;

const MOMENT: Duration = Duration::from_millis(300);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "harness":
        the_witness_sees_an_attempt_that_nothing_answers,
        the_witness_sees_an_attempt_over_ipv6_that_is_refused,
        an_address_that_nobody_holds_is_silent,
        a_site_logs_the_request_and_how_the_connection_ended,
        a_reset_reaches_the_client,
        the_name_servers_are_those_of_the_machine,
    ]
}

fn the_witness_sees_an_attempt_that_nothing_answers(world: &World) {
    let address = world.silent_address();
    assert_eq!(world.witness.attempts_at(address), 0);
    let _ = connect(address.into(), 80);
    let _ = connect(address.into(), 81);
    assert_eq!(world.witness.attempts_at(address), 2);
}

fn the_witness_sees_an_attempt_over_ipv6_that_is_refused(world: &World) {
    let address = world.address_v6();
    let refused = connect(address.into(), 80).unwrap_err();
    assert_eq!(refused, ErrorKind::ConnectionRefused);
    assert_eq!(world.witness.attempts_at(address), 1);
}

fn an_address_that_nobody_holds_is_silent(world: &World) {
    assert_eq!(connect(world.silent_address().into(), 80).unwrap_err(), ErrorKind::TimedOut);
}

fn a_site_logs_the_request_and_how_the_connection_ended(world: &World) {
    let site = world.site().at("/x", Script::text("hello")).at("/held", Script::silence()).start();
    assert!(ask(site.address(), "/x").unwrap().ends_with("\r\n\r\nhello"));
    let mut held = connect(site.address(), 80).unwrap();
    held.write_all(b"GET /held HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    assert_eq!(site.ending_of(1, MOMENT), None);
    drop(held);
    assert_eq!(site.ending_of(1, MOMENT * 10), Some(Ending::Left));
    assert_eq!(site.ending_of(0, MOMENT * 10), Some(Ending::Closed));
    assert_eq!(site.targets(), ["/x", "/held"]);
    assert_eq!(site.connections()[0].field("host"), ["x"]);
}

fn a_reset_reaches_the_client(world: &World) {
    let site = world.site().otherwise(Script::bytes("HTTP/1.1 200").wait(MOMENT).reset()).start();
    assert_eq!(ask(site.address(), "/").unwrap_err(), ErrorKind::ConnectionReset);
}

fn the_name_servers_are_those_of_the_machine(world: &World) {
    let site = world.site().start();
    // The final dot keeps the C library from trying the search list, which the suite would report.
    let found: Vec<SocketAddr> = (format!("{}.", site.name()), 80).to_socket_addrs().unwrap().collect();
    assert!(found.iter().all(|found| found.ip() == site.address()));
    let asked = world.dns.asked_about(site.name());
    assert!(asked.iter().any(|asked| asked.kind == Kind::A && asked.server == 0), "{asked:?}");
}

fn connect(address: IpAddr, port: u16) -> Result<TcpStream, ErrorKind> {
    TcpStream::connect_timeout(&(address, port).into(), MOMENT).map_err(|error| error.kind())
}

fn ask(address: IpAddr, target: &str) -> Result<String, ErrorKind> {
    let mut stream = connect(address, 80)?;
    let mut answer = String::new();
    let asked = write!(stream, "GET {target} HTTP/1.1\r\nHost: x\r\n\r\n");
    asked.and_then(|()| stream.read_to_string(&mut answer)).map_err(|error| error.kind())?;
    Ok(answer)
}
