// SPDX-License-Identifier: MIT OR Apache-2.0
//! The same world seen from PHP, with the built module: skipped where `PORTCULLIS_SO` does not name one.

use std::time::Duration;

use libtest_mimic::Trial;
use portcullis_e2e::php::Php;
use portcullis_e2e::reading::timed;
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, World};

use crate::trials;

pub fn trials(world: &'static World) -> Vec<Trial> {
    let skipped = Php::find().is_none();
    if skipped {
        println!("e2e: skipped: the tests from PHP, PORTCULLIS_SO does not name the built module");
    }
    let trials = trials![world, "php":
        php_reads_a_page_over_tls,
        php_gets_a_refusal_with_its_reason_and_hop,
        e047_a_signal_ends_a_wait_in_php_and_leaves_no_socket,
    ];
    trials.into_iter().map(|trial| trial.with_ignored_flag(skipped)).collect()
}

/// A reader as `$reader`.
const READER: &str = r"
    use Portcullis\{EgressGuard, EgressPolicy, FetchSettings, OwnSites, PageReader, ProxyView, RefusedException};
    $policy = new EgressPolicy(new OwnSites(['https://own-site.example/']));
    $reader = new PageReader(new EgressGuard($policy, new FetchSettings(), new ProxyView(null, [], [])));
";

/// What this code prints, with the reader above.
fn printed(code: &str, url: &str) -> String {
    Php::find().expect("the trial is not ignored").print(&[READER, code].concat(), &[url])
}

fn php_reads_a_page_over_tls(world: &World) {
    let site = world.site().with_tls().otherwise(Script::page("<h1>Hello from TLS</h1><p>Text.</p>")).start();
    let code =
        "$page = $reader->read($argv[1]); echo json_encode([$page->url, $page->status, $page->title, $page->text]);";
    let seen: serde_json::Value = serde_json::from_str(&printed(code, &site.url("/"))).unwrap();
    assert_eq!(seen[0], site.url("/"));
    assert_eq!(seen[1], 200);
    assert_eq!(seen[2], "A page");
    assert!(seen[3].as_str().unwrap().contains("Hello from TLS"), "{seen}");
    assert_eq!(site.connections().len(), 1);
}

fn php_gets_a_refusal_with_its_reason_and_hop(world: &World) {
    let site = world.site().otherwise(Script::redirect(302, "http://169.254.169.254/latest/")).start();
    let code = "try { $reader->read($argv[1]); } catch (RefusedException $refusal) {
        echo $refusal->reason()->value, ' at hop ', $refusal->hop(), ': ', $refusal->getMessage();
    }";
    let printed = printed(code, &site.url("/"));
    let beginning = "address at hop 1: Refused (redirect target, an untrusted URL the server chose): http://169.254.169.254/latest/";
    assert!(printed.starts_with(beginning), "{printed}");
    assert_eq!(world.witness.attempts_at([169, 254, 169, 254]), 0);
}

fn e047_a_signal_ends_a_wait_in_php_and_leaves_no_socket(world: &World) {
    let site = world.site().otherwise(Script::silence()).start();
    let code = r"
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, static fn() => throw new DomainException('the alarm'));
        pcntl_alarm(1);
        try { $reader->read($argv[1]); } catch (DomainException $alarm) { echo $alarm->getMessage(), ' '; }
        $sockets = array_filter(glob('/proc/self/fd/*'), static fn($file) => str_starts_with((string) @readlink($file), 'socket:'));
        echo count($sockets), ' ', count(glob('/proc/self/task/*'));
    ";
    let (took, printed) = timed(|| printed(code, &site.url("/")));
    assert_eq!(printed, "the alarm 0 1");
    assert!(took < Duration::from_secs(4), "{took:?}");
    assert_eq!(site.ending_of(0, Duration::from_secs(1)), Some(Ending::Left));
}
