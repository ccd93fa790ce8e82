// SPDX-License-Identifier: MIT OR Apache-2.0
//! Signals while PHP waits for a page: its handlers run at once, and what they throw is what arrives. Skipped where
//! `PORTCULLIS_SO` does not name the built module. Like those of `slow.rs` these tests measure time.

use std::net::IpAddr;
use std::time::Duration;

use libtest_mimic::Trial;
use portcullis_e2e::dns::{Kind, Reply};
use portcullis_e2e::php::Php;
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, World};

use crate::php::printed;
use crate::trials;

/// How long a server may take to notice that its client has left.
const MOMENT: Duration = Duration::from_secs(2);

pub fn trials(world: &'static World) -> Vec<Trial> {
    let skipped = Php::find().is_none();
    let trials = trials![world, "signal":
        e047_an_alarm_ends_the_wait_for_dns,
        e047_an_alarm_ends_the_wait_for_a_connection,
        e047_an_alarm_ends_the_wait_for_tls,
        e047_an_alarm_ends_the_wait_for_a_head,
        e047_an_alarm_ends_the_wait_for_a_body,
        e047_an_alarm_ends_the_wait_of_a_lookup_alone,
        e047_an_exit_in_a_handler_ends_the_worker,
        e047_sigterm_ends_a_worker_at_once,
        a_handler_that_throws_nothing_lets_the_read_go_on,
        a_handler_can_read_a_page_of_its_own,
        a_handler_that_forks_leaves_the_read_to_the_parent,
    ];
    trials.into_iter().map(|trial| trial.with_ignored_flag(skipped)).collect()
}

/// An alarm in one second whose handler throws; `wait()` tells what came of something that waits, and after how long.
const ALARM: &str = r"
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, static fn() => throw new DomainException('the alarm', 7));
    function wait(callable $act): void {
        $began = hrtime(true);
        pcntl_alarm(1);
        try {
            $act();
            echo 'nothing was thrown';
        } catch (DomainException $alarm) {
            $took = (hrtime(true) - $began) / 1e9;
            echo abs($took - 1) < 0.25 ? '' : sprintf('after %.2f s: ', $took);
            echo $alarm->getMessage(), ' ', $alarm->getCode(), ' ', get_debug_type($alarm->getPrevious());
        }
        $sockets = array_filter(glob('/proc/self/fd/*'), static fn($file) => str_starts_with((string) @readlink($file), 'socket:'));
        echo ', ', count($sockets), ' sockets, ', count(glob('/proc/self/task/*')), ' thread';
    }
";

#[track_caller]
fn alarmed(act: &str, argument: &str) {
    let printed = printed(&format!("{ALARM} wait(static fn() => {act});"), argument);
    assert_eq!(printed, "the alarm 7 null, 0 sockets, 1 thread");
}

#[track_caller]
fn alarm_ends(url: &str) {
    alarmed("$GLOBALS['reader']->read($GLOBALS['argv'][1])", url);
}

fn unanswered(world: &World) -> String {
    let name = world.name();
    for kind in [Kind::A, Kind::Aaaa] {
        world.dns.publish(&name, kind, [Reply::Silence]);
    }
    name
}

fn e047_an_alarm_ends_the_wait_for_dns(world: &World) {
    alarm_ends(&format!("http://{}/", unanswered(world)));
}

fn e047_an_alarm_ends_the_wait_of_a_lookup_alone(world: &World) {
    alarmed("(new Portcullis\\DnsResolver())->resolve($GLOBALS['argv'][1])", &unanswered(world));
}

fn e047_an_alarm_ends_the_wait_for_a_connection(world: &World) {
    let (name, silent) = (world.name(), IpAddr::from(world.silent_address()));
    world.dns.publish_addresses(&name, &[silent]);
    alarm_ends(&format!("http://{name}/"));
    assert_eq!(world.witness.attempts_at(silent), 1);
}

fn e047_an_alarm_ends_the_wait_for_tls(world: &World) {
    let site = world.site().with_raw_tls(Script::silence()).start();
    alarm_ends(&site.url("/"));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}

fn e047_an_alarm_ends_the_wait_for_a_head(world: &World) {
    let site = world.site().with_tls().otherwise(Script::silence()).start();
    alarm_ends(&site.url("/"));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}

fn e047_an_alarm_ends_the_wait_for_a_body(world: &World) {
    let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 9"];
    let site = world.site().otherwise(Script::answer(&head, "half").hold()).start();
    alarm_ends(&site.url("/"));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}

fn e047_an_exit_in_a_handler_ends_the_worker(world: &World) {
    let site = world.site().otherwise(Script::silence()).start();
    let code = r"
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, static function () { echo 'bye'; exit(3); });
        pcntl_alarm(1);
        register_shutdown_function(static fn() => print ', in good order');
        $reader->read($argv[1]);
        echo 'not reached';
    ";
    let output = crate::php::run(code, &site.url("/"));
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "bye, in good order");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}

fn e047_sigterm_ends_a_worker_at_once(world: &World) {
    let site = world.site().otherwise(Script::silence()).start();
    let code = r"
        $worker = pcntl_fork();
        if ($worker === 0) {
            $reader->read($argv[1]);
            exit(1);
        }
        sleep(1);
        $began = hrtime(true);
        posix_kill($worker, SIGTERM);
        pcntl_waitpid($worker, $status);
        echo pcntl_wifsignaled($status) ? 'signal ' . pcntl_wtermsig($status) : 'no signal';
        echo (hrtime(true) - $began) / 1e9 < 0.25 ? ' at once' : ' late';
    ";
    assert_eq!(printed(code, &site.url("/")), "signal 15 at once");
    assert_eq!(site.connections().len(), 1);
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
}

fn a_handler_that_throws_nothing_lets_the_read_go_on(world: &World) {
    let site = world.site().otherwise(Script::text("at last").after(Duration::from_secs(2))).start();
    let code = r"
        pcntl_async_signals(true);
        $rings = 0;
        pcntl_signal(SIGALRM, static function () use (&$rings) { $rings++; });
        pcntl_alarm(1);
        echo $reader->read($argv[1])->text, ' after ', $rings, ' alarm';
    ";
    assert_eq!(printed(code, &site.url("/")), "at last after 1 alarm");
    assert_eq!(site.connections().len(), 1);
}

fn a_handler_can_read_a_page_of_its_own(world: &World) {
    let slow = Script::text("outer").after(Duration::from_secs(2));
    let site = world.site().with_tls().at("/", slow).at("/inner", Script::text("inner")).start();
    let code = r"
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, static function () use ($reader, $argv) { echo $reader->read($argv[1] . 'inner')->text, ', '; });
        pcntl_alarm(1);
        echo $reader->read($argv[1])->text;
    ";
    assert_eq!(printed(code, &site.url("/")), "inner, outer");
    assert_eq!(site.connections().len(), 2);
}

fn a_handler_that_forks_leaves_the_read_to_the_parent(world: &World) {
    let slow = Script::text("outer").after(Duration::from_secs(2));
    let site = world.site().at("/", slow).at("/inner", Script::text("inner")).start();
    let code = r"
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, static function () use (&$child) { $child = pcntl_fork(); });
        pcntl_alarm(1);
        try {
            $said = $reader->read($argv[1])->text;
        } catch (Portcullis\FetchException $error) {
            $said = 'interrupted: ' . (str_ends_with($error->getMessage(), 'stopped: interrupted.') ? 'yes' : 'no');
        }
        if ($child === 0) {
            // The child has no part in its parent's read, and can read pages of its own.
            file_put_contents('php://stdout', $said . ', ' . $reader->read($argv[1] . 'inner')->text);
            exit(0);
        }
        pcntl_waitpid($child, $status);
        echo '; ', $said, ', ', $reader->read($argv[1] . 'inner')->text, ', ', pcntl_wexitstatus($status);
    ";
    assert_eq!(printed(code, &site.url("/")), "interrupted: yes, inner; outer, inner, 0");
    assert_eq!(site.connections().len(), 3);
}
