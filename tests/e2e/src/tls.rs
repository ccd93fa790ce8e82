// SPDX-License-Identifier: MIT OR Apache-2.0
//! Certificates good and bad from a throw-away authority, and the server's half of a TLS connection.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rcgen::{
    BasicConstraints, Certificate, CertificateParams, DnType, Error, IsCa, Issuer, KeyPair, SanType, date_time_ymd,
};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use rustls::server::Acceptor;
use rustls::{HandshakeKind, ServerConfig, ServerConnection, StreamOwned};

/// A certificate authority that lives as long as the test run.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: Certificate,
}

/// What a server shows: a certificate and the key that belongs to it.
#[derive(Clone)]
pub struct Identity {
    config: Arc<ServerConfig>,
}

/// What a client said in its first message, and what became of it.
#[derive(Clone, Debug, Default)]
pub struct Hello {
    /// Server name indication (RFC 6066 section 3).
    pub server_name: Option<String>,
    /// Application protocols on offer (RFC 7301), in order.
    pub protocols: Vec<String>,
    /// Whether an earlier session was taken up again; `None`: the handshake was not completed.
    pub resumed: Option<bool>,
}

impl Authority {
    /// A new authority of this name. Only the world's own one is in the trust store.
    pub fn new(name: &str) -> Self {
        Self::make(name).expect("certificates can be made")
    }

    /// Its certificate, as the trust store holds it.
    pub fn pem(&self) -> String {
        self.certificate.pem()
    }

    /// A valid certificate for `name`, which may be an address.
    pub fn identity(&self, name: &str) -> Identity {
        self.identity_for(&[name])
    }

    /// A valid certificate for all of these names.
    pub fn identity_for(&self, names: &[&str]) -> Identity {
        self.sign(names, |_| ()).expect("certificates can be made")
    }

    /// A certificate for `name` whose subject and further names are `text`, as far as they can be.
    pub fn talkative(&self, name: &str, text: &str) -> Identity {
        let talk = |params: &mut CertificateParams| {
            for field in [DnType::CommonName, DnType::OrganizationName, DnType::OrganizationalUnitName] {
                params.distinguished_name.push(field, text);
            }
            let email = SanType::Rfc822Name(text.replace(' ', "-").try_into().expect("the text is ASCII"));
            let uri = SanType::URI(format!("urn:{}", text.replace(' ', "-")).try_into().expect("the text is ASCII"));
            params.subject_alt_names.extend([email, uri]);
        };
        self.sign(&[name], talk).expect("certificates can be made")
    }

    /// A certificate for `name` that was valid in 2019 and 2020.
    pub fn expired(&self, name: &str) -> Identity {
        let in_the_past = |params: &mut CertificateParams| {
            params.not_before = date_time_ymd(2019, 1, 1);
            params.not_after = date_time_ymd(2020, 12, 31);
        };
        self.sign(&[name], in_the_past).expect("certificates can be made")
    }

    /// A certificate for `name` that will be valid in a hundred years.
    pub fn not_yet_valid(&self, name: &str) -> Identity {
        let in_the_future = |params: &mut CertificateParams| params.not_before = date_time_ymd(2126, 1, 1);
        self.sign(&[name], in_the_future).expect("certificates can be made")
    }

    /// A valid certificate for `name` and its key, for a server that is not ours.
    pub fn pem_for(&self, name: &str) -> String {
        let make = || {
            let key = KeyPair::generate()?;
            let certificate = CertificateParams::new([name.to_owned()])?.signed_by(&key, &self.issuer)?;
            Ok::<_, Error>(certificate.pem() + &key.serialize_pem())
        };
        make().expect("certificates can be made")
    }

    fn make(name: &str) -> Result<Self, Error> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        let certificate = params.self_signed(&key)?;
        Ok(Self { issuer: Issuer::new(params, key), certificate })
    }

    fn sign(&self, names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Result<Identity, Error> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())?;
        change(&mut params);
        Ok(Identity::new(&params.signed_by(&key, &self.issuer)?, &key))
    }
}

impl Identity {
    /// A certificate for `name` that nobody signed but itself.
    pub fn self_signed(name: &str) -> Self {
        let key = KeyPair::generate().expect("keys can be made");
        let params = CertificateParams::new([name.to_owned()]).expect("a host name");
        Self::new(&params.self_signed(&key).expect("certificates can be made"), &key)
    }

    fn new(certificate: &Certificate, key: &KeyPair) -> Self {
        let chain: Vec<CertificateDer<'static>> = vec![certificate.der().clone()];
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring supports TLS 1.2 and 1.3")
            .with_no_client_auth()
            .with_single_cert(chain, PrivatePkcs8KeyDer::from(key.serialize_der()).into());
        let mut config = config.expect("the key belongs to the certificate");
        // A server that is glad to speak HTTP/2 and to resume: whoever offers it, gets it.
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Self { config: Arc::new(config) }
    }
}

/// The server's half of a handshake. What the client said is put into `hello` as it becomes known.
pub fn accept(
    mut stream: TcpStream,
    identity: &Identity,
    hello: &mut Hello,
) -> io::Result<StreamOwned<ServerConnection, TcpStream>> {
    let mut acceptor = Acceptor::default();
    let accepted = loop {
        if acceptor.read_tls(&mut stream)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(accepted) = acceptor.accept().map_err(|(error, _)| io::Error::other(error))? {
            break accepted;
        }
    };
    let said = accepted.client_hello();
    hello.server_name = said.server_name().map(str::to_owned);
    hello.protocols =
        said.alpn().into_iter().flatten().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    let connection = accepted.into_connection(Arc::clone(&identity.config));
    let connection = connection.map_err(|(error, mut alert)| {
        // The peer may have left; the error below is what counts.
        let _ = alert.write_all(&mut stream);
        io::Error::other(error)
    })?;
    let mut stream = StreamOwned::new(connection, stream);
    while stream.conn.is_handshaking() {
        stream.conn.complete_io(&mut stream.sock)?;
    }
    hello.resumed = stream.conn.handshake_kind().map(|kind| kind == HandshakeKind::Resumed);
    Ok(stream)
}

/// Ends a TLS connection in good order.
pub fn close(stream: &mut StreamOwned<ServerConnection, TcpStream>) {
    stream.conn.send_close_notify();
    // The peer may have left.
    let _ = stream.flush();
}
