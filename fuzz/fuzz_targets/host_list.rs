// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any bytes as a host list, as the bases of sites and as no-proxy lists: a list that can be read is read alike when
//! its entries are written back, and it names every host it consists of.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portcullis::egress::{Configured, EnvironmentView, FetchSettings, Host, HostList, OwnSites, ProxyView};

fuzz_target!(|input: &[u8]| {
    if let Ok(list) = HostList::parse(input) {
        let entries: Vec<_> = list.entries().iter().map(|entry| entry.as_str()).collect();
        assert_eq!(HostList::parse(entries.join(",").as_bytes()).as_ref(), Ok(&list));
        for entry in list.entries().iter().filter(|entry| entry.port().is_none()) {
            if let Ok(host) = Host::parse(entry.as_str().as_bytes()) {
                assert!(list.denies(&host).is_some(), "{host}");
            }
        }
    }
    let settings = FetchSettings::new(input, input, true, true);
    assert_eq!(settings.is_readable(), settings.problems().is_empty());
    assert!(settings.is_readable() || settings.approval_required() && !settings.proxy_permitted());

    let sites = OwnSites::new(&[input], &[] as &[&[u8]], &[]);
    if let Ok(host) = Host::parse(input) {
        assert!(sites.contains(&host), "{host}");
    }

    let view = || EnvironmentView::read(|_| Some(input.to_vec()));
    let proxy = ProxyView::new(Configured::Absent, view(), view(), true);
    for host in [input, b"www.example.org", b"[2606:4700::1]"] {
        assert!(proxy.proxy_for(b"http", host).is_none() || proxy.applies_to(b"http", host));
    }
});
