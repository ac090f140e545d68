//! Reading KIF, KI2 and BOD.

use super::head::KifHead;
use crate::annotation::lift;
use crate::encoding::MARK;
use crate::error::{ReadError, Warning, WarningKind};
use crate::kanji::{self, side_of_mark};
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Builder, NodeId, Tree};
use crate::result_note;
use crate::scan::{Scan, trim, trim_start, wide_digit};

/// Reads a KIF, KI2 or BOD text.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let mut reader = KifReader::new(options);
    reader.likely_moves = (text.len() / BYTES_PER_MOVE).min(1000);
    for line in text.lines() {
        reader.line += 1;
        reader.read_line(line)?;
    }
    Ok(reader.finish())
}

/// Average bytes of a move with its time, to estimate the number of moves.
const BYTES_PER_MOVE: usize = 40;

/// The part of the file that is being read.
#[derive(Debug)]
pub(super) enum Stage {
    Head(Box<KifHead>),
    Moves(Box<Builder>),
}

#[derive(Debug)]
pub(super) struct KifReader {
    pub(super) stage: Stage,
    pub(super) warnings: Vec<Warning>,
    /// Number of the current line.
    pub(super) line: usize,
    /// A guess at the number of moves.
    pub(super) likely_moves: usize,
    /// The move number of the start position, if the diagram is from the middle of a game.
    pub(super) offset: u32,
    /// The line above the moves was seen.
    pub(super) saw_separator: bool,
    /// Steps taken forward along lines that were read before.
    pub(super) replayed: usize,
    /// The position is unknown, because a move of the line was unreadable and gave no squares.
    pub(super) is_lost: bool,
    /// Some comments begin as engine annotations do.
    has_marked_comments: bool,
    /// A variation was announced without saying where: the next move's number tells.
    pub(super) open_variation: bool,
}

/// Headers that some programs write after the moves.
const LATE_HEADERS: [&str; 6] = ["終了日時", "消費時間", "備考", "結末", "勝者", "総手数"];

impl KifReader {
    fn new(options: &ReadOptions) -> KifReader {
        KifReader {
            stage: Stage::Head(Box::new(KifHead::new(options.variant))),
            warnings: Vec::new(),
            line: 0,
            likely_moves: 0,
            offset: 0,
            saw_separator: false,
            replayed: 0,
            is_lost: false,
            has_marked_comments: false,
            open_variation: false,
        }
    }

    pub(super) fn warn(&mut self, column: usize, kind: WarningKind) {
        self.warnings.push(Warning {
            line: self.line,
            column,
            kind,
        });
    }

    /// The tree so far and the node to which comments belong.
    pub(super) fn here(&mut self) -> (&mut Tree, NodeId) {
        match &mut self.stage {
            Stage::Head(head) => (&mut head.record.tree, NodeId::ROOT),
            Stage::Moves(builder) => {
                let at = builder.at();
                (builder.tree_mut(), at)
            }
        }
    }

    fn read_line(&mut self, raw: &str) -> Result<(), ReadError> {
        let line = trim_start(raw);
        let Some(first) = line.chars().next() else {
            return Ok(());
        };
        match first {
            '0'..='9' | '０'..='９' if self.numbered_line(raw, line)? => {}
            '*' => {
                self.has_marked_comments |= line.starts_with("**");
                let (tree, at) = self.here();
                tree.push_comment_line(at, note_text(line));
            }
            '&' => {
                let (tree, at) = self.here();
                tree.set_bookmark(at, Some(note_text(line).to_owned()));
            }
            '#' => {}
            _ if side_of_mark(first).is_some() => self.ki2_line(raw)?,
            '変' if line.starts_with("変化：") || line.starts_with("変化:") => {
                self.variation(line)
            }
            'ま' if line.starts_with("まで") => self.closing(line)?,
            '|' => self.diagram_row(line),
            '+' if line.starts_with("+-") => {}
            '手' if line.starts_with("手数-") || line.starts_with("手数＝") => {
                self.count_line(line)
            }
            _ => self.text_line(line),
        }
        Ok(())
    }

    fn finish(self) -> Parsed {
        let mut warnings = self.warnings;
        let mut record = match self.stage {
            Stage::Head(head) => head.finish(&mut warnings),
            Stage::Moves(builder) => builder.finish(),
        };
        result_note::restore(&mut record);
        if self.has_marked_comments {
            lift(&mut record);
        }
        Parsed {
            records: vec![record],
            warnings,
        }
    }
}

/// Lines before the moves, and text anywhere.
impl KifReader {
    fn diagram_row(&mut self, line: &str) {
        match &mut self.stage {
            Stage::Head(head) => {
                if let Err(kind) = head.row(line, self.line) {
                    self.warn(1, kind);
                }
            }
            Stage::Moves(_) => self.text_line(line),
        }
    }

    /// Reads `手数＝171 まで`; `手数----指手---` says nothing.
    fn count_line(&mut self, line: &str) {
        self.saw_separator |= line.starts_with("手数-");
        if let Stage::Head(head) = &mut self.stage
            && line.starts_with("手数＝")
        {
            head.moves_played(trim(line));
        }
    }

    fn text_line(&mut self, line: &str) {
        let line = trim(line);
        if self.turn_line(line) || is_file_row(line) {
            return;
        }
        let header = line.split_once('：').or_else(|| line.split_once(':'));
        let header = header.filter(|(key, _)| !trim(key).is_empty());
        let outcome = match (&mut self.stage, header) {
            (Stage::Head(head), Some((key, value))) => head.header(trim(key), trim(value)),
            (Stage::Head(head), None) => {
                head.record.headers.push("", line);
                Err(WarningKind::UnknownLine)
            }
            (Stage::Moves(builder), Some((key, value))) if LATE_HEADERS.contains(&trim(key)) => {
                builder.record_mut().headers.push(trim(key), trim(value));
                Ok(())
            }
            (Stage::Moves(builder), _) => {
                let at = builder.at();
                builder.tree_mut().push_comment_line(at, line);
                Err(WarningKind::UnknownLine)
            }
        };
        if let Err(kind) = outcome {
            self.warn(1, kind);
        }
    }

    /// Reads `後手番`.
    fn turn_line(&mut self, line: &str) -> bool {
        let mut scan = Scan::new(line);
        let Some(color) = kanji::side(&mut scan) else {
            return false;
        };
        if scan.rest() != "番" {
            return false;
        }
        if let Stage::Head(head) = &mut self.stage {
            head.diagram.set_turn(color);
        }
        true
    }
}

/// A comment or bookmark without the sign before it.
fn note_text(line: &str) -> &str {
    line.get(1..).unwrap_or_default().trim_end_matches('\r')
}

/// Returns whether this is the row of file numbers above a diagram.
pub(super) fn is_file_row(line: &str) -> bool {
    line.starts_with(['９', '9'])
        && line
            .chars()
            .all(|c| crate::scan::is_blank(c) || wide_digit(c).is_some_and(|digit| digit > 0))
}

/// Returns whether a line before the moves is read as a header with this key.
pub(super) fn is_kept_as_header(line: &str, key: &str) -> bool {
    let mut reader = KifReader::new(&ReadOptions::default());
    let one_line = line.lines().count() == 1 && !line.starts_with(MARK);
    let read = one_line && reader.read_line(line).is_ok();
    let Stage::Head(head) = &reader.stage else {
        return false;
    };
    let mut headers = head.record.headers.iter();
    read && headers.next().is_some_and(|header| header.key == key) && headers.next().is_none()
}
