// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network namespace: enters it by running the same program again, and furnishes it.
//!
//! Everything that could tell the code under test where it is, is what it would read on any machine: addresses on an
//! interface, `/etc/resolv.conf`, `/etc/hosts`, `SSL_CERT_FILE`. Nothing outside the namespace is touched.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Set for the program's second run, inside the namespace: the folder of its files.
const FOLDER: &str = "PORTCULLIS_E2E_FOLDER";

/// Root needs no user namespace, and some machines permit only that; everybody else needs one.
const WAYS_IN: [&[&str]; 2] = [&["--net", "--mount"], &["--user", "--map-root-user", "--net", "--mount"]];

/// Variables that would change what the code under test does.
const FOREIGN_SETTINGS: [&str; 9] = [
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_DIR",
];

/// The two name servers of `/etc/resolv.conf`, in its order.
pub const NAME_SERVERS: [&str; 2] = ["127.0.0.53", "127.0.0.54"];

/// The search list of `/etc/resolv.conf`, which nothing may ever append.
pub const SEARCH_LIST: &str = "search-list.example";

/// A name that only `/etc/hosts` knows, at a public address.
pub const ONLY_IN_HOSTS_FILE: &str = "only-in-hosts-file.example";

/// A name that `/etc/hosts` has at 10.0.0.1 and that the tests publish in DNS at a public address.
pub const ALSO_IN_HOSTS_FILE: &str = "also-in-hosts-file.example";

/// The interface's own addresses, from which connections come.
pub const OWN_V4: Ipv4Addr = Ipv4Addr::new(93, 184, 0, 1);
/// As above.
pub const OWN_V6: Ipv6Addr = Ipv6Addr::new(0x2606, 0x2800, 0x21f, 0, 0, 0, 0, 1);

/// Where the program is after [`enter`].
pub enum Place {
    /// Inside; the folder holds this run's files and is removed afterwards by the outer run.
    Inside(PathBuf),
    /// Outside, with nothing left to do but to end with this code.
    Finished(ExitCode),
}

/// Enters the namespace. Returns [`Place::Inside`] in the inner run; the outer run waits for it and passes its exit
/// code on. Where namespaces are not permitted the answer is one printed line and code 0, or 1 where `CI` is set.
pub fn enter() -> Place {
    if let Some(folder) = env::var_os(FOLDER) {
        return Place::Inside(folder.into());
    }
    let Some(way_in) = WAYS_IN.into_iter().find(|way| permitted(way)) else {
        println!("e2e: skipped: network namespaces are not permitted here");
        return Place::Finished(ExitCode::from(u8::from(env::var_os("CI").is_some())));
    };
    let folder = env::temp_dir().join(format!("portcullis-e2e-{}", std::process::id()));
    fs::create_dir(&folder).expect("the temporary folder is writable");
    let program = env::current_exe().expect("the path of this program");
    let mut inner = Command::new("unshare");
    inner.args(way_in).arg(program).args(env::args_os().skip(1));
    for name in FOREIGN_SETTINGS {
        inner.env_remove(name);
    }
    let status = inner.env(FOLDER, &folder).env("SSL_CERT_FILE", trust_store(&folder)).status();
    fs::remove_dir_all(&folder).expect("the temporary folder can be removed");
    let code = status.expect("unshare runs, it just did").code().and_then(|code| u8::try_from(code).ok());
    Place::Finished(ExitCode::from(code.unwrap_or(1)))
}

/// The file that `SSL_CERT_FILE` names inside.
pub fn trust_store(folder: &Path) -> PathBuf {
    folder.join("trusted.pem")
}

/// Brings the interface up and lays the files over those of the machine.
///
/// Every route ends at the loopback interface, so that an attempt to reach any address at all leaves the sender and
/// is seen by the witness. An IPv4 address that nothing holds is silent there, as a filtered one is.
pub fn furnish(folder: &Path) {
    // Containers often come without IPv6; where the setting cannot be written, adding the address fails and says so.
    let _ = fs::write("/proc/sys/net/ipv6/conf/lo/disable_ipv6", "0");
    run("ip", &["link", "set", "lo", "up"]);
    hold(&OWN_V4.to_string());
    hold(&OWN_V6.to_string());
    run("ip", &["route", "add", "default", "dev", "lo", "src", &OWN_V4.to_string()]);
    run("ip", &["-6", "route", "add", "local", "default", "dev", "lo"]);
    let servers: String = NAME_SERVERS.iter().map(|address| format!("nameserver {address}\n")).collect();
    cover(
        "/etc/resolv.conf",
        folder,
        &format!("{servers}search {SEARCH_LIST}\noptions ndots:5 timeout:2 attempts:3\n"),
    );
    let hosts = format!("127.0.0.1 localhost\n10.0.0.1 {ALSO_IN_HOSTS_FILE}\n93.184.0.1 {ONLY_IN_HOSTS_FILE}\n");
    cover("/etc/hosts", folder, &hosts);
}

/// Puts one address on the interface.
pub fn hold(address: &str) {
    if address.contains(':') {
        run("ip", &["-6", "addr", "add", &format!("{address}/128"), "dev", "lo", "nodad"]);
    } else {
        run("ip", &["addr", "add", &format!("{address}/32"), "dev", "lo"]);
    }
}

fn permitted(way_in: &[&str]) -> bool {
    let probe = ["ip", "link", "set", "lo", "up"];
    let probed = Command::new("unshare").args(way_in).args(probe).stdout(Stdio::null()).stderr(Stdio::null()).status();
    probed.is_ok_and(|status| status.success())
}

fn cover(path: &str, folder: &Path, content: &str) {
    let cover = folder.join(path.replace('/', "_"));
    fs::write(&cover, content).expect("the folder is writable");
    run("mount", &["--bind", cover.to_str().expect("a UTF-8 path"), path]);
}

fn run(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().expect("iproute2 and mount are installed");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {complaint}");
}
