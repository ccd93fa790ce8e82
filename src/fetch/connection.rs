// SPDX-License-Identifier: MIT OR Apache-2.0
//! A byte stream to a checked address, in the clear or encrypted.
//!
//! It decides nothing about where to go: it connects to the addresses it is given, one after the other, and to nothing
//! else, and compares the peer before anything is sent.

use std::{
    collections::VecDeque,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use rustls::{ClientConfig, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::TlsConnector;

use super::{
    error::{Failure, TlsFailure},
    failure::{of_connection, of_handshake},
};

/// Bytes to and from one peer, whatever lies in between. Dropping it closes the socket.
pub(super) type Stream = Box<dyn ByteStream>;

/// What a [`Stream`] can do.
pub(super) trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// Connects to the first of `addresses` that accepts. Each attempt may take `patience`; the caller bounds the whole.
///
/// # Errors
/// Nobody was reached: what happened at the last address.
pub(super) async fn connect(addresses: &[IpAddr], port: u16, patience: Duration) -> Result<Stream, Failure> {
    let mut failure = Failure::Connection;
    for address in in_turn(addresses) {
        let to = SocketAddr::new(address, port);
        match timeout(patience, TcpStream::connect(to)).await {
            Err(_) => failure = Failure::ConnectionTimedOut,
            Ok(Err(error)) => failure = of_connection(error.kind()),
            Ok(Ok(stream)) => return checked(stream, to).map(|stream| Box::new(stream) as Stream),
        }
    }
    Err(failure)
}

/// The stream, if its other end is where it was to go.
fn checked(stream: TcpStream, to: SocketAddr) -> Result<TcpStream, Failure> {
    match stream.peer_addr() {
        Ok(peer) if (peer.ip(), peer.port()) == (to.ip(), to.port()) => {}
        _ => return Err(Failure::Peer),
    }
    // A request is one small write behind the handshake's last: waiting for more to send would only delay it.
    stream.set_nodelay(true).map_err(|_| Failure::Connection)?;
    Ok(stream)
}

/// The addresses with their families alternating, the first one's family first, otherwise in their order.
fn in_turn(addresses: &[IpAddr]) -> Vec<IpAddr> {
    let first_is_v6 = addresses.first().is_some_and(IpAddr::is_ipv6);
    let (mut turn, mut other): (VecDeque<_>, VecDeque<_>) =
        addresses.iter().partition(|address| address.is_ipv6() == first_is_v6);
    let mut ordered = Vec::with_capacity(addresses.len());
    while let Some(address) = turn.pop_front().or_else(|| other.pop_front()) {
        ordered.push(address);
        std::mem::swap(&mut turn, &mut other);
    }
    ordered
}

/// The stream encrypted, to a peer whose certificate is good for `host`, a name or an address without brackets. A name
/// goes out in SNI, an address does not (RFC 6066, 3).
///
/// # Errors
/// Why the handshake failed.
pub(super) async fn encrypt(stream: Stream, host: &str, tls: &Arc<ClientConfig>) -> Result<Stream, TlsFailure> {
    let name = ServerName::try_from(host.to_owned()).map_err(|_| TlsFailure::Name)?;
    match TlsConnector::from(Arc::clone(tls)).connect(name, stream).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(error) => Err(of_handshake(&error)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::fetch::{Deadline, NoInterrupt, runtime::Runtime};

    #[test]
    fn addresses_are_tried_with_their_families_alternating() {
        let order = |addresses: &[&str]| {
            let addresses: Vec<IpAddr> = addresses.iter().map(|address| address.parse().unwrap()).collect();
            in_turn(&addresses).iter().map(IpAddr::to_string).collect::<Vec<_>>()
        };
        assert_eq!(order(&["1.0.0.1", "1.0.0.2", "2600::1", "2600::2"]), ["1.0.0.1", "2600::1", "1.0.0.2", "2600::2"]);
        assert_eq!(order(&["2600::1", "1.0.0.1", "1.0.0.2"]), ["2600::1", "1.0.0.1", "1.0.0.2"]);
        assert_eq!(order(&["1.0.0.1", "1.0.0.2"]), ["1.0.0.1", "1.0.0.2"]);
    }

    #[test]
    fn a_peer_that_is_not_the_checked_address_is_left() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let to = listener.local_addr().unwrap();
        let peers = [to, SocketAddr::new([127, 0, 0, 2].into(), to.port()), SocketAddr::new(to.ip(), 1)];
        let outcomes = async move {
            let mut outcomes = Vec::new();
            for peer in peers {
                outcomes.push(checked(TcpStream::connect(to).await.unwrap(), peer).err());
            }
            outcomes
        };
        let deadline = Deadline::after(Duration::from_secs(5));
        let outcomes = Runtime::call().unwrap().wait(outcomes, deadline, &mut NoInterrupt).unwrap();
        assert_eq!(outcomes, [None, Some(Failure::Peer), Some(Failure::Peer)]);
    }
}
