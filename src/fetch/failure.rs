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
        assert!(causes(&outer).any(|cause| cause.is::<Error>()));
    }

    #[test]
    fn another_address_is_tried_only_when_nobody_was_reached() {
        for kind in [
            ErrorKind::ConnectionRefused,
            ErrorKind::HostUnreachable,
            ErrorKind::NetworkUnreachable,
            ErrorKind::TimedOut,
        ] {
            assert!(reached_nobody(of_connection(kind)), "{kind}");
        }
        for kind in [ErrorKind::UnexpectedEof, ErrorKind::ConnectionReset] {
            assert!(!reached_nobody(of_connection(kind)), "{kind}");
        }
        assert!(!reached_nobody(Failure::Tls(TlsFailure::Expired)));
    }
}
