// SPDX-License-Identifier: MIT OR Apache-2.0
//! The forms of a host.

use super::*;

fn parse(text: &str) -> Result<Host, HostError> {
    Host::parse(text.as_bytes())
}

#[test]
fn a_name_is_written_in_lower_case_without_its_trailing_dot() {
    let forms = [
        ("example.org", "example.org"),
        ("EXAMPLE.Org.", "example.org"),
        ("a-b.c--d.example", "a-b.c--d.example"),
        ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
        ("localhost", "localhost"),
        ("127.1", "127.1"),
        ("08.8.8.8", "08.8.8.8"),
        ("0x7F000001", "0x7f000001"),
    ];
    for (text, written) in forms {
        assert_eq!(parse(text).unwrap().name().map(HostName::as_str), Some(written), "{text}");
    }
}

#[test]
fn a_literal_is_an_address_and_is_written_as_the_url_standard_writes_it() {
    let forms = [
        ("8.8.8.8", "8.8.8.8"),
        ("8.8.8.8.", "8.8.8.8"),
        ("[2606:4700:4700:0:0:0:0:1111]", "2606:4700:4700::1111"),
        ("[::FFFF:8.8.8.8]", "::ffff:808:808"),
        ("[::8.8.8.8]", "::808:808"),
        ("[::]", "::"),
        ("[1:0:0:2:0:0:0:3]", "1:0:0:2::3"),
        ("[1:0:2:3:4:5:6:7]", "1:0:2:3:4:5:6:7"),
    ];
    for (text, written) in forms {
        let host = parse(text).unwrap();
        assert!(host.address().is_some(), "{text}");
        assert_eq!(host.to_string(), written, "{text}");
    }
}

#[test]
fn every_other_form_is_refused_with_its_reason() {
    let too_long_label = format!("{}.example", "a".repeat(64));
    let too_long_name = format!("{}example", "a.".repeat(124));
    let forms = [
        ("", HostError::Empty),
        (".", HostError::Empty),
        ("a..b", HostError::EmptyLabel),
        (".a", HostError::EmptyLabel),
        ("example.org..", HostError::EmptyLabel),
        ("8.8.8.8..", HostError::EmptyLabel),
        (too_long_label.as_str(), HostError::LabelTooLong),
        (too_long_name.as_str(), HostError::NameTooLong),
        ("-a.example", HostError::Hyphen),
        ("a-.example", HostError::Hyphen),
        ("a.-", HostError::Hyphen),
        ("127.0.0.%31", HostError::Percent),
        ("a_b.example", HostError::Byte),
        ("a b.example", HostError::Byte),
        ("a\0.example", HostError::Byte),
        ("a:b", HostError::Byte),
        ("::1", HostError::Byte),
        ("*.example", HostError::Byte),
        ("[::1", HostError::Bracketed),
        ("[::1]x", HostError::Bracketed),
        ("[::1].", HostError::Bracketed),
        ("[]", HostError::Bracketed),
        ("[localhost]", HostError::Bracketed),
        ("[8.8.8.8]", HostError::Bracketed),
        ("[fe80::1%25eth0]", HostError::Bracketed),
        ("[fe80::1%eth0]", HostError::Bracketed),
        ("[v1.fe80::a]", HostError::Bracketed),
        ("[::ffff:08.8.8.8]", HostError::Bracketed),
        ("[1:2:3:4:5:6:7:8:9]", HostError::Bracketed),
        ("[[::1]]", HostError::Bracketed),
    ];
    for (text, error) in forms {
        assert_eq!(parse(text), Err(error), "{text}");
    }
}

#[test]
fn the_longest_label_and_the_longest_name_are_accepted() {
    let label = "a".repeat(63);
    assert!(parse(&format!("{label}.example")).is_ok());
    let name = format!("{label}.{label}.{label}.{}", "a".repeat(61));
    assert_eq!(name.len(), 253);
    assert!(parse(&name).is_ok());
    assert!(parse(&format!("{name}.")).is_ok());
    assert_eq!(parse(&format!("{name}a")), Err(HostError::NameTooLong));
}

#[test]
fn an_xn_label_must_be_a_valid_a_label() {
    for host in ["xn--bcher-kva.example", "xn--fa-hia.example", "www.xn--p1ai", "xn--80ak6aa92e.com"] {
        assert!(parse(host).is_ok(), "{host}");
    }
    let invalid = [
        "xn--a.example",
        "xn--zzzzzz.example",
        "xn--99999999999.example",
        "xn--a-yoc.example",
        "a.b.c.xn--pokxncvks",
        // Decodes to an upper-case letter, which UTS 46 maps away.
        "xn--bcher-2pa.example",
    ];
    for host in invalid {
        assert_eq!(parse(host), Err(HostError::ALabel), "{host}");
    }
}

#[test]
fn an_xn_label_that_decodes_to_ascii_is_no_second_spelling_of_a_name() {
    for host in ["xn--localhost-.example", "xn--example-.example", "example.org.xn--"] {
        assert!(matches!(parse(host), Err(HostError::ALabel | HostError::Hyphen)), "{host}");
    }
}

#[test]
fn a_non_ascii_host_is_refused_with_the_form_to_use_where_it_converts_cleanly() {
    let suggestion = |text: &str| match parse(text) {
        Err(HostError::NonAscii { a_label }) => a_label,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(suggestion("b\u{fc}cher.example").as_deref(), Some("xn--bcher-kva.example"));
    assert_eq!(suggestion("B\u{dc}CHER.example.").as_deref(), Some("xn--bcher-kva.example"));
    // Non-transitional: a sharp s is a letter of its own.
    assert_eq!(suggestion("stra\u{df}e.example").as_deref(), Some("xn--strae-oqa.example"));
    let without = [
        // Would lead to an address or to a plain name.
        "\u{ff11}27.0.0.1",
        "\u{ff45}xample.org",
        "127\u{3002}0.0.1",
        // Would lead to a numeric form.
        "b\u{fc}cher.123",
        // Do not convert.
        "b\u{fc}cher_.example",
        "b\u{fc}%41.example",
        "\u{200b}",
        "a\u{ad}",
    ];
    for host in without {
        assert_eq!(suggestion(host), None, "{host}");
    }
    assert_eq!(Host::parse(b"\xff.example"), Err(HostError::NonAscii { a_label: None }));
}

#[test]
fn special_use_and_single_label_names_are_told_apart_by_their_last_label() {
    let special = |text: &str| parse(text).unwrap().name().unwrap().is_special_use();
    for host in [
        "localhost",
        "foo.localhost.",
        "db",
        "com",
        "printer.local",
        "x.internal",
        "a.svc",
        "1.in-addr.arpa",
        "X.ONION",
    ] {
        assert!(special(host), "{host}");
    }
    for host in ["example.org", "a.example", "a.test", "local.example", "notlocalhost.org", "x.homes"] {
        assert!(!special(host), "{host}");
    }
}
