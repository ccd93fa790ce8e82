// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an answer is, judged by its status and header fields before a byte of its body is read.
//!
//! hyper has parsed the head by then, within its bounds: no obs-fold, no bare CR, no blank before a colon. What it is
//! more lenient about than this room is judged here: body framing that two readers could read in two ways.

use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap, TRANSFER_ENCODING};

use super::{
    coding::Coding,
    error::Failure,
    media_type::MediaType,
    redirect::{is_redirect, location},
};

/// What to do with an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Ask there instead; the body is not read.
    Redirect(Vec<u8>),
    /// A success without content; the body is not read. With the readable media type it would have had, if any.
    Empty(Option<&'static str>),
    /// A body to read.
    Body(MediaType, Option<Coding>),
}

impl Answer {
    /// Judges the head of an answer.
    pub(super) fn judge(status: u16, headers: &HeaderMap) -> Result<Self, Failure> {
        check_framing(headers)?;
        match status {
            204 | 205 => Ok(Self::Empty(MediaType::of(headers).ok().map(|media_type| media_type.name))),
            206 | 226 => Err(Failure::Partial(status)),
            200..=299 => Ok(Self::Body(MediaType::of(headers)?, coding(headers)?)),
            _ if is_redirect(status) => Ok(Self::Redirect(location(status, headers)?)),
            101 | 300..=599 => Err(Failure::Status(status)),
            _ => Err(Failure::Malformed),
        }
    }
}

/// One length, or `chunked` and nothing else, or neither (RFC 9112, 6.3, without its leniency).
fn check_framing(headers: &HeaderMap) -> Result<(), Failure> {
    let lengths: Vec<&[u8]> = headers.get_all(CONTENT_LENGTH).iter().map(|field| field.as_bytes()).collect();
    let codings: Vec<&[u8]> = headers.get_all(TRANSFER_ENCODING).iter().map(|field| field.as_bytes()).collect();
    let sound = match (&lengths[..], &codings[..]) {
        ([], []) => true,
        ([length], []) => !length.is_empty() && length.iter().all(u8::is_ascii_digit),
        ([], [coding]) => coding.eq_ignore_ascii_case(b"chunked"),
        _ => false,
    };
    if sound { Ok(()) } else { Err(Failure::Malformed) }
}

/// The one content coding of the body. `identity` and an empty field are none.
fn coding(headers: &HeaderMap) -> Result<Option<Coding>, Failure> {
    let mut found = None;
    for field in headers.get_all(CONTENT_ENCODING) {
        let names = field.to_str().map_err(|_| Failure::ContentCoding)?;
        for name in names.split(',').map(str::trim) {
            if name.is_empty() || name.eq_ignore_ascii_case("identity") {
                continue;
            }
            let coding = Coding::named(name).ok_or(Failure::ContentCoding)?;
            if found.replace(coding).is_some() {
                return Err(Failure::ContentCoding);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use http::header::{HeaderName, HeaderValue};

    use super::*;

    fn headers(fields: &[(&str, &str)]) -> HeaderMap {
        let field = |&(name, value): &(&str, &str)| {
            (HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap())
        };
        let mut headers = HeaderMap::new();
        for (name, value) in fields.iter().map(field) {
            headers.append(name, value);
        }
        headers
    }

    fn page(extra: &[(&str, &str)]) -> Result<Answer, Failure> {
        let mut fields = vec![("content-type", "text/html")];
        fields.extend(extra);
        Answer::judge(200, &headers(&fields))
    }

    fn coded(coding: Option<Coding>) -> Result<Answer, Failure> {
        Ok(Answer::Body(MediaType { name: "text/html", is_html: true, charset: None }, coding))
    }

    #[test]
    fn the_status_decides_what_an_answer_is() {
        let html = headers(&[("content-type", "text/html"), ("location", "/x")]);
        for status in [200, 201, 203, 299] {
            assert!(matches!(Answer::judge(status, &html), Ok(Answer::Body(..))), "{status}");
        }
        for status in [204, 205] {
            assert_eq!(Answer::judge(status, &html), Ok(Answer::Empty(Some("text/html"))));
            assert_eq!(Answer::judge(status, &HeaderMap::new()), Ok(Answer::Empty(None)));
        }
        for status in [206, 226] {
            assert_eq!(Answer::judge(status, &html), Err(Failure::Partial(status)));
        }
        for status in [301, 302, 303, 307, 308] {
            assert_eq!(Answer::judge(status, &html), Ok(Answer::Redirect(b"/x".to_vec())));
        }
        for status in [101, 300, 304, 305, 306, 399, 400, 404, 418, 500, 599] {
            assert_eq!(Answer::judge(status, &html), Err(Failure::Status(status)));
        }
        for status in [100, 199, 600, 999] {
            assert_eq!(Answer::judge(status, &html), Err(Failure::Malformed));
        }
    }

    #[test]
    fn a_body_is_framed_in_one_way_only() {
        assert_eq!(page(&[("content-length", "5")]), coded(None));
        assert_eq!(page(&[("transfer-encoding", "Chunked")]), coded(None));
        for fields in [
            &[("content-length", "5"), ("content-length", "5")][..],
            &[("content-length", "5, 5")],
            &[("content-length", "")],
            &[("content-length", "+5")],
            &[("content-length", "5"), ("transfer-encoding", "chunked")],
            &[("transfer-encoding", "gzip, chunked")],
            &[("transfer-encoding", "chunked, identity")],
            &[("transfer-encoding", "xchunked")],
            &[("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")],
        ] {
            assert_eq!(page(fields), Err(Failure::Malformed), "{fields:?}");
        }
    }

    #[test]
    fn framing_is_checked_on_every_status() {
        let fields = headers(&[("location", "/x"), ("content-length", "1"), ("content-length", "2")]);
        assert_eq!(Answer::judge(302, &fields), Err(Failure::Malformed));
    }

    #[test]
    fn one_content_coding_at_most_is_undone() {
        assert_eq!(page(&[("content-encoding", "GZip")]), coded(Some(Coding::Gzip)));
        assert_eq!(page(&[("content-encoding", "identity")]), coded(None));
        assert_eq!(page(&[("content-encoding", "")]), coded(None));
        for fields in [
            &[("content-encoding", "gzip, gzip")][..],
            &[("content-encoding", "gzip"), ("content-encoding", "br")],
            &[("content-encoding", "compress")],
            &[("content-encoding", "aes128gcm")],
        ] {
            assert_eq!(page(fields), Err(Failure::ContentCoding), "{fields:?}");
        }
    }
}
