// SPDX-License-Identifier: MIT OR Apache-2.0
//! A proxy that the operator permits: what it is told, and what nobody else is.

use std::net::{IpAddr, SocketAddr};

use libtest_mimic::Trial;
use portcullis::egress::RefusalReason;
use portcullis::fetch::{Failure, Misconfiguration, ProxyFailure, ReadError, TlsFailure};
use portcullis_e2e::proxy::{PORT, Proxy};
use portcullis_e2e::reading::{Outcome, Reading, failed, page, refused};
use portcullis_e2e::tls::Authority;
use portcullis_e2e::{Script, Site, World, isolated};

use crate::trials;

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "proxy":
        a_plain_page_is_asked_for_by_its_whole_url_after_every_check,
        an_encrypted_page_goes_through_a_tunnel_that_the_proxy_cannot_look_into,
        a_page_comes_through_a_tunnel_that_begins_encrypted,
        the_certificate_of_the_proxy_itself_is_checked_too,
        the_credentials_of_a_proxy_are_for_the_proxy_alone,
        a_proxy_that_does_not_let_through_is_named_as_the_reason,
        what_a_proxy_says_is_not_repeated,
        a_proxy_that_cannot_be_used_is_refused_and_nothing_goes_out,
        the_environment_of_the_process_names_no_proxy,
    ]
}

/// Reads through the proxy at this URL, with the hosts of these URLs permitted.
fn read_through(proxy: &str, url: &str) -> Outcome {
    let host = url.split('/').nth(2).unwrap();
    Reading::default().allowing(host).by(proxy).read(url)
}

/// A site that is only to be reached through a proxy.
fn site(world: &World) -> Site {
    world.site().with_tls().otherwise(Script::page("<p>by proxy</p>")).start()
}

fn tunnel_to(world: &World, site: &Site) -> Proxy {
    Proxy::start(world, SocketAddr::new(site.address(), 443), None)
}

/// Where connections to `address` came from.
fn came_from(world: &World, address: IpAddr) -> Vec<IpAddr> {
    let attempts = world.witness.attempts().into_iter();
    attempts.filter(|(_, to)| to.ip() == address).map(|(from, _)| from.ip()).collect()
}

fn a_plain_page_is_asked_for_by_its_whole_url_after_every_check(world: &World) {
    let proxy = world.site().also_on_port(PORT).otherwise(Script::page("<p>by proxy</p>")).start();
    let (site, url) = (world.site().start(), format!("http://{}:{PORT}", proxy.address()));
    let page = page(read_through(&url, &site.url("/a?b=c")));
    assert!(page.via_proxy && page.text.contains("by proxy"));
    assert_eq!(proxy.targets(), [site.url("/a?b=c")]);
    assert_eq!(proxy.connections()[0].field("host"), [site.name()]);
    assert_eq!(world.witness.attempts_at(site.address()), 0);

    let inner = world.name();
    world.dns.publish_addresses(&inner, &[[10, 0, 3, 128].into()]);
    refused(read_through(&url, &format!("http://{inner}/")), RefusalReason::PrivateAnswer, 0);
    // Without an allowlist no proxy is permitted, and nothing goes out.
    refused(Reading::default().by(&url).read(site.url("/")), RefusalReason::Proxy, 0);
    assert_eq!(proxy.connections().len(), 1);
}

fn an_encrypted_page_goes_through_a_tunnel_that_the_proxy_cannot_look_into(world: &World) {
    let site = site(world);
    let proxy = tunnel_to(world, &site);
    let page = page(read_through(&format!("http://{}:{PORT}", proxy.address()), &site.url("/secret?q=1")));
    assert!(page.via_proxy && page.text.contains("by proxy"));
    let requests = proxy.requests();
    assert_eq!(requests.len(), 1);
    let mut lines: Vec<&str> = requests[0].trim_end().split("\r\n").collect();
    assert_eq!(lines.remove(0), format!("CONNECT {}:443 HTTP/1.1", site.name()));
    lines.sort_unstable();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], format!("host: {}:443", site.name()));
    assert!(lines[1].starts_with("user-agent: Portcullis/"), "{lines:?}");
    assert_eq!(site.targets(), ["/secret?q=1"]);
    assert_eq!(site.connections()[0].hello.as_ref().unwrap().server_name.as_deref(), Some(site.name()));
    assert_eq!(came_from(world, site.address()), [proxy.address()]);
}

fn a_page_comes_through_a_tunnel_that_begins_encrypted(world: &World) {
    let (site, name) = (site(world), world.name());
    let identity = world.authority.identity(&name);
    let proxy = Proxy::start(world, SocketAddr::new(site.address(), 443), Some(identity));
    world.dns.publish_addresses(&name, &[proxy.address()]);
    let page = page(read_through(&format!("https://{name}:{PORT}"), &site.url("/")));
    assert!(page.via_proxy && page.text.contains("by proxy"));
    assert!(proxy.requests()[0].starts_with(&format!("CONNECT {}:443 HTTP/1.1\r\n", site.name())));
    assert_eq!(came_from(world, site.address()), [proxy.address()]);
}

fn the_certificate_of_the_proxy_itself_is_checked_too(world: &World) {
    let (site, name) = (site(world), world.name());
    let identity = Authority::new("Known to nobody").identity(&name);
    let proxy = Proxy::start(world, SocketAddr::new(site.address(), 443), Some(identity));
    world.dns.publish_addresses(&name, &[proxy.address()]);
    let distrusted = Failure::Proxy(ProxyFailure::Tls(TlsFailure::UnknownIssuer));
    let message = failed(read_through(&format!("https://user:c4nary@{name}:{PORT}"), &site.url("/")), &[distrusted]);
    assert!(!message.contains("c4nary") && !message.contains(&name), "{message}");
    assert_eq!(proxy.requests(), [""; 0]);
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}

fn the_credentials_of_a_proxy_are_for_the_proxy_alone(world: &World) {
    // `us er` and `p@ss:` (RFC 7617), as `printf 'us er:p@ss:' | base64` has them.
    let field = "proxy-authorization: Basic dXMgZXI6cEBzczo=\r\n";
    let secure = site(world);
    let proxy = tunnel_to(world, &secure);
    page(read_through(&format!("http://us%20er:p%40ss%3A@{}:{PORT}", proxy.address()), &secure.url("/")));
    assert!(proxy.requests()[0].contains(field), "{:?}", proxy.requests());
    assert_eq!(secure.connections()[0].field("proxy-authorization"), [""; 0]);

    let plain = world.site().also_on_port(PORT).otherwise(Script::page("<p>by proxy</p>")).start();
    let url = format!("http://us%20er:p%40ss%3A@{}:{PORT}", plain.address());
    page(read_through(&url, &world.site().start().url("/")));
    let request = String::from_utf8(plain.connections()[0].request.clone()).unwrap();
    assert!(request.contains(field) && !request.contains("p%40ss"), "{request}");
}

/// What comes of a tunnel through a proxy that plays this script.
fn tunnel(world: &World, script: Script) -> Outcome {
    let (site, proxy) = (site(world), world.site().also_on_port(PORT).otherwise(script).start());
    let outcome = read_through(&format!("http://user:c4nary@{}:{PORT}", proxy.address()), &site.url("/"));
    assert_eq!(world.witness.attempts_at(site.address()), 0);
    outcome
}

fn a_proxy_that_does_not_let_through_is_named_as_the_reason(world: &World) {
    for status in [301, 403, 407, 502] {
        let script = Script::answer(&[&format!("HTTP/1.1 {status} c4nary"), "Location: http://127.0.0.1/"], "c4nary");
        let message = failed(tunnel(world, script), &[Failure::Proxy(ProxyFailure::Refused(status))]);
        assert!(
            message.ends_with(&format!(" failed: the HTTP proxy answers CONNECT with HTTP {status}.")),
            "{message}"
        );
        assert!(!message.contains("c4nary"), "{message}");
    }
    let site = site(world);
    let nobody = format!("http://user:c4nary@{}:{PORT}", world.address());
    let message = failed(read_through(&nobody, &site.url("/")), &[Failure::Proxy(ProxyFailure::Unreachable)]);
    assert!(!message.contains("c4nary"), "{message}");
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}

fn what_a_proxy_says_is_not_repeated(world: &World) {
    for script in [
        Script::bytes("SSH-2.0-c4nary\r\n"),
        Script::bytes(""),
        Script::answer(&["HTTP/1.1 200 Connection established"], "c4nary speaks before it is asked").hold(),
        Script::default().repeat("HTTP/1.1 103 c4nary\r\n\r\n", 6),
    ] {
        let message = failed(tunnel(world, script), &[Failure::Proxy(ProxyFailure::Protocol)]);
        assert!(!message.contains("c4nary"), "{message}");
    }
}

fn a_proxy_that_cannot_be_used_is_refused_and_nothing_goes_out(world: &World) {
    let (site, elsewhere, unknown) = (site(world), world.address(), world.name());
    for scheme in ["socks5", "socks4", "ftp"] {
        refused(read_through(&format!("{scheme}://{elsewhere}:{PORT}"), &site.url("/")), RefusalReason::Proxy, 0);
    }
    let outcome = read_through(&format!("http://{unknown}:{PORT}"), &site.url("/"));
    assert!(matches!(outcome, Err(ReadError::Misconfigured(Misconfiguration::Proxy))), "{outcome:?}");
    assert_eq!(world.witness.attempts_at(elsewhere), 0);
    assert_eq!(world.witness.attempts_at(site.address()), 0);
}

fn the_environment_of_the_process_names_no_proxy(world: &World) {
    let (site, proxy) = (site(world), world.site().also_on_port(PORT).start());
    let url = format!("http://{}:{PORT}", proxy.address());
    let names = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
    let variables: Vec<_> = names.iter().map(|name| (*name, url.as_str())).collect();
    for url in [site.url("/"), site.plain_url("/")] {
        let report = isolated::read_with(&url, &variables);
        assert!(report.outcome.contains("bytes of text"), "{report:?}");
    }
    assert_eq!(site.connections().len(), 2);
    assert_eq!(world.witness.attempts_at(proxy.address()), 0);
}
