//! Encodings and line ends: detected when reading, chosen when writing.

use crate::error::Notice;
use encoding_rs::{EUC_JP, EncoderResult, SHIFT_JIS};
use std::borrow::Cow;

/// How a file's text is written as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-8 that begins with a byte order mark.
    Utf8Bom,
    /// Shift_JIS with Microsoft's additions (CP932).
    ShiftJis,
    /// EUC-JP.
    EucJp,
}

impl Encoding {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf8Bom => "utf-8-bom",
            Encoding::ShiftJis => "shift_jis",
            Encoding::EucJp => "euc-jp",
        }
    }
}

/// How lines end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LineEnd {
    /// `\n`
    #[default]
    Lf,
    /// `\r\n`
    CrLf,
    /// `\r`, in old files only; never written.
    Cr,
}

/// The decoded text of a file with its encoding and line ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<'b> {
    /// The text, without a byte order mark; lines end in `\n` or `\r\n`.
    pub text: Cow<'b, str>,
    /// The encoding.
    pub encoding: Encoding,
    /// The first line's end.
    pub line_end: LineEnd,
    /// Whether there were bytes that the encoding does not allow.
    pub damaged: bool,
}

/// Detects the encoding and decodes.
///
/// A byte order mark decides; then text that is valid UTF-8 is UTF-8; then bytes that only
/// Shift_JIS uses decide between it and EUC-JP.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let (encoding, text, damaged) = decode_text(bytes);
    let line_end = match text.find(['\n', '\r']).map(|at| &text.as_bytes()[at..]) {
        Some([b'\r', b'\n', ..]) => LineEnd::CrLf,
        Some([b'\r', ..]) if !text.contains('\n') => LineEnd::Cr,
        _ => LineEnd::Lf,
    };
    let text = match line_end {
        LineEnd::Cr => Cow::Owned(text.replace('\r', "\n")),
        _ => text,
    };
    Decoded {
        text: without_marks(text),
        encoding,
        line_end,
        damaged,
    }
}

/// The byte order mark.
pub(crate) const MARK: char = '\u{feff}';

/// A text without byte order marks before its lines: joined files have several.
fn without_marks(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains("\n\u{feff}") {
        let lines = text.split('\n').map(|line| line.trim_start_matches(MARK));
        return Cow::Owned(lines.collect::<Vec<_>>().join("\n"));
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches(MARK)),
        Cow::Owned(text) if text.starts_with(MARK) => {
            Cow::Owned(text.trim_start_matches(MARK).to_owned())
        }
        owned => owned,
    }
}

fn decode_text(bytes: &[u8]) -> (Encoding, Cow<'_, str>, bool) {
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return match std::str::from_utf8(rest) {
            Ok(text) => (Encoding::Utf8Bom, Cow::Borrowed(text), false),
            Err(_) => (Encoding::Utf8Bom, String::from_utf8_lossy(rest), true),
        };
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (Encoding::Utf8, Cow::Borrowed(text), false);
    }
    let shift_jis_only = |&byte: &u8| matches!(byte, 0x80..=0x8d | 0x90..=0xa0);
    if !bytes.iter().any(shift_jis_only)
        && let Some(text) = EUC_JP.decode_without_bom_handling_and_without_replacement(bytes)
    {
        return (Encoding::EucJp, text, false);
    }
    if let Some(text) = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes) {
        return (Encoding::ShiftJis, text, false);
    }
    if declares_utf8(bytes) {
        return (Encoding::Utf8, String::from_utf8_lossy(bytes), true);
    }
    let (text, _) = SHIFT_JIS.decode_without_bom_handling(bytes);
    (Encoding::ShiftJis, text, true)
}

/// Does the first line say `encoding=UTF-8`, as KIF and CSA files may?
fn declares_utf8(bytes: &[u8]) -> bool {
    let line = bytes
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    let line = line.get(..200).unwrap_or(line).to_ascii_lowercase();
    line.windows(14).any(|part| part == b"encoding=utf-8")
}

/// Encodes a text whose lines end in `\n`. What the encoding lacks is replaced and noticed.
pub fn encode(
    text: &str,
    encoding: Encoding,
    line_end: LineEnd,
    notices: &mut Vec<Notice>,
) -> Vec<u8> {
    let text = match line_end {
        LineEnd::CrLf => Cow::Owned(text.replace('\n', "\r\n")),
        LineEnd::Lf | LineEnd::Cr => Cow::Borrowed(text),
    };
    match encoding {
        Encoding::Utf8 => text.into_owned().into_bytes(),
        Encoding::Utf8Bom => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        Encoding::ShiftJis => encode_legacy(&text, SHIFT_JIS, notices),
        Encoding::EucJp => encode_legacy(&text, EUC_JP, notices),
    }
}

fn encode_legacy(
    text: &str,
    encoding: &'static encoding_rs::Encoding,
    notices: &mut Vec<Notice>,
) -> Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        bytes.reserve(rest.len() + 16);
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            EncoderResult::InputEmpty => return bytes,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => {
                let notice = Notice::Unencodable { character };
                if !notices.contains(&notice) {
                    notices.push(notice);
                }
                let (stand_in, ..) = encoding.encode(lookalike(character));
                bytes.extend_from_slice(&stand_in);
            }
        }
    }
}

/// A character of CP932 that looks like one which it lacks.
fn lookalike(character: char) -> &'static str {
    match character {
        '\u{301c}' => "～",
        '\u{2212}' => "－",
        '\u{2014}' => "―",
        '\u{2016}' => "∥",
        '☗' => "▲",
        '☖' => "△",
        _ => "〓",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        encode(text, encoding, LineEnd::Lf, &mut Vec::new())
    }

    #[test]
    fn byte_order_marks_are_no_text() {
        for text in ["\u{feff}V2.2", "\u{feff}\u{feff}V2.2"] {
            assert_eq!(decode(text.as_bytes()).text, "V2.2");
        }
        let joined = "\u{feff}V2.2\n/\n\u{feff}\u{feff}V2.2\n";
        assert_eq!(decode(joined.as_bytes()).text, "V2.2\n/\nV2.2\n");
        let damaged = [b"\xef\xbb\xbf\xef\xbb\xbfV2.2\xff".as_slice()].concat();
        assert_eq!(decode(&damaged).text, "V2.2\u{fffd}");
    }

    #[test]
    fn each_encoding_is_recognized() {
        let text = "先手：髙橋\n▲７六歩\n";
        for encoding in [
            Encoding::Utf8,
            Encoding::Utf8Bom,
            Encoding::ShiftJis,
            Encoding::EucJp,
        ] {
            let bytes = encoded(&text.replace('髙', "高"), encoding);
            let decoded = decode(&bytes);
            assert_eq!(decoded.encoding, encoding);
            assert_eq!(decoded.text, text.replace('髙', "高"));
            assert!(!decoded.damaged);
        }
        assert_eq!(decode(&encoded(text, Encoding::ShiftJis)).text, text);
    }

    #[test]
    fn line_ends_are_told() {
        assert_eq!(decode(b"a\r\nb\n").line_end, LineEnd::CrLf);
        assert_eq!(decode(b"a\nb\r\n").line_end, LineEnd::Lf);
        assert_eq!(decode(b"a\rb\r").line_end, LineEnd::Cr);
        assert_eq!(decode(b"a\rb\r").text, "a\nb\n");
        assert_eq!(
            encode("a\nb\n", Encoding::Utf8, LineEnd::CrLf, &mut Vec::new()),
            b"a\r\nb\r\n"
        );
    }

    #[test]
    fn what_an_encoding_lacks_is_replaced_and_noticed() {
        let mut notices = Vec::new();
        let bytes = encode("〜🐅🐅", Encoding::ShiftJis, LineEnd::Lf, &mut notices);
        assert_eq!(decode(&bytes).text, "～〓〓");
        let expected = ['〜', '🐅'].map(|character| Notice::Unencodable { character });
        assert_eq!(notices, expected);
    }

    #[test]
    fn damaged_bytes_do_not_stop_reading() {
        let decoded = decode(b"\x82\xa0\xff\xff\x82");
        assert!(decoded.damaged);
        assert!(decoded.text.starts_with('あ'));
    }
}
