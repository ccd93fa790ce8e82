// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads one page in a process of its own, so that memory, threads and sockets can be counted without those of the
//! other tests and servers.

use std::env;
use std::fs;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use portcullis::fetch::Interrupt;
use serde_json::{Value, json};

use crate::reading::Reading;

/// Set for the process that reads: the URL.
const URL: &str = "PORTCULLIS_E2E_READ_ALONE";

/// Set too where the read is to be interrupted: after so many milliseconds.
const INTERRUPT_AFTER: &str = "PORTCULLIS_E2E_INTERRUPT_AFTER";

/// What one read cost and left behind.
#[derive(Debug)]
pub struct Report {
    /// The error's message, or how long the page's text is and whether it is truncated.
    pub outcome: String,
    /// How far memory in use (VmHWM) rose above what the process had before the read, in KiB.
    pub peak_kib: u64,
    /// Threads after the read; before it there is one.
    pub threads: u64,
    /// Open sockets after the read.
    pub sockets: u64,
}

/// Reads this page in a process of its own.
pub fn read(url: &str) -> Report {
    report(&mut alone(url))
}

/// Reads this page in a process of its own, with these variables in its environment.
pub fn read_with(url: &str, variables: &[(&str, &str)]) -> Report {
    report(alone(url).envs(variables.iter().copied()))
}

/// Reads this page in a process of its own and interrupts the read.
pub fn interrupt(url: &str, after: Duration) -> Report {
    report(alone(url).env(INTERRUPT_AFTER, after.as_millis().to_string()))
}

/// Does what [`read`] has started this process for; `None` where it was started for something else.
pub fn perform() -> Option<ExitCode> {
    let url = env::var(URL).ok()?;
    let after = env::var(INTERRUPT_AFTER).ok().map(|milliseconds| milliseconds.parse().expect("a number"));
    let before = memory("VmRSS");
    let outcome = Reading::default().read_interruptibly(url, &mut Alarm::after(after.map(Duration::from_millis)));
    let peak = memory("VmHWM");
    let outcome = match outcome {
        Ok(page) => format!("{} bytes of text, truncated: {}", page.text.len(), page.truncated),
        Err(error) => error.to_string(),
    };
    let sockets = entries("/proc/self/fd").into_iter().filter(|target| target.starts_with("socket:")).count();
    let threads = entries("/proc/self/task").len();
    println!("{}", json!({"outcome": outcome, "peak_kib": peak - before, "threads": threads, "sockets": sockets}));
    Some(ExitCode::SUCCESS)
}

/// An interrupt that becomes pending once, after a while, and then stops the read.
pub struct Alarm {
    at: Option<Instant>,
}

impl Alarm {
    /// `None`: never.
    pub fn after(delay: Option<Duration>) -> Self {
        Self { at: delay.map(|delay| Instant::now() + delay) }
    }
}

impl Interrupt for Alarm {
    fn pending(&self) -> bool {
        self.at.is_some_and(|at| at <= Instant::now())
    }

    fn service(&mut self) -> bool {
        true
    }
}

fn alone(url: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("the path of this program"));
    command.env(URL, url);
    command
}

fn report(command: &mut Command) -> Report {
    let output = command.output().expect("this program can be started again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report is JSON");
    let number = |field: &str| report[field].as_u64().expect("a number");
    Report {
        outcome: report["outcome"].as_str().expect("a text").to_owned(),
        peak_kib: number("peak_kib"),
        threads: number("threads"),
        sockets: number("sockets"),
    }
}

/// A line of `/proc/self/status`, in KiB (proc_pid_status(5)).
fn memory(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the process has a status");
    let value = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    let number = value.and_then(|value| value.split_whitespace().next()?.parse().ok());
    number.expect("the status has the field")
}

/// What the links of a folder point at, or the plain names where they are none.
fn entries(folder: &str) -> Vec<String> {
    let paths =
        fs::read_dir(folder).expect("the process can look at itself").map(|entry| entry.expect("an entry").path());
    // The descriptor that reads the folder is gone by the time its link would be read.
    paths.map(|path| fs::read_link(&path).unwrap_or(path).to_string_lossy().into_owned()).collect()
}
