// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shared rows of whole results: each row's answers are served as they stand, and what comes back must be what the
//! implementation that is replaced returned, but for the random part of the markers, the sentence before them, and the
//! words of a refusal around its key phrase. Rows that are known to differ stand in `tests/expected_failures.txt`, and one
//! that does not fails the run.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use libtest_mimic::Trial;
use portcullis::egress::OwnSites;
use portcullis_e2e::reading::Reading;
use portcullis_e2e::site::Queue;
use portcullis_e2e::{Script, Site, World};
use ring::digest::{SHA256, digest};
use serde_json::Value;

use crate::trials;

/// Where the rows' names are; every other name does not resolve.
const NAMES: [(&str, &[&str]); 5] = [
    ("example.org", &["93.184.215.14"]),
    ("www.example.org", &["93.184.215.14", "2606:2800:21f::1"]),
    ("other.example", &["93.184.215.20"]),
    ("inner.example.org", &["10.0.0.8"]),
    ("mixed.example.org", &["93.184.215.14", "169.254.169.254"]),
];

/// What the rows connect to, a literal among them.
const HELD: [&str; 4] = ["93.184.215.14", "93.184.215.20", "2606:2800:21f::1", "8.8.8.8"];

/// What a refusal is known by, whatever else it says.
const KEY_PHRASES: [&str; 15] = [
    "not permitted to reach external hosts",
    "cannot be parsed",
    "only http and https",
    "credentials",
    "no valid host",
    "host of this installation",
    "cannot be read",
    "denylist",
    "not on the allowlist",
    "is not permitted; only the default port",
    "HTTP proxy",
    "numeric host",
    "is private, loopback, link-local or reserved",
    "does not resolve",
    "resolves to a private",
];

const EXPECTED_FAILURES: &str = include_str!("../../../expected_failures.txt");

/// Rows that take time take this many times less here, and so does the limit.
const HASTE: f64 = 4.0;
const SECONDS: f64 = 20.0;

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "results":
        every_shared_row_gives_the_same_result,
    ]
}

fn every_shared_row_gives_the_same_result(world: &World) {
    let shared = env::var_os("PORTCULLIS_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared").into());
    let Ok(rows) = fs::read_to_string(shared.join("vectors/web/fetch_results.jsonl")) else {
        println!("skipped: the shared rows of results are not here");
        return;
    };
    for (name, addresses) in NAMES {
        let addresses: Vec<IpAddr> = addresses.iter().map(|address| address.parse().unwrap()).collect();
        world.dns.publish_addresses(name, &addresses);
    }
    let queue = Queue::default();
    let identity = world.authority.identity_for(&["example.org", "www.example.org", "other.example"]);
    let held: Vec<IpAddr> = HELD.iter().map(|address| address.parse().unwrap()).collect();
    let site = world.site_named("example.org").unpublished().at_addresses(&held).with_identity(identity);
    let site = site.from_queue(&queue).start();

    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    // Marked rows differ by design; a row without answers is about the tool's argument, which no reader gets to see.
    let marked = |row: &Value| row["stricter"] == true || row["alt_ok"] == true;
    let rows = rows.iter().filter(|row| !marked(row) && row["responses"].as_array().is_some_and(|all| !all.is_empty()));
    let differences: Vec<String> = rows.clone().filter_map(|row| difference(row, &site, &queue)).collect();
    println!("results: {} rows", rows.count());
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

/// What is not as the row says.
fn difference(row: &Value, site: &Site, queue: &Queue) -> Option<String> {
    let seconds: Vec<f64> = row["seconds"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let answers = row["responses"].as_array().unwrap().iter().enumerate();
    queue.fill(answers.map(|(at, answer)| match seconds.get(at) {
        Some(seconds) => script(answer).after(Duration::from_secs_f64(seconds / HASTE)),
        None => script(answer),
    }));
    let before = site.connections().len();
    let got = read(row, !seconds.is_empty());

    let connections = &site.connections()[before..];
    let asked: Vec<String> = connections
        .iter()
        .map(|connection| {
            let scheme = if connection.to.port() == 443 { "https" } else { "http" };
            format!("{scheme}://{}{}", connection.field("host").concat(), connection.target())
        })
        .collect();
    let expected: Vec<&str> =
        row["requests"].as_array().into_iter().flatten().filter_map(|request| request["url"].as_str()).collect();
    let same = match row["result"].as_str() {
        Some(result) => got == result || same_refusal(&got, result),
        None => same_long_text(row, &got),
    };
    let id = row["id"].as_str().unwrap();
    let as_expected = (same && asked == expected) != fails(id);
    let shown: String = got.chars().take(1_000).collect();
    let result = &row["result"];
    (!as_expected).then(|| format!("{id}: {shown:?}\nexpected {result}\nasked {asked:?}, expected {expected:?}"))
}

/// Whether the row is known to differ.
fn fails(id: &str) -> bool {
    EXPECTED_FAILURES.lines().any(|line| line.split(' ').take(2).eq(["fetch_results.jsonl", id]))
}

/// Whether both refuse the same URL at the same hop by the same rule.
fn same_refusal(got: &str, expected: &str) -> bool {
    let (Some((what, why)), Some((expected_what, expected_why))) = (got.split_once(" — "), expected.split_once(" — "))
    else {
        return false;
    };
    let key = |text: &str| KEY_PHRASES.iter().position(|phrase| text.contains(phrase));
    what.starts_with("Refused") && what == expected_what && key(why).is_some() && key(why) == key(expected_why)
}

/// The result as a tool would return it, with the two words of the rows in place of what is ours and what is random.
fn read(row: &Value, in_haste: bool) -> String {
    let setting = |name: &str| row["settings"][name].as_str().unwrap_or_default();
    let bases: Vec<&str> =
        row["sites"].as_array().into_iter().flatten().filter_map(|site| site["base"].as_str()).collect();
    let reading = Reading::default()
        .own_sites(OwnSites::new::<&str, &str>(&bases, &[], &[]))
        .allowing(setting("allowedHosts"))
        .denying(setting("deniedHosts"));
    let reading = if in_haste { reading.seconds(SECONDS / HASTE) } else { reading };
    match reading.read(row["arguments"]["url"].as_str().unwrap()) {
        Err(error) => error.to_string().replace(&format!("{}-second", SECONDS / HASTE), &format!("{SECONDS}-second")),
        Ok(page) => {
            let fenced = page.fenced("fetch_external_url").unwrap();
            let (status, rest) = fenced.split_once("\n\n").unwrap();
            let (_, block) = rest.split_once("\n\n<<<").unwrap();
            let nonce = block.strip_prefix("BEGIN UNTRUSTED EXTERNAL WEB CONTENT ").unwrap().get(..16).unwrap();
            format!("{status}\n\nPREAMBLE\n\n<<<{}", block.replace(nonce, "NONCE"))
        }
    }
}

/// Of a long result the row has the first and last line, and a digest of the text between.
fn same_long_text(row: &Value, got: &str) -> bool {
    let (head, last) = got.rsplit_once('\n').unwrap();
    let text = head.split_once(">>>\n").and_then(|(_, block)| block.split_once("\n\n")).map_or("", |(_, text)| text);
    let sum: String = digest(&SHA256, text.as_bytes()).as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    got.lines().next() == row["first_line"].as_str()
        && Some(last) == row["last_line"].as_str()
        && Some(sum.as_str()) == row["text_sha256"].as_str()
}

/// The answer that a row describes.
fn script(answer: &Value) -> Script {
    let text = |name: &str| answer[name].as_str().unwrap_or_default();
    let body = match answer["body_base64"].as_str() {
        Some(encoded) => from_base64(encoded),
        None => {
            let times = answer["times"].as_u64().map_or(0, |times| usize::try_from(times).unwrap());
            [text("body"), text("prefix"), &text("repeat").repeat(times), text("suffix")].concat().into_bytes()
        }
    };
    let fields: HashMap<String, Value> = serde_json::from_value(answer["headers"].clone()).unwrap_or_default();
    let mut head = vec![format!("HTTP/1.1 {} {}", answer["status"], text("reason"))];
    for (name, values) in fields {
        let values = values.as_array().cloned().unwrap_or_else(|| vec![values]);
        head.extend(values.iter().map(|value| format!("{name}: {}", value.as_str().unwrap())));
    }
    head.push(format!("Content-Length: {}", body.len()));
    Script::answer(&head.iter().map(String::as_str).collect::<Vec<_>>(), body)
}

/// RFC 4648 section 4, of text that is known to be good.
fn from_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let value = ALPHABET.iter().position(|known| *known == letter).expect("a letter of the alphabet");
        bits = bits << 6 | u32::try_from(value).expect("below 64");
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}
