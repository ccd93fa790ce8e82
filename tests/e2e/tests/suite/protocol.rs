// SPDX-License-Identifier: MIT OR Apache-2.0
//! HTTP as it should not be spoken. What breaks the rules is an error, and none of its text comes back.

use std::time::Duration;

use libtest_mimic::Trial;
use portcullis::fetch::{Failure, ReadError};
use portcullis_e2e::reading::{Outcome, failed, page, read};
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, World};

use crate::trials;

/// A text that each bad answer carries and no message may show.
const SECRET: &str = "c4nary";

const MOMENT: Duration = Duration::from_secs(5);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "protocol":
        e048_an_answer_without_a_status_line_is_an_error,
        e049_http_1_0_and_a_missing_reason_phrase_are_accepted,
        e050_a_status_that_is_none_is_an_error,
        e051_ten_thousand_informational_answers_are_an_error,
        five_informational_answers_are_skipped,
        e052_switching_protocols_is_an_error,
        e053_the_body_of_an_answer_that_has_none_is_not_read,
        e054_two_different_lengths_are_an_error,
        e056_a_length_beside_chunked_is_an_error,
        e057_another_transfer_coding_than_chunked_is_an_error,
        e058_a_chunk_size_that_is_none_is_an_error,
        e060_a_body_that_is_cut_short_is_an_error,
        e061_a_head_beyond_its_bounds_is_an_error,
        e062_a_malformed_field_is_an_error,
        e064_the_greeting_of_another_service_is_not_http_and_is_not_shown,
        e065_http_2_is_neither_offered_nor_taken_up,
    ]
}

fn answered(world: &World, script: Script) -> Outcome {
    read(world.site().otherwise(script).start().url("/"))
}

/// The read must have failed, in whichever way HTTP was broken, and show nothing of the answer.
#[track_caller]
fn broken(world: &World, script: Script, case: &str) {
    match answered(world, script) {
        Err(error @ ReadError::Failed { .. }) => assert!(!error.to_string().contains(SECRET), "{case}: {error}"),
        other => panic!("{case}: expected an error, but: {other:?}"),
    }
}

/// An answer of these head lines with the canary as its body.
fn with_secret(head: &[&str]) -> Script {
    Script::answer(head, SECRET)
}

fn e048_an_answer_without_a_status_line_is_an_error(world: &World) {
    broken(world, Script::bytes(format!("<html>{SECRET}</html>")), "HTTP/0.9");
    broken(world, Script::bytes(""), "nothing at all");
    broken(world, with_secret(&["HTTP/2.0 200 OK", "Content-Type: text/plain"]), "HTTP/2.0");
    broken(world, with_secret(&["HTTP/1.1200 OK", "Content-Type: text/plain"]), "no space");
}

fn e049_http_1_0_and_a_missing_reason_phrase_are_accepted(world: &World) {
    for status_line in ["HTTP/1.0 200 OK", "HTTP/1.1 200", "HTTP/1.1 200 "] {
        let script = Script::answer(&[status_line, "Content-Type: text/plain"], "fine");
        assert_eq!(page(answered(world, script)).text, "fine", "{status_line}");
    }
}

fn e050_a_status_that_is_none_is_an_error(world: &World) {
    for status in ["000", "99", "1000", "2OO", "-200", "600", "999", "20", "2 00"] {
        let line = format!("HTTP/1.1 {status} {SECRET}");
        broken(world, with_secret(&[&line, "Content-Type: text/plain", "Content-Length: 6"]), status);
    }
}

fn informational(times: u64, status_line: &str) -> Script {
    let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nfinal";
    Script::default().repeat(format!("{status_line}\r\nX-Note: {SECRET}\r\n\r\n"), times).send(answer)
}

fn e051_ten_thousand_informational_answers_are_an_error(world: &World) {
    for status_line in ["HTTP/1.1 100 Continue", "HTTP/1.1 102 Processing", "HTTP/1.1 103 Early Hints"] {
        for times in [6, 10_000] {
            let message = failed(answered(world, informational(times, status_line)), &[Failure::TooManyInformational]);
            assert!(!message.contains(SECRET), "{message}");
        }
    }
}

fn five_informational_answers_are_skipped(world: &World) {
    assert_eq!(page(answered(world, informational(5, "HTTP/1.1 103 Early Hints"))).text, "final");
}

fn e052_switching_protocols_is_an_error(world: &World) {
    let head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    broken(world, with_secret(&head), "101");
}

fn e053_the_body_of_an_answer_that_has_none_is_not_read(world: &World) {
    for status in ["204 No Content", "205 Reset Content"] {
        let line = format!("HTTP/1.1 {status}");
        let page = page(answered(world, with_secret(&[&line, "Content-Type: text/plain"])));
        assert_eq!((page.text.as_str(), page.bytes_read), ("", 0), "{status}");
    }
    let script = with_secret(&["HTTP/1.1 304 Not Modified", "Content-Type: text/plain"]);
    failed(answered(world, script), &[Failure::Status(304)]);
}

fn e054_two_different_lengths_are_an_error(world: &World) {
    broken(
        world,
        with_secret(&["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 6", "Content-Length: 5"]),
        "two fields",
    );
    broken(world, with_secret(&["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 6, 5"]), "one field");
    broken(world, with_secret(&["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: +6"]), "a sign");
}

fn chunked(fields: &[&str], body: impl AsRef<[u8]>) -> Script {
    Script::answer(&[&["HTTP/1.1 200 OK", "Content-Type: text/plain"], fields].concat(), body)
}

fn e056_a_length_beside_chunked_is_an_error(world: &World) {
    let body = format!("6\r\n{SECRET}\r\n0\r\n\r\n");
    broken(world, chunked(&["Transfer-Encoding: chunked", "Content-Length: 6"], &body), "chunked first");
    broken(world, chunked(&["Content-Length: 16", "Transfer-Encoding: chunked"], &body), "length first");
    assert_eq!(page(answered(world, chunked(&["Transfer-Encoding: chunked"], &body))).text, SECRET);
}

fn e057_another_transfer_coding_than_chunked_is_an_error(world: &World) {
    for coding in ["xchunked", "chunked, identity", "gzip, chunked", "identity", "chunked, chunked"] {
        let field = format!("Transfer-Encoding: {coding}");
        broken(world, chunked(&[&field], format!("6\r\n{SECRET}\r\n0\r\n\r\n")), coding);
    }
}

fn e058_a_chunk_size_that_is_none_is_an_error(world: &World) {
    let extension = format!("6;{}", "x".repeat(1 << 20));
    for size in ["ffffffffffffffff1", "-6", "0x6", " ", "", "6 6", "g", &extension] {
        let body = format!("{size}\r\n{SECRET}\r\n0\r\n\r\n");
        broken(world, chunked(&["Transfer-Encoding: chunked"], body), &size[..size.len().min(20)]);
    }
    broken(world, chunked(&["Transfer-Encoding: chunked"], format!("6\n{SECRET}\n0\n\n")), "bare LF");
}

fn e060_a_body_that_is_cut_short_is_an_error(world: &World) {
    let text = "Content-Type: text/plain";
    let short = with_secret(&["HTTP/1.1 200 OK", text, "Content-Length: 7"]);
    failed(answered(world, short.clone()), &[Failure::Incomplete]);
    failed(
        answered(world, chunked(&["Transfer-Encoding: chunked"], format!("6\r\n{SECRET}\r\n"))),
        &[Failure::Incomplete],
    );
    // With TLS even an answer without a length has an end that can be told from a cut: close_notify (RFC 9112 section 9.8).
    let open_ended = with_secret(&["HTTP/1.1 200 OK", text]);
    let cut = world.site().with_tls().otherwise(open_ended.clone().cut()).start();
    failed(read(cut.url("/")), &[Failure::Incomplete]);
    let whole = world.site().with_tls().otherwise(open_ended).start();
    assert_eq!(page(read(whole.url("/"))).text, SECRET);
    let reset = short.wait(Duration::from_millis(300)).reset();
    failed(answered(world, reset), &[Failure::Incomplete, Failure::Connection]);
}

fn e061_a_head_beyond_its_bounds_is_an_error(world: &World) {
    let line = format!("X-Note: {}\r\n", "x".repeat(1 << 10));
    for (case, field, times) in [
        ("one field of 1 MiB", format!("X-Note: {}\r\n", "x".repeat(1 << 20)), 1),
        ("101 fields", "X: y\r\n".into(), 99),
        ("10,000 fields", "X: y\r\n".into(), 10_000),
        ("64 MiB", line.clone(), 64 << 10),
        ("70 KiB", line, 70),
    ] {
        let script = Script::bytes("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n").repeat(field, times);
        let site = world.site().otherwise(script.send(format!("Content-Length: 6\r\n\r\n{SECRET}"))).start();
        let message = failed(read(site.url("/")), &[Failure::HeadTooLarge]);
        assert!(!message.contains(SECRET), "{case}: {message}");
        assert!(matches!(site.ending_of(0, MOMENT), Some(Ending::Left | Ending::Closed)), "{case}");
        assert!(site.connections()[0].sent < 16 << 20, "{case}");
    }
}

fn e062_a_malformed_field_is_an_error(world: &World) {
    for (case, field) in [
        ("NUL", "X-Note: a\0b"),
        ("bare CR", "X-Note: a\rb"),
        ("obs-fold", "X-Note: a\r\n b"),
        ("space before the colon", "X-Note : a"),
        ("no colon", "X-Note"),
        ("no name", ": a"),
    ] {
        broken(world, with_secret(&["HTTP/1.1 200 OK", field, "Content-Type: text/plain", "Content-Length: 6"]), case);
    }
}

fn e064_the_greeting_of_another_service_is_not_http_and_is_not_shown(world: &World) {
    for greeting in [
        format!("SSH-2.0-{SECRET}\r\n"),
        format!("220 {SECRET} ESMTP\r\n"),
        format!("-ERR unknown command '{SECRET}'\r\n"),
        format!("J\0\0\0\n8.0.36-{SECRET}\0"),
    ] {
        let site = world.site().greets_with(Script::bytes(greeting.as_str()).wait(Duration::from_millis(100))).start();
        let message = failed(read(site.url("/")), &[Failure::Malformed, Failure::Incomplete, Failure::Connection]);
        assert!(!message.contains(SECRET), "{message}");
    }
}

fn e065_http_2_is_neither_offered_nor_taken_up(world: &World) {
    let upgrade = ["Content-Type: text/plain", "Upgrade: h2c", "Connection: Upgrade"];
    let site = world.site().with_tls().otherwise(Script::ok(&upgrade, "still HTTP/1.1")).start();
    for url in [site.url("/"), site.plain_url("/")] {
        assert_eq!(page(read(url)).text, "still HTTP/1.1");
    }
    for connection in site.connections() {
        assert!(connection.request.starts_with(b"GET / HTTP/1.1\r\n"));
        assert_eq!(connection.field("upgrade"), [""; 0]);
    }
    let hello = site.connections()[0].hello.clone().unwrap();
    assert!(!hello.protocols.contains(&"h2".to_owned()), "{hello:?}");
}
