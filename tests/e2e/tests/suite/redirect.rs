// SPDX-License-Identifier: MIT OR Apache-2.0
//! Redirects: where they lead, and that the next place is checked like the first.

use std::net::Ipv4Addr;

use libtest_mimic::Trial;
use portcullis::egress::RefusalReason;
use portcullis::fetch::Failure;
use portcullis_e2e::dns::{Kind, Reply};
use portcullis_e2e::reading::{Reading, failed, page, read, refused};
use portcullis_e2e::{Script, Site, World};

use crate::trials;

const METADATA: Ipv4Addr = Ipv4Addr::new(169, 254, 169, 254);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "redirect":
        e001_a_redirect_to_loopback_is_refused_at_its_hop,
        e002_every_redirect_status_to_the_metadata_address_is_refused,
        e004_a_downgrade_to_http_is_followed_and_carries_nothing_along,
        e005_a_redirect_to_another_scheme_is_refused,
        e006_a_network_path_reference_is_resolved_and_then_refused,
        e007_a_relative_redirect_is_resolved_against_the_current_url,
        e007_an_empty_location_leads_nowhere,
        e007_a_redirect_to_the_same_host_is_resolved_and_checked_again,
        e009_a_redirect_without_a_location_is_an_error,
        e011_two_equal_locations_are_one_every_time,
        e011_two_different_locations_are_ambiguous_and_neither_is_contacted,
        e012_a_location_in_raw_utf8_is_percent_encoded_in_the_path_and_refused_in_the_host,
        e012_a_location_with_control_bytes_is_never_repaired,
        e012_a_location_longer_than_a_url_may_be_is_refused,
        e013_a_location_with_credentials_is_refused_and_does_not_show_them,
        e014_a_location_with_a_port_needs_the_allowlist,
        e017_three_redirects_are_followed,
        e018_the_fourth_redirect_is_neither_looked_up_nor_contacted,
        e019_a_loop_ends_at_the_limit,
        e022_a_308_is_followed_with_get,
        e023_a_refresh_field_is_not_followed,
        e024_a_meta_refresh_is_not_followed,
        e026_early_hints_are_ignored,
        e027_a_cookie_of_one_hop_is_not_sent_to_the_next,
    ]
}

/// A site that sends everybody to `location`.
fn sends_to(world: &World, location: &str) -> Site {
    world.site().otherwise(Script::redirect(302, location)).start()
}

fn e001_a_redirect_to_loopback_is_refused_at_its_hop(world: &World) {
    let site = sends_to(world, "http://127.0.0.1/");
    let message = refused(read(site.url("/")), RefusalReason::Address, 1);
    assert!(message.contains("http://127.0.0.1/"), "{message}");
    assert_eq!(site.connections().len(), 1);
    assert_eq!(world.witness.attempts_at(Ipv4Addr::LOCALHOST), 0);
}

fn e002_every_redirect_status_to_the_metadata_address_is_refused(world: &World) {
    for status in [301, 302, 303, 307, 308] {
        let site = world.site().otherwise(Script::redirect(status, &format!("http://{METADATA}/"))).start();
        refused(read(site.url("/")), RefusalReason::Address, 1);
    }
    assert_eq!(world.witness.attempts_at(METADATA), 0);
}

fn e004_a_downgrade_to_http_is_followed_and_carries_nothing_along(world: &World) {
    let next = world.site().at("/next", Script::page("<p>in the clear</p>")).start();
    let location = format!("Location: {}", next.url("/next"));
    let head = ["HTTP/1.1 302 Found", &location, "Set-Cookie: secret=1", "Content-Length: 0"];
    let first = world.site().with_tls().otherwise(Script::answer(&head, "")).start();
    let page = page(read(first.url("/?token=secret")));
    assert!(page.text.contains("in the clear"));
    let request = &next.connections()[0];
    for field in ["authorization", "cookie", "referer", "origin"] {
        assert_eq!(request.field(field), [""; 0], "{field}");
    }
    assert!(!String::from_utf8_lossy(&request.request).contains("secret"));
}

fn e005_a_redirect_to_another_scheme_is_refused(world: &World) {
    let host = world.site().start();
    for location in [
        "file:///etc/passwd",
        &format!("gopher://{}/1", host.name()),
        &format!("ftp://{}/", host.name()),
        "data:text/html,hello",
        "javascript:alert(1)",
    ] {
        let site = sends_to(world, location);
        refused(read(site.url("/")), RefusalReason::Scheme, 1);
    }
    assert_eq!(world.dns.asked_about(host.name()), []);
    assert_eq!(world.witness.attempts_at(host.address()), 0);
}

fn e006_a_network_path_reference_is_resolved_and_then_refused(world: &World) {
    refused(read(sends_to(world, "//127.0.0.1/").url("/")), RefusalReason::Address, 1);
    refused(read(sends_to(world, "//[::1]/").url("/")), RefusalReason::Address, 1);
    assert_eq!(world.witness.attempts_at(Ipv4Addr::LOCALHOST), 0);
}

fn e007_a_relative_redirect_is_resolved_against_the_current_url(world: &World) {
    for (location, target) in [("/path", "/path"), ("?q", "/a/b/c?q"), ("../x", "/a/x"), ("d/./e", "/a/b/d/e")] {
        let site = world.site().at("/a/b/c", Script::redirect(302, location)).at(target, Script::page("<p>there</p>"));
        let site = site.start();
        let page = page(read(site.url("/a/b/c")));
        assert_eq!(page.url, site.url(target), "{location}");
        assert_eq!(site.targets(), ["/a/b/c", target]);
    }
}

fn e007_an_empty_location_leads_nowhere(world: &World) {
    let site = sends_to(world, "");
    failed(read(site.url("/a?b")), &[Failure::NoLocation(302)]);
    assert_eq!(site.targets(), ["/a?b"]);
}

fn e007_a_redirect_to_the_same_host_is_resolved_and_checked_again(world: &World) {
    let site = world.site().unpublished().at("/", Script::redirect(302, "/next")).start();
    let inner = Ipv4Addr::new(10, 7, 7, 7);
    let answers = [site.address(), inner.into()].map(|address| Reply::addresses(site.name(), &[address]));
    world.dns.publish(site.name(), Kind::A, answers);
    refused(read(site.url("/")), RefusalReason::PrivateAnswer, 1);
    assert_eq!(site.targets(), ["/"]);
    assert_eq!(world.witness.attempts_at(inner), 0);
}

fn e009_a_redirect_without_a_location_is_an_error(world: &World) {
    let head = ["HTTP/1.1 302 Found", "Content-Type: text/html", "Content-Length: 5"];
    let site = world.site().otherwise(Script::answer(&head, "hello")).start();
    let message = failed(read(site.url("/")), &[Failure::NoLocation(302)]);
    assert!(message.ends_with("HTTP 302 without a Location header."), "{message}");
    assert_eq!(site.connections().len(), 1);
}

fn e011_two_equal_locations_are_one_every_time(world: &World) {
    let head = ["HTTP/1.1 302 Found", "Location: /next", "Location: /next", "Content-Length: 0"];
    let site = world.site().at("/", Script::answer(&head, "")).at("/next", Script::page("<p>next</p>")).start();
    for _ in 0..3 {
        assert_eq!(page(read(site.url("/"))).url, site.url("/next"));
    }
}

fn e011_two_different_locations_are_ambiguous_and_neither_is_contacted(world: &World) {
    let targets = [world.site().start(), world.site().start()];
    let locations = targets.each_ref().map(|target| format!("Location: {}", target.url("/")));
    let head = ["HTTP/1.1 302 Found", &locations[0], &locations[1], "Content-Length: 0"];
    let site = world.site().otherwise(Script::answer(&head, "")).start();
    let message = failed(read(site.url("/")), &[Failure::TwoLocations]);
    assert!(message.contains("ambiguous"), "{message}");
    for target in &targets {
        assert_eq!(world.dns.asked_about(target.name()), []);
        assert_eq!(world.witness.attempts_at(target.address()), 0);
    }
}

fn e012_a_location_in_raw_utf8_is_percent_encoded_in_the_path_and_refused_in_the_host(world: &World) {
    let site = world.site().at("/", Script::redirect(302, "/ü")).at("/%C3%BC", Script::page("<p>umlaut</p>")).start();
    assert_eq!(page(read(site.url("/"))).url, site.url("/%C3%BC"));
    refused(read(sends_to(world, "http://bücher.example/").url("/")), RefusalReason::Host, 1);
    assert_eq!(world.dns.asked_about("xn--bcher-kva.example"), []);
}

fn e012_a_location_with_control_bytes_is_never_repaired(world: &World) {
    let next = world.site().otherwise(Script::page("<p>repaired</p>")).start();
    // HTTP permits a tab in a field value (RFC 9110 section 5.5), a URL does not; the others are broken HTTP already.
    refused(read(sends_to(world, &next.url("/a\tb")).url("/")), RefusalReason::Url, 1);
    for control in ["\r", "\n", "\0"] {
        let site = sends_to(world, &next.url(&format!("/a{control}b")));
        failed(read(site.url("/")), &[Failure::Malformed]);
    }
    assert_eq!(world.dns.asked_about(next.name()), []);
    assert_eq!(world.witness.attempts_at(next.address()), 0);
}

fn e012_a_location_longer_than_a_url_may_be_is_refused(world: &World) {
    let next = world.site().otherwise(Script::page("<p>long</p>")).start();
    let site = sends_to(world, &next.url(&format!("/{}", "a".repeat(9_000))));
    refused(read(site.url("/")), RefusalReason::Url, 1);
    let site = sends_to(world, &next.url(&format!("/{}", "a".repeat(64 << 10))));
    failed(read(site.url("/")), &[Failure::HeadTooLarge, Failure::Malformed]);
    assert_eq!(world.witness.attempts_at(next.address()), 0);
}

fn e013_a_location_with_credentials_is_refused_and_does_not_show_them(world: &World) {
    let next = world.site().start();
    let site = sends_to(world, &format!("http://alice:opensesame@{}/", next.name()));
    let message = refused(read(site.url("/")), RefusalReason::Credentials, 1);
    assert!(!message.contains("alice") && !message.contains("opensesame"), "{message}");
    assert_eq!(world.witness.attempts_at(next.address()), 0);
}

fn e014_a_location_with_a_port_needs_the_allowlist(world: &World) {
    let next = world.site().also_on_port(8080).otherwise(Script::page("<p>on 8080</p>")).start();
    let location = format!("http://{}:8080/", next.name());
    let site = sends_to(world, &location);
    refused(read(site.url("/")), RefusalReason::Port, 1);
    assert_eq!(world.witness.attempts_at(next.address()), 0);
    let allowing = Reading::default().allowing(format!("{}, {}:8080", site.name(), next.name()));
    assert_eq!(page(allowing.read(site.url("/"))).url, location);
    assert_eq!(next.connections()[0].field("host"), [format!("{}:8080", next.name())]);
}

/// Sites that each send to the next; the last one has a page.
fn chain(world: &World, redirects: usize) -> Vec<Site> {
    let mut sites = vec![world.site().otherwise(Script::page("<p>the end</p>")).start()];
    for _ in 0..redirects {
        sites.insert(0, sends_to(world, &sites[0].url("/")));
    }
    sites
}

fn e017_three_redirects_are_followed(world: &World) {
    let sites = chain(world, 3);
    let page = page(read(sites[0].url("/")));
    assert!(page.text.contains("the end"));
    assert_eq!(page.url, sites[3].url("/"));
    assert_eq!(page.redirects, [0, 1, 2].map(|site| sites[site].url("/")));
}

fn e018_the_fourth_redirect_is_neither_looked_up_nor_contacted(world: &World) {
    let sites = chain(world, 4);
    let message = failed(read(sites[0].url("/")), &[Failure::TooManyRedirects(3)]);
    assert!(message.contains("more than 3 redirects"), "{message}");
    assert_eq!(sites[3].connections().len(), 1);
    assert_eq!(world.dns.asked_about(sites[4].name()), []);
    assert_eq!(world.witness.attempts_at(sites[4].address()), 0);
}

fn e019_a_loop_ends_at_the_limit(world: &World) {
    let own = world.site();
    let location = own.url("/");
    let site = own.otherwise(Script::redirect(302, &location)).start();
    failed(read(site.url("/")), &[Failure::TooManyRedirects(3)]);
    assert_eq!(site.connections().len(), 4);

    let (one, other) = (world.site(), world.site());
    let (to_one, to_other) = (Script::redirect(302, &one.url("/")), Script::redirect(302, &other.url("/")));
    let (one, other) = (one.otherwise(to_other).start(), other.otherwise(to_one).start());
    failed(read(one.url("/")), &[Failure::TooManyRedirects(3)]);
    assert_eq!((one.connections().len(), other.connections().len()), (2, 2));
}

fn e022_a_308_is_followed_with_get(world: &World) {
    let site = world.site().at("/", Script::redirect(308, "/next")).at("/next", Script::page("<p>next</p>")).start();
    page(read(site.url("/")));
    for connection in site.connections() {
        assert!(connection.request.starts_with(b"GET "));
        assert_eq!(connection.field("content-length"), [""; 0]);
    }
}

fn e023_a_refresh_field_is_not_followed(world: &World) {
    let next = world.site().start();
    let refresh = format!("Refresh: 0;url={}", next.url("/"));
    let script =
        Script::ok(&["Content-Type: text/html", &refresh, "Refresh: 0;url=http://127.0.0.1/"], "<p>stayed</p>");
    let site = world.site().otherwise(script).start();
    assert!(page(read(site.url("/"))).text.contains("stayed"));
    assert_eq!(world.dns.asked_about(next.name()), []);
    assert_eq!(world.witness.attempts_at(Ipv4Addr::LOCALHOST), 0);
}

fn e024_a_meta_refresh_is_not_followed(world: &World) {
    let next = world.site().start();
    let html = format!("<meta http-equiv=refresh content='0;url={}'><p>stayed</p>", next.url("/"));
    let site = world.site().otherwise(Script::ok(&["Content-Type: text/html"], html)).start();
    assert!(page(read(site.url("/"))).text.contains("stayed"));
    assert_eq!(world.dns.asked_about(next.name()), []);
}

fn e026_early_hints_are_ignored(world: &World) {
    let hinted = world.site().start();
    let link = format!("Link: <{}>; rel=preload", hinted.url("/style.css"));
    let hints = Script::answer(&["HTTP/1.1 103 Early Hints", &link], "");
    let answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nfinal";
    let site = world.site().otherwise(hints.send(*answer)).start();
    assert_eq!(page(read(site.url("/"))).text, "final");
    assert_eq!(world.dns.asked_about(hinted.name()), []);
}

fn e027_a_cookie_of_one_hop_is_not_sent_to_the_next(world: &World) {
    let head = ["HTTP/1.1 302 Found", "Location: /next", "Set-Cookie: session=1; Path=/", "Content-Length: 0"];
    let site = world.site().at("/", Script::answer(&head, "")).at("/next", Script::page("<p>next</p>")).start();
    page(read(site.url("/")));
    assert_eq!(site.connections()[1].field("cookie"), [""; 0]);
}
