// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where a redirect points: one target or none. It follows nothing; the reader asks the guard about the target first.

use http::header::{HeaderMap, LOCATION};

use super::error::Failure;

/// Whether an answer of this status names another place to ask (RFC 9110, 15.4). 300 leaves the choice to a person, 304
/// answers a question that was not asked, 305 and 306 are withdrawn.
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// The bytes of the one `Location` field. Fields that all say the same are one; an empty one says nothing.
pub(super) fn location(status: u16, headers: &HeaderMap) -> Result<Vec<u8>, Failure> {
    let mut fields = headers.get_all(LOCATION).iter().map(|field| field.as_bytes());
    match fields.next() {
        None | Some([]) => Err(Failure::NoLocation(status)),
        Some(target) if fields.all(|other| other == target) => Ok(target.to_vec()),
        Some(_) => Err(Failure::TwoLocations),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn of(fields: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        let mut headers = HeaderMap::new();
        for field in fields {
            headers.append(LOCATION, http::header::HeaderValue::from_bytes(field).unwrap());
        }
        location(302, &headers)
    }

    #[test]
    fn a_redirect_has_one_target() {
        assert_eq!(of(&[b"/new"]), Ok(b"/new".to_vec()));
        assert_eq!(of(&[b"/new", b"/new"]), Ok(b"/new".to_vec()));
        assert_eq!(of(&[b"/new", b"/other"]), Err(Failure::TwoLocations));
        assert_eq!(of(&[b"/new", b""]), Err(Failure::TwoLocations));
        assert_eq!(of(&[b""]), Err(Failure::NoLocation(302)));
        assert_eq!(of(&[]), Err(Failure::NoLocation(302)));
    }

    #[test]
    fn bytes_that_are_no_utf_8_arrive_as_they_are() {
        assert_eq!(of(&[b"/\xff"]), Ok(b"/\xff".to_vec()));
    }

    #[test]
    fn five_statuses_are_redirects() {
        let followed: Vec<u16> = (100..=999).filter(|&status| is_redirect(status)).collect();
        assert_eq!(followed, [301, 302, 303, 307, 308]);
    }
}
