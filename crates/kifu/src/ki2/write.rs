//! Writing KI2.

use crate::error::{Notice, WriteError};
use crate::kanji::SideNames;
use crate::kif::{
    Before, DiagramRule, LineWriter, NodePlace, notice_once, push_closing, push_notes,
    push_result_note, side_names, stated, write_head, write_lines,
};
use crate::notation::{MoveText, Notation, NotationBoard};
use crate::position::RecordPosition;
use crate::record::{Action, NodeRef, Record};
use crate::writing::WriteOptions;
use komadai_core::{Move, Square};
use std::fmt::Write;

/// Moves in a line of text.
const MOVES_PER_LINE: usize = 6;

/// Writes a record as KI2.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    let mut out = String::new();
    write_head(&mut out, record, DiagramRule::IfNeeded, notices);
    out.push('\n');
    push_notes(&mut out, record.tree.root(), || record.start_position());
    let mut writer = Ki2Writer {
        names: side_names(record),
        in_line: 0,
        notices,
    };
    write_lines(&mut out, record, &mut writer);
    Ok(out)
}

struct Ki2Writer<'n> {
    names: SideNames,
    /// Moves written in the current line of text.
    in_line: usize,
    notices: &'n mut Vec<Notice>,
}

impl Ki2Writer<'_> {
    fn break_line(&mut self, out: &mut String) {
        if self.in_line > 0 {
            out.push('\n');
            self.in_line = 0;
        }
    }

    fn push_move(&mut self, out: &mut String, mv: Move, place: NodePlace<'_>) {
        match self.in_line {
            0 => {}
            MOVES_PER_LINE => self.break_line(out),
            _ => out.push_str("    "),
        }
        let text = MoveText::spoken(place.before, mv, place.previous);
        Notation::Ki2.push(out, &text, place.before.variant());
        self.in_line += 1;
    }
}

impl LineWriter for Ki2Writer<'_> {
    fn variation(&mut self, out: &mut String, ply: u32) {
        let _ = write!(out, "\n変化：{ply}手\n");
    }

    fn node(&mut self, out: &mut String, node: NodeRef<'_>, place: NodePlace<'_>) {
        match node.action() {
            Action::Start => {}
            Action::Move { mv, .. } => self.push_move(out, mv, place),
            Action::End(ending) => {
                self.break_line(out);
                let turn = place.before.turn();
                let stated = stated(node, ending, turn);
                stated.notice(ending, self.notices);
                let end = (node.ply().saturating_sub(1), stated.ending);
                push_closing(out, Before::Moves, end, turn, self.names);
                push_result_note(out, stated.note);
            }
        }
        if !node.time().is_unknown() {
            notice_once(self.notices, Notice::Times);
        }
        if node.comment().is_some() || node.bookmark().is_some() || !node.annotations().is_empty() {
            self.break_line(out);
            push_notes(out, node, || place.after(node));
        }
    }

    fn line_end(&mut self, out: &mut String, _: NodeRef<'_>, _: &RecordPosition) {
        self.break_line(out);
    }
}

/// A move as people say it, without the side's mark: `５八金右`. `previous_to` is where the move
/// before went.
///
/// If the words do not identify the move (illegal moves, some jumps of Seireigi), the origin follows in
/// brackets as in KIF.
pub fn ki2_move_text(board: &impl NotationBoard, mv: Move, previous_to: Option<Square>) -> String {
    let board = &*board.board();
    let mut out = String::new();
    let text = MoveText {
        side: None,
        ..MoveText::spoken(board, mv, previous_to)
    };
    Notation::Ki2.push(&mut out, &text, board.variant());
    out
}
