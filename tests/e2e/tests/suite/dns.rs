// SPDX-License-Identifier: MIT OR Apache-2.0
//! DNS: what the name servers may answer, and that nothing is contacted unless all of it is good.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use libtest_mimic::Trial;
use portcullis::egress::RefusalReason;
use portcullis_e2e::dns::{self, Code, Kind, Question, RESPONSE, Record, Reply};
use portcullis_e2e::reading::{page, read, refused, timed};
use portcullis_e2e::{Script, Site, World};

use crate::trials;

/// The bound of one lookup.
const BOUND: Duration = Duration::from_secs(8);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "dns":
        e075_a_loopback_address_is_refused,
        e076_a_loopback_address_over_ipv6_alone_is_refused,
        e077_one_private_address_among_public_ones_refuses_the_name_in_any_order,
        e078_a_private_address_of_the_other_family_refuses_the_name,
        e079_a_mapped_address_refuses_the_name,
        e080_a_chain_of_aliases_to_a_private_address_is_refused,
        e080_a_chain_of_aliases_to_a_public_address_is_followed,
        e081_an_alias_of_a_special_name_is_judged_by_its_address,
        e083_the_first_answer_is_the_one_that_is_connected_to,
        e084_half_an_answer_is_none,
        e086_an_error_code_does_not_resolve,
        e086_the_next_server_is_asked_inside_the_bound,
        e092_a_malformed_answer_does_not_resolve,
        e093_an_answer_in_another_case_is_accepted,
        e095_a_nat64_address_is_refused_and_named,
        e096_a_prefix_for_nat64_is_never_looked_for,
        e097_service_records_are_not_asked_for,
        e098_a_dname_leads_to_addresses_that_are_all_checked,
        a_truncated_answer_is_asked_for_again_over_tcp,
        more_than_32_addresses_are_refused,
    ]
}

/// A site whose name resolves as the test says, with a page that must or must not be reached.
fn site(world: &World) -> Site {
    world.site().unpublished().otherwise(Script::page("<p>reached</p>")).start()
}

fn ip(address: &str) -> IpAddr {
    address.parse().unwrap()
}

/// The name has these addresses; one of them is not public, and none is contacted.
#[track_caller]
fn private_answer(world: &World, addresses: &[IpAddr]) -> String {
    let name = world.name();
    world.dns.publish_addresses(&name, addresses);
    let message = refused(read(format!("http://{name}/")), RefusalReason::PrivateAnswer, 0);
    for address in addresses {
        assert_eq!(world.witness.attempts_at(*address), 0, "{address}");
    }
    message
}

fn e075_a_loopback_address_is_refused(world: &World) {
    private_answer(world, &[ip("127.0.0.1")]);
    private_answer(world, &[ip("127.8.9.10")]);
}

fn e076_a_loopback_address_over_ipv6_alone_is_refused(world: &World) {
    private_answer(world, &[ip("::1")]);
}

fn e077_one_private_address_among_public_ones_refuses_the_name_in_any_order(world: &World) {
    for inner in ["10.0.0.8", "192.168.1.1", "169.254.169.254"] {
        let public = IpAddr::from(world.address());
        private_answer(world, &[public, ip(inner)]);
        private_answer(world, &[ip(inner), public]);
    }
}

fn e078_a_private_address_of_the_other_family_refuses_the_name(world: &World) {
    private_answer(world, &[world.address().into(), ip("fd00::8")]);
    private_answer(world, &[world.address().into(), ip("fe80::1")]);
    private_answer(world, &[ip("10.0.0.8"), world.address_v6().into()]);
}

fn e079_a_mapped_address_refuses_the_name(world: &World) {
    private_answer(world, &[world.address().into(), ip("::ffff:10.0.0.1")]);
    // The form is refused, whatever it holds.
    let mapped = world.address().to_ipv6_mapped();
    private_answer(world, &[world.address().into(), mapped.into()]);
}

/// Publishes a name as the first alias of a chain that ends at `address`.
fn alias(world: &World, name: &str, targets: &[&str], address: IpAddr) {
    let mut records: Vec<Record> = Vec::new();
    let mut owner = name;
    for target in targets {
        records.push(Record::cname(owner, target));
        owner = target;
    }
    let address = Record::address(owner, address);
    world.dns.publish(name, Kind::Aaaa, [Reply::Records(records.clone())]);
    records.push(address);
    world.dns.publish(name, Kind::A, [Reply::Records(records)]);
}

fn e080_a_chain_of_aliases_to_a_private_address_is_refused(world: &World) {
    let (site, inner) = (site(world), ip("10.1.2.3"));
    alias(world, site.name(), &["one.example", "two.example"], inner);
    refused(read(site.url("/")), RefusalReason::PrivateAnswer, 0);
    assert_eq!(world.witness.attempts_at(inner), 0);
}

fn e080_a_chain_of_aliases_to_a_public_address_is_followed(world: &World) {
    let site = site(world);
    alias(world, site.name(), &["one.example", "two.example"], site.address());
    page(read(site.url("/")));
    assert_eq!(site.connections()[0].field("host"), [site.name()]);
    // Followed inside the answer: the names in between are not looked up.
    assert_eq!(world.dns.asked_about(site.name()).len(), 2);
    assert_eq!(world.dns.asked_about("two.example"), []);
}

fn e081_an_alias_of_a_special_name_is_judged_by_its_address(world: &World) {
    for (target, address) in [("localhost", "127.0.0.1"), ("metadata.google.internal", "169.254.169.254")] {
        let name = world.name();
        alias(world, &name, &[target], ip(address));
        refused(read(format!("http://{name}/")), RefusalReason::PrivateAnswer, 0);
        assert_eq!(world.witness.attempts_at(ip(address)), 0);
    }
}

fn e083_the_first_answer_is_the_one_that_is_connected_to(world: &World) {
    let (site, inner) = (site(world), ip("10.83.0.1"));
    let answers = [site.address(), inner].map(|address| Reply::addresses(site.name(), &[address]));
    world.dns.publish(site.name(), Kind::A, answers);
    assert!(page(read(site.url("/"))).text.contains("reached"));
    let kinds: Vec<Kind> = world.dns.asked_about(site.name()).iter().map(|asked| asked.kind).collect();
    assert_eq!(kinds.len(), 2);
    assert!(kinds.contains(&Kind::A) && kinds.contains(&Kind::Aaaa), "{kinds:?}");
    assert_eq!(world.witness.attempts_at(inner), 0);
    // The next call looks again, and sees the other answer.
    refused(read(site.url("/")), RefusalReason::PrivateAnswer, 0);
    assert_eq!(world.witness.attempts_at(inner), 0);
}

/// A has the site's address, AAAA is answered like this. The name must not resolve.
#[track_caller]
fn half_an_answer(world: &World, aaaa: Reply) {
    let site = site(world);
    world.dns.publish(site.name(), Kind::A, [Reply::addresses(site.name(), &[site.address()])]);
    world.dns.publish(site.name(), Kind::Aaaa, [aaaa]);
    refused(read(site.url("/")), RefusalReason::Unresolvable, 0);
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}

fn e084_half_an_answer_is_none(world: &World) {
    half_an_answer(world, Reply::Code(Code::ServFail));
    half_an_answer(world, Reply::Code(Code::Refused));
}

fn e086_an_error_code_does_not_resolve(world: &World) {
    for code in [Code::FormErr, Code::ServFail, Code::NxDomain, Code::NotImp, Code::Refused] {
        let name = world.name();
        for kind in [Kind::A, Kind::Aaaa] {
            world.dns.publish(&name, kind, [Reply::Code(code)]);
        }
        refused(read(format!("http://{name}/")), RefusalReason::Unresolvable, 0);
    }
}

fn e086_the_next_server_is_asked_inside_the_bound(world: &World) {
    for first in [Reply::Code(Code::ServFail), Reply::Code(Code::Refused), Reply::Code(Code::NotImp), Reply::Silence] {
        let site = site(world);
        let good = Reply::addresses(site.name(), &[site.address()]);
        world.dns.publish(site.name(), Kind::A, [Reply::ByServer([first, good].map(Box::new))]);
        let (took, outcome) = timed(|| read(site.url("/")));
        assert!(page(outcome).text.contains("reached"));
        assert!(took < BOUND, "{took:?}");
    }
}

/// A name whose A answer is the bytes that `write` makes, its AAAA answer a good one. It must not resolve.
#[track_caller]
fn malformed(world: &World, write: impl Fn(&Question) -> Vec<u8> + Send + Sync + 'static) {
    let name = world.name();
    world.dns.publish(&name, Kind::A, [Reply::raw(write)]);
    let (took, outcome) = timed(|| read(format!("http://{name}/")));
    refused(outcome, RefusalReason::Unresolvable, 0);
    assert!(took < BOUND, "{took:?}");
}

/// An answer whose only record has this owner name, and this length before its four bytes.
fn record(question: &Question, owner: &[u8], length: u16) -> Vec<u8> {
    let record = [owner, &[0, 1, 0, 1, 0, 0, 0, 0], &length.to_be_bytes(), &[93, 184, 215, 14]].concat();
    [question.head(RESPONSE, 1), question.section.clone(), record].concat()
}

fn e092_a_malformed_answer_does_not_resolve(world: &World) {
    // A pointer (RFC 1035 section 4.1.4) to the record that it is in, which follows the header and the question.
    malformed(world, |question| {
        let itself = 0xc000 + 12 + u16::try_from(question.section.len()).unwrap();
        record(question, &itself.to_be_bytes(), 4)
    });
    let longer_than_63_bytes = [&[0x7f][..], &[b'a'; 127], &[0]].concat();
    malformed(world, move |question| record(question, &longer_than_63_bytes, 4));
    malformed(world, |question| record(question, &dns::name(&question.name), 400));
    malformed(world, |question| record(question, &dns::name(&question.name), 3));
    malformed(world, |question| question.head(RESPONSE, 1)[..6].to_vec());
}

fn e093_an_answer_in_another_case_is_accepted(world: &World) {
    let site = site(world);
    let address = site.address();
    let upper = Reply::raw(move |question: &Question| {
        let section = question.section.to_ascii_uppercase();
        let question = Question { section, ..question.clone() };
        question.answer(Code::NoError, &[Record::address(&question.name.to_ascii_uppercase(), address)])
    });
    world.dns.publish(site.name(), Kind::A, [upper]);
    assert!(page(read(site.url("/"))).text.contains("reached"));
}

fn e095_a_nat64_address_is_refused_and_named(world: &World) {
    let message = private_answer(world, &[world.address().into(), ip("64:ff9b::5db8:d70e")]);
    assert!(message.contains("NAT64"), "{message}");
    private_answer(world, &[ip("64:ff9b::a9fe:a9fe")]);
}

fn e096_a_prefix_for_nat64_is_never_looked_for(world: &World) {
    private_answer(world, &[ip("2001:db8:64::5db8:d70e")]);
    assert_eq!(world.dns.asked_about("ipv4only.arpa"), []);
}

fn e097_service_records_are_not_asked_for(world: &World) {
    let site = site(world);
    world.dns.publish_addresses(site.name(), &[site.address()]);
    // Priority 1, target ".", then the parameters port = 8080 and ipv4hint = 127.0.0.1 (RFC 9460 section 7).
    let data = [&[0, 1, 0][..], &[0, 3, 0, 2, 0x1f, 0x90], &[0, 4, 0, 4, 127, 0, 0, 1]].concat();
    world.dns.publish(site.name(), Kind::Https, [Reply::Records(vec![Record::raw(site.name(), Kind::Https, data)])]);
    page(read(site.url("/")));
    let asked = world.dns.asked_about(site.name());
    assert!(asked.iter().all(|asked| matches!(asked.kind, Kind::A | Kind::Aaaa)), "{asked:?}");
    let attempts = world.witness.attempts();
    assert!(attempts.iter().filter(|(_, to)| to.ip() == site.address()).all(|(_, to)| to.port() == 80));
    assert_eq!(world.witness.attempts_at(Ipv4Addr::LOCALHOST), 0);
}

fn e098_a_dname_leads_to_addresses_that_are_all_checked(world: &World) {
    let answer = |name: &str, address: IpAddr| {
        let records = vec![
            Record::dname("example", "tree.test"),
            Record::cname(name, "leaf.tree.test"),
            Record::address("leaf.tree.test", address),
        ];
        world.dns.publish(name, Kind::A, [Reply::Records(records)]);
    };
    let (good, bad, inner) = (site(world), world.name(), ip("10.98.0.1"));
    answer(good.name(), good.address());
    answer(&bad, inner);
    page(read(good.url("/")));
    refused(read(format!("http://{bad}/")), RefusalReason::PrivateAnswer, 0);
    assert_eq!(world.witness.attempts_at(inner), 0);
}

fn a_truncated_answer_is_asked_for_again_over_tcp(world: &World) {
    let site = site(world);
    let records = vec![Record::address(site.name(), site.address())];
    world.dns.publish(site.name(), Kind::A, [Reply::OnlyOverTcp(records)]);
    assert!(page(read(site.url("/"))).text.contains("reached"));
    assert!(world.dns.asked_about(site.name()).iter().any(|asked| asked.over_tcp));
}

fn more_than_32_addresses_are_refused(world: &World) {
    let many: Vec<IpAddr> = (1..=33).map(|last| Ipv4Addr::new(93, 184, 255, last).into()).collect();
    let name = world.name();
    world.dns.publish_addresses(&name, &many);
    refused(read(format!("http://{name}/")), RefusalReason::Unresolvable, 0);
    assert!(many.iter().all(|address| world.witness.attempts_at(*address) == 0));
}
