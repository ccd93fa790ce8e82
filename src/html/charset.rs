// SPDX-License-Identifier: MIT OR Apache-2.0
//! From bytes to text: which character encoding a page is in, and its text in UTF-8.
//!
//! Decides by the label of the HTTP header, a byte order mark, a `<meta>` or an XML declaration in the first 4,096 bytes,
//! validity as UTF-8, in this order, and falls back to windows-1252. It never guesses from the frequency of letters.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use super::{
    attribute::{Attribute, Attributes},
    scanner::{Scanner, Token},
};

/// How many bytes of a page are searched for a `<meta>` that names an encoding.
const META_WINDOW: usize = 4096;

/// A page's text and the encoding it was in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text; the bytes themselves where they are valid UTF-8. Malformed sequences are U+FFFD; a character that the end
    /// of the bytes cuts is dropped.
    pub text: Cow<'b, str>,
    /// The encoding's name as in the WHATWG Encoding standard, such as `UTF-8` or `windows-1252`.
    pub charset: &'static str,
}

/// Decodes `bytes`. `declared` is the `charset` parameter of the media type; `is_html` allows `<meta>` to speak.
///
/// Labels are those of the WHATWG Encoding standard, 4.2; an unknown one leaves the question to the next source.
pub fn decode<'b>(bytes: &'b [u8], declared: Option<&str>, is_html: bool) -> Decoded<'b> {
    let encoding = declared
        .and_then(|label| known(label.as_bytes()))
        .or_else(|| Encoding::for_bom(bytes).map(|(encoding, _)| encoding))
        .or_else(|| if is_html { declared_in_markup(bytes) } else { None });
    if encoding.is_none_or(|encoding| encoding == UTF_8) {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let (text, is_whole) = valid(bytes);
        // Where nothing names an encoding, a character that the end cuts needs another one to show that it is one of UTF-8.
        if is_whole && (encoding.is_some() || text.len() == bytes.len() || !text.is_ascii()) {
            return Decoded { text: Cow::Borrowed(text), charset: UTF_8.name() };
        }
    }
    let encoding = encoding.unwrap_or(WINDOWS_1252);
    let mut decoder = encoding.new_decoder_with_bom_removal();
    let capacity = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len());
    let mut text = String::with_capacity(capacity);
    // `last` stays false: an incomplete last character is then kept inside the decoder, and dropped with it.
    let (_, _, _) = decoder.decode_to_string(bytes, &mut text, false);
    text.shrink_to_fit();
    Decoded { text: Cow::Owned(text), charset: encoding.name() }
}

/// What is valid UTF-8 at the beginning, and whether it is all but for a character that the end cuts.
fn valid(bytes: &[u8]) -> (&str, bool) {
    match str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => {
            let text = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            (text, error.error_len().is_none())
        }
    }
}

/// The encoding of a label. The ones the standard replaces by an error (`iso-2022-kr` …) count as unknown.
fn known(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(label)
}

/// The encoding that a `<meta>` names, or else an XML declaration (HTML Standard 13.2.3.2).
fn declared_in_markup(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        // An XML declaration in UTF-16 without a byte order mark.
        [b'<', 0, b'?', 0, b'x', 0, ..] => return Some(UTF_16LE),
        [0, b'<', 0, b'?', 0, b'x', ..] => return Some(UTF_16BE),
        _ => {}
    }
    let window = &bytes[..bytes.len().min(META_WINDOW)];
    let declaration = || xml_declaration(window).map(readable);
    declared_by_meta(window)
        .map(|encoding| if encoding == X_USER_DEFINED { WINDOWS_1252 } else { encoding })
        .or_else(declaration)
}

/// A declaration that could be read byte by byte is not in UTF-16, whatever it says.
fn readable(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding }
}

fn declared_by_meta(window: &[u8]) -> Option<&'static Encoding> {
    let window = match valid(window) {
        (text, true) => Cow::Borrowed(text),
        // Markup is ASCII in every encoding that can be named so.
        _ => window.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '\u{FFFD}' }).collect(),
    };
    let (mut scanner, mut attributes) = (Scanner::new(&window), Attributes::default());
    while let Some(token) = scanner.next(&mut attributes) {
        let Token::Start(tag) = token else { continue };
        if !tag.name.eq_ignore_ascii_case("meta") {
            continue;
        }
        let found = match attributes.value(Attribute::Charset) {
            Some(label) => known(label.as_bytes()),
            None if attributes.is(Attribute::HttpEquiv, "content-type") => attributes
                .value(Attribute::Content)
                .and_then(|content| charset_parameter(&content).and_then(|label| known(label.as_bytes()))),
            None => None,
        };
        if let Some(encoding) = found {
            return Some(readable(encoding));
        }
    }
    None
}

/// The encoding that `<?xml … encoding="…"?>` names ("get an XML encoding").
fn xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    let rest = String::from_utf8_lossy(bytes.strip_prefix(b"<?xml")?);
    let (_, behind) = rest.split_once('>')?.0.split_once("encoding")?;
    let skip = |text: &str| text.len() - text.trim_start_matches(|character| character <= ' ').len();
    let value = behind[skip(behind)..].strip_prefix('=')?;
    let value = &value[skip(value)..];
    let quote = value.chars().next().filter(|character| matches!(character, '"' | '\''))?;
    let (label, _) = value[1..].split_once(quote)?;
    let has_blank = label.bytes().any(|byte| byte <= b' ');
    if has_blank { None } else { known(label.as_bytes()) }
}

/// The label behind `charset=` in the content of a `<meta http-equiv>` (HTML Standard 2.6.5).
fn charset_parameter(content: &str) -> Option<&str> {
    let lower = content.to_ascii_lowercase();
    let mut from = 0;
    loop {
        let behind = from + lower[from..].find("charset")? + "charset".len();
        from = behind;
        let Some(value) = content[behind..].trim_ascii_start().strip_prefix('=') else { continue };
        let value = value.trim_ascii_start();
        return match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split_once(quote).map(|(label, _)| label),
            _ => value.split([';', ' ', '\t', '\n', '\r', '\x0C']).next(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(bytes: &[u8], declared: Option<&str>) -> &'static str {
        decode(bytes, declared, true).charset
    }

    #[test]
    fn the_first_source_that_names_a_known_encoding_decides() {
        let meta = b"<meta charset=iso-8859-2>\xE1";
        for (bytes, declared, expected) in [
            (&meta[..], Some("utf-8"), "UTF-8"),
            (meta, Some(" KOI8-R "), "KOI8-R"),
            (meta, Some("no-such-label"), "ISO-8859-2"),
            (meta, Some("iso-2022-kr"), "ISO-8859-2"),
            (meta, None, "ISO-8859-2"),
            (b"\xEF\xBB\xBF<meta charset=koi8-r>", None, "UTF-8"),
            (b"\xFF\xFEa\0", None, "UTF-16LE"),
            (b"\xFE\xFF\0a", None, "UTF-16BE"),
            (b"<META http-equiv=Content-Type content='text/html; charset = \"shift_jis\"'>", None, "Shift_JIS"),
            (b"<meta content='text/html; charset=gbk' http-equiv=content-type>", None, "GBK"),
            (b"<meta name=x content='charset=gbk'>\xE4", None, "windows-1252"),
            (b"<!-- <meta charset=gbk> --><meta charset=euc-kr>", None, "EUC-KR"),
            (b"<meta charset=nonsense><meta charset=big5>", None, "Big5"),
            (b"<meta charset=utf-16le>", None, "UTF-8"),
            (b"<meta charset=x-user-defined>", None, "windows-1252"),
            (b"<meta charset=x-user-defined>", Some("x-user-defined"), "x-user-defined"),
            (b"<?xml version=\"1.0\" encoding=\"iso-8859-2\"?>\xE1", None, "ISO-8859-2"),
            (b"<?xml encoding = 'koi8-r'?><meta charset=gbk>", None, "GBK"),
            (b"<?xml encoding='utf-16'?>", None, "UTF-8"),
            (b"<?xml encoding='koi8-r '?>\xE1", None, "windows-1252"),
            (b"<?xml encoding=koi8-r?>\xE1", None, "windows-1252"),
            (b"<?xml version='1.0'?><p encoding='koi8-r'>\xE1", None, "windows-1252"),
            (b" <?xml encoding='koi8-r'?>\xE1", None, "windows-1252"),
            (b"<\0?\0x\0m\0l\0", None, "UTF-16LE"),
            (b"\0<\0?\0x\0m\0l", None, "UTF-16BE"),
            (b"\0<\0?\0x\0m\0l", Some("utf-8"), "UTF-8"),
            (b"caf\xC3\xA9", None, "UTF-8"),
            (b"caf\xE9", None, "windows-1252"),
            (b"caf\xC3", None, "windows-1252"),
            (b"caf\xC3\xA9 caf\xC3", None, "UTF-8"),
            (b"", None, "UTF-8"),
        ] {
            assert_eq!(charset(bytes, declared), expected, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn a_meta_behind_the_window_or_in_plain_text_says_nothing() {
        let mut late = vec![b' '; META_WINDOW];
        late.extend(b"<meta charset=koi8-r>\xE4");
        assert_eq!(charset(&late, None), "windows-1252");
        assert_eq!(decode(b"<meta charset=koi8-r>\xE4", None, false).charset, "windows-1252");
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(decode(b"\xEF\xBB\xBFa", Some("utf-8"), true).text, "a");
        assert_eq!(decode(b"\xFF\xFEa\0", None, true).text, "a");
    }

    #[test]
    fn what_is_malformed_becomes_u_fffd_and_what_the_end_cuts_is_dropped() {
        assert_eq!(decode(b"a\xFFb\xE2\x82", Some("utf-8"), true).text, "a\u{FFFD}b");
        assert_eq!(decode(b"\xC3\xA9a\xE2\x82", None, true).text, "éa");
        assert_eq!(decode(b"\x80\x9F", None, true).text, "€Ÿ");
    }
}
