// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs PHP scripts with the built module inside the namespace, as a web server's PHP would run them.

use std::env;
use std::ffi::OsString;
use std::process::{Command, Output};

/// The `php` on the path, with the module that `PORTCULLIS_SO` names.
pub struct Php {
    module: OsString,
}

impl Php {
    /// `None` where `PORTCULLIS_SO` is not set.
    pub fn find() -> Option<Self> {
        env::var_os("PORTCULLIS_SO").map(|module| Self { module })
    }

    /// Runs the code (without `<?php`) with these arguments as `$argv[1]` and so on.
    pub fn run(&self, code: &str, arguments: &[&str]) -> Output {
        let mut load = OsString::from("extension=");
        load.push(&self.module);
        let mut php = Command::new("php");
        php.args(["-d", "display_errors=stderr", "-d"]).arg(load).args(["-r", code, "--"]).args(arguments);
        php.output().expect("php is on the path")
    }

    /// Runs the code and returns what it printed; any other end than a clean one fails the test.
    pub fn print(&self, code: &str, arguments: &[&str]) -> String {
        let output = self.run(code, arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "php: {}: {complaint}", output.status);
        String::from_utf8(output.stdout).expect("the script prints UTF-8")
    }
}
