// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which [`Failure`] an error of the network, of TLS or of HTTP is.
//!
//! It walks the chain of causes and looks at their types, never at their text: that may quote the server.

use std::{
    error::Error,
    io::{self, ErrorKind},
    iter::successors,
};

use rustls::{AlertDescription, CertificateError};

use super::error::{Failure, TlsFailure};

/// Why nobody was reached.
pub(super) fn of_connection(kind: ErrorKind) -> Failure {
    match kind {
        ErrorKind::ConnectionRefused => Failure::ConnectionRefused,
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => Failure::NoRoute,
        ErrorKind::TimedOut => Failure::ConnectionTimedOut,
        _ => Failure::Connection,
    }
}

/// Why there is no encrypted stream: what rustls says, or that the peer went away.
pub(super) fn of_handshake(error: &io::Error) -> TlsFailure {
    tls_cause(error).map_or(TlsFailure::Handshake, of_tls)
}

/// What happened between the first byte of the request and the last one of the answer.
pub(super) fn of_exchange(error: &hyper::Error) -> Failure {
    // Among these: a server that wants a certificate of ours, which says so behind the handshake (RFC 8446, 4.4.2.4).
    if tls_cause(error).is_some() {
        return Failure::Tls(TlsFailure::Session);
    }
    let io = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>()).last().map(io::Error::kind);
    match io {
        _ if error.is_parse_too_large() => Failure::HeadTooLarge,
        _ if error.is_parse() => Failure::Malformed,
        // What hyper says of a broken chunk.
        Some(ErrorKind::InvalidInput | ErrorKind::InvalidData) => Failure::Malformed,
        _ => Failure::Incomplete,
    }
}

fn tls_cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    causes(error).find_map(|cause| cause.downcast_ref())
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

#[cfg(test)]
mod tests {
    use rustls::{CertificateError, Error, PeerIncompatible};

    use super::*;

    #[test]
    fn a_certificate_is_refused_in_words_that_tell_nothing_of_it() {
        for (error, expected) in [
            (Error::InvalidCertificate(CertificateError::NotValidForName), TlsFailure::Name),
            (Error::InvalidCertificate(CertificateError::Expired), TlsFailure::Expired),
            (Error::InvalidCertificate(CertificateError::NotValidYet), TlsFailure::NotYetValid),
            (Error::InvalidCertificate(CertificateError::UnknownIssuer), TlsFailure::UnknownIssuer),
            (Error::InvalidCertificate(CertificateError::Revoked), TlsFailure::Revoked),
            (Error::InvalidCertificate(CertificateError::BadSignature), TlsFailure::Certificate),
            (Error::PeerIncompatible(PeerIncompatible::ServerDoesNotSupportTls12Or13), TlsFailure::Incompatible),
            (Error::AlertReceived(AlertDescription::ProtocolVersion), TlsFailure::Incompatible),
            (Error::AlertReceived(AlertDescription::InternalError), TlsFailure::Handshake),
            (Error::DecryptError, TlsFailure::Handshake),
        ] {
            assert_eq!(of_tls(&error), expected, "{error:?}");
        }
    }

    #[test]
    fn the_cause_is_found_inside_io_errors() {
        let inner = Error::InvalidCertificate(CertificateError::Expired);
        let outer = io::Error::other(io::Error::new(ErrorKind::InvalidData, inner));
        assert!(tls_cause(&outer).is_some());
    }

    #[test]
    fn a_connection_fails_in_fixed_words() {
        for (kind, expected) in [
            (ErrorKind::ConnectionRefused, Failure::ConnectionRefused),
            (ErrorKind::HostUnreachable, Failure::NoRoute),
            (ErrorKind::NetworkUnreachable, Failure::NoRoute),
            (ErrorKind::TimedOut, Failure::ConnectionTimedOut),
            (ErrorKind::PermissionDenied, Failure::Connection),
        ] {
            assert_eq!(of_connection(kind), expected, "{kind}");
        }
    }

    #[test]
    fn a_peer_that_goes_away_in_the_handshake_fails_it() {
        for kind in [ErrorKind::UnexpectedEof, ErrorKind::ConnectionReset] {
            assert_eq!(of_handshake(&kind.into()), TlsFailure::Handshake, "{kind}");
        }
        let inner = Error::InvalidCertificate(CertificateError::Expired);
        assert_eq!(of_handshake(&io::Error::new(ErrorKind::InvalidData, inner)), TlsFailure::Expired);
    }
}
