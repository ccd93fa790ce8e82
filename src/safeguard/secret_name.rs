// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a name is one that secrets are kept under: a column, a configuration key, a query parameter, a variable.
//!
//! It judges the name and never looks at a value.

/// Segments that make a name secret, digits at their end aside.
const SEGMENTS: [&str; 31] = [
    "accesskey",
    "accesstoken",
    "apikey",
    "apitoken",
    "auth",
    "authorization",
    "authtoken",
    "bearer",
    "clientsecret",
    "cookie",
    "credential",
    "credentials",
    "dsn",
    "encryptionkey",
    "hash",
    "key",
    "licensekey",
    "mfa",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "private",
    "privatekey",
    "pwd",
    "refreshtoken",
    "salt",
    "secret",
    "sig",
    "signature",
    "token",
];

/// Words that make a name secret wherever they stand in it.
const PARTS: [&str; 10] = [
    "password",
    "passphrase",
    "apikey",
    "apitoken",
    "accesstoken",
    "authtoken",
    "refreshtoken",
    "credential",
    "privatekey",
    "clientsecret",
];

/// Names of the working directory, which end in a secret segment by accident.
const EXCEPTIONS: [&str; 2] = ["PWD", "OLDPWD"];

/// Whether `name` is a secret's. The name is split at `_`, `-`, `.`, blanks, brackets and where the case changes
/// (`clientSecret`, `APIKey`) and compared in lower case: one whole segment decides, or a word anywhere in the name.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    if EXCEPTIONS.contains(&name) {
        return false;
    }
    let lower = name.to_lowercase();
    PARTS.iter().any(|part| lower.contains(part)) || segments(name).any(|segment| is_secret_segment(&segment))
}

fn is_secret_segment(segment: &str) -> bool {
    let word = segment.trim_end_matches(|digit: char| digit.is_ascii_digit());
    SEGMENTS.contains(&word)
}

/// The segments of a name in lower case. Each stands twice where case splits it: split, and as it is written between
/// separators, so that `APIkey` is `api`, `key` and `apikey`.
fn segments(name: &str) -> impl Iterator<Item = String> {
    let separator = |c: char| matches!(c, '_' | '-' | '.' | '[' | ']') || c.is_whitespace();
    name.split(separator).filter(|word| !word.is_empty()).flat_map(|word| {
        let mut parts = vec![word.to_lowercase()];
        let letters: Vec<char> = word.chars().collect();
        let mut start = 0;
        for at in 1..letters.len() {
            let rises = letters[at].is_uppercase() && !letters[at - 1].is_uppercase();
            // The last capital of an acronym begins the next word: `XMLKey` is `XML`, `Key`.
            let acronym_ends = letters[at - 1].is_uppercase()
                && letters[at].is_uppercase()
                && letters.get(at + 1).is_some_and(|next| next.is_lowercase());
            if rises || acronym_ends {
                parts.push(letters[start..at].iter().collect::<String>().to_lowercase());
                start = at;
            }
        }
        parts.push(letters[start..].iter().collect::<String>().to_lowercase());
        parts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_segment_makes_a_name_secret() {
        for name in
            ["api_key", "identifier_hash", "token2", "clientSecret", "APP_KEY", "x-amz-signature", "XMLKey", "sig"]
        {
            assert!(is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn a_word_anywhere_makes_a_name_secret() {
        for name in ["myapikeyname", "AWSAccessToken", "userpasswords", "xprivatekeyx"] {
            assert!(is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn a_secret_word_inside_another_word_does_not() {
        for name in ["secretary", "tokenizer", "author", "keyboard", "monkey", "PWD", "OLDPWD", "", "_", "page"] {
            assert!(!is_secret_name(name), "{name}");
        }
    }
}
