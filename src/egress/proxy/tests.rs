// SPDX-License-Identifier: MIT OR Apache-2.0
//! When a proxy applies, rule by rule.

use super::*;

const PROXY: &str = "http://proxy.example:3128";

fn environment(variables: &[(&str, &str)]) -> EnvironmentView {
    EnvironmentView::read(|name| {
        variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_bytes().to_vec())
    })
}

/// Both views show the same variables.
fn from_environment(variables: &[(&str, &str)], cli: bool) -> ProxyView {
    ProxyView::new(Configured::Absent, environment(variables), environment(variables), cli)
}

fn from_configured(configured: Configured) -> ProxyView {
    ProxyView::new(configured, EnvironmentView::default(), EnvironmentView::default(), false)
}

fn text(value: &str) -> ConfiguredValue {
    ConfiguredValue::Text(value.into())
}

fn map(entries: &[(&str, ConfiguredValue)]) -> Configured {
    Configured::Map(entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
}

fn no(entries: &[&str]) -> ConfiguredValue {
    ConfiguredValue::Texts(entries.iter().map(|entry| (*entry).into()).collect())
}

fn applies(view: &ProxyView, scheme: &str) -> bool {
    view.applies_to(scheme.as_bytes(), b"example.org")
}

/// Whether a `NO_PROXY` list in both views excludes the host.
fn excludes(list: &str, host: &str) -> bool {
    let view = from_environment(&[("HTTPS_PROXY", PROXY), ("NO_PROXY", list)], false);
    !view.applies_to(b"https", host.as_bytes())
}

#[test]
fn without_anything_no_proxy_applies() {
    assert!(!applies(&ProxyView::none(), "http"));
    assert!(!applies(&ProxyView::none(), "https"));
}

#[test]
fn a_configured_text_applies_whatever_it_is_and_an_empty_one_asks_the_environment() {
    for proxy in [PROXY, "socks5://proxy.example", "0", " "] {
        assert!(applies(&from_configured(Configured::Text(proxy.into())), "https"), "{proxy:?}");
    }
    for nothing in [Configured::Absent, Configured::Text(Vec::new()), Configured::Map(Vec::new())] {
        assert!(!applies(&from_configured(nothing.clone()), "https"));
        let variables = environment(&[("HTTPS_PROXY", PROXY)]);
        assert!(applies(&ProxyView::new(nothing, variables, EnvironmentView::default(), false), "https"));
    }
}

#[test]
fn a_configuration_that_cannot_be_understood_applies() {
    let odd = [
        Configured::Other,
        map(&[("ftp", text(PROXY))]),
        map(&[("https", text(PROXY)), ("HTTP", text(PROXY))]),
        map(&[("http", ConfiguredValue::Other), ("https", text(PROXY))]),
        map(&[("http", no(&["example.org"]))]),
        map(&[("https", text(PROXY)), ("no", text("example.org"))]),
        map(&[("https", text(PROXY)), ("no", ConfiguredValue::Other)]),
        map(&[("no", no(&["example.org"]))]),
    ];
    for configured in odd {
        for scheme in ["http", "https"] {
            let view = from_configured(configured.clone());
            assert!(applies(&view, scheme), "{configured:?} {scheme}");
            assert_eq!(view.proxy_for(scheme.as_bytes(), b"example.org"), None, "{configured:?} {scheme}");
        }
    }
}

#[test]
fn an_empty_entry_for_the_scheme_applies() {
    let view = from_configured(map(&[("https", text(""))]));
    assert!(applies(&view, "https"));
    assert!(!applies(&view, "http"));
    assert!(applies(&from_configured(map(&[("https", text("")), ("no", no(&["*"]))])), "https"));
}

#[test]
fn the_no_list_of_an_entry_is_final_and_the_environment_is_not_asked() {
    let configured = map(&[("https", text(PROXY)), ("no", no(&["example.org"]))]);
    let view = ProxyView::new(configured, environment(&[("HTTPS_PROXY", PROXY)]), EnvironmentView::default(), false);
    assert!(!applies(&view, "https"));
    assert!(view.applies_to(b"https", b"example.com"));
}

#[test]
fn an_entry_for_the_other_scheme_asks_the_environment() {
    let configured = map(&[("http", text(PROXY)), ("no", no(&["example.org"]))]);
    assert!(!applies(&from_configured(configured.clone()), "https"));
    let view = ProxyView::new(configured, environment(&[("HTTPS_PROXY", PROXY)]), EnvironmentView::default(), false);
    assert!(applies(&view, "https"));
}

#[test]
fn each_scheme_has_its_variables() {
    for name in ["HTTPS_PROXY", "https_proxy"] {
        let view = from_environment(&[(name, PROXY)], false);
        assert!(applies(&view, "https") && !applies(&view, "http"), "{name}");
    }
    for name in ["ALL_PROXY", "all_proxy"] {
        let view = from_environment(&[(name, PROXY)], false);
        assert!(applies(&view, "https") && applies(&view, "http"), "{name}");
    }
    let view = from_environment(&[("http_proxy", PROXY)], false);
    assert!(applies(&view, "http") && !applies(&view, "https"));
}

#[test]
fn the_upper_case_http_variable_counts_on_the_command_line_only() {
    assert!(applies(&from_environment(&[("HTTP_PROXY", PROXY)], true), "http"));
    assert!(!applies(&from_environment(&[("HTTP_PROXY", PROXY)], false), "http"));
}

#[test]
fn an_empty_variable_names_no_proxy_and_hides_none() {
    assert!(!applies(&from_environment(&[("HTTPS_PROXY", "")], false), "https"));
    assert!(applies(&from_environment(&[("HTTPS_PROXY", ""), ("ALL_PROXY", PROXY)], false), "https"));
}

#[test]
fn a_proxy_that_only_one_view_shows_counts() {
    let variables = || environment(&[("HTTPS_PROXY", PROXY)]);
    let nothing = EnvironmentView::default;
    assert!(applies(&ProxyView::new(Configured::Absent, variables(), nothing(), false), "https"));
    assert!(applies(&ProxyView::new(Configured::Absent, nothing(), variables(), false), "https"));
}

#[test]
fn a_host_is_excluded_only_if_both_views_have_lists_and_all_of_them_exclude_it() {
    let proxy = ("HTTPS_PROXY", PROXY);
    let excluded = |left: &[(&str, &str)], right: &[(&str, &str)]| {
        let [left, right] = [left, right].map(|lists| environment(&[&[proxy], lists].concat()));
        !applies(&ProxyView::new(Configured::Absent, left, right, false), "https")
    };
    let (upper, lower) = (("NO_PROXY", "example.org"), ("no_proxy", "example.org"));
    assert!(excluded(&[upper], &[upper]));
    assert!(excluded(&[upper], &[lower]));
    assert!(excluded(&[upper, lower], &[lower]));
    assert!(!excluded(&[upper], &[]));
    assert!(!excluded(&[], &[upper]));
    assert!(!excluded(&[upper], &[("NO_PROXY", "other.example")]));
    assert!(!excluded(&[upper, ("no_proxy", "other.example")], &[upper]));
    assert!(!excluded(&[upper, ("no_proxy", "")], &[upper]));
}

#[test]
fn a_no_proxy_entry_excludes_what_its_form_says_and_any_other_form_nothing() {
    let excluding = [
        ("*", "example.org"),
        ("other.org, *", "example.org"),
        ("example.org", "example.org"),
        ("EXAMPLE.org.", "example.org"),
        ("example.org", "www.example.org"),
        (".example.org", "www.example.org"),
        ("other.org,\texample.org", "a.b.example.org"),
        ("93.184.215.14", "93.184.215.14"),
        ("93.184.0.0/16", "93.184.215.14"),
        ("[2606:4700::1]", "2606:4700::1"),
        ("2606:4700::1", "[2606:4700:0::1]"),
        ("2606:4700::/32", "2606:4700::1"),
    ];
    for (list, host) in excluding {
        assert!(excludes(list, host), "{list} {host}");
    }
    let others = [
        ("", "example.org"),
        (" , ", "example.org"),
        (".", "example.org"),
        (".example.org", "example.org"),
        ("..example.org", "www.example.org"),
        ("example.org", "notexample.org"),
        ("ample.org", "example.org"),
        ("example.org", "example.org.evil.net"),
        ("*.example.org", "www.example.org"),
        ("www.*", "www.example.org"),
        ("**", "example.org"),
        ("example.org:443", "example.org"),
        ("http://example.org", "example.org"),
        ("example.org/24", "example.org"),
        ("example.org other.org", "example.org"),
        ("93.184.215.14:443", "93.184.215.14"),
        ("93.184.215.0/33", "93.184.215.14"),
        ("93.184.215", "93.184.215.14"),
        (".93.184.215.14", "93.184.215.14"),
        ("215.14", "93.184.215.14"),
        ("::/0", "93.184.215.14"),
        ("[2606:4700::]/32", "2606:4700::1"),
        ("2606:4700::1%eth0", "2606:4700::1"),
        ("b\u{fc}cher.example", "xn--bcher-kva.example"),
    ];
    for (list, host) in others {
        assert!(!excludes(list, host), "{list} {host}");
    }
}

#[test]
fn an_unknown_scheme_is_in_doubt() {
    assert!(ProxyView::none().applies_to(b"ftp", b"example.org"));
    assert!(applies(&from_environment(&[("HTTPS_PROXY", PROXY)], false), "HTTPS"));
}

#[test]
fn the_proxy_that_is_named_is_an_http_one() {
    let named = |proxy: &str| from_configured(Configured::Text(proxy.into())).proxy_for(b"https", b"example.org");
    assert_eq!(named(PROXY).as_deref(), Some(PROXY));
    assert_eq!(named("HTTPS://proxy.example").as_deref(), Some("HTTPS://proxy.example"));
    assert_eq!(named("proxy.example:3128").as_deref(), Some(PROXY));
    for unusable in
        ["socks5://proxy.example", "socks://proxy.example", "tcp://proxy.example:1", "http://a b", "http://\u{fc}", " "]
    {
        assert_eq!(named(unusable), None, "{unusable}");
    }
    assert_eq!(ProxyView::none().proxy_for(b"https", b"example.org"), None);
}

#[test]
fn a_password_of_a_proxy_does_not_show_in_debug_output() {
    let view = from_environment(&[("HTTPS_PROXY", "http://user:secret@proxy.example")], false);
    assert!(!format!("{view:?}").contains("secret"));
}

#[test]
fn bytes_that_are_no_text_are_no_panic_and_no_exclusion() {
    let view = from_environment(&[("HTTPS_PROXY", PROXY), ("NO_PROXY", "example.org")], false);
    assert!(view.applies_to(b"https", b"\xff.example"));
    let configured = Configured::Text(b"http://\xff".to_vec());
    assert_eq!(from_configured(configured).proxy_for(b"https", b"example.org"), None);
}
