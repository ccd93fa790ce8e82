// SPDX-License-Identifier: MIT OR Apache-2.0
//! A web site of the small internet: a name, addresses, and scripts that it plays to whoever connects.
//!
//! It reads one request per connection, logs it byte for byte and plays the script of its target.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use socket2::SockRef;

use crate::World;
use crate::script::{Ending, Script};
use crate::tls::{self, Hello, Identity};

/// Longest request head that is read; a request of the code under test is far below it.
const LONGEST_REQUEST: usize = 64 << 10;

/// How long a server waits for its peer to close after it has closed itself.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A site that has yet to be started: its name and address are known, so that other sites can point at it.
pub struct SiteBuilder<'w> {
    world: &'w World,
    name: String,
    addresses: Vec<IpAddr>,
    published: bool,
    plain_ports: Vec<u16>,
    secure: Option<Secure>,
    scripts: Scripts,
}

/// A running site.
pub struct Site {
    name: String,
    addresses: Vec<IpAddr>,
    secure: bool,
    connections: Arc<Mutex<Vec<Connection>>>,
}

/// One accepted connection.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The address and port that the client connected to.
    pub to: SocketAddr,
    /// The request's head as it arrived, empty until it was complete.
    pub request: Vec<u8>,
    /// The TLS handshake, where there was one.
    pub hello: Option<Hello>,
    /// How it ended; `None` as long as it lasts.
    pub ending: Option<Ending>,
    /// Bytes sent, without what TLS adds.
    pub sent: u64,
}

#[derive(Clone)]
enum Secure {
    Tls(Identity),
    /// Whatever this is, it comes before any handshake.
    Raw(Script),
}

#[derive(Default)]
struct Scripts {
    greeting: Option<Script>,
    queue: Option<Queue>,
    by_target: HashMap<String, Script>,
    otherwise: Option<Script>,
}

/// Scripts that requests take in their order, whatever they ask for.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    scripts: Arc<Mutex<VecDeque<Script>>>,
}

impl Queue {
    /// Replaces whatever is left in it.
    pub fn fill(&self, scripts: impl IntoIterator<Item = Script>) {
        *self.lock() = scripts.into_iter().collect();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Script>> {
        self.scripts.lock().expect("no server thread panics while it holds this")
    }
}

impl<'w> SiteBuilder<'w> {
    /// A site with this name at one public IPv4 address.
    pub fn new(world: &'w World, name: String) -> Self {
        let addresses = vec![world.address().into()];
        let scripts = Scripts::default();
        Self { world, name, addresses, published: true, plain_ports: vec![80], secure: None, scripts }
    }

    /// Its host name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its address.
    pub fn address(&self) -> IpAddr {
        self.addresses[0]
    }

    /// Its URL for `target`, with `https` if it speaks TLS by now.
    pub fn url(&self, target: &str) -> String {
        url(&self.name, self.secure.is_some(), target)
    }

    /// Answers this request target with this script.
    pub fn at(mut self, target: &str, script: Script) -> Self {
        self.scripts.by_target.insert(target.into(), script);
        self
    }

    /// Answers every other request target with this script, where the default is 404.
    pub fn otherwise(mut self, script: Script) -> Self {
        self.scripts.otherwise = Some(script);
        self
    }

    /// Answers every request with the next script of this queue, as long as there is one.
    pub fn from_queue(mut self, queue: &Queue) -> Self {
        self.scripts.queue = Some(queue.clone());
        self
    }

    /// Speaks first, and plays this instead of reading a request.
    pub fn greets_with(mut self, script: Script) -> Self {
        self.scripts.greeting = Some(script);
        self
    }

    /// Has a certificate that the trust store vouches for.
    pub fn with_tls(self) -> Self {
        let identity = self.world.authority.identity(&self.name);
        self.with_identity(identity)
    }

    /// Has this certificate.
    pub fn with_identity(mut self, identity: Identity) -> Self {
        self.secure = Some(Secure::Tls(identity));
        self
    }

    /// Plays this on port 443 after the client's first packet, without any TLS.
    pub fn with_raw_tls(mut self, script: Script) -> Self {
        self.secure = Some(Secure::Raw(script));
        self
    }

    /// Listens there (without TLS) too.
    pub fn also_on_port(mut self, port: u16) -> Self {
        self.plain_ports.push(port);
        self
    }

    /// Is at one IPv6 address instead.
    pub fn on_ipv6(mut self) -> Self {
        self.addresses = vec![self.world.address_v6().into()];
        self
    }

    /// Is at these addresses instead, which nothing else in the world uses.
    pub fn at_addresses(mut self, addresses: &[IpAddr]) -> Self {
        for address in addresses {
            self.world.hold(*address);
        }
        self.addresses = addresses.to_vec();
        self
    }

    /// Leaves it to the test what the name servers say.
    pub fn unpublished(mut self) -> Self {
        self.published = false;
        self
    }

    /// Starts it. Its threads end with the process.
    pub fn start(self) -> Site {
        if self.published {
            self.world.dns.publish_addresses(&self.name, &self.addresses);
        }
        let secure = self.secure.is_some();
        let (scripts, connections) = (Arc::new(self.scripts), Arc::<Mutex<Vec<Connection>>>::default());
        for address in &self.addresses {
            let plain = self.plain_ports.iter().map(|port| (*port, None));
            for (port, secure) in plain.chain(self.secure.iter().map(|secure| (443, Some(secure.clone())))) {
                let listener = TcpListener::bind((*address, port)).expect("the world gave this address to this site");
                let service = Service { secure, scripts: Arc::clone(&scripts), connections: Arc::clone(&connections) };
                thread::spawn(move || service.listen(&listener));
            }
        }
        Site { name: self.name, addresses: self.addresses, secure, connections }
    }
}

impl Site {
    /// Its host name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its only address, or the first of several.
    pub fn address(&self) -> IpAddr {
        self.addresses[0]
    }

    /// Its URL for `target`, with `https` if it speaks TLS.
    pub fn url(&self, target: &str) -> String {
        url(&self.name, self.secure, target)
    }

    /// Its URL for `target` without TLS.
    pub fn plain_url(&self, target: &str) -> String {
        url(&self.name, false, target)
    }

    /// Every connection so far, in the order of their acceptance.
    pub fn connections(&self) -> Vec<Connection> {
        self.connections.lock().expect("no server thread panics while it holds this").clone()
    }

    /// The request targets so far, in order.
    pub fn targets(&self) -> Vec<String> {
        self.connections().iter().map(Connection::target).collect()
    }

    /// Waits until a connection has ended, and returns how; `None` where that takes longer than `patience`.
    pub fn ending_of(&self, connection: usize, patience: Duration) -> Option<Ending> {
        const STEP: Duration = Duration::from_millis(10);
        for _ in 0..patience.as_millis() / STEP.as_millis() {
            if let Some(ending) = self.connections().get(connection).and_then(|connection| connection.ending) {
                return Some(ending);
            }
            thread::sleep(STEP);
        }
        None
    }
}

impl Connection {
    /// The target of its request line.
    pub fn target(&self) -> String {
        target_of(&self.request)
    }

    /// The values of the request's fields of this name, in order.
    pub fn field(&self, name: &str) -> Vec<String> {
        let head = String::from_utf8_lossy(&self.request).into_owned();
        let fields = head.lines().filter_map(|line| line.split_once(": "));
        fields.filter(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned()).collect()
    }
}

/// One listening socket and what it does.
struct Service {
    secure: Option<Secure>,
    scripts: Arc<Scripts>,
    connections: Arc<Mutex<Vec<Connection>>>,
}

impl Service {
    fn listen(self, listener: &TcpListener) {
        let service = Arc::new(self);
        for stream in listener.incoming() {
            let (service, stream) = (Arc::clone(&service), stream.expect("the listener stays open"));
            let to = stream.local_addr().expect("an accepted socket has an address");
            let fresh = Connection { to, request: Vec::new(), hello: None, ending: None, sent: 0 };
            let mut connections = service.connections.lock().expect("no server thread panics while it holds this");
            let entry = Entry { index: connections.len(), connections: Arc::clone(&service.connections) };
            connections.push(fresh);
            drop(connections);
            thread::spawn(move || service.serve(&entry, stream));
        }
    }

    fn serve(&self, entry: &Entry, stream: TcpStream) {
        let raw = stream.try_clone().expect("a second handle");
        let ending = match &self.secure {
            None => self.converse(entry, stream),
            Some(Secure::Raw(script)) => {
                let mut stream = stream;
                // The first packet of a client fits; what is in it does not matter.
                let _ = stream.read(&mut [0; 4096]);
                script.play(&mut Counted { stream, entry })
            }
            Some(Secure::Tls(identity)) => {
                let mut hello = Hello::default();
                let accepted = tls::accept(stream, identity, &mut hello);
                entry.update(|connection| connection.hello = Some(hello));
                match accepted {
                    Err(_) => Ending::Left,
                    Ok(mut stream) => {
                        let ending = self.converse(entry, &mut stream);
                        if ending == Ending::Closed {
                            tls::close(&mut stream);
                        }
                        ending
                    }
                }
            }
        };
        part(&raw, ending);
        entry.update(|connection| connection.ending = Some(ending));
    }

    /// Reads a request and plays its script.
    fn converse(&self, entry: &Entry, stream: impl Read + Write) -> Ending {
        let mut stream = Counted { stream, entry };
        if let Some(script) = &self.scripts.greeting {
            return script.play(&mut stream);
        }
        let Some(request) = read_request(&mut stream) else { return Ending::Left };
        let target = target_of(&request);
        entry.update(|connection| connection.request = request);
        let not_found = Script::answer(&["HTTP/1.1 404 Not Found", "Content-Length: 0"], "");
        if let Some(script) = self.scripts.queue.as_ref().and_then(|queue| queue.lock().pop_front()) {
            return script.play(&mut stream);
        }
        let script = self.scripts.by_target.get(&target).or(self.scripts.otherwise.as_ref());
        script.unwrap_or(&not_found).play(&mut stream)
    }
}

/// A connection's place in the log of its site.
struct Entry {
    index: usize,
    connections: Arc<Mutex<Vec<Connection>>>,
}

impl Entry {
    fn update(&self, change: impl FnOnce(&mut Connection)) {
        change(&mut self.connections.lock().expect("no server thread panics while it holds this")[self.index]);
    }
}

/// A stream that logs how much was sent.
struct Counted<'e, S> {
    stream: S,
    entry: &'e Entry,
}

impl<S: Read> Read for Counted<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl<S: Write> Write for Counted<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.stream.write(bytes)?;
        self.entry.update(|connection| connection.sent += sent as u64);
        Ok(sent)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The bytes up to and including the empty line; `None` where the peer leaves before it.
fn read_request(stream: &mut impl Read) -> Option<Vec<u8>> {
    let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
    while !request.ends_with(b"\r\n\r\n") {
        let length = stream.read(&mut buffer).ok().filter(|length| *length > 0)?;
        request.extend(&buffer[..length]);
        if request.len() > LONGEST_REQUEST {
            return None;
        }
    }
    Some(request)
}

fn target_of(request: &[u8]) -> String {
    String::from_utf8_lossy(request).split(' ').nth(1).unwrap_or_default().to_owned()
}

/// Ends a connection in the given way. Errors mean that the peer was faster.
fn part(stream: &TcpStream, ending: Ending) {
    if ending == Ending::Reset {
        let _ = SockRef::from(stream).set_linger(Some(Duration::ZERO));
        return;
    }
    // Whatever the peer still says is read, so that the kernel does not answer it with a reset that could overtake
    // the last bytes of the script.
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(LAST_WORDS));
    let _ = io::copy(&mut &*stream, &mut io::sink());
}

fn url(name: &str, secure: bool, target: &str) -> String {
    let scheme = if secure { "https" } else { "http" };
    format!("{scheme}://{name}{target}")
}
