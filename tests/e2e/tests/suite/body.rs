// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies: how much of them is read, and what unpacking them may cost.

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use libtest_mimic::Trial;
use portcullis::fetch::Failure;
use portcullis_e2e::reading::{failed, page, read};
use portcullis_e2e::script::Ending;
use portcullis_e2e::{Script, World, isolated};

use crate::trials;

const LIMIT: usize = 2 << 20;

/// What one hostile answer may cost, windows of the decoders included.
const MOST_KIB: u64 = 32 << 10;

/// Far more than the limit, far less than what the servers below would send: what the sockets' buffers may hold.
const IN_FLIGHT: u64 = 16 << 20;

const MOMENT: Duration = Duration::from_secs(5);

pub fn trials(world: &'static World) -> Vec<Trial> {
    trials![world, "body":
        e028_a_body_of_exactly_the_limit_is_whole,
        e028_one_byte_more_is_cut_and_said,
        e030_an_announced_length_refuses_nothing_and_the_download_stops_at_the_limit,
        e031_an_endless_stream_stops_at_the_limit,
        e032_a_gzip_bomb_stops_at_the_limit_in_bounded_memory,
        e033_a_gzip_bomb_of_ten_gibibytes_costs_no_more,
        e037_an_unknown_content_coding_is_an_error_and_no_coding_is_none,
        e038_a_coding_that_was_not_offered_is_bounded_in_the_same_way,
        e039_a_high_ratio_alone_refuses_nothing,
        a_zstd_bomb_with_the_largest_window_stays_in_bounded_memory,
        a_zstd_window_beyond_8_mib_is_an_error,
    ]
}

fn text(length: usize) -> Vec<u8> {
    b"Sixteen letters.".iter().copied().cycle().take(length).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap()
}

fn e028_a_body_of_exactly_the_limit_is_whole(world: &World) {
    let site = world.site().otherwise(Script::text(text(LIMIT))).start();
    let page = page(read(site.url("/")));
    assert_eq!((page.text.len(), page.bytes_read, page.truncated), (LIMIT, LIMIT, false));
}

fn e028_one_byte_more_is_cut_and_said(world: &World) {
    let site = world.site().otherwise(Script::text(text(LIMIT + 1))).start();
    let page = page(read(site.url("/")));
    assert_eq!((page.text.len(), page.bytes_read, page.truncated), (LIMIT, LIMIT, true));
    let fenced = page.fenced("page").unwrap();
    assert!(fenced.lines().next().unwrap().contains("the download stopped at the 2097152-byte limit"));
}

fn e030_an_announced_length_refuses_nothing_and_the_download_stops_at_the_limit(world: &World) {
    let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 10737418240"];
    let site = world.site().otherwise(Script::answer(&head, "").repeat(text(64 << 10), 10 << 14)).start();
    let page = page(read(site.url("/")));
    assert_eq!((page.text.len(), page.truncated), (LIMIT, true));
    assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
    assert!(site.connections()[0].sent < IN_FLIGHT);
}

fn e031_an_endless_stream_stops_at_the_limit(world: &World) {
    const FOREVER: u64 = u64::MAX;
    let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain"];
    let chunk = [b"10000\r\n".to_vec(), text(0x10000), b"\r\n".to_vec()].concat();
    let chunked = [&head[..], &["Transfer-Encoding: chunked"]].concat();
    for script in
        [Script::answer(&head, "").repeat(text(64 << 10), FOREVER), Script::answer(&chunked, "").repeat(chunk, FOREVER)]
    {
        let site = world.site().otherwise(script).start();
        let page = page(read(site.url("/")));
        assert_eq!((page.text.len(), page.truncated), (LIMIT, true));
        assert_eq!(site.ending_of(0, MOMENT), Some(Ending::Left));
        assert!(site.connections()[0].sent < IN_FLIGHT);
    }
}

fn e032_a_gzip_bomb_stops_at_the_limit_in_bounded_memory(world: &World) {
    let bomb = gzip(&vec![b'0'; 10 << 20]);
    assert!(bomb.len() < 12 << 10);
    let site =
        world.site().otherwise(Script::ok(&["Content-Type: text/plain", "Content-Encoding: gzip"], bomb)).start();
    let report = isolated::read(&site.url("/"));
    assert_eq!(report.outcome, format!("{LIMIT} bytes of text, truncated: true"));
    assert!(report.peak_kib < MOST_KIB, "{report:?}");
}

fn e033_a_gzip_bomb_of_ten_gibibytes_costs_no_more(world: &World) {
    let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Encoding: gzip"];
    // A thousand members (RFC 1952 section 2.2) of ten mebibytes each.
    let site = world.site().otherwise(Script::answer(&head, "").repeat(gzip(&vec![b'0'; 10 << 20]), 1024)).start();
    let report = isolated::read(&site.url("/"));
    assert_eq!(report.outcome, format!("{LIMIT} bytes of text, truncated: true"));
    assert!(report.peak_kib < MOST_KIB, "{report:?}");
}

fn e037_an_unknown_content_coding_is_an_error_and_no_coding_is_none(world: &World) {
    for coding in ["compress", "x-unknown", "gzip, br", "aes128gcm"] {
        let field = format!("Content-Encoding: {coding}");
        let site = world.site().otherwise(Script::ok(&["Content-Type: text/plain", &field], "secret")).start();
        let message = failed(read(site.url("/")), &[Failure::ContentCoding]);
        assert!(!message.contains("secret"), "{message}");
    }
    for field in ["Content-Encoding: identity", "Content-Encoding:"] {
        let site = world.site().otherwise(Script::ok(&["Content-Type: text/plain", field], "as it is")).start();
        assert_eq!(page(read(site.url("/"))).text, "as it is", "{field}");
    }
}

fn e038_a_coding_that_was_not_offered_is_bounded_in_the_same_way(world: &World) {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let bomb = encoder.write_all(&vec![b'0'; 10 << 20]).and_then(|()| encoder.finish()).unwrap();
    let site =
        world.site().otherwise(Script::ok(&["Content-Type: text/plain", "Content-Encoding: deflate"], bomb)).start();
    let page = page(read(site.url("/")));
    assert_eq!((page.text.len(), page.truncated), (LIMIT, true));
    assert_eq!(site.connections()[0].field("accept-encoding"), ["gzip, br, zstd"]);
}

fn e039_a_high_ratio_alone_refuses_nothing(world: &World) {
    let packed = gzip(&vec![b'0'; LIMIT]);
    assert!(packed.len() < 3 << 10);
    let site =
        world.site().otherwise(Script::ok(&["Content-Type: text/plain", "Content-Encoding: gzip"], packed)).start();
    let page = page(read(site.url("/")));
    assert_eq!((page.text.len(), page.bytes_read, page.truncated), (LIMIT, LIMIT, false));
}

/// A zstd frame (RFC 8878 section 3.1.1) of 64 MiB of zeros with a window of 2^`window` bytes.
fn zstd_bomb(window: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(window).unwrap();
    let mebibyte = vec![b'0'; 1 << 20];
    (0..64).try_for_each(|_| encoder.write_all(&mebibyte)).unwrap();
    encoder.finish().unwrap()
}

fn a_zstd_bomb_with_the_largest_window_stays_in_bounded_memory(world: &World) {
    let script = Script::ok(&["Content-Type: text/plain", "Content-Encoding: zstd"], zstd_bomb(23));
    let report = isolated::read(&world.site().otherwise(script).start().url("/"));
    assert_eq!(report.outcome, format!("{LIMIT} bytes of text, truncated: true"));
    assert!(report.peak_kib < MOST_KIB, "{report:?}");
}

fn a_zstd_window_beyond_8_mib_is_an_error(world: &World) {
    let script = Script::ok(&["Content-Type: text/plain", "Content-Encoding: zstd"], zstd_bomb(24));
    failed(read(world.site().otherwise(script).start().url("/")), &[Failure::BrokenCoding]);
}
