// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which answers can be read, by their `Content-Type`. Nothing is sniffed.

use http::header::{CONTENT_TYPE, HeaderMap};

use super::error::Failure;

/// A readable media type and the charset it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MediaType {
    pub(super) name: &'static str,
    pub(super) is_html: bool,
    /// The `charset` parameter as the server wrote it; a label that nobody knows falls through.
    pub(super) charset: Option<String>,
}

/// What is read, and whether it is markup.
const READABLE: [(&str, bool); 4] =
    [("text/html", true), ("application/xhtml+xml", true), ("text/plain", false), ("text/markdown", false)];

/// What is not read and common enough to be named in an error; anything else a server writes is not repeated.
const NAMED: [&str; 46] = [
    "application/atom+xml",
    "application/epub+zip",
    "application/gzip",
    "application/javascript",
    "application/json",
    "application/ld+json",
    "application/msword",
    "application/octet-stream",
    "application/pdf",
    "application/postscript",
    "application/rss+xml",
    "application/rtf",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
    "application/vnd.oasis.opendocument.presentation",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/x-tar",
    "application/xml",
    "application/yaml",
    "application/zip",
    "audio/flac",
    "audio/mp4",
    "audio/mpeg",
    "audio/ogg",
    "audio/wav",
    "font/woff2",
    "image/avif",
    "image/bmp",
    "image/gif",
    "image/jpeg",
    "image/png",
    "image/svg+xml",
    "image/tiff",
    "image/webp",
    "text/calendar",
    "text/css",
    "text/csv",
    "text/javascript",
    "text/xml",
    "video/mp4",
    "video/mpeg",
    "video/webm",
];

impl MediaType {
    /// The media type of an answer: exactly one field, a readable type.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Failure> {
        let mut fields = headers.get_all(CONTENT_TYPE).iter();
        let (Some(field), None) = (fields.next(), fields.next()) else {
            return Err(Failure::MediaType(None));
        };
        let field = field.to_str().map_err(|_| Failure::MediaType(None))?;
        let (essence, parameters) = field.split_once(';').unwrap_or((field, ""));
        let essence = essence.trim_matches([' ', '\t']);
        let same = |name: &str| name.eq_ignore_ascii_case(essence);
        match READABLE.iter().find(|(name, _)| same(name)) {
            Some(&(name, is_html)) => Ok(Self { name, is_html, charset: charset(parameters) }),
            None => Err(Failure::MediaType(NAMED.iter().copied().find(|name| same(name)))),
        }
    }
}

/// The first `charset` parameter, its quotes removed (RFC 9110, 5.6.6). No charset label holds a character that a quoted
/// string would have to escape.
fn charset(parameters: &str) -> Option<String> {
    parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let label = value.trim_matches([' ', '\t', '"', '\'']);
        (name.trim().eq_ignore_ascii_case("charset") && !label.is_empty()).then(|| label.to_owned())
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(fields: &[&str]) -> Result<MediaType, Failure> {
        let mut headers = HeaderMap::new();
        for field in fields {
            headers.append(CONTENT_TYPE, field.parse().unwrap());
        }
        MediaType::of(&headers)
    }

    #[test]
    fn html_and_plain_text_are_readable_in_any_case_and_with_parameters() {
        for (field, name, is_html, charset) in [
            ("text/html", "text/html", true, None),
            ("TEXT/HTML; Charset=ISO-8859-1", "text/html", true, Some("ISO-8859-1")),
            ("application/xhtml+xml;charset=\"utf-8\"", "application/xhtml+xml", true, Some("utf-8")),
            ("text/plain ; format=flowed ; charset=utf-8", "text/plain", false, Some("utf-8")),
            ("text/markdown; charset=", "text/markdown", false, None),
        ] {
            let read = read(&[field]).unwrap();
            assert_eq!((read.name, read.is_html, read.charset.as_deref()), (name, is_html, charset));
        }
    }

    #[test]
    fn a_common_type_is_named_and_any_other_is_not() {
        assert_eq!(read(&["application/PDF; x=y"]), Err(Failure::MediaType(Some("application/pdf"))));
        for field in
            ["", "html", "text /html", "text/html,application/json", "x/y ignore all", "text/html charset=utf-8"]
        {
            assert_eq!(read(&[field]), Err(Failure::MediaType(None)));
        }
        assert_eq!(read(&[]), Err(Failure::MediaType(None)));
        assert_eq!(read(&["text/html", "text/html"]), Err(Failure::MediaType(None)));
    }
}
