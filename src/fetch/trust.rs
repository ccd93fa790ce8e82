// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which certificate authorities are believed, and how TLS is spoken.
//!
//! The roots are the system's: `SSL_CERT_FILE` and `SSL_CERT_DIR` where they are set, else the platform's store. They
//! are read when the first TLS connection needs them and again when those variables, or what they point at, change.
//! TLS is 1.2 or 1.3, without session resumption, without ALPN, with ring's cryptography.

use std::{
    cell::RefCell,
    env,
    ffi::OsString,
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{ClientConfig, RootCertStore, client::Resumption, crypto::ring};

/// What speaks TLS, for people.
pub const TLS_LIBRARY: &str = "rustls, with ring's cryptography";

/// The roots of one thread and the TLS configuration made of them.
#[derive(Default)]
pub(super) struct TrustStore {
    loaded: RefCell<Option<(Stamp, Arc<ClientConfig>)>>,
}

/// No certificate authority could be read from the system's trust store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoTrustStore;

/// Where the platform's store lies, for the check whether it changed; which of them is read is `rustls-native-certs`'s
/// decision. Debian, Fedora, SUSE, Alpine.
const PLATFORM: [&str; 4] =
    ["/etc/ssl/certs", "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

impl TrustStore {
    /// The configuration of a connection that speaks TLS.
    pub(super) fn verified(&self) -> Result<Arc<ClientConfig>, NoTrustStore> {
        let stamp = Stamp::now();
        let mut loaded = self.loaded.borrow_mut();
        if let Some((at, config)) = &*loaded
            && *at == stamp
        {
            return Ok(Arc::clone(config));
        }
        let mut roots = RootCertStore::empty();
        // Single files of a store may be broken; a store without one usable root is no store.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return Err(NoTrustStore);
        }
        let config = Arc::new(configuration(roots)?);
        *loaded = Some((stamp, Arc::clone(&config)));
        Ok(config)
    }

    /// The configuration of a connection that does not speak TLS. It believes nobody.
    pub(super) fn unused() -> Result<Arc<ClientConfig>, NoTrustStore> {
        configuration(RootCertStore::empty()).map(Arc::new)
    }
}

fn configuration(roots: RootCertStore) -> Result<ClientConfig, NoTrustStore> {
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])
        // Ring knows cipher suites for both versions, so this does not fail; if it ever did, TLS is off.
        .map_err(|_| NoTrustStore)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.resumption = Resumption::disabled();
    Ok(config)
}

/// What the roots were read from: the two variables, and each place as it was.
#[derive(PartialEq)]
struct Stamp {
    file: Option<OsString>,
    directories: Option<OsString>,
    places: Vec<Option<Place>>,
}

/// Device, inode, size and time of change in seconds and nanoseconds.
type Place = (u64, u64, u64, i64, i64);

impl Stamp {
    fn now() -> Self {
        let file = env::var_os("SSL_CERT_FILE");
        let directories = env::var_os("SSL_CERT_DIR");
        let mut paths: Vec<PathBuf> = file.iter().map(PathBuf::from).collect();
        paths.extend(directories.iter().flat_map(env::split_paths));
        if paths.is_empty() {
            paths.extend(PLATFORM.iter().map(PathBuf::from));
        }
        let places = paths.iter().map(|path| place(path)).collect();
        Self { file, directories, places }
    }
}

fn place(path: &Path) -> Option<Place> {
    let data = fs::metadata(path).ok()?;
    Some((data.dev(), data.ino(), data.size(), data.mtime(), data.mtime_nsec()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_name_goes_out_in_sni_and_no_protocol_is_negotiated() {
        let config = TrustStore::unused().unwrap();
        assert!(config.enable_sni);
        assert!(config.alpn_protocols.is_empty());
        assert!(!config.enable_early_data);
    }

    #[test]
    fn a_place_that_changes_changes_the_stamp() {
        let path = env::temp_dir().join(format!("portcullis-trust-{}", std::process::id()));
        fs::write(&path, "one").unwrap();
        let before = place(&path);
        fs::write(&path, "two, longer").unwrap();
        assert_ne!(place(&path), before);
        fs::remove_file(&path).unwrap();
        assert_eq!(place(&path), None);
    }
}
