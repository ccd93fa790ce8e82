// SPDX-License-Identifier: MIT OR Apache-2.0
//! Connections: each goes to an address that was checked for it, and serves one request.

use std::net::Ipv4Addr;

use libtest_mimic::Trial;
use portcullis::egress::{OwnSites, RefusalReason};
use portcullis_e2e::dns::{Asked, Kind, Reply};
use portcullis_e2e::namespace::{ALSO_IN_HOSTS_FILE, ONLY_IN_HOSTS_FILE};
use portcullis_e2e::reading::{Reading, page, read, refused};
use portcullis_e2e::{Script, World, isolated};

use crate::trials;

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "connection":
        e069_a_redirect_to_the_same_host_is_a_new_check_and_a_new_connection,
        e070_every_hop_connects_to_the_address_that_was_checked_for_it,
        e072_the_hosts_file_does_not_outrank_dns,
        e073_the_hosts_file_is_never_read,
        a_read_page_leaves_one_thread_and_no_socket,
        a_literal_address_is_connected_to_without_a_lookup,
        a_name_at_an_address_of_this_server_is_an_own_site_and_never_contacted,
        a_name_at_a_denied_address_is_never_contacted,
    ]
}

fn e069_a_redirect_to_the_same_host_is_a_new_check_and_a_new_connection(world: &World) {
    let keep_alive = ["HTTP/1.1 302 Found", "Location: /next", "Connection: keep-alive", "Content-Length: 0"];
    let first = Script::answer(&keep_alive, "").hold();
    let site = world.site().at("/", first).at("/next", Script::page("<p>next</p>")).start();
    page(read(site.url("/")));
    assert_eq!(site.targets(), ["/", "/next"]);
    assert_eq!(world.witness.attempts_at(site.address()), 2);
    assert_eq!(world.dns.asked_about(site.name()).len(), 4);
    for connection in site.connections() {
        assert_eq!(connection.field("connection"), ["close"]);
    }
}

fn e070_every_hop_connects_to_the_address_that_was_checked_for_it(world: &World) {
    let last = world.site().on_ipv6().otherwise(Script::page("<p>over IPv6</p>")).start();
    // The name moves between the hops: each hop goes to the address of its own lookup.
    let (before, after) =
        (world.site().unpublished(), world.site().otherwise(Script::redirect(302, &last.url("/"))).start());
    let before = before.otherwise(Script::redirect(302, "/moved")).start();
    let answers = [before.address(), after.address()].map(|address| Reply::addresses(before.name(), &[address]));
    world.dns.publish(before.name(), Kind::A, answers);
    assert!(page(read(before.url("/"))).text.contains("over IPv6"));
    for site in [&before, &after, &last] {
        assert_eq!(world.witness.attempts_at(site.address()), 1);
        assert_eq!(site.connections()[0].to.ip(), site.address());
    }
    assert_eq!(after.connections()[0].field("host"), [before.name()]);
}

fn e072_the_hosts_file_does_not_outrank_dns(world: &World) {
    let site = world.site_named(ALSO_IN_HOSTS_FILE).otherwise(Script::page("<p>from DNS</p>")).start();
    assert!(page(read(site.url("/"))).text.contains("from DNS"));
    assert_eq!(world.witness.attempts_at(site.address()), 1);
    assert_eq!(world.witness.attempts_at(Ipv4Addr::new(10, 0, 0, 1)), 0);
}

fn e073_the_hosts_file_is_never_read(world: &World) {
    refused(read(format!("http://{ONLY_IN_HOSTS_FILE}/")), RefusalReason::Unresolvable, 0);
    let kinds: Vec<Kind> = world.dns.asked_about(ONLY_IN_HOSTS_FILE).iter().map(|Asked { kind, .. }| *kind).collect();
    assert!(kinds.contains(&Kind::A) && kinds.contains(&Kind::Aaaa), "{kinds:?}");
    assert_eq!(world.witness.attempts_at(Ipv4Addr::new(93, 184, 0, 1)), 0);
}

fn a_read_page_leaves_one_thread_and_no_socket(world: &World) {
    let site = world.site().with_tls().otherwise(Script::text("hello")).start();
    let report = isolated::read(&site.url("/"));
    assert_eq!(report.outcome, "5 bytes of text, truncated: false");
    assert_eq!((report.threads, report.sockets), (1, 0), "{report:?}");
}

fn a_literal_address_is_connected_to_without_a_lookup(world: &World) {
    let sites = [world.site(), world.site().on_ipv6()].map(|site| site.otherwise(Script::page("<p>hello</p>")).start());
    for (site, url) in
        sites.iter().zip([format!("http://{}/", sites[0].address()), format!("http://[{}]/", sites[1].address())])
    {
        assert!(page(read(&url)).text.contains("hello"), "{url}");
        assert_eq!(world.witness.attempts_at(site.address()), 1);
        assert_eq!(world.dns.asked_about(site.name()), []);
    }
}

fn a_name_at_an_address_of_this_server_is_an_own_site_and_never_contacted(world: &World) {
    let site = world.site().start();
    let own = OwnSites::new::<&str, &str>(&[], &[], &[site.address()]);
    refused(Reading::default().own_sites(own).read(site.url("/")), RefusalReason::OwnSite, 0);
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}

fn a_name_at_a_denied_address_is_never_contacted(world: &World) {
    let site = world.site().start();
    refused(Reading::default().denying(site.address().to_string()).read(site.url("/")), RefusalReason::DeniedAnswer, 0);
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}
