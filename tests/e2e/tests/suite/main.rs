// SPDX-License-Identifier: MIT OR Apache-2.0
//! The end-to-end suite: enters the namespace, runs the tests in it side by side, and then asks the witness
//! whether any of them caused a packet that none of them may cause.
//!
//! Each test asserts what came back and what was never contacted. Its name starts with the row of the behaviour list
//! that it is about.

mod body;
mod connection;
mod dns;
mod harness;
mod message;
mod page;
mod php;
mod process;
mod protocol;
mod proxy;
mod redirect;
mod results;
mod rows;
mod signal;
mod slow;
mod tls;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Conclusion, Trial};
use portcullis_e2e::namespace::{self, Place};
use portcullis_e2e::{World, isolated};

/// Most tests wait for something to happen or to be given up, so there are many more threads than processors.
const THREADS: usize = 24;

/// Makes the list of a file's tests. One that is left out of the list is dead code, which the compiler reports.
macro_rules! trials {
    ($world:ident, $kind:literal: $($name:ident),+ $(,)?) => {
        vec![$(crate::trial(stringify!($name), $kind, $world, $name)),+]
    };
}
pub(crate) use trials;

/// One test.
fn trial(name: &'static str, kind: &str, world: &'static World, test: fn(&World)) -> Trial {
    let run = move || {
        test(world);
        Ok(())
    };
    Trial::test(name, run).with_kind(kind)
}

fn main() -> ExitCode {
    if let Some(code) = isolated::perform() {
        return code;
    }
    let folder = match namespace::enter() {
        Place::Inside(folder) => folder,
        Place::Finished(code) => return code,
    };
    // Server threads use it until the process ends.
    let world: &'static World = Box::leak(Box::new(World::start(&folder)));
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(THREADS);
    let slow: Vec<Trial> = slow::trials(world).into_iter().chain(signal::trials(world)).collect();
    let mut trials = [
        harness::trials(world),
        page::trials(world),
        redirect::trials(world),
        body::trials(world),
        message::trials(world),
        protocol::trials(world),
        proxy::trials(world),
        connection::trials(world),
        dns::trials(world),
        tls::trials(world),
        php::trials(world),
        process::trials(world),
        results::trials(world),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<Trial>>();
    let names: Vec<String> = slow.iter().chain(&trials).map(|trial| trial.name().to_owned()).collect();
    trials.push(Trial::test("every_row_has_a_test", move || rows::check(&names)));
    // First those that measure time: the others keep the processors busy.
    let conclusions = [slow, trials].map(|trials| libtest_mimic::run(&arguments, trials));
    let trespasses = world.trespasses();
    for trespass in &trespasses {
        eprintln!("e2e: {trespass}");
    }
    let failed = conclusions.iter().any(Conclusion::has_failed) || !trespasses.is_empty();
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
