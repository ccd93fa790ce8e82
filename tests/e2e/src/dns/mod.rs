// SPDX-License-Identifier: MIT OR Apache-2.0
//! The name servers of the small internet, over UDP and TCP: answer what a test published, log every question.
//!
//! They are dumb: no recursion, no case folding of what they repeat, no caching. A name that nobody published does
//! not exist; a published name has no records of the types that were not published.

mod message;

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{IpAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

pub use message::{Code, Kind, Question, RESPONSE, Record, name};

use crate::namespace::NAME_SERVERS;

/// Writes an answer of its own.
pub type Writer = Arc<dyn Fn(&Question) -> Vec<u8> + Send + Sync>;

/// What a server does with a question.
#[derive(Clone)]
pub enum Reply {
    /// These records, none of them being "no data".
    Records(Vec<Record>),
    /// An answer without records and with this code.
    Code(Code),
    /// Nothing, ever.
    Silence,
    /// Over UDP an empty truncated answer; over TCP these records.
    OnlyOverTcp(Vec<Record>),
    /// The same, after a while.
    Late(Duration, Box<Reply>),
    /// These bytes, whatever they mean.
    Raw(Writer),
    /// The first server does the one, the second server the other.
    ByServer([Box<Reply>; 2]),
}

/// One question as a server received it. One that is sent again, with its id, is answered as before and logged once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    /// The name, lower case, without the final dot.
    pub name: String,
    /// The type asked for.
    pub kind: Kind,
    /// Position in [`NAME_SERVERS`].
    pub server: usize,
    /// Whether it came over TCP.
    pub over_tcp: bool,
}

/// Both servers. Their threads end with the process.
#[derive(Clone, Default)]
pub struct Dns {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    zone: HashMap<String, HashMap<Kind, Vec<Reply>>>,
    asked: Vec<Asked>,
    replies: HashMap<(u16, Asked), Reply>,
}

impl Reply {
    /// An answer with these addresses for `owner`.
    pub fn addresses(owner: &str, addresses: &[IpAddr]) -> Self {
        Self::Records(addresses.iter().map(|address| Record::address(owner, *address)).collect())
    }

    /// These bytes, made from the question.
    pub fn raw(write: impl Fn(&Question) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::Raw(Arc::new(write))
    }

    /// The same, `delay` later.
    pub fn after(self, delay: Duration) -> Self {
        Self::Late(delay, Box::new(self))
    }
}

impl Dns {
    /// Starts both servers on port 53 of the addresses in `/etc/resolv.conf`.
    pub fn start() -> Self {
        let dns = Self::default();
        for (server, address) in NAME_SERVERS.into_iter().enumerate() {
            let udp = UdpSocket::bind((address, 53)).expect("port 53 is free in a new namespace");
            let tcp = TcpListener::bind((address, 53)).expect("port 53 is free in a new namespace");
            let (over_udp, over_tcp) = (dns.clone(), dns.clone());
            thread::spawn(move || over_udp.serve_udp(server, &udp));
            thread::spawn(move || over_tcp.serve_tcp(server, &tcp));
        }
        dns
    }

    /// Publishes what `name` answers to questions of one type: each reply once, the last one from then on.
    pub fn publish(&self, name: &str, kind: Kind, replies: impl Into<Vec<Reply>>) {
        let mut state = self.lock();
        state.zone.entry(name.to_ascii_lowercase()).or_default().insert(kind, replies.into());
    }

    /// Publishes plain addresses, A and AAAA each for its own type.
    pub fn publish_addresses(&self, name: &str, addresses: &[IpAddr]) {
        let (v4, v6): (Vec<_>, Vec<_>) = addresses.iter().partition(|address| address.is_ipv4());
        self.publish(name, Kind::A, [Reply::addresses(name, &v4)]);
        self.publish(name, Kind::Aaaa, [Reply::addresses(name, &v6)]);
    }

    /// Every question about `name` so far, in order.
    pub fn asked_about(&self, name: &str) -> Vec<Asked> {
        self.lock().asked.iter().filter(|asked| asked.name == name.to_ascii_lowercase()).cloned().collect()
    }

    /// Every question so far, in order.
    pub fn asked(&self) -> Vec<Asked> {
        self.lock().asked.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no server thread panics while it holds this")
    }

    /// Logs the question and picks the reply whose turn it is.
    fn reply_to(&self, question: &Question, server: usize, over_tcp: bool) -> Reply {
        let asked = Asked { name: question.name.clone(), kind: question.kind, server, over_tcp };
        let mut state = self.lock();
        if let Some(reply) = state.replies.get(&(question.id, asked.clone())) {
            return reply.clone();
        }
        let reply = match state.zone.get_mut(&question.name).map(|types| types.get_mut(&question.kind)) {
            None => Reply::Code(Code::NxDomain),
            Some(None) => Reply::Records(Vec::new()),
            Some(Some(replies)) if replies.len() > 1 => replies.remove(0),
            Some(Some(replies)) => replies[0].clone(),
        };
        state.asked.push(asked.clone());
        state.replies.insert((question.id, asked), reply.clone());
        reply
    }

    fn serve_udp(&self, server: usize, socket: &UdpSocket) {
        let mut buffer = [0; 4096];
        loop {
            let (length, peer) = socket.recv_from(&mut buffer).expect("the socket stays open");
            let Some(question) = Question::read(&buffer[..length]) else { continue };
            let reply = self.reply_to(&question, server, false);
            let socket = socket.try_clone().expect("a second handle");
            // One thread a question: a late answer must not hold up those of other tests.
            thread::spawn(move || {
                if let Some(bytes) = perform(reply, &question, server, false) {
                    // Who asked may have given up.
                    let _ = socket.send_to(&bytes, peer);
                }
            });
        }
    }

    fn serve_tcp(&self, server: usize, listener: &TcpListener) {
        for stream in listener.incoming() {
            let (dns, stream) = (self.clone(), stream.expect("the listener stays open"));
            thread::spawn(move || dns.serve_stream(server, stream));
        }
    }

    /// Answers the questions of one connection until its peer closes it.
    fn serve_stream(&self, server: usize, mut stream: TcpStream) -> io::Result<()> {
        loop {
            let mut length = [0; 2];
            stream.read_exact(&mut length)?;
            let mut message = vec![0; usize::from(u16::from_be_bytes(length))];
            stream.read_exact(&mut message)?;
            let Some(question) = Question::read(&message) else { return Ok(()) };
            let reply = self.reply_to(&question, server, true);
            if let Some(bytes) = perform(reply, &question, server, true) {
                let length = u16::try_from(bytes.len()).expect("a test's answer fits a DNS message");
                stream.write_all(&[&length.to_be_bytes(), bytes.as_slice()].concat())?;
            }
        }
    }
}

/// The bytes to send, after the wait that the reply asks for.
fn perform(reply: Reply, question: &Question, server: usize, over_tcp: bool) -> Option<Vec<u8>> {
    Some(match reply {
        Reply::Records(records) => question.answer(Code::NoError, &records),
        Reply::OnlyOverTcp(records) if over_tcp => question.answer(Code::NoError, &records),
        Reply::OnlyOverTcp(_) => question.truncated(),
        Reply::Code(code) => question.answer(code, &[]),
        Reply::Silence => return None,
        Reply::Late(delay, reply) => {
            thread::sleep(delay);
            return perform(*reply, question, server, over_tcp);
        }
        Reply::Raw(write) => write(question),
        Reply::ByServer(replies) => return perform(*replies[server].clone(), question, server, over_tcp),
    })
}
