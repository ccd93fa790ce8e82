// SPDX-License-Identifier: MIT OR Apache-2.0
//! The packet witness: sees every TCP SYN and every UDP question to port 53 that leaves a socket in the namespace.
//!
//! That is stronger than a server's log: an attempt is seen even where nothing listens and nothing answers. It
//! records; what must not have happened is said by the tests.

use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use socket2::{Domain, Protocol, SockFilter, Socket, Type};

/// `ETH_P_ALL` of `linux/if_ether.h`: only this protocol shows packets on their way out.
const EVERY_PROTOCOL: u16 = 0x0003;

/// Where [`Witness::settle`] sends its marks ("discard", RFC 863); nothing else in the namespace uses it.
const MARK_PORT: u16 = 9;

/// How long the kernel may take to hand over what it has seen.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the witness saw leave a socket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sighting {
    /// The first packet of a TCP connection; repeated ones come from the same source.
    Syn { from: SocketAddr, to: SocketAddr },
    /// A datagram to port 53.
    Question { to: SocketAddr },
    /// A mark of [`Witness::settle`], by its number.
    Mark(u64),
}

/// The witness. Its thread ends with the process.
pub struct Witness {
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    sightings: Mutex<Vec<Sighting>>,
    news: Condvar,
}

impl Witness {
    /// Starts to watch. Needs CAP_NET_RAW in the namespace.
    pub fn start() -> Self {
        let everything = Protocol::from(i32::from(EVERY_PROTOCOL.to_be()));
        let socket = Socket::new(Domain::PACKET, Type::DGRAM, Some(everything)).expect("CAP_NET_RAW in the namespace");
        socket.attach_filter(&filter()).expect("the kernel accepts the filter");
        socket.set_recv_buffer_size(4 << 20).expect("a receive buffer");
        let witness = Self { seen: Arc::default() };
        let seen = Arc::clone(&witness.seen);
        thread::spawn(move || watch(socket, &seen));
        witness
    }

    /// How many connections were attempted to `address`, on any port. Repeated SYNs of one attempt count once.
    pub fn attempts_at(&self, address: impl Into<IpAddr>) -> usize {
        let address = address.into();
        self.attempts().into_iter().filter(|(_, to)| to.ip() == address).count()
    }

    /// Every attempted connection so far, from and to, in order.
    pub fn attempts(&self) -> Vec<(SocketAddr, SocketAddr)> {
        let mut attempts = Vec::new();
        for sighting in self.settle() {
            if let Sighting::Syn { from, to } = sighting
                && !attempts.contains(&(from, to))
            {
                attempts.push((from, to));
            }
        }
        attempts
    }

    /// Where every datagram to port 53 went.
    pub fn asked_servers(&self) -> Vec<SocketAddr> {
        let to = |sighting| if let Sighting::Question { to } = sighting { Some(to) } else { None };
        self.settle().into_iter().filter_map(to).collect()
    }

    /// What was seen up to now, complete: packets are handed over in order, so once a mark sent now has been seen,
    /// everything before it has been too.
    fn settle(&self) -> Vec<Sighting> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let sender = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port for the mark");
        let mut sightings = self.seen.sightings.lock().expect("no test panics while it holds this");
        let before = sightings.len();
        let sent = sender.send_to(&number.to_be_bytes(), (Ipv4Addr::LOCALHOST, MARK_PORT));
        sent.expect("the loopback interface is up");
        while !sightings[before..].contains(&Sighting::Mark(number)) {
            let (guard, wait) = self.seen.news.wait_timeout(sightings, PATIENCE).expect("as above");
            assert!(!wait.timed_out(), "the witness has gone blind");
            sightings = guard;
        }
        sightings.clone()
    }
}

fn watch(mut socket: Socket, seen: &Seen) {
    let mut packet = [0; 256];
    loop {
        // The filter lets through what is short or has its headers in front; the rest is cut off by the buffer.
        let length = socket.read(&mut packet).expect("the packet socket stays open");
        if let Some(sighting) = describe(&packet[..length]) {
            seen.sightings.lock().expect("no test panics while it holds this").push(sighting);
            seen.news.notify_all();
        }
    }
}

/// Reads the addresses and ports of a packet that the filter let through.
fn describe(packet: &[u8]) -> Option<Sighting> {
    let (protocol, header_length, from, to): (u8, usize, IpAddr, IpAddr) = match packet.first()? >> 4 {
        4 => {
            let address = |at: usize| <[u8; 4]>::try_from(packet.get(at..at + 4)?).ok().map(Ipv4Addr::from);
            (*packet.get(9)?, usize::from(packet[0] & 0x0f) * 4, address(12)?.into(), address(16)?.into())
        }
        _ => {
            let address = |at: usize| <[u8; 16]>::try_from(packet.get(at..at + 16)?).ok().map(Ipv6Addr::from);
            (*packet.get(6)?, 40, address(8)?.into(), address(24)?.into())
        }
    };
    let port = |at: usize| Some(u16::from_be_bytes(packet.get(at..at + 2)?.try_into().ok()?));
    let from = SocketAddr::new(from, port(header_length)?);
    let to = SocketAddr::new(to, port(header_length + 2)?);
    Some(match (protocol, to.port()) {
        (TCP, _) => Sighting::Syn { from, to },
        (_, MARK_PORT) => Sighting::Mark(u64::from_be_bytes(packet.get(header_length + 8..)?.try_into().ok()?)),
        _ => Sighting::Question { to },
    })
}

const TCP: u8 = 6;
const UDP: u8 = 17;

/// A classic BPF program (`linux/bpf_common.h`): outgoing packets only, so that each is seen once; of them TCP with SYN
/// and without ACK, and UDP to port 53 or to the mark's port. Without it the bodies that the tests move would overrun
/// the receive buffer and packets would be lost unseen.
fn filter() -> [SockFilter; 20] {
    const LOAD_BYTE: u16 = 0x30;
    const LOAD_BYTE_AT_X: u16 = 0x50;
    const LOAD_HALF_AT_X: u16 = 0x48;
    const X_IS: u16 = 0x01;
    const X_IS_IPV4_HEADER_LENGTH: u16 = 0xb1;
    const AND: u16 = 0x54;
    const JUMP: u16 = 0x05;
    const JUMP_IF_EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    /// `SKF_AD_OFF + SKF_AD_PKTTYPE`.
    const PACKET_TYPE: u32 = 0xffff_f004;
    const OUTGOING: u32 = 4;
    /// Flags of the TCP header, RFC 9293 section 3.1.
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    let at = |code, yes, no, value| SockFilter::new(code, yes, no, value);
    [
        /*  0 */ at(LOAD_BYTE, 0, 0, PACKET_TYPE),
        /*  1 */ at(JUMP_IF_EQUAL, 0, 17, OUTGOING),
        /*  2 */ at(LOAD_BYTE, 0, 0, 0),
        /*  3 */ at(AND, 0, 0, 0xf0),
        /*  4 */ at(JUMP_IF_EQUAL, 3, 0, 0x40),
        /*  5 */ at(X_IS, 0, 0, 40),
        /*  6 */ at(LOAD_BYTE, 0, 0, 6),
        /*  7 */ at(JUMP, 0, 0, 2),
        /*  8 */ at(X_IS_IPV4_HEADER_LENGTH, 0, 0, 0),
        /*  9 */ at(LOAD_BYTE, 0, 0, 9),
        /* 10 */ at(JUMP_IF_EQUAL, 0, 3, TCP as u32),
        /* 11 */ at(LOAD_BYTE_AT_X, 0, 0, 13),
        /* 12 */ at(AND, 0, 0, SYN | ACK),
        /* 13 */ at(JUMP_IF_EQUAL, 4, 5, SYN),
        /* 14 */ at(JUMP_IF_EQUAL, 0, 4, UDP as u32),
        /* 15 */ at(LOAD_HALF_AT_X, 0, 0, 2),
        /* 16 */ at(JUMP_IF_EQUAL, 1, 0, 53),
        /* 17 */ at(JUMP_IF_EQUAL, 0, 1, MARK_PORT as u32),
        /* 18 */ at(RETURN, 0, 0, 256),
        /* 19 */ at(RETURN, 0, 0, 0),
    ]
}
