// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any records, any message and any resolv.conf: an address counts only when a chain of aliases leads to it from the name
//! that was asked for, and every address of that name itself counts.
#![no_main]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use libfuzzer_sys::fuzz_target;
use portcullis::fetch::fuzzing::{Answer, addresses, addresses_of_message, servers};

/// Longest chain of aliases that is followed.
const MOST_ALIASES: usize = 8;

fuzz_target!(|input: &[u8]| {
    let Some((&how, rest)) = input.split_first() else { return };
    let v6 = how & 1 == 1;
    match how >> 1 & 3 {
        0 => check(&rest.chunks_exact(3).map(answer).collect::<Vec<_>>(), v6),
        1 => {
            if let Some(found) = addresses_of_message(rest, v6) {
                assert!(found.iter().all(|address| address.is_ipv6() == v6));
                assert!(found.len() <= rest.len() / 4, "more addresses than fit into the message");
            }
        }
        _ => {
            if let Some(found) = servers(rest) {
                assert!(found.iter().all(|server| server.port() == 53));
            }
        }
    }
});

/// Few names, so that they often meet.
fn answer(bytes: &[u8]) -> Answer {
    let (owner, last) = (bytes[0] % 16, bytes[2]);
    match bytes[1] % 3 {
        0 => Answer::Address(owner, Ipv4Addr::new(93, 184, 215, last).into()),
        1 => Answer::Address(owner, Ipv6Addr::new(0x2606, 0x2800, 0x21f, 0, 0, 0, 0, last.into()).into()),
        _ => Answer::Alias(owner, last % 16),
    }
}

fn check(answers: &[Answer], v6: bool) {
    let aliases = |owner: u8| {
        answers.iter().filter_map(move |answer| match *answer {
            Answer::Alias(from, to) if from == owner => Some(to),
            _ => None,
        })
    };
    // Everything that aliases lead to, in whatever order, and after how many steps at least.
    let mut reached = vec![(0, 0)];
    let mut at = 0;
    while let Some(&(owner, steps)) = reached.get(at) {
        for target in aliases(owner) {
            if reached.iter().all(|&(name, _)| name != target) {
                reached.push((target, steps + 1));
            }
        }
        at += 1;
    }
    let of = |wanted: &dyn Fn(u8) -> bool| -> Vec<IpAddr> {
        let address = |answer: &Answer| match *answer {
            Answer::Address(owner, address) if wanted(owner) && address.is_ipv6() == v6 => Some(address),
            _ => None,
        };
        answers.iter().filter_map(address).collect()
    };
    let forked = |owner: u8| aliases(owner).any(|target| Some(target) != aliases(owner).next());
    let circular = |owner: u8| {
        let mut name = owner;
        (0..=answers.len()).all(|_| match aliases(name).next() {
            Some(target) => {
                name = target;
                true
            }
            None => false,
        })
    };
    let too_long = reached.iter().any(|&(_, steps)| steps > MOST_ALIASES);
    let fork = reached.iter().any(|&(name, _)| forked(name));
    match addresses(answers, v6) {
        None => assert!(fork || too_long || circular(0), "a plain answer is none: {answers:?}"),
        Some(found) => {
            assert!(!fork && !too_long && !circular(0), "{answers:?}");
            let all = of(&|owner| reached.iter().any(|&(name, _)| name == owner));
            assert_eq!(found, all, "{answers:?}");
        }
    }
}
