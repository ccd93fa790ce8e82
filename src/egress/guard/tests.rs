// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of the guard, one by one, and their order.

use super::*;
use crate::egress::{Configured, EnvironmentView, OwnSites, RefusalReason};

const PUBLIC: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(93, 184, 215, 14));
const SERVER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(93, 184, 215, 99));

struct Setup {
    allowed: &'static str,
    denied: &'static str,
    allow_via_proxy: bool,
    proxy: Option<&'static str>,
}

const PLAIN: Setup = Setup { allowed: "", denied: "", allow_via_proxy: false, proxy: None };

impl Setup {
    fn guard(&self) -> Guard {
        let sites = OwnSites::new(&["https://www.own.example/"], &["https://staging.own.example:8443/"], &[SERVER]);
        let settings = FetchSettings::new(self.allowed.as_bytes(), self.denied.as_bytes(), false, self.allow_via_proxy);
        let configured = self.proxy.map_or(Configured::Absent, |proxy| Configured::Text(proxy.into()));
        let nothing = EnvironmentView::default;
        Guard::new(EgressPolicy::new(sites), settings, ProxyView::new(configured, nothing(), nothing(), false))
    }

    fn refusal(&self, url: &str) -> Refusal {
        match self.guard().admit(b"web", url.as_bytes()) {
            Ok(_) => panic!("{url} is admitted"),
            Err(refusal) => refusal,
        }
    }

    fn admits(&self, url: &str) -> bool {
        self.guard().admit(b"web", url.as_bytes()).is_ok()
    }

    fn pin(&self, url: &str, answers: &[IpAddr]) -> Result<Pinned, Refusal> {
        let guard = self.guard();
        let admitted = guard.admit(b"web", url.as_bytes()).unwrap();
        guard.pin(admitted, answers)
    }
}

#[track_caller]
fn assert_refused(refusal: &Refusal, reason: RefusalReason, phrase: &str) {
    assert_eq!(refusal.reason(), reason, "{refusal}");
    assert!(refusal.message().contains(phrase), "{refusal}");
}

#[test]
fn a_public_name_is_admitted_and_pinned_to_every_address_in_the_order_of_the_answer() {
    let other = "2606:2800:21f::1".parse().unwrap();
    let pinned = PLAIN.pin("https://Example.org./a?b#c", &[other, PUBLIC]).unwrap();
    assert_eq!(pinned.url().as_str(), "https://example.org/a?b");
    assert_eq!(pinned.addresses(), [other, PUBLIC]);
    assert_eq!(pinned.proxy(), None);
}

#[test]
fn rule_1_a_group_of_another_scope_reaches_no_external_host() {
    for group in ["system", "rag", "other", "WEB", ""] {
        let refusal = PLAIN.guard().admit(group.as_bytes(), b"https://example.org/").unwrap_err();
        assert_refused(&refusal, RefusalReason::Scope, "not permitted to reach external hosts");
    }
}

#[test]
fn rules_2_to_5_refuse_the_form_of_the_url_and_name_no_part_of_it() {
    let forms = [
        ("https://example.org:0/secret", RefusalReason::Url, "cannot be parsed"),
        ("ftp://example.org/secret", RefusalReason::Scheme, "only http and https"),
        ("https://secret@example.org/", RefusalReason::Credentials, "credentials"),
        ("https://exa_mple.org/secret", RefusalReason::Host, "no valid host"),
    ];
    for (url, reason, phrase) in forms {
        let refusal = PLAIN.refusal(url);
        assert_refused(&refusal, reason, phrase);
        assert!(!refusal.message().contains("secret"), "{refusal}");
        assert_eq!((refusal.host(), refusal.port(), refusal.url()), (None, None, None));
    }
}

#[test]
fn rule_5_ends_with_the_a_label_to_use_where_there_is_one() {
    let refusal = PLAIN.refusal("https://b\u{fc}cher.example/");
    assert_refused(&refusal, RefusalReason::Host, "no valid host");
    assert!(refusal.message().ends_with(" xn--bcher-kva.example"), "{refusal}");
    let refusal = PLAIN.refusal("https://\u{ff11}27.0.0.1/");
    assert!(refusal.message().ends_with("non-ASCII characters."), "{refusal}");
}

#[test]
fn rule_6_refuses_a_host_of_this_installation_on_every_port_and_by_every_name_it_has() {
    let hosts = ["www.own.example", "WWW.OWN.example.", "staging.own.example", "www.own.example:8443", "93.184.215.99"];
    for host in hosts {
        let refusal = PLAIN.refusal(&format!("https://{host}/"));
        assert_refused(&refusal, RefusalReason::OwnSite, "host of this installation");
    }
    assert!(PLAIN.admits("https://own.example/"));
}

#[test]
fn rule_6_holds_for_a_name_that_resolves_to_an_address_of_this_server() {
    let refusal = PLAIN.pin("https://example.org/", &[PUBLIC, SERVER]).unwrap_err();
    assert_refused(&refusal, RefusalReason::OwnSite, "host of this installation");
}

#[test]
fn rule_7_an_unreadable_list_refuses_every_fetch_and_names_the_setting() {
    let refusal = Setup { allowed: "example.org, https://x.example", ..PLAIN }.refusal("https://example.org/");
    assert_refused(&refusal, RefusalReason::ListsUnreadable, "cannot be read");
    assert!(refusal.message().contains("allowedHosts") && !refusal.message().contains("deniedHosts"), "{refusal}");
    let refusal = Setup { denied: "*", ..PLAIN }.refusal("https://example.org/");
    assert!(refusal.message().contains("deniedHosts"), "{refusal}");
    let guard = Guard::new(EgressPolicy::new(OwnSites::default()), FetchSettings::unreadable(), ProxyView::none());
    let refusal = guard.admit(b"web", b"https://example.org/").unwrap_err();
    assert_refused(&refusal, RefusalReason::ListsUnreadable, "allowedHosts and deniedHosts");
}

#[test]
fn rule_8_a_denied_host_is_refused_on_every_port_and_the_entry_is_for_the_operator() {
    let setup = Setup { denied: "*.bad.example, bad.example:8443, 93.184.215.77", ..PLAIN };
    for host in ["a.b.bad.example", "bad.example", "93.184.215.77", "[::ffff:93.184.215.77]"] {
        let refusal = setup.refusal(&format!("https://{host}/"));
        assert_refused(&refusal, RefusalReason::Denylisted, "denylist");
    }
    let refusal = setup.refusal("https://bad.example/");
    assert_eq!(refusal.entry(), Some("bad.example:8443"));
    assert!(!refusal.message().contains("8443"), "{refusal}");
}

#[test]
fn rule_8_wins_over_rule_9() {
    let setup = Setup { allowed: "*.example.org", denied: "bad.example.org", ..PLAIN };
    assert_refused(&setup.refusal("https://bad.example.org/"), RefusalReason::Denylisted, "denylist");
    assert!(setup.admits("https://good.example.org/"));
}

#[test]
fn rule_9_with_an_allowlist_only_its_hosts_and_ports_are_fetched() {
    let setup = Setup { allowed: "example.org, api.example.org:8443", ..PLAIN };
    assert!(setup.admits("https://example.org/"));
    assert!(setup.admits("http://example.org/"));
    assert!(setup.admits("https://api.example.org:8443/"));
    for url in
        ["https://example.com/", "https://example.org:8443/", "https://api.example.org/", "http://example.org:443/"]
    {
        assert_refused(&setup.refusal(url), RefusalReason::NotAllowlisted, "not on the allowlist");
    }
}

#[test]
fn rule_10_without_an_allowlist_only_the_default_port_is_fetched() {
    for (url, phrase) in [
        ("https://example.org:8443/", "port 8443"),
        ("http://example.org:443/", "port 443"),
        ("https://example.org:80/", "port 80"),
        ("http://10.0.0.1:22/", "port 22"),
    ] {
        assert_refused(&PLAIN.refusal(url), RefusalReason::Port, phrase);
    }
    assert!(PLAIN.admits("https://example.org:443/"));
}

#[test]
fn rule_11_a_proxy_refuses_unless_it_is_permitted_and_the_allowlist_has_entries() {
    let proxied = Setup { proxy: Some("http://proxy.example:3128"), ..PLAIN };
    assert_refused(&proxied.refusal("https://example.org/"), RefusalReason::Proxy, "HTTP proxy");
    let permitted = Setup { allow_via_proxy: true, ..proxied };
    assert_refused(&permitted.refusal("https://example.org/"), RefusalReason::Proxy, "allowViaProxy");
    let with_list = Setup { allowed: "example.org", ..permitted };
    let pinned = with_list.pin("https://example.org/", &[PUBLIC]).unwrap();
    assert_eq!(pinned.proxy(), Some("http://proxy.example:3128"));
}

#[test]
fn rule_11_a_socks_proxy_refuses_even_when_proxies_are_permitted() {
    let setup =
        Setup { allowed: "example.org", allow_via_proxy: true, proxy: Some("socks5://user:pw@proxy.example"), ..PLAIN };
    let refusal = setup.refusal("https://example.org/");
    assert_refused(&refusal, RefusalReason::Proxy, "HTTP proxy");
    assert!(!refusal.message().contains("pw"), "{refusal}");
}

#[test]
fn rules_12_to_17_hold_behind_a_permitted_proxy_too() {
    let setup = Setup {
        allowed: "example.org, 127.0.0.1, 127.1",
        denied: "93.184.215.77",
        allow_via_proxy: true,
        proxy: Some("http://proxy.example:3128"),
    };
    assert_refused(&setup.refusal("http://127.1/"), RefusalReason::NumericHost, "numeric host");
    assert_refused(&setup.refusal("http://127.0.0.1/"), RefusalReason::Address, "private");
    let answer = |address: [u8; 4]| setup.pin("https://example.org/", &[PUBLIC, address.into()]).unwrap_err();
    assert_refused(&answer([10, 0, 0, 1]), RefusalReason::PrivateAnswer, "resolves to a private");
    assert_refused(&answer([93, 184, 215, 77]), RefusalReason::DeniedAnswer, "denylist");
}

#[test]
fn rule_12_a_numeric_form_is_refused_and_a_literal_is_none() {
    for host in ["2130706433", "0177.0.0.1", "0x7f.1", "127.1", "127.1.", "example.123", "foo.0x4", "1.1.1.1.1"] {
        let refusal = PLAIN.refusal(&format!("http://{host}/"));
        assert_refused(&refusal, RefusalReason::NumericHost, "numeric host");
    }
    assert!(PLAIN.admits("http://8.8.8.8/"));
}

#[test]
fn rule_13_a_literal_that_is_not_public_is_refused_on_whatever_list_it_stands() {
    let setup = Setup { allowed: "127.0.0.1, 169.254.169.254, [::1], 10.0.0.1:80", ..PLAIN };
    for host in ["127.0.0.1", "169.254.169.254", "[::1]", "10.0.0.1"] {
        let refusal = setup.refusal(&format!("http://{host}/"));
        assert_refused(&refusal, RefusalReason::Address, "is private, loopback, link-local or reserved");
    }
    assert_eq!(setup.refusal("http://169.254.169.254/").kind(), Some(AddressKind::Metadata));
    assert_refused(&PLAIN.refusal("http://[64:ff9b::808:808]/"), RefusalReason::Address, "(NAT64)");
}

#[test]
fn rule_14_a_special_name_never_reaches_a_resolver() {
    for host in ["localhost", "db", "printer.local", "metadata.google.internal", "a.svc", "com"] {
        let refusal = PLAIN.refusal(&format!("http://{host}/"));
        assert_refused(&refusal, RefusalReason::SpecialName, "does not resolve");
    }
}

#[test]
fn rule_15_a_name_without_an_answer_or_with_more_than_32_does_not_resolve() {
    let refusal = PLAIN.pin("https://example.org/", &[]).unwrap_err();
    assert_refused(&refusal, RefusalReason::Unresolvable, "does not resolve");
    assert_refused(
        &PLAIN.pin("https://example.org/", &[PUBLIC; 33]).unwrap_err(),
        RefusalReason::Unresolvable,
        "does not",
    );
    assert!(PLAIN.pin("https://example.org/", &[PUBLIC; 32]).is_ok());
    let guard = PLAIN.guard();
    let admitted = guard.admit(b"web", b"https://example.org/").unwrap();
    assert_eq!(guard.unresolved(&admitted), refusal);
}

#[test]
fn rule_16_one_address_that_is_not_public_refuses_the_whole_name() {
    for (address, kind) in [("10.0.0.1", AddressKind::PrivateUse), ("::ffff:93.184.215.14", AddressKind::EmbeddedIpv4)]
    {
        let refusal = PLAIN.pin("https://example.org/", &[PUBLIC, address.parse().unwrap()]).unwrap_err();
        assert_refused(&refusal, RefusalReason::PrivateAnswer, "resolves to a private");
        assert_eq!(refusal.kind(), Some(kind));
        assert_eq!(refusal.addresses().len(), 2);
        assert!(!refusal.message().contains(address), "{refusal}");
    }
}

#[test]
fn rule_16_names_nat64() {
    let refusal = PLAIN.pin("https://example.org/", &["64:ff9b::5db8:d70e".parse().unwrap()]).unwrap_err();
    assert_refused(&refusal, RefusalReason::PrivateAnswer, "(NAT64)");
}

#[test]
fn rule_16_an_answer_that_is_no_address_refuses() {
    let guard = PLAIN.guard();
    let admitted = guard.admit(b"web", b"https://example.org/").unwrap();
    assert_refused(&guard.no_address(&admitted), RefusalReason::PrivateAnswer, "resolves to a private");
}

#[test]
fn rule_17_a_denied_address_is_refused_however_the_host_names_it() {
    let setup = Setup { denied: "93.184.215.77:8443", ..PLAIN };
    let denied = IpAddr::from([93, 184, 215, 77]);
    let refusal = setup.pin("https://example.org/", &[PUBLIC, denied]).unwrap_err();
    assert_refused(&refusal, RefusalReason::DeniedAnswer, "denylist");
    assert_eq!(refusal.entry(), Some("93.184.215.77:8443"));
}

#[test]
fn rule_16_is_asked_of_every_answer_before_rule_17() {
    let setup = Setup { denied: "93.184.215.14", ..PLAIN };
    let refusal = setup.pin("https://example.org/", &[PUBLIC, IpAddr::from([10, 0, 0, 1])]).unwrap_err();
    assert_eq!(refusal.reason(), RefusalReason::PrivateAnswer);
}

#[test]
fn rule_18_a_url_that_another_parser_reads_differently_is_not_pinned() {
    // No URL that was admitted is known to be one; the rule holds for what is not known.
    let admitted = Admitted { url: WebUrl::parse(b"http://127.1/").unwrap(), proxy: None };
    let refusal = PLAIN.guard().pin(admitted, &[PUBLIC]).unwrap_err();
    assert_refused(&refusal, RefusalReason::Ambiguous, "ambiguous");
}

#[test]
fn a_literal_is_pinned_to_itself_whatever_a_resolver_says() {
    let guard = PLAIN.guard();
    let admitted = guard.admit(b"web", b"http://8.8.8.8/").unwrap();
    assert_eq!(admitted.name_to_resolve(), None);
    let pinned = guard.pin(admitted, &[IpAddr::from([10, 0, 0, 1])]).unwrap();
    assert_eq!(pinned.addresses(), [IpAddr::from([8, 8, 8, 8])]);
}

#[test]
fn the_name_to_resolve_is_the_checked_host() {
    let admitted = PLAIN.guard().admit(b"web", b"https://EXAMPLE.org.:443/x").unwrap();
    assert_eq!(admitted.name_to_resolve(), Some("example.org"));
}

#[test]
fn a_refusal_knows_the_url_as_soon_as_it_parses() {
    let refusal = PLAIN.refusal("http://[::1]/secret?token=secret");
    assert_eq!(refusal.host(), Some("::1"));
    assert_eq!(refusal.port(), Some(80));
    assert_eq!(refusal.url(), Some("http://[::1]/secret?token=secret"));
    assert!(!refusal.message().contains("secret"), "{refusal}");
}

#[test]
fn every_message_is_plain_ascii_and_has_at_most_300_characters_besides_the_host() {
    let host = format!("{}.example", ["a".repeat(63).as_str(); 3].join("."));
    let url = format!("https://{host}/");
    let with = |allowed, denied| Setup { allowed, denied, ..PLAIN };
    let mut refusals = vec![
        with("*", "*").refusal(&url),
        with("", "*.example.example, *.aaaa.example").refusal("https://x.aaaa.example/"),
        with("example.org", "").refusal(&url),
        PLAIN.refusal(&format!("https://{host}:65535/")),
        Setup { proxy: Some("x"), ..PLAIN }.refusal(&url),
        Setup { proxy: Some("socks://x"), allow_via_proxy: true, allowed: "x.example", ..PLAIN }
            .refusal("https://x.example/"),
        PLAIN.refusal("https://127.1/"),
        PLAIN.refusal("https://[64:ff9b::1]/"),
        PLAIN.refusal(&format!("{}.local/", url.trim_end_matches('/'))),
        PLAIN.pin(&url, &[]).unwrap_err(),
        PLAIN.pin(&url, &["64:ff9b::1".parse().unwrap()]).unwrap_err(),
        PLAIN.pin(&url, &[SERVER]).unwrap_err(),
        with("", "93.184.215.14").pin(&url, &[PUBLIC]).unwrap_err(),
        PLAIN.guard().admit(b"system", url.as_bytes()).unwrap_err(),
    ];
    let malformed = [
        "",
        "http:",
        "http://a\\",
        "http://a/\0",
        "http://a/ ",
        "http://a:0/",
        "http://a@b/",
        "http:///",
        "http://%/",
        "http://_/",
        "http://a..b/",
        "http://-/",
        "http://[",
        "http://xn--a.example/",
        "http://\u{fc}\u{fc}.example/",
        "http://\u{fc}_/",
    ];
    refusals.extend(malformed.map(|url| PLAIN.refusal(url)));
    refusals.push(PLAIN.refusal(&format!("http://{}/", "a".repeat(64))));
    refusals.push(PLAIN.refusal(&format!("http://{}/", "a.".repeat(150))));
    refusals.push(PLAIN.refusal(&"a".repeat(9000)));
    for refusal in refusals {
        let message = refusal.message().replace(refusal.host().unwrap_or("\0"), "");
        assert!(message.is_ascii() && !message.contains(|c: char| c.is_control()), "{refusal}");
        assert!(message.len() <= 300, "{} {refusal}", message.len());
        assert!(message.starts_with(|c: char| c.is_ascii_lowercase() || c == '"' || c == 'U'), "{refusal}");
    }
}
