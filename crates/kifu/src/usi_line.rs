//! USI `position …` lines, bare move lists and SFEN: one game or position a line.
//!
//! `docs/formats/usi.md` describes what we read and write. The line `variant seireigi`, which other
//! programs do not have, precedes games of that variant.

use crate::error::{Notice, ReadError, ReadErrorKind, Warning, WarningKind, WriteError};
use crate::kif::{notice_once, odd_faults};
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Builder, Ending, NodeRef, Record, Start, Termination};
use crate::scan::Places;
use crate::writing::WriteOptions;
use komadai_core::{Color, LineErrorKind, LineWords, Move, PositionLine, Variant};
use std::fmt::Write;

/// Sets the variant of the following lines.
const SEIREIGI_LINE: &str = "variant seireigi";
const SHOGI_LINE: &str = "variant shogi";

/// Reads lines such as `position startpos moves 7g7f`, `startpos moves …`, `sfen … moves …`, an SFEN
/// alone, or moves alone from the start position. Each line is a record.
///
/// # Errors
/// Returns the error of the first line if no line can be read.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let mut reader = UsiReader {
        variant: options.variant,
        line: 0,
        warnings: Vec::new(),
    };
    let mut records = Vec::new();
    let mut first_error = None;
    for line in text.lines() {
        reader.line += 1;
        match line.trim() {
            "" => {}
            SEIREIGI_LINE => reader.variant = Variant::Seireigi,
            SHOGI_LINE => reader.variant = Variant::Shogi,
            comment if comment.starts_with('#') => reader.warn(1, WarningKind::UnknownLine),
            _ => match reader.record(line) {
                Ok(record) => records.push(record),
                Err(error) => {
                    let kind = WarningKind::Other(error.kind.to_string());
                    reader.warn(error.column, kind);
                    first_error.get_or_insert(error);
                }
            },
        }
    }
    if records.is_empty() {
        return Err(first_error.unwrap_or(ReadError::at_line(1, ReadErrorKind::UnknownFormat)));
    }
    Ok(Parsed {
        records,
        warnings: reader.warnings,
    })
}

struct UsiReader {
    variant: Variant,
    line: usize,
    warnings: Vec<Warning>,
}

impl UsiReader {
    fn warn(&mut self, column: usize, kind: WarningKind) {
        self.warnings.push(Warning {
            line: self.line,
            column,
            kind,
        });
    }

    fn record(&mut self, line: &str) -> Result<Record, ReadError> {
        let mut words = LineWords::new(line);
        words.eat("position");
        let start = self.start(&mut words)?;
        let mut builder = Builder::new(Record::new(self.variant, start));
        words.eat("moves");
        builder.tree_mut().reserve(words.rest().len() / 5);
        self.moves(words, &mut builder);
        Ok(builder.finish())
    }

    /// Reads `startpos`, an SFEN or nothing.
    fn start(&mut self, words: &mut LineWords<'_>) -> Result<Start, ReadError> {
        if words.peek().is_some_and(|word| is_end(word.text)) {
            return Ok(Start::default());
        }
        let mut before = words.clone();
        let setup = PositionLine::read_start(words).map_err(|fault| {
            let kind = match fault.kind {
                LineErrorKind::Sfen(kind) => ReadErrorKind::Other(kind.to_string()),
                _ => ReadErrorKind::UnknownFormat,
            };
            self.error(fault.column, kind)
        })?;
        let Some(setup) = setup else {
            return Ok(Start::default());
        };
        if let Some(faults) = odd_faults(self.variant, &setup) {
            let board = before.find(|word| word.text != "sfen");
            let (_, column) = Places::new(words.line()).of(board.map_or(0, |word| word.start));
            self.warn(column, WarningKind::Faults(faults));
        }
        Ok(Start::from(setup))
    }

    fn error(&self, column: usize, kind: ReadErrorKind) -> ReadError {
        ReadError {
            line: self.line,
            column,
            kind,
        }
    }

    fn moves(&mut self, mut words: LineWords<'_>, builder: &mut Builder) {
        let mut places = Places::new(words.line());
        while let Some(word) = words.peek() {
            let Ok(mv) = Move::parse_tolerant(word.text) else {
                return self.ending(&words, builder);
            };
            words.next();
            let after_end = builder.is_at_end();
            if let Some(reason) = builder.play(mv) {
                let (_, column) = places.of(word.start);
                self.warn(column, WarningKind::IllegalMove { mv, reason });
            }
            if after_end {
                let (_, column) = places.of(word.start);
                self.warn(column, WarningKind::MoveAfterEnd);
            }
        }
    }

    /// Reads `resign` or `win`; other text is kept as it is.
    fn ending(&mut self, words: &LineWords<'_>, builder: &mut Builder) {
        let rest = words.rest();
        let termination = match rest.trim_end() {
            "resign" => Termination::Resignation,
            "win" => Termination::Declaration,
            text => {
                let at = words.line().len() - rest.len();
                let (_, column) = Places::new(words.line()).of(at);
                self.warn(column, WarningKind::UnreadableMove);
                Termination::Other(text.to_owned())
            }
        };
        builder.end_usual(termination);
    }
}

fn is_end(word: &str) -> bool {
    matches!(word, "resign" | "win")
}

/// Writes the main line of a record as a `position` line.
///
/// # Errors
/// Returns no error; all writers have this signature.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    notice_headers(record, notices);
    notice_notes(record, notices);
    let line = PositionLine {
        start: record.start.setup(),
        moves: record.main_line().map(|(_, mv)| mv).collect(),
    };
    let mut out = format!("{}position {line}", variant_line(record));
    if let Some(ending) = record.ending() {
        if line.moves.is_empty() {
            out.push_str(" moves");
        }
        let first = record.start.turn();
        let turn = match line.moves.len().is_multiple_of(2) {
            true => first,
            false => !first,
        };
        push_ending(&mut out, ending, turn, notices);
    }
    out.push('\n');
    Ok(out)
}

/// Writes the start position of a record as SFEN.
///
/// # Errors
/// Returns no error; all writers have this signature.
pub fn write_sfen(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    notice_headers(record, notices);
    if record.tree.root().next().is_some() {
        notices.push(Notice::Moves);
    }
    notice_node(record.tree.root(), notices);
    Ok(format!("{}{}\n", variant_line(record), sfen(record)))
}

fn variant_line(record: &Record) -> &'static str {
    match record.variant {
        Variant::Shogi => "",
        Variant::Seireigi => "variant seireigi\n",
    }
}

fn sfen(record: &Record) -> String {
    record.start.setup().to_string()
}

fn push_ending(out: &mut String, ending: &Ending, turn: Color, notices: &mut Vec<Notice>) {
    let usual = ending.winner == ending.termination.usual_winner(turn);
    let word = match &ending.termination {
        Termination::Resignation if usual => " resign",
        Termination::Declaration if usual => " win",
        Termination::Other(text) if usual && is_kept(text) => {
            let _ = write!(out, " {text}");
            return;
        }
        other => {
            notices.push(Notice::Ending(format!("{} was left out", other.word())));
            return;
        }
    };
    out.push_str(word);
}

/// Returns whether a text after the moves is read back unchanged.
fn is_kept(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !first.is_empty()
        && !text.contains(['\n', '\r'])
        && text.trim() == text
        && !is_end(first)
        && Move::parse_tolerant(first).is_err()
        && first != "moves"
}

pub(crate) fn notice_headers(record: &Record, notices: &mut Vec<Notice>) {
    let lost = record.headers.iter().map(|header| Notice::Header {
        key: header.key.clone(),
    });
    notices.extend(lost);
}

/// Adds notices for everything that a line of moves cannot hold.
fn notice_notes(record: &Record, notices: &mut Vec<Notice>) {
    let count = record
        .tree
        .preorder()
        .filter(|node| !node.is_first_child())
        .count();
    if count > 0 {
        notices.push(Notice::Variations { count });
    }
    notice_node(record.tree.root(), notices);
    for node in record.tree.main_line() {
        notice_node(node, notices);
    }
}

pub(crate) fn notice_node(node: NodeRef<'_>, notices: &mut Vec<Notice>) {
    let lost = [
        (!node.time().is_unknown(), Notice::Times),
        (node.comment().is_some(), Notice::Comments),
        (node.bookmark().is_some(), Notice::Bookmarks),
        (!node.annotations().is_empty(), Notice::Annotations),
    ];
    for (_, notice) in lost.into_iter().filter(|(is_lost, _)| *is_lost) {
        notice_once(notices, notice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, read_text};

    fn records(text: &str) -> Parsed {
        read(text, &ReadOptions::default()).unwrap()
    }

    fn rewritten(text: &str) -> String {
        let record = &records(text).records[0];
        write(record, &WriteOptions::default(), &mut Vec::new()).unwrap()
    }

    #[test]
    fn every_shape_of_line_is_read() {
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        for text in [
            "position startpos moves 7g7f 3c3d".to_owned(),
            "startpos moves 7g7f 3c3d".to_owned(),
            "moves 7g7f 3c3d".to_owned(),
            "7g7f 3c3d".to_owned(),
            "  7g7f   3c3d \r".to_owned(),
            format!("position sfen {even} moves 7g7f 3c3d"),
            format!("sfen {even} moves 7g7f 3c3d"),
            format!("{even} moves 7g7f 3c3d"),
            format!("{} moves 7g7f 3c3d", &even[..even.len() - 2]),
        ] {
            assert_eq!(
                rewritten(&text),
                "position startpos moves 7g7f 3c3d\n",
                "{text}"
            );
            assert_eq!(
                read_text(&text, &ReadOptions::default()).unwrap().format,
                Format::Usi
            );
        }
    }

    #[test]
    fn each_line_is_a_record() {
        let parsed = records("startpos moves 7g7f\n\n9/9/9/9/9/9/9/9/9 b - 1\nwhat\nmoves 2g2f\n");
        assert_eq!(parsed.records.len(), 3);
        assert_eq!((parsed.warnings[0].line, parsed.warnings.len()), (4, 1));
    }

    #[test]
    fn endings_are_words_after_the_moves() {
        for (word, termination, winner) in [
            ("resign", Termination::Resignation, Some(Color::Black)),
            ("win", Termination::Declaration, Some(Color::White)),
            (
                "rep_draw 1",
                Termination::Other("rep_draw 1".to_owned()),
                None,
            ),
        ] {
            let text = format!("position startpos moves 7g7f {word}\n");
            let ending = records(&text).records[0].ending().cloned();
            let expected = Ending {
                termination,
                winner,
            };
            assert_eq!(ending, Some(expected));
            assert_eq!(rewritten(&text), text);
        }
    }

    #[test]
    fn illegal_moves_are_kept_with_their_place() {
        let parsed = records("position startpos moves 7g7f 7g7f 3c3d");
        assert_eq!(parsed.records[0].illegal_ply(), Some(2));
        let warning = &parsed.warnings[0];
        assert_eq!((warning.line, warning.column), (1, 30));
    }

    #[test]
    fn the_variant_has_a_line_of_its_own() {
        let text = "variant seireigi\nposition sfen 4k4/9/9/4+G4/9/9/9/9/4K4 b - 1 moves 5d5c\n";
        assert_eq!(records(text).records[0].variant, Variant::Seireigi);
        assert_eq!(rewritten(text), text);
    }

    #[test]
    fn what_a_line_cannot_hold_is_said() {
        let text = "手合割：平手\n先手：A\n 1 ７六歩(77) ( 0:01/)\n*c\n&b\n 2 中断\n変化：1手\n 1 ２六歩(27)\n";
        let reading = read_text(text, &ReadOptions::default()).unwrap();
        let mut notices = Vec::new();
        write(&reading.records[0], &WriteOptions::default(), &mut notices).unwrap();
        let key = "先手".to_owned();
        let expected = [
            Notice::Header { key },
            Notice::Variations { count: 1 },
            Notice::Times,
            Notice::Comments,
            Notice::Bookmarks,
            Notice::Ending("CHUDAN was left out".to_owned()),
        ];
        assert_eq!(notices, expected);
    }
}
