// SPDX-License-Identifier: MIT OR Apache-2.0
//! The same world seen from PHP, with the built module: skipped where `PORTCULLIS_SO` does not name one.

use std::net::IpAddr;
use std::process::Output;

use libtest_mimic::Trial;
use portcullis_e2e::dns::{Code, Kind, Reply};
use portcullis_e2e::php::Php;
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
        php_resolves_a_name_as_the_reader_does,
    ];
    trials.into_iter().map(|trial| trial.with_ignored_flag(skipped)).collect()
}

/// A reader as `$reader`.
pub const READER: &str = r"
    use Portcullis\{EgressGuard, EgressPolicy, FetchSettings, OwnSites, PageReader, ProxyView, RefusedException};
    $policy = new EgressPolicy(new OwnSites(['https://own-site.example/']));
    $reader = new PageReader(new EgressGuard($policy, new FetchSettings(), new ProxyView(null, [], [])));
";

/// What this code prints, with the reader above.
pub fn printed(code: &str, url: &str) -> String {
    php().print(&[READER, code].concat(), &[url])
}

/// How this code ends, with the reader above.
pub fn run(code: &str, url: &str) -> Output {
    php().run(&[READER, code].concat(), &[url])
}

fn php() -> Php {
    Php::find().expect("the trial is not ignored")
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

fn php_resolves_a_name_as_the_reader_does(world: &World) {
    let [both, half, nothing] = [world.name(), world.name(), world.name()];
    let addresses: [IpAddr; 3] =
        ["2606:2800:21f::99", "93.184.216.1", "10.0.0.8"].map(|address| address.parse().unwrap());
    world.dns.publish_addresses(&both, &addresses);
    world.dns.publish_addresses(&half, &addresses);
    world.dns.publish(&half, Kind::Aaaa, [Reply::Code(Code::ServFail)]);
    let code = r"
        $resolver = new Portcullis\DnsResolver();
        foreach (explode(',', $argv[1]) as $name) { echo implode(' ', $resolver->resolve($name)), ';'; }
        $verdict = (new EgressGuard($policy, new FetchSettings(), new ProxyView(null, [], [])))
            ->check('http://' . explode(',', $argv[1])[0] . '/', 'web', $resolver);
        echo $verdict->reason->value;
    ";
    let upper = both.to_uppercase();
    let printed = printed(code, &format!("{both},{upper}.,{half},{nothing},localhost,127.0.0.1"));
    let all = "93.184.216.1 10.0.0.8 2606:2800:21f::99";
    assert_eq!(printed, format!("{all};{all};;;;;private-answer"));
    assert_eq!(world.dns.asked_about("localhost"), []);
}
