//! Formats and their detection.

use crate::kanji::side_of_mark;
use crate::notation::{MoveText, Notation};
use crate::scan::{Scan, is_blank, trim_start};
use crate::{csa, kif, psn, usen, western};
use komadai_core::Move;
use std::fmt;
use std::str::FromStr;

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// KIF and KIFU: moves with numbers, origins and times.
    Kif,
    /// KI2 and KI2U: moves as people say them.
    Ki2,
    /// BOD: a diagram.
    Bod,
    /// CSA: the computer shogi association's format, all versions.
    Csa,
    /// JKF: JSON.
    Jkf,
    /// USI: `position … moves …` lines.
    Usi,
    /// SFEN: one position a line.
    Sfen,
    /// USEN: games as they stand in links.
    Usen,
    /// PSN: as GNU Shogi and XBoard write it.
    Psn,
    /// Western move text.
    Western,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 10] = [
        Format::Kif,
        Format::Ki2,
        Format::Bod,
        Format::Csa,
        Format::Jkf,
        Format::Usi,
        Format::Sfen,
        Format::Usen,
        Format::Psn,
        Format::Western,
    ];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Bod => "bod",
            Format::Csa => "csa",
            Format::Jkf => "jkf",
            Format::Usi => "usi",
            Format::Sfen => "sfen",
            Format::Usen => "usen",
            Format::Psn => "psn",
            Format::Western => "western",
        }
    }

    /// Can a file hold variations and endings?
    pub(crate) const fn holds_trees(self) -> bool {
        match self {
            Format::Kif
            | Format::Ki2
            | Format::Jkf
            | Format::Usen
            | Format::Psn
            | Format::Western => true,
            Format::Bod | Format::Csa | Format::Usi | Format::Sfen => false,
        }
    }

    /// What stands between two games in one file; `None` if a file holds one game only.
    pub const fn separator(self) -> Option<&'static str> {
        match self {
            Format::Csa => Some("/\n"),
            Format::Psn | Format::Western => Some("\n"),
            Format::Usi | Format::Sfen | Format::Usen => Some(""),
            Format::Kif | Format::Ki2 | Format::Bod | Format::Jkf => None,
        }
    }

    /// Detects the format of a text; `None` if it is unknown.
    pub fn detect(text: &str) -> Option<Format> {
        // An object takes up the whole text, so it begins with it.
        if is_json(text.trim_start_matches(is_blank_or_line_end)) {
            return Some(Format::Jkf);
        }
        let mut weak = None;
        let (mut headers, mut other_lines) = (0, 0);
        for line in text.lines() {
            match evidence(trim_start(line)) {
                Evidence::Sure(format) => return Some(format),
                Evidence::Maybe(Format::Kif) => weak = weak.or(Some(Format::Kif)),
                Evidence::Maybe(format) => weak = Some(format),
                Evidence::Header => headers += 1,
                Evidence::Comment => {}
                Evidence::None => other_lines += 1,
            }
        }
        // KIF allows any key, so a text of nothing but headers is a record.
        let is_head = headers > 1 && other_lines == 0;
        weak.or(is_head.then_some(Format::Kif))
    }
}

fn is_blank_or_line_end(c: char) -> bool {
    is_blank(c) || matches!(c, '\n' | '\r')
}

enum Evidence {
    Sure(Format),
    /// Later lines may be clearer. A diagram outweighs a header, because KIF and BOD have both.
    Maybe(Format),
    /// An unknown key with a full-width colon.
    Header,
    /// A comment or an empty line, in KIF and in other languages.
    Comment,
    None,
}

fn evidence(line: &str) -> Evidence {
    let Some(first) = line.chars().next() else {
        return Evidence::Comment;
    };
    match first {
        '[' if is_tag(line) => Evidence::Maybe(Format::Psn),
        '|' => Evidence::Maybe(Format::Bod),
        '#' if kif::is_producer_line(line) => Evidence::Maybe(Format::Kif),
        '#' | '*' | '&' => Evidence::Comment,
        '手' if line.starts_with("手数--") => Evidence::Sure(Format::Kif),
        '0'..='9' if is_kif_move(line) => Evidence::Sure(Format::Kif),
        _ if side_of_mark(first).is_some() => match is_move_text(line) {
            true => Evidence::Sure(Format::Ki2),
            false => Evidence::None,
        },
        '$' if csa::is_known_header(line) => Evidence::Maybe(Format::Csa),
        _ if is_csa(line) => Evidence::Sure(Format::Csa),
        _ if is_usi(line) => Evidence::Sure(if is_sfen(line) {
            Format::Sfen
        } else {
            Format::Usi
        }),
        _ if usen::is_usen(line) => Evidence::Sure(Format::Usen),
        _ if psn::is_list(line) => Evidence::Sure(Format::Psn),
        _ => match western_format(line) {
            Some(format) => Evidence::Sure(format),
            None if kif::is_known_header(line) || line.starts_with("まで") => {
                Evidence::Maybe(Format::Kif)
            }
            None if line.contains('：') => Evidence::Header,
            None => Evidence::None,
        },
    }
}

fn is_kif_move(line: &str) -> bool {
    let mut scan = Scan::new(line);
    let numbered = scan.number().is_some();
    scan.skip_blanks();
    numbered && (scan.rest().starts_with("投了") || MoveText::scan(&mut scan).is_ok())
}

fn is_move_text(line: &str) -> bool {
    MoveText::scan(&mut Scan::new(line)).is_ok()
}

/// An object begins with a key or is empty; a comment in braces does not.
fn is_json(text: &str) -> bool {
    let rest = text.strip_prefix('{').map(str::trim_start);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['"', '}']))
}

/// Is it `[Key "value"]`? Sections of configuration files have small letters.
fn is_tag(line: &str) -> bool {
    let key = line.strip_prefix('[').unwrap_or_default();
    key.starts_with(|c: char| !c.is_ascii_lowercase())
        && line.contains(" \"")
        && line.trim_end().ends_with("\"]")
}

/// The format of a line that begins with a numbered move, perhaps after a comment.
fn western_format(line: &str) -> Option<Format> {
    let line = match line.strip_prefix('{') {
        Some(comment) => comment.split_once('}')?.1.trim_start(),
        None => line,
    };
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = unnumbered.len() < line.len() && unnumbered.starts_with('.');
    let line = if numbered { unnumbered } else { line };
    let word = line
        .trim_start_matches(['.', ' '])
        .split([' ', '\r'])
        .next()?;
    if Notation::Hodges.syntax(word).is_ok() || Notation::Hosking.syntax(word).is_ok() {
        return Some(Format::Western);
    }
    (numbered && western::is_move(word)).then_some(Format::Psn)
}

fn is_csa(line: &str) -> bool {
    match line.as_bytes() {
        [b'P', b'I', ..] | [b'P', b'1'..=b'9'] => true,
        [b'P', b'1'..=b'9', b'+' | b'-' | b' ' | b'\r', ..] => true,
        [b'P', b'+' | b'-'] | [b'P', b'+' | b'-', b'\r', ..] => true,
        [b'P', b'+' | b'-', a, b, ..] => a.is_ascii_digit() && b.is_ascii_digit(),
        [b'V', b'1'..=b'9', version @ ..] => version
            .trim_ascii_end()
            .iter()
            .all(|b| b.is_ascii_digit() || *b == b'.'),
        [b'%', ..] => csa::is_ending(line),
        [b'+' | b'-'] => true,
        [b'+' | b'-', move_ @ ..] => {
            move_.len() >= 6
                && move_[..4].iter().all(u8::is_ascii_digit)
                && move_[4].is_ascii_uppercase()
        }
        [b'\'', ..] => line.starts_with("'CSA"),
        _ => false,
    }
}

fn is_usi(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    matches!(word, "position" | "startpos" | "sfen" | "moves" | "variant")
        || word.matches('/').count() == 8
        || word.parse::<Move>().is_ok()
}

fn is_sfen(line: &str) -> bool {
    line.contains('/') && !line.starts_with("position") && !line.contains("moves")
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for text that is not a format name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown format: expected kif, ki2, bod, csa, jkf, usi, sfen, usen, psn or western")]
pub struct ParseFormatError;

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        Format::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or(ParseFormatError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_content() {
        let cases = [
            ("手合割：平手\n手数----指手--\n", Some(Format::Kif)),
            ("先手：A\n 1 ７六歩(77)\n", Some(Format::Kif)),
            ("手合割：平手\n▲７六歩 △３四歩\n", Some(Format::Ki2)),
            (
                "後手の持駒：なし\n| ・ ・|\n先手の持駒：なし\n",
                Some(Format::Bod),
            ),
            ("V2.2\nN+A\n", Some(Format::Csa)),
            ("'Shogi Quest\n+7776FU\n", Some(Format::Csa)),
            ("{\"moves\":[]}", Some(Format::Jkf)),
            ("position startpos moves 7g7f", Some(Format::Usi)),
            ("9/9/9/9/9/9/9/9/9 b - 1", Some(Format::Sfen)),
            ("9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f", Some(Format::Usi)),
            ("1. P-7f P-3d", Some(Format::Western)),
            ("P76 P34", Some(Format::Western)),
            ("{ a start } 1. P-7f", Some(Format::Western)),
            ("[Sente \"A\"]\n\n1.P7g-7f 2.P3c-3d", Some(Format::Western)),
            (
                "[White \"A\"]\n[Variant \"shogi\"]\n\n1. c4 g6",
                Some(Format::Psn),
            ),
            ("gnushogi 1.4.2 game\n", Some(Format::Psn)),
            ("7g7f 3c3d", Some(Format::Usi)),
            ("~0.6y20io5t2.r", Some(Format::Usen)),
            ("4k4_9_9_9_9_9_9_9_4K4.b.G~0..", Some(Format::Usen)),
            ("{\n", Some(Format::Jkf)),
            ("\n {\"moves\":[]}", Some(Format::Jkf)),
            ("#KIF version=2.0 encoding=UTF-8\n", Some(Format::Kif)),
            ("開始日時：2026/11/18\n", Some(Format::Kif)),
            ("先手: A\n後手: B\n", Some(Format::Kif)),
            ("まで3手で中断\n", Some(Format::Kif)),
            ("鍵：一\n# 注\n別の鍵：二\n", Some(Format::Kif)),
            ("$EVENT:a\n$SITE:b\n", Some(Format::Csa)),
            ("[Event \"a\"]\n", Some(Format::Psn)),
            ("hello\n", None),
            ("", None),
        ];
        for (text, format) in cases {
            assert_eq!(Format::detect(text), format, "{text}");
        }
    }

    #[test]
    fn other_languages_are_no_records() {
        let texts = [
            "name: komadai\nversion: 1\nsteps:\n  - run: make\n",
            "# A comment\n# and another\n",
            "* a list\n* of things\n& more\n",
            "#!/bin/sh\n$HOME/bin/x\n",
            "%PDF-1.7\n%A comment of LaTeX\n",
            "V8 runs scripts\n",
            "N-grams\n",
            "[remote \"origin\"]\n  url = \"x\"\n",
            "int main()\n{\n}\n",
            "▲ attention\n",
            "メモ：買い物\n",
            "議題：予定\n時間：未定\n次の通りです。\n",
        ];
        for text in texts {
            assert_eq!(Format::detect(text), None, "{text}");
        }
    }
}
