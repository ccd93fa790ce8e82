// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which [`Failure`] an error of the HTTP client is.
//!
//! It walks the chain of causes and looks at their types, never at their text: that may quote the server.

use std::{
    error::Error,
    io::{self, ErrorKind},
    iter::successors,
};

use rustls::{AlertDescription, CertificateError};

use super::error::{Failure, TlsFailure};

/// What happened on the way to an answer, or in its body.
pub(super) fn classify(error: &reqwest::Error) -> Failure {
    let tls = causes(error).find_map(|cause| cause.downcast_ref::<rustls::Error>());
    let io = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>()).last().map(io::Error::kind);
    let http = causes(error).find_map(|cause| cause.downcast_ref::<hyper::Error>());
    if error.is_connect() || error.is_timeout() {
        return match (tls, io) {
            (Some(tls), _) => Failure::Tls(of_tls(tls)),
            _ if error.is_timeout() => Failure::ConnectionTimedOut,
            (None, Some(kind)) => of_connection(kind),
            (None, None) => Failure::Connection,
        };
    }
    match (http, io) {
        // A head that is too large for hyper is among these: it tells that apart to servers only.
        (Some(http), _) if http.is_parse() => Failure::Malformed,
        // What hyper says of a broken chunk.
        (_, Some(ErrorKind::InvalidInput | ErrorKind::InvalidData)) if tls.is_none() => Failure::Malformed,
        _ => Failure::Incomplete,
    }
}

/// Whether another address may be tried: nobody was reached, so nobody's answer is passed over.
pub(super) fn reached_nobody(failure: Failure) -> bool {
    matches!(failure, Failure::ConnectionRefused | Failure::NoRoute | Failure::ConnectionTimedOut | Failure::Connection)
}

fn of_connection(kind: ErrorKind) -> Failure {
    match kind {
        ErrorKind::ConnectionRefused => Failure::ConnectionRefused,
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => Failure::NoRoute,
        ErrorKind::TimedOut => Failure::ConnectionTimedOut,
        // Somebody was reached, and went away in the handshake.
        ErrorKind::UnexpectedEof
        | ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe => Failure::Tls(TlsFailure::Handshake),
        _ => Failure::Connection,
    }
}

fn of_tls(error: &rustls::Error) -> TlsFailure {
    use CertificateError as Certificate;
    match error {
        rustls::Error::InvalidCertificate(certificate) => match certificate {
            Certificate::NotValidForName | Certificate::NotValidForNameContext { .. } => TlsFailure::Name,
            Certificate::Expired | Certificate::ExpiredContext { .. } => TlsFailure::Expired,
            Certificate::NotValidYet | Certificate::NotValidYetContext { .. } => TlsFailure::NotYetValid,
            Certificate::UnknownIssuer => TlsFailure::UnknownIssuer,
            Certificate::Revoked => TlsFailure::Revoked,
            _ => TlsFailure::Certificate,
        },
        rustls::Error::PeerIncompatible(_)
        | rustls::Error::AlertReceived(
            AlertDescription::ProtocolVersion
            | AlertDescription::HandshakeFailure
            | AlertDescription::InsufficientSecurity,
        ) => TlsFailure::Incompatible,
        _ => TlsFailure::Handshake,
    }
}

/// An error and its causes. An `io::Error` hides the error it was made of from `source`, so that is stepped into.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    successors(Some(error), |&error| {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        inner.map(|inner| inner as &(dyn Error + 'static)).or_else(|| error.source())
    })
}
