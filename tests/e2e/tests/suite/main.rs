// SPDX-License-Identifier: MIT OR Apache-2.0
//! The end-to-end suite: enters the namespace, runs every test in it at the same time, and then asks the witness
//! whether any of them caused a packet that none of them may cause.
//!
//! Each test asserts what came back and what was never contacted. Its name starts with the row of the behaviour list
//! that it is about.

mod harness;
mod rows;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use portcullis_e2e::World;
use portcullis_e2e::namespace::{self, Place};

/// Most tests wait for something to happen or to be given up, so there are many more threads than processors.
const THREADS: usize = 24;

/// Makes the list of a file's tests. One that is left out of the list is dead code, which the compiler reports.
macro_rules! trials {
    ($world:ident, $kind:literal: $($name:ident),+ $(,)?) => {
        vec![$(libtest_mimic::Trial::test(stringify!($name), move || { $name($world); Ok(()) }).with_kind($kind)),+]
    };
}
pub(crate) use trials;

fn main() -> ExitCode {
    let folder = match namespace::enter() {
        Place::Inside(folder) => folder,
        Place::Finished(code) => return code,
    };
    // Server threads use it until the process ends.
    let world: &'static World = Box::leak(Box::new(World::start(&folder)));
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(THREADS);
    let mut trials: Vec<Trial> = [harness::trials(world)].into_iter().flatten().collect();
    let names = trials.iter().map(|trial| trial.name().to_owned()).collect();
    trials.push(Trial::test("every_row_has_a_test_or_is_listed_as_pending", move || rows::check(names)));
    let conclusion = libtest_mimic::run(&arguments, trials);
    let trespasses = world.trespasses();
    for trespass in &trespasses {
        eprintln!("e2e: {trespass}");
    }
    if trespasses.is_empty() { conclusion.exit_code() } else { ExitCode::FAILURE }
}
