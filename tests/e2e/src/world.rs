// SPDX-License-Identifier: MIT OR Apache-2.0
//! The small internet as a whole: its name servers, its witness, its authority, and names and addresses to give away.
//!
//! All tests share it and run at the same time, so each takes names and addresses that nobody else has.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::dns::Dns;
use crate::namespace::{self, NAME_SERVERS, SEARCH_LIST};
use crate::site::SiteBuilder;
use crate::tls::Authority;
use crate::witness::Witness;

/// The world.
pub struct World {
    /// Its name servers.
    pub dns: Dns,
    /// Sees every connection attempt.
    pub witness: Witness,
    /// The only authority in the trust store.
    pub authority: Authority,
    folder: PathBuf,
    next: AtomicU16,
    /// Addresses outside the world's ranges that a test has asked for.
    further: Mutex<Vec<IpAddr>>,
}

impl World {
    /// Furnishes the namespace and starts everything. `folder` is where [`namespace::enter`] says.
    pub fn start(folder: &Path) -> Self {
        namespace::furnish(folder);
        let authority = Authority::new("Trusted for one test run");
        fs::write(namespace::trust_store(folder), authority.pem()).expect("the folder is writable");
        let (dns, witness) = (Dns::start(), Witness::start());
        Self { dns, witness, authority, folder: folder.into(), next: AtomicU16::new(1), further: Mutex::default() }
    }

    /// A site with a new name and a new address.
    pub fn site(&self) -> SiteBuilder<'_> {
        SiteBuilder::new(self, self.name())
    }

    /// A site with this name, which the test must be the only one to use.
    pub fn site_named(&self, name: &str) -> SiteBuilder<'_> {
        SiteBuilder::new(self, name.into())
    }

    /// A new host name that no name server knows.
    pub fn name(&self) -> String {
        format!("site-{}.example", self.number())
    }

    /// A new public IPv4 address, held by the loopback interface.
    pub fn address(&self) -> Ipv4Addr {
        let address = self.silent_address();
        namespace::hold(&address.to_string());
        address
    }

    /// A new public IPv6 address, held by the loopback interface.
    pub fn address_v6(&self) -> Ipv6Addr {
        let address = Ipv6Addr::new(0x2606, 0x2800, 0x21f, 0, 0, 0, 1, self.number());
        namespace::hold(&address.to_string());
        address
    }

    /// Puts this public address on the loopback interface, unless it is there.
    pub fn hold(&self, address: IpAddr) {
        let mut further = self.further();
        if !further.contains(&address) && address != IpAddr::V6(namespace::OWN_V6) {
            namespace::hold(&address.to_string());
            further.push(address);
        }
    }

    fn further(&self) -> std::sync::MutexGuard<'_, Vec<IpAddr>> {
        self.further.lock().expect("no test panics while it holds this")
    }

    /// A new public IPv4 address that nothing holds: what is sent there is never answered.
    pub fn silent_address(&self) -> Ipv4Addr {
        let [high, low] = self.number().to_be_bytes();
        Ipv4Addr::new(93, 184, high + 1, low)
    }

    /// Writes a file that lasts as long as the test run.
    pub fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, content).expect("the folder is writable");
        path
    }

    /// Makes a folder that lasts as long as the test run.
    pub fn folder(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::create_dir(&path).expect("the folder is writable");
        path
    }

    /// What no test may ever cause: a connection to an address outside the public ranges of this world (the name
    /// servers apart), a question to another server, a question with the search list appended. One line each.
    pub fn trespasses(&self) -> Vec<String> {
        let name_server = |to: &SocketAddr| {
            NAME_SERVERS.iter().any(|server| *to == SocketAddr::new(server.parse().expect("an address"), 53))
        };
        let attempts = self.witness.attempts().into_iter().map(|(_, to)| to);
        let permitted = |address| in_public_range(address) || self.further().contains(&address);
        let strayed = attempts.filter(|to| !name_server(to) && !permitted(to.ip()));
        let strayed = strayed.map(|to| format!("a connection to {to} was attempted"));
        let questions = self.witness.asked_servers().into_iter().filter(|to| !name_server(to));
        let questions = questions.map(|to| format!("a question was sent to {to}"));
        let searched = self.dns.asked().into_iter().filter(|asked| asked.name.ends_with(SEARCH_LIST));
        let searched = searched.map(|asked| format!("the search list was used: {}", asked.name));
        strayed.chain(questions).chain(searched).collect()
    }

    fn number(&self) -> u16 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}

/// Whether the world gives such addresses away.
fn in_public_range(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.octets().starts_with(&[93, 184]),
        IpAddr::V6(v6) => v6.segments().starts_with(&[0x2606, 0x2800, 0x21f]),
    }
}
