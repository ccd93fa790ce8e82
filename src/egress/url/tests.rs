// SPDX-License-Identifier: MIT OR Apache-2.0
//! The accepted set of URLs and its written form, by tables and by properties.

use proptest::prelude::*;

use super::*;

fn written(input: &str) -> String {
    WebUrl::parse(input.as_bytes()).unwrap_or_else(|error| panic!("{input}: {error}")).as_str().to_owned()
}

fn error(input: &[u8]) -> UrlError {
    WebUrl::parse(input).expect_err("is refused")
}

#[test]
fn a_url_is_written_back_in_one_form() {
    let forms = [
        ("https://example.org", "https://example.org/"),
        ("HTTPS://EXAMPLE.Org./A", "https://example.org/A"),
        ("http://example.org:80/", "http://example.org/"),
        ("https://example.org:443", "https://example.org/"),
        ("https://example.org:/", "https://example.org/"),
        ("https://example.org:00443/", "https://example.org/"),
        ("https://example.org:8443?x", "https://example.org:8443/?x"),
        ("http://example.org:443/", "http://example.org:443/"),
        ("https://example.org#f", "https://example.org/"),
        ("https://example.org/?#f", "https://example.org/"),
        ("https://example.org/a?b?c=/d#e?f", "https://example.org/a?b?c=/d"),
        ("http://[2606:4700:0:0::1]:8080/x", "http://[2606:4700::1]:8080/x"),
        ("http://8.8.8.8./", "http://8.8.8.8/"),
        ("https://example.org/%41%zz%", "https://example.org/%41%zz%"),
        ("https://example.org/a;b=c,d@e:f!$&'()*+[]|~", "https://example.org/a;b=c,d@e:f!$&'()*+[]|~"),
        ("https://example.org/\"<>^`{}", "https://example.org/%22%3C%3E%5E%60%7B%7D"),
        ("https://example.org/?\"<>'^`{}|[]", "https://example.org/?%22%3C%3E%27^`{}|[]"),
        ("https://example.org/\u{fc}?\u{fc}#\u{fc}", "https://example.org/%C3%BC?%C3%BC"),
    ];
    for (input, expected) in forms {
        assert_eq!(written(input), expected, "{input}");
    }
}

#[test]
fn dot_segments_are_resolved_and_an_encoded_dot_counts_as_one() {
    let paths = [
        ("/a/./b", "/a/b"),
        ("/a/../b", "/b"),
        ("/a/b/..", "/a/"),
        ("/a/b/.", "/a/b/"),
        ("/..", "/"),
        ("/../../a", "/a"),
        ("/a//../b", "/a/b"),
        ("//a", "//a"),
        ("/a/%2e/b", "/a/b"),
        ("/a/%2E%2e/b", "/b"),
        ("/a/.%2e/b", "/b"),
        ("/a/%2e./b", "/b"),
        ("/a/.../b", "/a/.../b"),
        ("/a/%2e%2e%2e/b", "/a/%2e%2e%2e/b"),
        ("/a/..b/c", "/a/..b/c"),
        ("/a/%252e%252e/b", "/a/%252e%252e/b"),
        ("/a/..%2fb", "/a/..%2fb"),
        ("/a?/../b", "/a?/../b"),
        // Some parsers keep what looks like a drive letter, which is for `file` only.
        ("/a/c:/../b", "/a/b"),
    ];
    for (path, expected) in paths {
        assert_eq!(written(&format!("http://example.org{path}")), format!("http://example.org{expected}"), "{path}");
    }
}

#[test]
fn the_parts_are_those_of_the_written_form() {
    let url = WebUrl::parse(b"https://Example.org:8443/a/../b?c=d#e").unwrap();
    assert_eq!(url.scheme(), Scheme::Https);
    assert_eq!(url.host().to_string(), "example.org");
    assert_eq!((url.port(), url.explicit_port()), (8443, Some(8443)));
    assert_eq!((url.path(), url.query()), ("/b", Some("c=d")));
    assert_eq!(url.origin(), "https://example.org:8443");
    let url = WebUrl::parse(b"http://example.org").unwrap();
    assert_eq!((url.port(), url.explicit_port()), (80, None));
    assert_eq!((url.path(), url.query()), ("/", None));
}

#[test]
fn what_does_not_parse_is_a_syntax_error() {
    let forms: [(&[u8], SyntaxError); 24] = [
        (b"http:", SyntaxError::NoAuthority),
        (b"http:example.org", SyntaxError::NoAuthority),
        (b"http:/example.org", SyntaxError::NoAuthority),
        (b"http://", SyntaxError::NoAuthority),
        (b"https:///example.org", SyntaxError::NoAuthority),
        (b"http://?q", SyntaxError::NoAuthority),
        (b"http:\\\\example.org/", SyntaxError::NoAuthority),
        (b"http://example.org\\", SyntaxError::Backslash),
        (b"http://example.org/a\\b", SyntaxError::Backslash),
        (b"http://example.org\\/@evil.example/", SyntaxError::Backslash),
        (b"http://example.org/#\\", SyntaxError::Backslash),
        (b"http://example.org/\0", SyntaxError::Control),
        (b"http://exa\tmple.org/", SyntaxError::Control),
        (b"http://example.org/\r\nHost: evil.example", SyntaxError::Control),
        (b"http://example.org/\x7f", SyntaxError::Control),
        (b"http://example.org/ ", SyntaxError::Space),
        (b"http://example.org/#a b", SyntaxError::Space),
        (b"http://example.org/\xff", SyntaxError::NotUtf8),
        (b"http://example.org/?\xc3(", SyntaxError::NotUtf8),
        (b"http://example.org:0/", SyntaxError::Port),
        (b"http://example.org:65536/", SyntaxError::Port),
        (b"http://example.org:000080/", SyntaxError::Port),
        (b"http://example.org:+80/", SyntaxError::Port),
        (b"http://example.org: 80/", SyntaxError::Port),
    ];
    for (input, expected) in forms {
        assert_eq!(error(input), UrlError::Syntax(expected), "{}", String::from_utf8_lossy(input));
    }
}

#[test]
fn another_scheme_or_none_wins_over_everything_behind_it() {
    let forms: [&[u8]; 14] = [
        b"",
        b" ",
        b"https",
        b"example.org",
        b"//example.org/",
        b"/path",
        b"ftp://user@example.org:0/\0",
        b"javascript:alert(1)",
        b"file:///etc/passwd",
        b" https://example.org/",
        b"\thttps://example.org/",
        b"ht tp://example.org/",
        b"httpss://example.org/",
        b"\xef\xbb\xbfhttps://example.org/",
    ];
    for input in forms {
        assert_eq!(error(input), UrlError::Scheme, "{}", String::from_utf8_lossy(input));
    }
}

#[test]
fn userinfo_is_refused_even_when_it_is_empty_or_hides_behind_a_backslash() {
    let forms = [
        "http://@example.org/",
        "http://:@example.org/",
        "http://user@example.org/",
        "http://user:pw@[::1]/",
        "http://a@b@example.org/",
        "http://example.org\\@evil.example/",
        "http://foo@127.0.0.1 @127.2.2.2:80/",
        "http://\u{fc}@example.org/",
        "http://user@/",
    ];
    for input in forms {
        assert_eq!(error(input.as_bytes()), UrlError::Credentials, "{input}");
    }
    assert!(WebUrl::parse(b"http://example.org/@evil.example").is_ok());
    assert!(WebUrl::parse(b"http://example.org?@evil.example").is_ok());
}

#[test]
fn a_bad_port_wins_over_userinfo_and_userinfo_over_a_bad_host() {
    assert_eq!(error(b"http://user@example.org:0/"), UrlError::Syntax(SyntaxError::Port));
    assert_eq!(error(b"http://user@exa_mple.org/"), UrlError::Credentials);
    assert_eq!(error(b"http://exa_mple.org:0/"), UrlError::Syntax(SyntaxError::Port));
}

#[test]
fn the_host_ends_where_the_authority_does() {
    for input in
        ["http://a b/", "http://a%2f/", "http://2606:4700::1/", "http://a:80:80/", "http://[::1]x/", "http://:80/"]
    {
        assert!(matches!(error(input.as_bytes()), UrlError::Host(_)), "{input}");
    }
}

#[test]
fn the_limit_on_length_holds_for_what_comes_in_and_for_what_goes_out() {
    let longest = format!("https://example.org/{}", "a".repeat(MAX_URL_BYTES - 20));
    assert_eq!(written(&longest), longest);
    assert_eq!(error(format!("{longest}a").as_bytes()), UrlError::Syntax(SyntaxError::TooLong));
    let grows = format!("https://example.org/{}", "\u{fc}".repeat(2000));
    assert_eq!(error(grows.as_bytes()), UrlError::Syntax(SyntaxError::TooLong));
}

#[test]
fn a_numeric_host_is_what_another_parser_reads_as_an_address() {
    for input in ["http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://example.123/"] {
        assert!(!WebUrl::parse(input.as_bytes()).unwrap().is_unambiguous(), "{input}");
    }
}

#[test]
fn an_exact_parse_takes_no_host_with_a_trailing_dot_and_nothing_ambiguous() {
    assert!(WebUrl::parse_exact(b"https://example.org/").is_some());
    assert!(WebUrl::parse_exact(b"https://example.org./").is_none());
    assert!(WebUrl::parse_exact(b"https://8.8.8.8.:8443/").is_none());
    assert!(WebUrl::parse_exact(b"http://127.1/").is_none());
}

/// Whatever is accepted: its text is the fixed point of this parser and of the URL standard's, and both read the same
/// host out of it. Numeric hosts are refused by a rule of their own.
fn check_accepted(input: &[u8]) -> Result<(), TestCaseError> {
    let Ok(url) = WebUrl::parse(input) else { return Ok(()) };
    prop_assert_eq!(WebUrl::parse(url.as_str().as_bytes()), Ok(url.clone()));
    prop_assert!(url.as_str().is_ascii());
    prop_assert!(!url.as_str().contains(['#', '\\', ' ']));
    if url.host().name().is_some_and(|name| name.is_numeric()) {
        return Ok(());
    }
    prop_assert!(url.is_unambiguous(), "{}", url.as_str());
    // The standard's parser reads the same host and port out of what came in, too.
    let other = url::Url::parse(std::str::from_utf8(input).unwrap()).unwrap();
    let host = other.host_str().unwrap();
    let host = host.strip_suffix('.').unwrap_or(host).trim_matches(['[', ']']);
    prop_assert_eq!(url.host().to_string(), host);
    prop_assert_eq!(Some(url.port()), other.port_or_known_default());
    Ok(())
}

fn authority() -> impl Strategy<Value = String> {
    let label = prop_oneof![
        4 => "[a-zA-Z0-9]([a-zA-Z0-9-]{0,8}[a-zA-Z0-9])?",
        1 => "xn--[a-z0-9-]{1,10}",
        1 => Just("xn--bcher-kva".to_owned()),
        1 => "[0-9]{1,3}|0x[0-9a-f]{0,4}",
        1 => ".{0,3}",
    ];
    let name = prop::collection::vec(label, 1..5).prop_map(|labels| labels.join("."));
    let literal = prop_oneof![
        any::<std::net::Ipv4Addr>().prop_map(|address| address.to_string()),
        any::<std::net::Ipv6Addr>().prop_map(|address| format!("[{address}]")),
        "\\[[0-9a-f:.]{2,20}\\]",
    ];
    let host = prop_oneof![3 => name, 1 => literal];
    (host, prop_oneof![Just(String::new()), Just(".".to_owned())], "(:[0-9]{0,6})?")
        .prop_map(|(host, dot, port)| format!("{host}{dot}{port}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_accepted_url_is_a_fixed_point_and_has_one_host(
        scheme in "(http|https|HTTP|hTTps)",
        authority in authority(),
        tail in "([/?#](\\PC|[./?#%2eE^\"'<>`{}|]|\\.\\.){0,20})?",
    ) {
        check_accepted(format!("{scheme}://{authority}{tail}").as_bytes())?;
    }

    #[test]
    fn no_bytes_make_the_parser_panic(input in prop::collection::vec(any::<u8>(), 0..80)) {
        check_accepted(&input)?;
        check_accepted(&[b"http://", input.as_slice()].concat())?;
        check_accepted(&[b"https://a.example/", input.as_slice()].concat())?;
    }

    #[test]
    fn one_changed_byte_is_refused_or_read_alike_by_both(at in 0_usize..60, byte in any::<u8>()) {
        let mut input = b"https://www.example.org:8443/a/%2e%2e/b;c?d=e&f=%C3%BC#fragment".to_vec();
        input[at] = byte;
        check_accepted(&input)?;
    }
}
