//! Writing KI2.

use super::resolve::{Resolution, displacement, resolve};
use crate::error::{Notice, WriteError};
use crate::kanji::{self, SideNames};
use crate::kif::move_text::MoveText;
use crate::kif::{
    Before, DiagramRule, LineWriter, Place, notice_once, notice_untold, push_closing, push_notes,
    push_target, side_names, write_head, write_lines,
};
use crate::position::AnyPosition;
use crate::record::{Action, NodeRef, Record};
use crate::scan::Scan;
use crate::writing::WriteOptions;
use komadai_core::{Color, Illegal, Move, MoveAction, PieceKind, Promotion, Square};
use std::fmt::Write;

/// Moves in a line of text.
const MOVES_PER_LINE: usize = 6;

/// Writes a record as KI2.
///
/// # Errors
/// If moves start from a diagram that no set of pieces can show.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    let mut out = String::new();
    write_head(&mut out, record, DiagramRule::IfNeeded, notices);
    out.push('\n');
    push_notes(
        &mut out,
        record.tree.root(),
        || record.start_position().ok(),
        notices,
    );
    let mut writer = Ki2Writer {
        names: side_names(record),
        in_line: 0,
        notices,
    };
    write_lines(&mut out, record, &mut writer).map_err(WriteError::ImpossibleStart)?;
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

    fn push_move(&mut self, out: &mut String, mv: Move, place: Place<'_>) {
        match self.in_line {
            0 => {}
            MOVES_PER_LINE => self.break_line(out),
            _ => out.push_str("    "),
        }
        out.push(if place.before.turn() == Color::Black {
            '▲'
        } else {
            '△'
        });
        out.push_str(&ki2_move_text(place.before, mv, place.previous));
        self.in_line += 1;
    }
}

impl LineWriter for Ki2Writer<'_> {
    fn variation(&mut self, out: &mut String, ply: u32) {
        let _ = write!(out, "\n変化：{ply}手\n");
    }

    fn node(&mut self, out: &mut String, node: NodeRef<'_>, place: Place<'_>) {
        match node.action() {
            Action::Start => {}
            Action::Move { mv, .. } => self.push_move(out, mv, place),
            Action::End(ending) => {
                self.break_line(out);
                let turn = place.before.turn();
                let end = (node.ply().saturating_sub(1), ending);
                let told = push_closing(out, Before::Moves, end, turn, self.names);
                notice_untold(told, self.notices);
            }
        }
        if !node.time().is_unknown() {
            notice_once(self.notices, Notice::Times);
        }
        if node.comment().is_some() || node.bookmark().is_some() || !node.annotations().is_empty() {
            self.break_line(out);
            push_notes(out, node, || Some(place.after(node)), self.notices);
        }
    }

    fn line_end(&mut self, out: &mut String, _: NodeRef<'_>, _: &AnyPosition) {
        self.break_line(out);
    }
}

/// A move as people say it, without the side's mark: `５八金右`. `previous_to` is where the move
/// before went.
///
/// Should the words of the Japan Shogi Association not single the move out (illegal moves, some jumps
/// of Seireigi), the origin follows in brackets as in KIF.
pub fn ki2_move_text(position: &AnyPosition, mv: Move, previous_to: Option<Square>) -> String {
    let place = Place {
        before: position,
        previous: previous_to,
    };
    let mut text = String::new();
    push_target(&mut text, mv, place);
    match mv.action() {
        MoveAction::Drop { kind, to } => {
            text.push_str(kanji::move_name(position.variant(), kind.piece_kind()));
            if !means(&text, position, mv, previous_to)
                || !rivals(position, kind.piece_kind(), to).is_empty()
            {
                text.push('打');
            }
        }
        MoveAction::Board { from, .. } => {
            let kind = position
                .piece_on(from)
                .map_or(PieceKind::Pawn, |piece| piece.kind());
            text.push_str(kanji::move_name(position.variant(), kind));
            text.push_str(&words(position, kind, mv));
            text.push_str(promotion_word(position, mv));
            if !means(&text, position, mv, previous_to) {
                let _ = write!(text, "({}{})", from.file().number(), from.rank().number());
            }
        }
    }
    text
}

/// Would a reader find the move?
fn means(text: &str, position: &AnyPosition, mv: Move, previous: Option<Square>) -> bool {
    MoveText::scan(&mut Scan::new(text))
        .is_some_and(|text| resolve(position, &text, previous) == Resolution::Move(mv))
}

/// The moves of a kind to a square, promotion left aside; a king left in check does not count as an obstacle.
fn rivals(position: &AnyPosition, kind: PieceKind, to: Square) -> Vec<Move> {
    let reaches = |from| {
        let mv = Move::board(from, to, Promotion::Keep)?;
        let verdict = position.explain(mv);
        let reach = matches!(
            verdict,
            Ok(()) | Err(Illegal::KingLeftInCheck | Illegal::MustPromote)
        );
        reach.then_some(mv)
    };
    position
        .pieces(position.turn(), kind)
        .iter()
        .filter_map(reaches)
        .collect()
}

/// The words that tell a piece from others of its kind.
fn words(position: &AnyPosition, kind: PieceKind, mv: Move) -> String {
    let turn = position.turn();
    let all = rivals(position, kind, mv.to());
    let others: Vec<Move> = all
        .into_iter()
        .filter(|other| other.from() != mv.from())
        .collect();
    if others.is_empty() {
        return String::new();
    }
    let (files, ranks) = displacement(mv, turn);
    let motion = match ranks {
        ..0 => "上",
        0 => "寄",
        _ => "引",
    };
    let moves_alike = |other: &&Move| displacement(**other, turn).1.signum() == ranks.signum();
    if !others.iter().any(|other| moves_alike(&other)) {
        return motion.to_owned();
    }
    let is_major = matches!(
        kind,
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon
    );
    if files == 0 && ranks < 0 && !is_major {
        return "直".to_owned();
    }
    let column = |other: &Move| displacement(*other, turn).0;
    if others.iter().all(|other| column(other) < files) {
        return "右".to_owned();
    }
    if others.iter().all(|other| column(other) > files) {
        return "左".to_owned();
    }
    let side = if others
        .iter()
        .filter(moves_alike)
        .all(|other| column(other) < files)
    {
        "右"
    } else {
        "左"
    };
    format!("{side}{motion}")
}

/// 成, or 不成 where promotion was declined.
fn promotion_word(position: &AnyPosition, mv: Move) -> &'static str {
    let MoveAction::Board {
        from,
        to,
        promotion,
    } = mv.action()
    else {
        return "";
    };
    if promotion == Promotion::Promote {
        return "成";
    }
    let promoting = Move::board(from, to, Promotion::Promote);
    let possible = promoting
        .is_some_and(|mv| matches!(position.explain(mv), Ok(()) | Err(Illegal::KingLeftInCheck)));
    if possible { "不成" } else { "" }
}
