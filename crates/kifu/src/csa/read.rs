//! Reading CSA.

use super::head::{CsaHead, VARIANT_LINE, tidy_players};
use super::note::annotation;
use super::words;
use crate::annotation::lift;
use crate::bod::Damaged;
use crate::error::{ReadError, ReadErrorKind, WarningKind};
use crate::notation::{CsaMove, Strictness};
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Builder, Millis, MoveTime, NodeId, Record, Termination, Tree};
use crate::result_note;
use crate::warnings::Warnings;
use komadai_core::{Color, Variant};

/// Reads a CSA text: one game, or several separated by `/`.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let mut reader = CsaReader {
        text,
        at: 0,
        variant: options.variant,
        stage: Stage::Head(Box::new(CsaHead::new(options.variant))),
        records: Vec::new(),
        has_marked_comments: false,
        warnings: Warnings::default(),
    };
    reader.run()?;
    reader.finish_game();
    let records = match reader.records.is_empty() {
        true => vec![CsaHead::new(options.variant).finish(None).0],
        false => reader.records,
    };
    Ok(Parsed {
        warnings: reader.warnings.in_text(text),
        records,
    })
}

/// The part of the file that is being read.
#[derive(Debug)]
enum Stage {
    Head(Box<CsaHead>),
    Moves(Box<Builder>),
}

#[derive(Debug)]
struct CsaReader<'t> {
    text: &'t str,
    /// Byte offset of the next character.
    at: usize,
    variant: Variant,
    stage: Stage,
    records: Vec<Record>,
    /// Whether a comment may contain engine annotations.
    has_marked_comments: bool,
    warnings: Warnings,
}

impl<'t> CsaReader<'t> {
    fn run(&mut self) -> Result<(), ReadError> {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'+' | b'-' => self.move_or_turn()?,
                b'T' => self.time(),
                b'\n' | b'\r' | b' ' | b'\t' | b',' => self.at += 1,
                b'\'' => self.comment(),
                b'%' => self.ending()?,
                b'P' => self.position(),
                b'N' | b'$' => self.header(),
                b'V' => self.version(),
                b'/' => self.separator(),
                _ => self.unknown_line(),
            }
        }
        Ok(())
    }

    fn warn(&mut self, at: usize, kind: WarningKind) {
        self.warnings.push(at, kind);
    }

    /// Skips one line end. Most statements have their own line.
    #[inline]
    fn skip_line_end(&mut self) {
        match self.text.as_bytes().get(self.at..) {
            Some([b'\n', ..]) => self.at += 1,
            Some([b'\r', b'\n', ..]) => self.at += 2,
            _ => {}
        }
    }

    /// Returns the rest of the line and skips it.
    fn take_line(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += end;
        let line = rest.get(..end).unwrap_or_default();
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Returns the rest of the statement and skips it. A line can have several statements, separated by commas.
    fn take_statement(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.find([',', '\n']).unwrap_or(rest.len());
        self.at += end;
        let statement = rest.get(..end).unwrap_or_default();
        statement.strip_suffix('\r').unwrap_or(statement)
    }

    /// The tree so far and the node to which comments belong.
    fn here(&mut self) -> (&mut Tree, NodeId) {
        match &mut self.stage {
            Stage::Head(head) => {
                head.touched = true;
                (&mut head.record.tree, NodeId::ROOT)
            }
            Stage::Moves(builder) => {
                let at = builder.at();
                (builder.tree_mut(), at)
            }
        }
    }

    /// The builder. The first call ends the head: a move of `mover`, or an ending.
    #[inline]
    fn builder(&mut self, mover: Option<Color>) -> Result<&mut Builder, ReadError> {
        if let Stage::Head(_) = &self.stage {
            self.end_head(mover)?;
        }
        match &mut self.stage {
            Stage::Moves(builder) => Ok(builder),
            Stage::Head(_) => Err(ReadError::at_line(1, ReadErrorKind::BrokenDiagram)),
        }
    }

    fn end_head(&mut self, mover: Option<Color>) -> Result<(), ReadError> {
        let empty = Stage::Head(Box::new(CsaHead::new(self.variant)));
        if let Stage::Head(head) = std::mem::replace(&mut self.stage, empty) {
            let diagram_at = head.diagram_at;
            let (record, fault) = head.finish(mover);
            if let Some(kind) = fault {
                self.warn(diagram_at, kind);
            }
            let mut builder = Builder::new(record);
            // An estimate: a move and its time are about twelve bytes.
            let length = self.text.len() - self.at;
            builder.reserve((length / 12).min(1000));
            self.stage = Stage::Moves(Box::new(builder));
        }
        Ok(())
    }

    /// Finishes the current game, if there is one.
    fn finish_game(&mut self) {
        let next = Stage::Head(Box::new(CsaHead::new(self.variant)));
        let mut record = match std::mem::replace(&mut self.stage, next) {
            Stage::Moves(builder) => builder.finish(),
            Stage::Head(head) if head.touched => {
                let diagram_at = head.diagram_at;
                let (record, fault) = head.finish(None);
                if let Some(kind) = fault {
                    self.warn(diagram_at, kind);
                }
                record
            }
            Stage::Head(_) => return,
        };
        tidy_players(&mut record);
        result_note::restore(&mut record);
        if std::mem::take(&mut self.has_marked_comments) {
            lift(&mut record);
        }
        self.records.push(record);
    }
}

/// Moves, times and endings.
impl CsaReader<'_> {
    #[inline]
    fn move_or_turn(&mut self) -> Result<(), ReadError> {
        let rest = &self.text.as_bytes()[self.at..];
        match rest.split_first_chunk::<7>() {
            // A sign alone on its line is the side to move, not the start of a move.
            Some((text, after))
                if text[1].is_ascii_digit() && after.first().is_none_or(|&b| is_end(b)) =>
            {
                self.play(*text)
            }
            _ => self.turn(),
        }
    }

    #[inline]
    fn play(&mut self, text: [u8; 7]) -> Result<(), ReadError> {
        let at = self.at;
        let side = if text[0] == b'+' {
            Color::Black
        } else {
            Color::White
        };
        let builder = self.builder(Some(side))?;
        let read = CsaMove::read(text);
        let resolve = |read: CsaMove| read.resolve(builder.position(), Strictness::Record).ok();
        let Some(resolved) = read.and_then(resolve) else {
            return self.turn();
        };
        let mv = resolved.mv;
        let after_end = builder.is_at_end();
        let breach = builder.play(mv);
        self.at += text.len();
        self.skip_line_end();
        if resolved.doubt.is_some() {
            self.warn(at, WarningKind::PieceName);
        }
        if after_end {
            self.warn(at, WarningKind::MoveAfterEnd);
        }
        if let Some(reason) = breach {
            self.warn(at, WarningKind::IllegalMove { mv, reason });
        }
        Ok(())
    }

    /// Reads the side to move, `+` or `-`. Anything else is an unreadable move, which is kept as text.
    fn turn(&mut self) -> Result<(), ReadError> {
        let at = self.at;
        let statement = self.take_statement();
        let color = match statement.trim_end() {
            "+" => Some(Color::Black),
            "-" => Some(Color::White),
            _ => None,
        };
        match (&mut self.stage, color) {
            (Stage::Head(head), Some(color)) => {
                head.touched = true;
                head.set_turn(color);
            }
            (Stage::Moves(_), Some(_)) => self.warn(at, WarningKind::UnknownLine),
            (_, None) => {
                self.builder(None)?;
                let (tree, node) = self.here();
                tree.push_comment_line(node, statement);
                self.warn(at, WarningKind::UnreadableMove);
            }
        }
        Ok(())
    }

    /// Reads `T12` or `T12.345`.
    #[inline]
    fn time(&mut self) {
        let at = self.at;
        let mut ahead = at + 1;
        let bytes = self.text.as_bytes();
        let mut millis: u64 = 0;
        while let Some(digit) = bytes.get(ahead).filter(|b| b.is_ascii_digit()) {
            millis = millis
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'));
            ahead += 1;
        }
        millis = millis.saturating_mul(1000);
        let whole = ahead - at > 1;
        if bytes.get(ahead) == Some(&b'.') {
            let mut weight = 100;
            ahead += 1;
            while let Some(digit) = bytes.get(ahead).filter(|b| b.is_ascii_digit()) {
                millis = millis.saturating_add(weight * u64::from(digit - b'0'));
                weight /= 10;
                ahead += 1;
            }
        }
        let ended = bytes.get(ahead).is_none_or(|&b| is_end(b));
        match &mut self.stage {
            Stage::Moves(builder) if whole && ended && builder.ply() > 0 => {
                let node = builder.at();
                let time = MoveTime {
                    spent: Some(Millis::new(millis)),
                    total: None,
                };
                builder.tree_mut().set_time(node, time);
                self.at = ahead;
                self.skip_line_end();
            }
            _ => self.bad_time(),
        }
    }

    fn bad_time(&mut self) {
        self.warn(self.at, WarningKind::Time);
        let statement = self.take_statement();
        let (tree, node) = self.here();
        tree.push_comment_line(node, statement);
    }

    fn ending(&mut self) -> Result<(), ReadError> {
        let at = self.at;
        self.at += 1;
        let word = self.take_statement().trim();
        let builder = self.builder(None)?;
        if builder.is_at_end() {
            builder.back();
        }
        let turn = builder.position().turn();
        match words::ending(word, turn) {
            Some(ending) => {
                let blames_wrongly = builder.blames_wrongly(&ending);
                builder.end(ending);
                if blames_wrongly {
                    self.warn(at, WarningKind::Blame);
                }
            }
            None => {
                builder.end_usual(Termination::Other(word.to_owned()));
                self.warn(at, WarningKind::UnreadableMove);
            }
        }
        Ok(())
    }
}

#[inline]
fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b',' | b' ' | b'\t')
}

/// Comments, headers and the position.
impl CsaReader<'_> {
    fn comment(&mut self) {
        let at = self.at;
        let text = self.take_line().get(1..).unwrap_or_default();
        if at == 0 && text.starts_with("CSA encoding=") {
            return;
        }
        if let Some(engine) = text.strip_prefix("** ")
            && let Stage::Moves(builder) = &mut self.stage
            && let Some(annotation) = annotation(engine, builder.position())
        {
            let node = builder.at();
            builder.tree_mut().push_annotation(node, annotation);
            return;
        }
        let text = text.strip_prefix('*').unwrap_or(text);
        self.has_marked_comments |= text.starts_with('*');
        let (tree, node) = self.here();
        tree.push_comment_line(node, text);
    }

    fn header(&mut self) {
        let at = self.at;
        let line = self.take_line();
        let is_header = match line.as_bytes() {
            [b'N', sign, ..] => matches!(sign, b'+' | b'-'),
            [b'$', first, ..] => *first != b':',
            _ => false,
        };
        if !is_header {
            self.at = at;
            return self.unknown_line();
        }
        let headers = match &mut self.stage {
            Stage::Head(head) => {
                head.touched = true;
                if line.trim() == VARIANT_LINE {
                    head.record.variant = Variant::Seireigi;
                    return;
                }
                &mut head.record.headers
            }
            Stage::Moves(builder) => &mut builder.record_mut().headers,
        };
        CsaHead::header(headers, line);
    }

    fn version(&mut self) {
        let at = self.at;
        let line = self.take_line();
        let is_version = line.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if !is_version {
            self.at = at;
            self.unknown_line();
        }
    }

    fn position(&mut self) {
        let at = self.at;
        let statement = self.take_statement();
        let Stage::Head(head) = &mut self.stage else {
            let (tree, node) = self.here();
            tree.push_comment_line(node, statement);
            return self.warn(at, WarningKind::UnknownLine);
        };
        head.touched = true;
        head.diagram_at = at;
        let read = head.position(&statement.as_bytes()[1..]);
        if let Err(Damaged) = read {
            self.warn(at, WarningKind::Diagram);
        }
    }

    fn separator(&mut self) {
        let at = self.at;
        if self.take_line().trim() == "/" {
            self.finish_game();
        } else {
            self.at = at;
            self.unknown_line();
        }
    }

    /// Keeps a line as text.
    fn unknown_line(&mut self) {
        self.warn(self.at, WarningKind::UnknownLine);
        let line = self.take_line();
        self.has_marked_comments |= line.starts_with('*');
        let (tree, node) = self.here();
        tree.push_comment_line(node, line);
    }
}
