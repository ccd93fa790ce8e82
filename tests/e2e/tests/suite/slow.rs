// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slow peers: one deadline over everything, and nothing left behind when it strikes. The limits are shorter than the
//! defaults so that the suite is; the mechanism is the same.

use std::time::Duration;

use libtest_mimic::Trial;
use portcullis::fetch::{Failure, ReadError};
use portcullis_e2e::dns::{Kind, Reply};
use portcullis_e2e::isolated::{self, Alarm};
use portcullis_e2e::reading::{Reading, failed, out_of_time, page, timed};
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, World};

use crate::trials;

/// How long after its limit a call may come back on a busy machine, and a server notice that its client has left.
const SLACK: Duration = Duration::from_secs(3);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "slow":
        e041_a_stalled_tls_handshake_ends_at_the_deadline,
        e043_a_dripping_body_ends_at_the_deadline,
        e043_a_dripping_head_ends_at_the_deadline,
        e044_one_deadline_covers_the_whole_chain,
        e045_the_time_of_dns_counts,
        e046_a_silent_address_leaves_time_for_the_next_one,
        e046_silent_addresses_alone_are_a_timeout,
        e047_an_interrupted_call_leaves_no_socket_and_no_thread,
    ]
}

fn two_seconds() -> Reading {
    Reading::default().seconds(2.0)
}

#[track_caller]
fn about_two_seconds(took: Duration) {
    let limit = Duration::from_secs(2);
    assert!(took >= limit && took < limit + SLACK, "{took:?}");
}

fn e041_a_stalled_tls_handshake_ends_at_the_deadline(world: &World) {
    let site = world.site().with_raw_tls(Script::silence()).start();
    let (took, outcome) = timed(|| two_seconds().read(site.url("/")));
    let message = out_of_time(outcome);
    assert_eq!(message, format!("Fetch of {} stopped: the 2-second time limit is used up.", site.url("/")));
    about_two_seconds(took);
    assert_eq!(site.ending_of(0, SLACK), Some(Ending::Left));
}

fn e043_a_dripping_body_ends_at_the_deadline(world: &World) {
    let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 60"];
    let script = Script::answer(&head, "").drip(&[b'x'; 60], Duration::from_millis(100));
    let site = world.site().otherwise(script).start();
    let (took, outcome) = timed(|| two_seconds().read(site.url("/")));
    out_of_time(outcome);
    about_two_seconds(took);
    assert_eq!(site.ending_of(0, SLACK), Some(Ending::Left));
}

fn e043_a_dripping_head_ends_at_the_deadline(world: &World) {
    let script = Script::bytes("HTTP/1.1 200 OK\r\nX-Slow: ").drip(&[b'x'; 60], Duration::from_millis(100));
    let site = world.site().otherwise(script).start();
    let (took, outcome) = timed(|| two_seconds().read(site.url("/")));
    out_of_time(outcome);
    about_two_seconds(took);
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
    let (took, outcome) = timed(|| two_seconds().read(site.url("/1")));
    let message = out_of_time(outcome);
    about_two_seconds(took);
    // No single hop takes that long: the first ones were answered.
    assert!(message.contains("redirect target"), "{message}");
    assert!(site.targets().starts_with(&["/1".into(), "/2".into()]), "{:?}", site.targets());
}

fn e045_the_time_of_dns_counts(world: &World) {
    let site = world.site().unpublished().otherwise(Script::page("<p>late</p>").after(Duration::from_secs(1))).start();
    let answer = Reply::addresses(site.name(), &[site.address()]).after(Duration::from_millis(1_400));
    world.dns.publish(site.name(), Kind::A, [answer]);
    let (took, outcome) = timed(|| two_seconds().read(site.url("/")));
    out_of_time(outcome);
    about_two_seconds(took);
}

fn e046_a_silent_address_leaves_time_for_the_next_one(world: &World) {
    let site = world.site().unpublished().otherwise(Script::page("<p>here</p>")).start();
    let silent = world.silent_address();
    world.dns.publish_addresses(site.name(), &[silent.into(), site.address()]);
    let (took, outcome) = timed(|| Reading::default().connect_seconds(0.5).read(site.url("/")));
    assert!(page(outcome).text.contains("here"));
    assert!(took >= Duration::from_millis(500) && took < Duration::from_millis(500) + SLACK, "{took:?}");
    assert_eq!(world.witness.attempts_at(silent), 1);
    assert_eq!(world.dns.asked_about(site.name()).len(), 2);
}

fn e046_silent_addresses_alone_are_a_timeout(world: &World) {
    let name = world.name();
    world.dns.publish_addresses(&name, &[world.silent_address().into(), world.silent_address().into()]);
    let url = format!("http://{name}/");
    failed(Reading::default().connect_seconds(0.3).read(&url), &[Failure::ConnectionTimedOut]);
    out_of_time(Reading::default().seconds(1.0).read(&url));
}

fn e047_an_interrupted_call_leaves_no_socket_and_no_thread(world: &World) {
    let moment = Duration::from_millis(300);
    let site = world.site().otherwise(Script::silence()).start();
    let (took, outcome) =
        timed(|| Reading::default().read_interruptibly(site.url("/"), &mut Alarm::after(Some(moment))));
    assert!(matches!(outcome, Err(ReadError::Interrupted { .. })), "{outcome:?}");
    assert!(took >= moment && took < moment + SLACK, "{took:?}");
    assert_eq!(site.ending_of(0, SLACK), Some(Ending::Left));

    let report = isolated::interrupt(&site.url("/"), moment);
    assert!(report.outcome.contains("interrupted"), "{report:?}");
    assert_eq!((report.threads, report.sockets), (1, 0), "{report:?}");
}
