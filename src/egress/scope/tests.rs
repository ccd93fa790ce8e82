// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scopes of groups, and what the two scopes without a guard may reach.

use super::*;

fn policy(bases: &[&str]) -> EgressPolicy {
    EgressPolicy::new(OwnSites::new(bases, &["https://staging.example/"], &[]))
}

fn own(bases: &[&str], input: &str) -> Option<String> {
    policy(bases).resolve_allowed_url(b"system", input.as_bytes()).map(|url| url.to_string())
}

fn endpoint(url: &str, declared: &[&str]) -> Option<String> {
    policy(&[]).resolve_configured_endpoint(b"rag", url.as_bytes(), declared).map(|url| url.to_string())
}

#[test]
fn a_group_has_its_scope_and_one_that_was_never_declared_has_none() {
    let policy = policy(&[]).declare("shop", Scope::ExternalFiltered);
    let scopes = [
        ("system", Scope::OwnSite),
        ("rag", Scope::ConfiguredEndpoint),
        ("web", Scope::ExternalFiltered),
        ("shop", Scope::ExternalFiltered),
        ("", Scope::None),
        ("WEB", Scope::None),
        ("web ", Scope::None),
        ("web\0", Scope::None),
    ];
    for (group, scope) in scopes {
        assert_eq!(policy.scope_for(group.as_bytes()), scope, "{group:?}");
    }
}

#[test]
fn exact_scopes_replace_the_built_in_ones() {
    let policy = EgressPolicy::with_scopes(OwnSites::default(), [("shop", Scope::OwnSite)]);
    assert_eq!(policy.scope_for(b"web"), Scope::None);
    assert_eq!(policy.scope_for(b"shop"), Scope::OwnSite);
}

#[test]
fn a_path_is_joined_to_the_first_active_base_that_has_a_host() {
    assert_eq!(
        own(&["/", "https://www.own.example/sub/", "https://b.example/"], "/x?y").as_deref(),
        Some("https://www.own.example/sub/x?y")
    );
    assert_eq!(own(&["https://www.own.example"], "/").as_deref(), Some("https://www.own.example/"));
    assert_eq!(own(&["https://www.own.example/"], "/../x").as_deref(), Some("https://www.own.example/x"));
    assert_eq!(own(&["/", "sub"], "/x"), None);
}

#[test]
fn what_is_no_path_and_no_url_of_an_active_base_is_null() {
    let bases = ["https://www.own.example/", "http://c.example:8080/"];
    let others = [
        "//evil.example/x",
        "///x",
        "x",
        "",
        "?q",
        "#f",
        "https://evil.example/",
        "https://www.own.example.evil.example/",
        "https://www.own.example:8080/",
        "http://www.own.example/",
        "https://user@www.own.example/",
        "https://www.own.example\\@evil.example/",
        "https://www.own.example./",
        "ftp://www.own.example/",
        "https://www.own.example/ ",
        "/a\\b",
        "/\\evil.example",
        "/x y",
        "https://staging.example/",
    ];
    for input in others {
        assert_eq!(own(&bases, input), None, "{input}");
    }
    assert_eq!(own(&bases, "https://WWW.own.example:443/p").as_deref(), Some("https://www.own.example/p"));
    assert_eq!(own(&bases, "https://c.example:8080/").as_deref(), Some("https://c.example:8080/"));
}

#[test]
fn ipv6_is_compared_as_an_address() {
    assert!(own(&["https://[2606:4700:4700:0::1111]/"], "https://[2606:4700:4700::1111]/").is_some());
    assert!(endpoint("https://[2606:4700:4700::1111]:8983/", &["[2606:4700:4700:0::1111]:8983"]).is_some());
}

#[test]
fn a_base_with_userinfo_or_a_trailing_dot_gives_null_for_a_path() {
    assert_eq!(own(&["https://user:pw@www.own.example/", "https://b.example/"], "/x"), None);
    assert_eq!(own(&["https://www.own.example./", "https://b.example/"], "/x"), None);
}

#[test]
fn a_base_without_scheme_has_the_port_80() {
    for base in ["//www.own.example/", "www.own.example/site"] {
        assert!(own(&[base], "http://www.own.example/").is_some(), "{base}");
        assert_eq!(own(&[base], "https://www.own.example/"), None, "{base}");
        assert_eq!(own(&[base], "/x"), None, "{base}");
    }
}

#[test]
fn an_endpoint_must_be_declared_by_host_and_port() {
    assert!(endpoint("https://solr.example:8983/solr/", &["other.example", "Solr.Example:8983"]).is_some());
    assert!(endpoint("https://solr.example/", &["solr.example"]).is_some());
    assert!(endpoint("http://10.0.0.5:9200/", &["10.0.0.5:9200"]).is_some());
    let others: [(&str, &str); 11] = [
        ("https://solr.example:8983/", "solr.example"),
        ("https://solr.example/", "solr.example:8983"),
        ("https://sub.solr.example/", "solr.example"),
        ("https://sub.solr.example/", "*.solr.example"),
        ("https://solr.example./", "solr.example"),
        ("https://solr.example/", "solr.example."),
        ("https://solr.example/", "https://solr.example"),
        ("https://solr.example/", "solr.example/"),
        ("https://solr.example/", " solr.example "),
        ("https://user@solr.example/", "solr.example"),
        ("ftp://solr.example/", "solr.example"),
    ];
    for (url, declared) in others {
        assert_eq!(endpoint(url, &[declared]), None, "{url} {declared}");
    }
    assert_eq!(endpoint("https://solr.example/", &[]), None);
}

#[test]
fn neither_resolution_works_for_a_group_of_another_scope() {
    let policy = policy(&["https://www.own.example/"]);
    for group in ["rag", "web", "none", ""] {
        assert_eq!(policy.resolve_allowed_url(group.as_bytes(), b"/x"), None, "{group}");
    }
    for group in ["system", "web", "none", ""] {
        let url = policy.resolve_configured_endpoint(group.as_bytes(), b"https://solr.example/", &["solr.example"]);
        assert_eq!(url, None, "{group}");
    }
}
