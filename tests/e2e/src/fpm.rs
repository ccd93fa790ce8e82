// SPDX-License-Identifier: MIT OR Apache-2.0
//! A php-fpm with the built module, and requests to it. It listens on a socket in the file system, so that its traffic is
//! none of the network's.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::World;

/// How long a manager may take to start.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running manager with a static pool of workers. Dropping it ends all of them.
pub struct Fpm {
    manager: Child,
    folder: PathBuf,
}

impl Fpm {
    /// Whether php-fpm and a client for it are there.
    pub fn is_installed() -> bool {
        let client = Command::new("cgi-fcgi").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        program().is_some() && client.is_ok()
    }

    /// Starts a manager that preloads one script and answers every request with another. `settings` are lines for the
    /// pool.
    pub fn start(world: &World, name: &str, preload: &str, script: &str, settings: &str) -> Self {
        let folder = world.folder(&format!("fpm-{name}"));
        let write = |file: &str, text: &str| {
            fs::write(folder.join(file), text).expect("the folder is writable");
            folder.join(file).display().to_string()
        };
        let preload = write("preload.php", preload);
        write("index.php", script);
        let pool = format!(
            "[global]\nerror_log = {folder}/log\ndaemonize = no\n[www]\nlisten = {folder}/socket\npm = static\nclear_env = no\n\
             catch_workers_output = yes\n{settings}\n",
            folder = folder.display()
        );
        let configuration = write("fpm.conf", &pool);
        let mut command = Command::new(program().expect("php-fpm is installed"));
        command.args(["-n", "-R", "-F", "-y", &configuration]);
        let module = env::var("PORTCULLIS_SO").expect("the module is built");
        // Root is who runs the namespace; php-fpm and the preload want to be told that this is meant.
        for setting in [
            "zend_extension=opcache".to_owned(),
            format!("extension={module}"),
            "opcache.enable=1".to_owned(),
            format!("opcache.preload={preload}"),
            "opcache.preload_user=root".to_owned(),
        ] {
            command.args(["-d", &setting]);
        }
        let log = || fs::File::create(folder.join("output")).expect("the folder is writable");
        let manager = command.stdin(Stdio::null()).stdout(log()).stderr(log()).spawn().expect("php-fpm starts");
        let fpm = Self { manager, folder };
        let steps = PATIENCE.as_millis() / 20;
        for _ in 0..steps {
            if fpm.socket().exists() {
                return fpm;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("php-fpm does not start: {}", fpm.log());
    }

    /// The body that the script answers with for this URL in its query; nothing where the worker ends without an answer.
    pub fn get(&self, url: &str) -> String {
        let output = Command::new("cgi-fcgi")
            .args(["-bind", "-connect"])
            .arg(self.socket())
            .env("REQUEST_METHOD", "GET")
            .env("SCRIPT_FILENAME", self.folder.join("index.php"))
            .env("QUERY_STRING", format!("url={url}"))
            .output()
            .expect("cgi-fcgi is installed");
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned())
    }

    /// What manager and workers have logged.
    pub fn log(&self) -> String {
        ["log", "output"].map(|file| fs::read_to_string(self.folder.join(file)).unwrap_or_default()).concat()
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }
}

impl Drop for Fpm {
    fn drop(&mut self) {
        // The manager ends its workers; one that is gone already needs no ending.
        let manager = self.manager.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &manager]).status();
        let _ = self.manager.wait();
    }
}

/// Debian names it after the version of PHP.
fn program() -> Option<PathBuf> {
    let version =
        Command::new("php").args(["-n", "-r", "echo PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION;"]).output().ok()?;
    let version = String::from_utf8(version.stdout).ok()?;
    let names = [format!("php-fpm{version}"), "php-fpm".to_owned()];
    let folders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"];
    let candidates = names.iter().flat_map(|name| folders.map(|folder| Path::new(folder).join(name)));
    candidates.into_iter().find(|path| path.exists())
}
