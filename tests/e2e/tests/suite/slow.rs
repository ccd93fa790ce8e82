// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slow peers: every wait ends at its bound, and nothing is left behind when it does. The bounds are lower than the
//! defaults where they can be, so that the suite is fast; the mechanism is the same. These tests run before all others,
//! by themselves: they only wait, so a bound can be told to a quarter of a second.

use std::net::IpAddr;
use std::time::Duration;

use libtest_mimic::Trial;
use portcullis::egress::RefusalReason;
use portcullis::fetch::{Failure, ReadError};
use portcullis_e2e::dns::{Kind, Reply};
use portcullis_e2e::isolated::{self, Alarm};
use portcullis_e2e::reading::{Outcome, Reading, failed, out_of_time, page, read, refused, timed};
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, Site, World};

use crate::trials;

/// How far from its bound a wait may end.
const TOLERANCE: Duration = Duration::from_millis(250);

/// How long a server may take to notice that its client has left.
const MOMENT: Duration = Duration::from_secs(3);

/// The bound of one lookup, which no limit lowers.
const LOOKUP: Duration = Duration::from_secs(8);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "slow":
        e041_a_stalled_tls_handshake_ends_at_the_deadline,
        e043_a_dripping_body_ends_at_the_deadline,
        e043_a_dripping_head_ends_at_the_deadline,
        e043_a_dripping_answer_to_connect_ends_at_the_deadline,
        e044_one_deadline_covers_the_whole_chain,
        e044_a_hop_that_stalls_ends_at_the_deadline_of_the_first,
        e045_the_time_of_dns_counts,
        e046_a_silent_address_leaves_time_for_the_next_one,
        e046_families_take_turns_when_addresses_are_silent,
        e046_a_silent_address_alone_is_a_timeout,
        e046_silent_addresses_end_at_the_deadline,
        e047_an_interrupted_call_leaves_no_socket_and_no_thread,
        e085_an_aaaa_that_never_comes_ends_at_the_bound_of_a_lookup,
        e094_a_silent_server_ends_at_the_bound_of_a_lookup,
        e094_a_silent_server_ends_at_the_deadline_where_that_is_sooner,
        e094_a_target_that_is_not_answered_for_ends_at_the_deadline_of_the_first,
        an_endless_answer_within_its_limits_ends_at_the_deadline,
    ]
}

/// Runs this, which must take as long as its bound.
#[track_caller]
fn ends_at(bound: Duration, act: impl FnOnce() -> Outcome) -> Outcome {
    let (took, outcome) = timed(act);
    assert!(took + TOLERANCE >= bound && took <= bound + TOLERANCE, "{took:?}, not {bound:?}");
    outcome
}

/// Reads with two seconds for the whole call, which are used up then. Returns the message.
#[track_caller]
fn uses_up_two_seconds(url: impl AsRef<[u8]>) -> String {
    out_of_time(ends_at(Duration::from_secs(2), || Reading::default().seconds(2.0).read(url)))
}

fn e041_a_stalled_tls_handshake_ends_at_the_deadline(world: &World) {
    let site = world.site().with_raw_tls(Script::silence()).start();
    // The limit of one attempt to connect is about TCP alone.
    let read = || Reading::default().seconds(2.0).connect_seconds(0.3).read(site.url("/"));
    let message = out_of_time(ends_at(Duration::from_secs(2), read));
    assert_eq!(message, format!("Fetch of {} stopped: the 2-second time limit is used up.", site.url("/")));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
    assert_eq!(world.witness.attempts_at(site.address()), 1);
}

fn e043_a_dripping_body_ends_at_the_deadline(world: &World) {
    let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 60"];
    let script = Script::answer(&head, "").drip(&[b'x'; 60], Duration::from_millis(100));
    let site = world.site().otherwise(script).start();
    uses_up_two_seconds(site.url("/"));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}

fn e043_a_dripping_head_ends_at_the_deadline(world: &World) {
    let script = Script::bytes("HTTP/1.1 200 OK\r\nX-Slow: ").drip(&[b'x'; 60], Duration::from_millis(100));
    let site = world.site().otherwise(script).start();
    uses_up_two_seconds(site.url("/"));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}

fn e043_a_dripping_answer_to_connect_ends_at_the_deadline(world: &World) {
    let script = Script::bytes("HTTP/1.1 200 OK\r\nX-Slow: ").drip(&[b'x'; 60], Duration::from_millis(100));
    let (site, proxy) = (world.site().with_tls().start(), world.site().also_on_port(3128).otherwise(script).start());
    let reading = Reading::default().allowing(site.name()).by(&format!("http://{}:3128", proxy.address()));
    out_of_time(ends_at(Duration::from_secs(2), || reading.seconds(2.0).read(site.url("/"))));
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}

fn e044_one_deadline_covers_the_whole_chain(world: &World) {
    let pause = Duration::from_millis(600);
    let site = world
        .site()
        .at("/1", Script::redirect(302, "/2").after(pause))
        .at("/2", Script::redirect(302, "/3").after(pause))
        .at("/3", Script::redirect(302, "/4").after(pause))
        .at("/4", Script::page("<p>too late</p>").after(pause))
        .start();
    let message = uses_up_two_seconds(site.url("/1"));
    // No single hop takes that long: the first ones were answered.
    assert!(message.contains("redirect target"), "{message}");
    assert!(site.targets().starts_with(&["/1".into(), "/2".into()]), "{:?}", site.targets());
}

fn e044_a_hop_that_stalls_ends_at_the_deadline_of_the_first(world: &World) {
    let silent = world.site().otherwise(Script::silence()).start();
    let site = world.site().otherwise(Script::redirect(302, &silent.url("/next"))).start();
    let message = uses_up_two_seconds(site.url("/"));
    assert!(message.contains(&silent.url("/next")), "{message}");
    assert_eq!(silent.ending_of(0, MOMENT), Some(Ending::Left));
}

fn e045_the_time_of_dns_counts(world: &World) {
    let site = world.site().unpublished().otherwise(Script::page("<p>late</p>").after(Duration::from_secs(1))).start();
    let answer = Reply::addresses(site.name(), &[site.address()]).after(Duration::from_millis(1_400));
    world.dns.publish(site.name(), Kind::A, [answer]);
    uses_up_two_seconds(site.url("/"));
}

/// A site whose name has these addresses before its own.
fn behind(world: &World, silent: &[IpAddr]) -> Site {
    let site = world.site().unpublished().otherwise(Script::page("<p>here</p>")).start();
    world.dns.publish_addresses(site.name(), &[silent, &[site.address()]].concat());
    site
}

fn e046_a_silent_address_leaves_time_for_the_next_one(world: &World) {
    let silent = world.silent_address();
    let site = behind(world, &[silent.into()]);
    let outcome = ends_at(Duration::from_millis(500), || Reading::default().connect_seconds(0.5).read(site.url("/")));
    assert!(page(outcome).text.contains("here"));
    assert_eq!(world.witness.attempts_at(silent), 1);
    assert_eq!(world.witness.attempts_at(site.address()), 1);
    assert_eq!(world.dns.asked_about(site.name()).len(), 2);
}

fn e046_families_take_turns_when_addresses_are_silent(world: &World) {
    let silent = [world.silent_address(), world.silent_address()];
    let site = world.site().on_ipv6().unpublished().otherwise(Script::page("<p>here</p>")).start();
    let addresses = [silent[0].into(), silent[1].into(), site.address()];
    world.dns.publish_addresses(site.name(), &addresses);
    let outcome = ends_at(Duration::from_millis(500), || Reading::default().connect_seconds(0.5).read(site.url("/")));
    page(outcome);
    assert_eq!(silent.map(|address| world.witness.attempts_at(address)), [1, 0]);
}

fn e046_a_silent_address_alone_is_a_timeout(world: &World) {
    let (name, silent) = (world.name(), world.silent_address());
    world.dns.publish_addresses(&name, &[silent.into()]);
    let read = || Reading::default().connect_seconds(0.5).read(format!("http://{name}/"));
    failed(ends_at(Duration::from_millis(500), read), &[Failure::ConnectionTimedOut]);
    assert_eq!(world.witness.attempts_at(silent), 1);
}

fn e046_silent_addresses_end_at_the_deadline(world: &World) {
    let (name, silent) = (world.name(), [world.silent_address(), world.silent_address()]);
    world.dns.publish_addresses(&name, &silent.map(IpAddr::from));
    let read = || Reading::default().seconds(1.0).connect_seconds(0.6).read(format!("http://{name}/"));
    out_of_time(ends_at(Duration::from_secs(1), read));
    assert_eq!(silent.map(|address| world.witness.attempts_at(address)), [1, 1]);
}

fn e047_an_interrupted_call_leaves_no_socket_and_no_thread(world: &World) {
    let moment = Duration::from_millis(300);
    let site = world.site().otherwise(Script::silence()).start();
    let outcome =
        ends_at(moment, || Reading::default().read_interruptibly(site.url("/"), &mut Alarm::after(Some(moment))));
    assert!(matches!(outcome, Err(ReadError::Interrupted { .. })), "{outcome:?}");
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));

    let report = isolated::interrupt(&site.url("/"), moment);
    assert!(report.outcome.contains("interrupted"), "{report:?}");
    assert_eq!((report.threads, report.sockets), (1, 0), "{report:?}");
}

fn e085_an_aaaa_that_never_comes_ends_at_the_bound_of_a_lookup(world: &World) {
    let site = world.site().start();
    world.dns.publish(site.name(), Kind::Aaaa, [Reply::Silence]);
    refused(ends_at(LOOKUP, || read(site.url("/"))), RefusalReason::Unresolvable, 0);
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}

/// A name about which every name server is silent.
fn unanswered(world: &World) -> String {
    let name = world.name();
    for kind in [Kind::A, Kind::Aaaa] {
        world.dns.publish(&name, kind, [Reply::Silence]);
    }
    name
}

fn e094_a_silent_server_ends_at_the_bound_of_a_lookup(world: &World) {
    let name = unanswered(world);
    refused(ends_at(LOOKUP, || read(format!("http://{name}/"))), RefusalReason::Unresolvable, 0);
    // Both servers, and not for ever: two seconds for each question, as /etc/resolv.conf says.
    let servers: Vec<usize> =
        world.dns.asked_about(&name).iter().filter(|asked| asked.kind == Kind::A).map(|asked| asked.server).collect();
    assert_eq!(servers, [0, 1, 0, 1]);
}

fn e094_a_silent_server_ends_at_the_deadline_where_that_is_sooner(world: &World) {
    let message = uses_up_two_seconds(format!("http://{}/", unanswered(world)));
    assert!(message.contains("2-second"), "{message}");
}

fn e094_a_target_that_is_not_answered_for_ends_at_the_deadline_of_the_first(world: &World) {
    let name = unanswered(world);
    let site = world.site().otherwise(Script::redirect(302, &format!("http://{name}/"))).start();
    let message = uses_up_two_seconds(site.url("/"));
    assert!(message.contains(&format!("http://{name}/ (redirect target")), "{message}");
}

fn an_endless_answer_within_its_limits_ends_at_the_deadline(world: &World) {
    // Every wait is short and every byte counts for nothing: only the clock ends it.
    let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Transfer-Encoding: chunked"];
    let script = Script::answer(&head, "").drip(&b"1\r\nx\r\n".repeat(12), Duration::from_millis(40));
    let site = world.site().otherwise(script).start();
    uses_up_two_seconds(site.url("/"));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}
