// SPDX-License-Identifier: MIT OR Apache-2.0
//! An HTTP proxy that opens tunnels (RFC 9110 section 9.3.6): whatever host a `CONNECT` names, the tunnel leads to the
//! one address that it was started with.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use socket2::{Domain, Socket, Type};

use crate::World;
use crate::tls::{self, Hello, Identity};

/// The port it listens on.
pub const PORT: u16 = 3128;

/// How long one side of a tunnel is listened to before the other has its turn.
const TURN: Duration = Duration::from_millis(5);

/// A running proxy. Its threads end with the process.
pub struct Proxy {
    address: IpAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    /// A proxy whose tunnels lead to `to`; with an identity, the way to the proxy itself is encrypted.
    pub fn start(world: &World, to: SocketAddr, identity: Option<Identity>) -> Self {
        let address = IpAddr::from(world.address());
        let listener = TcpListener::bind((address, PORT)).expect("the world gave this address to this proxy");
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let log = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, log, identity) = (stream.expect("the listener stays open"), log.clone(), identity.clone());
                // An error is the end of a tunnel.
                thread::spawn(move || match identity {
                    None => serve(stream.try_clone()?, &stream, address, to, &log),
                    Some(identity) => {
                        let socket = stream.try_clone()?;
                        let stream = tls::accept(stream, &identity, &mut Hello::default())?;
                        serve(stream, &socket, address, to, &log)
                    }
                });
            }
        });
        Self { address, requests }
    }

    /// Where it listens, and where its own connections come from.
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// The heads of the requests so far, in order.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no server thread panics while it holds this").clone()
    }
}

fn serve(
    mut client: impl Read + Write,
    socket: &TcpStream,
    own: IpAddr,
    to: SocketAddr,
    log: &Mutex<Vec<String>>,
) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        client.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    log.lock().expect("no server thread panics while it holds this").push(String::from_utf8_lossy(&head).into_owned());
    if !head.starts_with(b"CONNECT ") {
        return client.write_all(b"HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\n\r\n");
    }
    // From an address of its own, so that the witness can tell its connections from those of the code under test.
    let target = Socket::new(Domain::for_address(to), Type::STREAM, None)?;
    target.bind(&SocketAddr::new(own, 0).into())?;
    target.connect(&to.into())?;
    let mut target = TcpStream::from(target);
    client.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")?;
    client.flush()?;
    for stream in [socket, &target] {
        stream.set_read_timeout(Some(TURN))?;
    }
    loop {
        if !(passed(&mut client, &mut target)? && passed(&mut target, &mut client)?) {
            return Ok(());
        }
    }
}

/// Passes on what is there by now. False at the end of the stream.
fn passed(from: &mut impl Read, to: &mut impl Write) -> io::Result<bool> {
    let mut buffer = [0; 16 << 10];
    match from.read(&mut buffer) {
        Ok(0) => Ok(false),
        Ok(length) => to.write_all(&buffer[..length]).and_then(|()| to.flush()).map(|()| true),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(true),
        Err(error) => Err(error),
    }
}
