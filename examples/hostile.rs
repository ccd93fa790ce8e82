// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prints the time on the processor and the memory that each page of 2 MiB takes which is made to be slow or to grow: the
//! best of several rounds, and by how much a fresh process grows. The last line has the worst. Names of patterns on the
//! command line choose among them.

#[path = "../tests/patterns/mod.rs"]
mod patterns;

use std::{env, hint::black_box, process::Command, time::Duration};

use portcullis::html;

const SIZE: usize = 2 * 1024 * 1024;
const ROUNDS: usize = 7;

fn main() {
    let wanted: Vec<String> = env::args().skip(1).collect();
    if let [one] = &wanted[..]
        && let Some((_, make)) = patterns::PATTERNS.iter().find(|(name, _)| name == one)
    {
        return measure(&make(SIZE));
    }
    let this = env::current_exe().expect("has a path");
    let (mut slowest, mut largest) = ((0.0, ""), (0.0, ""));
    let chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    for (name, _) in patterns::PATTERNS.iter().filter(|(name, _)| chosen(name)) {
        let child = Command::new(&this).arg(name).output().expect("starts");
        let output = String::from_utf8_lossy(&child.stdout);
        let mut figures = output.split_whitespace().map(|figure| figure.parse().unwrap_or(f64::NAN));
        let (time, memory) = (figures.next().unwrap_or(f64::NAN), figures.next().unwrap_or(f64::NAN));
        println!("{name:<32} {time:8.1} ms {memory:8.1} MiB");
        if time > slowest.0 {
            slowest = (time, name);
        }
        if memory > largest.0 {
            largest = (memory, name);
        }
    }
    println!(
        "{:<32} {:8.1} ms ({}) {:8.1} MiB ({})",
        "hostile pages, worst", slowest.0, slowest.1, largest.0, largest.1
    );
}

/// Milliseconds and MiB of one page.
fn measure(page: &str) {
    let memory = patterns::memory_of(page).map_or(f64::NAN, |bytes| bytes as f64 / (1024.0 * 1024.0));
    let url = patterns::url();
    let time = (0..ROUNDS)
        .map(|_| {
            let before = patterns::processor_time();
            black_box(html::extract(black_box(page), Some(&url)));
            patterns::processor_time().saturating_sub(before)
        })
        .min()
        .unwrap_or(Duration::MAX);
    println!("{} {memory}", time.as_secs_f64() * 1000.0);
}
