// SPDX-License-Identifier: MIT OR Apache-2.0
//! PHP processes that read pages: what they keep from one read to the next, what a fork shares, and what a process manager
//! may do to them. Skipped where `PORTCULLIS_SO` does not name the built module, or php-fpm is not installed; the latter
//! fails where `CI` is set.

use std::env;
use std::time::Duration;

use libtest_mimic::Trial;
use portcullis_e2e::fpm::Fpm;
use portcullis_e2e::php::Php;
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, World};

use crate::php::{READER, printed};
use crate::trials;

pub fn trials(world: &'static World) -> Vec<Trial> {
    let skipped = Php::find().is_none();
    let no_fpm = !Fpm::is_installed() && env::var_os("CI").is_none();
    if no_fpm {
        println!("e2e: skipped: the tests under php-fpm, it is not installed (nor cgi-fcgi)");
    }
    let trials = trials![world, "process":
        a_thousand_reads_leave_a_worker_as_it_was,
        a_fork_before_the_first_read_leaves_both_processes_able_to_read,
        a_fork_after_a_read_leaves_both_processes_able_to_read,
    ];
    let under_fpm = trials![world, "process":
        php_fpm_reads_pages_after_a_preload_that_used_the_module,
        php_fpm_ends_a_worker_that_waits_too_long_and_serves_the_next_request,
    ];
    let trials = trials.into_iter().map(|trial| trial.with_ignored_flag(skipped));
    trials.chain(under_fpm.into_iter().map(|trial| trial.with_ignored_flag(skipped || no_fpm))).collect()
}

fn a_thousand_reads_leave_a_worker_as_it_was(world: &World) {
    let site = world.site().with_tls().at("/page", Script::page("<h1>Hello</h1><p>Text.</p>")).start();
    let code = r"
        $state = static function (): array {
            $files = array_map(static fn($file) => preg_replace('/\d+/', 'N', (string) @readlink($file)), glob('/proc/self/fd/*'));
            sort($files);
            return [$files, count(glob('/proc/self/task/*')), (int) explode(' ', file_get_contents('/proc/self/statm'))[1] * 4];
        };
        $plain = str_replace('https:', 'http:', $argv[1]);
        // Of ten reads two succeed over TLS and four in the clear, two fail, and two are refused, before and after DNS.
        $round = static function () use ($reader, $argv, $plain): void {
            foreach ([$argv[1] . 'page', $argv[1] . 'page', $argv[1] . 'absent', $plain . 'absent', 'http://10.0.0.8/', 'http://nowhere.example/',
                $plain . 'page', $plain . 'page', $plain . 'page', $plain . 'page'] as $url) {
                try {
                    strlen($reader->read($url)->text) > 5 || exit('no text');
                } catch (Portcullis\FetchException) {
                }
            }
        };
        for ($i = 0; $i < 20; $i++) { $round(); }
        [$files, $threads, $resident] = $state();
        for ($i = 0; $i < 100; $i++) { $round(); }
        [$filesAfter, $threadsAfter, $residentAfter] = $state();
        echo json_encode([$files === $filesAfter, $threads, $threadsAfter, $residentAfter - $resident]);
    ";
    let report: serde_json::Value = serde_json::from_str(&printed(code, &site.url("/"))).unwrap();
    assert_eq!((&report[0], &report[1], &report[2]), (&true.into(), &1.into(), &1.into()), "{report}");
    // KiB; a read that kept its answer, its TLS session or its part of the event loop would leave more than this.
    assert!(report[3].as_i64().unwrap() < 256, "{report}");
    assert_eq!(site.targets().iter().filter(|target| *target == "/page").count(), 120 * 6);
}

/// Two processes that read the page ten times each, after `before`.
#[track_caller]
fn both_read(world: &World, before: &str, reads_before: usize) {
    let site = world.site().with_tls().otherwise(Script::text("hello")).start();
    let code = r"
        $child = pcntl_fork();
        for ($i = 0; $i < 10; $i++) { $reader->read($argv[1])->text === 'hello' || exit(1); }
        if ($child === 0) { exit(5); }
        pcntl_waitpid($child, $status);
        echo $reader->read($argv[1])->text, ' ', pcntl_wifexited($status) ? pcntl_wexitstatus($status) : 'killed';
    ";
    assert_eq!(printed(&[before, code].concat(), &site.url("/")), "hello 5");
    assert_eq!(site.connections().len(), reads_before + 21);
}

fn a_fork_before_the_first_read_leaves_both_processes_able_to_read(world: &World) {
    both_read(world, "", 0);
}

fn a_fork_after_a_read_leaves_both_processes_able_to_read(world: &World) {
    both_read(world, "$reader->read($argv[1]);", 1);
}

/// A script for php-fpm: reads the page of the query and prints who has read it.
const SCRIPT: &str = r"
    try { echo $reader->read($_GET['url'])->text, ' ', getmypid(), ' ', PRELOADED; } catch (Throwable $error) { echo $error->getMessage(); }
";

/// Runs before any request, in the manager: uses what needs no network.
const PRELOAD: &str = r"
    final class Preloaded { public static ?object $kept = null; }
    $refused = !$reader->read(...) instanceof Closure;
    try { $reader->read('http://10.0.0.8/'); } catch (RefusedException $refusal) { $refused = $refusal->reason()->value === 'address'; }
    $verdict = (new EgressGuard($policy, new FetchSettings(), new ProxyView(null, [], [])))->check('http://nowhere.example/');
    $refused && !$verdict->allowed || exit('the module does not work here');
";

fn script(code: &str) -> String {
    format!("<?php {READER} {code}")
}

fn fpm(world: &World, name: &str, settings: &str) -> Fpm {
    let code = SCRIPT.replace("PRELOADED", "class_exists('Preloaded', false) ? 'preloaded' : 'not preloaded'");
    Fpm::start(world, name, &script(PRELOAD), &script(&code), settings)
}

fn php_fpm_reads_pages_after_a_preload_that_used_the_module(world: &World) {
    let site = world.site().with_tls().otherwise(Script::text("hello")).start();
    let fpm = fpm(world, "preload", "pm.max_children = 2");
    let answers: Vec<String> = (0..6).map(|_| fpm.get(&site.url("/"))).collect();
    for answer in &answers {
        assert!(answer.starts_with("hello ") && answer.ends_with(" preloaded"), "{answer}\n{}", fpm.log());
    }
    assert_eq!(site.connections().len(), 6);
    assert!(!fpm.log().contains("exited on signal"), "{}", fpm.log());
}

fn php_fpm_ends_a_worker_that_waits_too_long_and_serves_the_next_request(world: &World) {
    let site = world.site().with_tls().at("/", Script::text("hello")).at("/silent", Script::silence()).start();
    let fpm = fpm(world, "terminate", "pm.max_children = 1\nrequest_terminate_timeout = 2s");
    let before = fpm.get(&site.url("/"));
    assert!(before.starts_with("hello "), "{before}\n{}", fpm.log());
    assert_eq!(fpm.get(&site.url("/silent")), "");
    assert_eq!(site.ending_of(1, Duration::from_secs(3)), Some(Ending::Left));
    let after = fpm.get(&site.url("/"));
    assert!(after.starts_with("hello ") && after != before, "{before}, then {after}\n{}", fpm.log());
    let log = fpm.log();
    assert!(log.contains("execution timed out") && log.contains("exited on signal 15 (SIGTERM)"), "{log}");
    assert_eq!(log.matches("exited on signal").count(), 1, "{log}");
}
