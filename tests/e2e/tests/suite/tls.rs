// SPDX-License-Identifier: MIT OR Apache-2.0
//! TLS: a certificate that does not hold is an error in fixed words, before any byte of the request is sent.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use libtest_mimic::Trial;
use portcullis::fetch::{Failure, TlsFailure};
use portcullis_e2e::reading::{Reading, failed, page, read};
use portcullis_e2e::script::Ending;
use portcullis_e2e::tls::{Authority, Identity};
use portcullis_e2e::{Script, World, isolated};

use crate::trials;

/// Long enough for a server to notice that its client has left.
const MOMENT: Duration = Duration::from_secs(3);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "tls":
        e099_a_certificate_for_another_name_is_refused,
        e100_an_expired_certificate_is_refused,
        e100_a_self_signed_certificate_is_refused,
        e100_a_certificate_of_an_unknown_authority_is_refused,
        e100_a_certificate_that_is_not_valid_yet_is_refused,
        a_literal_address_needs_a_certificate_for_the_address,
        an_internationalised_name_goes_out_as_its_a_label,
        the_roots_are_those_of_ssl_cert_file_or_of_ssl_cert_dir,
        without_a_trust_store_nothing_encrypted_is_asked_for,
        e105_an_old_version_of_tls_is_refused,
        e105_a_certificate_chain_of_16_mib_is_not_read,
        e105_a_renegotiation_is_not_taken_part_in,
        a_page_over_tls_is_read_and_no_session_is_resumed,
        an_answer_without_tls_on_the_tls_port_is_an_error,
    ]
}

/// A site with this identity: the read fails in this way, and the site has not seen a request.
#[track_caller]
fn distrusted(world: &World, identity: impl FnOnce(&str) -> Identity, expected: TlsFailure) {
    let site = world.site();
    let identity = identity(site.name());
    let site = site.with_identity(identity).otherwise(Script::page("<p>trusted</p>")).start();
    let message = failed(read(site.url("/?q=secret")), &[Failure::Tls(expected)]);
    assert_eq!(message, format!("Fetch of {} failed: TLS: {expected}.", site.url("/?q=secret")));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
    let connection = &site.connections()[0];
    assert!(connection.request.is_empty());
    assert_eq!(connection.hello.as_ref().unwrap().server_name.as_deref(), Some(site.name()));
    assert_eq!(world.witness.attempts_at(site.address()), 1);
}

fn e099_a_certificate_for_another_name_is_refused(world: &World) {
    distrusted(world, |_| world.authority.identity("another-name.example"), TlsFailure::Name);
}

fn e100_an_expired_certificate_is_refused(world: &World) {
    distrusted(world, |name| world.authority.expired(name), TlsFailure::Expired);
}

fn e100_a_self_signed_certificate_is_refused(world: &World) {
    distrusted(world, Identity::self_signed, TlsFailure::UnknownIssuer);
}

fn e100_a_certificate_of_an_unknown_authority_is_refused(world: &World) {
    distrusted(world, |name| Authority::new("Known to nobody").identity(name), TlsFailure::UnknownIssuer);
}

fn e100_a_certificate_that_is_not_valid_yet_is_refused(world: &World) {
    distrusted(world, |name| world.authority.not_yet_valid(name), TlsFailure::NotYetValid);
}

fn a_literal_address_needs_a_certificate_for_the_address(world: &World) {
    for (site, host) in [world.site(), world.site().on_ipv6()].into_iter().map(|site| {
        let address = site.address();
        (site, if address.is_ipv6() { format!("[{address}]") } else { address.to_string() })
    }) {
        let identity = world.authority.identity(&site.address().to_string());
        let site = site.with_identity(identity).otherwise(Script::page("<p>by address</p>")).start();
        assert!(page(read(format!("https://{host}/"))).text.contains("by address"));
        assert_eq!(site.connections()[0].hello.as_ref().unwrap().server_name, None);
        assert_eq!(site.connections()[0].field("host"), [host]);
        assert_eq!(world.dns.asked_about(site.name()), []);
    }
    let site = world.site().with_tls().start();
    failed(read(format!("https://{}/", site.address())), &[Failure::Tls(TlsFailure::Name)]);
    assert!(site.connections()[0].request.is_empty());
}

fn an_internationalised_name_goes_out_as_its_a_label(world: &World) {
    let site = world.site_named("xn--bcher-kva.example").with_tls().otherwise(Script::page("<p>books</p>")).start();
    assert!(page(read("https://XN--bcher-KVA.example./")).text.contains("books"));
    let connection = &site.connections()[0];
    assert_eq!(connection.hello.as_ref().unwrap().server_name.as_deref(), Some("xn--bcher-kva.example"));
    assert_eq!(connection.field("host"), ["xn--bcher-kva.example"]);
}

fn the_roots_are_those_of_ssl_cert_file_or_of_ssl_cert_dir(world: &World) {
    let site = world.site().with_tls().otherwise(Script::text("hello")).start();
    let stranger = world.file("stranger.pem", &Authority::new("Known to nobody").pem());
    // OpenSSL's name of a certificate in a folder: a hash of its subject, which is not read, and a number.
    let folder = world.folder("roots");
    fs::write(folder.join("0123abcd.0"), world.authority.pem()).unwrap();
    let (stranger, folder) = (stranger.to_str().unwrap(), folder.to_str().unwrap());
    for (variables, trusted) in [
        (&[("SSL_CERT_FILE", stranger)][..], false),
        (&[("SSL_CERT_FILE", stranger), ("SSL_CERT_DIR", folder)], true),
        (&[("SSL_CERT_FILE", ""), ("SSL_CERT_DIR", folder)], true),
    ] {
        let outcome = isolated::read_with(&site.url("/"), variables).outcome;
        let expected =
            if trusted { "5 bytes of text" } else { "TLS: the certificate is self-signed or from an unknown" };
        assert!(outcome.contains(expected), "{variables:?}: {outcome}");
    }
    assert_eq!(site.targets().iter().filter(|target| !target.is_empty()).count(), 2);
}

fn without_a_trust_store_nothing_encrypted_is_asked_for(world: &World) {
    let site = world.site().with_tls().otherwise(Script::text("hello")).start();
    let empty = world.file("empty.pem", "");
    let variables = [("SSL_CERT_FILE", empty.to_str().unwrap())];
    let outcome = isolated::read_with(&site.url("/"), &variables).outcome;
    assert!(outcome.contains("trust store holds no certificate authority"), "{outcome}");
    assert_eq!(world.witness.attempts_at(site.address()), 0);
    assert_eq!(isolated::read_with(&site.plain_url("/"), &variables).outcome, "5 bytes of text, truncated: false");
}

/// A TLS record (RFC 8446 section 5.1) of type handshake.
fn record(message: &[u8]) -> Vec<u8> {
    let length = u16::try_from(message.len()).unwrap();
    [&[22, 3, 3][..], &length.to_be_bytes(), message].concat()
}

/// A ServerHello (RFC 5246 section 7.4.1.3) that picks this version and a cipher suite that clients offer.
fn server_hello(version: [u8; 2]) -> Vec<u8> {
    let cipher_suite = [0xc0, 0x2f];
    let body = [&version[..], &[7; 32], &[0], &cipher_suite, &[0]].concat();
    [&[2, 0, 0, u8::try_from(body.len()).unwrap()], body.as_slice()].concat()
}

fn e105_an_old_version_of_tls_is_refused(world: &World) {
    for version in [[3, 0], [3, 1], [3, 2]] {
        let site = world.site().with_raw_tls(Script::bytes(record(&server_hello(version))).hold()).start();
        failed(read(site.url("/")), &[Failure::Tls(TlsFailure::Incompatible), Failure::Tls(TlsFailure::Handshake)]);
        assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
    }
}

fn e105_a_certificate_chain_of_16_mib_is_not_read(world: &World) {
    // A Certificate message that announces all that its length can say, and delivers.
    let hello = record(&server_hello([3, 3]));
    let begin = record(&[11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc, 0xff, 0xff, 0xf9]);
    let script = Script::bytes(hello).send(begin).repeat(record(&[0x30; 16 << 10]), 1 << 10);
    let site = world.site().with_raw_tls(script).start();
    failed(read(site.url("/")), &[Failure::Tls(TlsFailure::Certificate), Failure::Tls(TlsFailure::Handshake)]);
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
    assert!(site.connections()[0].sent < 8 << 20);
}

fn e105_a_renegotiation_is_not_taken_part_in(world: &World) {
    let site = world.site();
    let pem = world.file(site.name(), &world.authority.pem_for(site.name()));
    world.dns.publish_addresses(site.name(), &[site.address()]);
    let mut server = Command::new("openssl")
        .args(["s_server", "-tls1_2", "-naccept", "1", "-accept", &format!("{}:443", site.address()), "-cert"])
        .arg(pem)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("openssl is installed");
    let (mut commands, output) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
    let mut lines = output.lines().map_while(Result::ok);
    lines.find(|line| line == "ACCEPT").unwrap();
    let (outcome, said) = thread::scope(|scope| {
        let watching = scope.spawn(move || {
            // Once the request has come: the command for a new handshake, on a line of its own.
            if lines.any(|line| line.starts_with("GET / ")) {
                commands.write_all(b"R\n").unwrap();
            }
            lines.collect::<Vec<String>>()
        });
        let outcome = Reading::default().seconds(3.0).read(site.url("/").replace("http:", "https:"));
        // It ends by itself after one connection; where there was none, the kill keeps the test from waiting for it.
        let patience = (0..300).map(|_| thread::sleep(Duration::from_millis(10)));
        patience.take_while(|()| server.try_wait().unwrap().is_none()).count();
        server.kill().unwrap();
        (outcome, watching.join().unwrap())
    });
    failed(outcome, &[Failure::Tls(TlsFailure::Session)]);
    assert!(said.contains(&"   1 server accepts that finished".into()), "{said:?}");
}

fn a_page_over_tls_is_read_and_no_session_is_resumed(world: &World) {
    let site = world.site().with_tls().otherwise(Script::page("<p>over TLS</p>")).start();
    for _ in 0..2 {
        assert!(page(read(site.url("/"))).text.contains("over TLS"));
    }
    for connection in site.connections() {
        let hello = connection.hello.unwrap();
        assert_eq!(hello.server_name.as_deref(), Some(site.name()));
        assert_eq!(hello.resumed, Some(false));
        assert_eq!(connection.to.port(), 443);
    }
}

fn an_answer_without_tls_on_the_tls_port_is_an_error(world: &World) {
    let answer = Script::text("in the clear");
    let site = world.site().with_raw_tls(answer).start();
    let message =
        failed(read(site.url("/")), &[Failure::Tls(TlsFailure::Handshake), Failure::Tls(TlsFailure::Incompatible)]);
    assert!(!message.contains("in the clear"), "{message}");
}
