//! What engines say: `'** 123 -3334FU +2726FU`, a score from Black's view and the line expected.

use super::code::{CODES, kind, square};
use super::write::push_move;
use crate::error::WriteError;
use crate::position::AnyPosition;
use crate::record::{Annotation, Score};
use komadai_core::{Color, Move, Piece, PieceKind, Promotion};
use std::fmt::Write;

/// A move as it is written, on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Named {
    pub(super) side: Color,
    pub(super) mv: Move,
    /// The piece named is not the one that moves.
    pub(super) misnamed: bool,
}

/// Reads `+7776FU` on a board; `None` if the text is no move.
#[inline]
pub(super) fn read_move(position: &AnyPosition, text: [u8; 7]) -> Option<Named> {
    let [sign, from_file, from_rank, to_file, to_rank, a, b] = text;
    let side = match sign {
        b'+' => Color::Black,
        b'-' => Color::White,
        _ => return None,
    };
    let to = square(to_file, to_rank)?;
    let code = [a, b];
    if (from_file, from_rank) == (b'0', b'0') {
        let named = kind(code)?;
        let misnamed = named.is_promoted();
        let mv = Move::drop(named.hand_kind()?, to);
        return Some(Named { side, mv, misnamed });
    }
    let from = square(from_file, from_rank)?;
    let (promotion, misnamed) = match position.piece_on(from).map(Piece::kind) {
        // Nearly every move names the piece that moves: two comparisons, and no search by name.
        Some(kind) if is_code(kind, code) => (Promotion::Keep, false),
        Some(kind) if kind.promoted().is_some_and(|kind| is_code(kind, code)) => {
            (Promotion::Promote, false)
        }
        before => {
            let named = kind(code)?;
            // CSA knows no promoted gold, so a gold never promotes.
            let can = before
                .and_then(PieceKind::promoted)
                .is_some_and(|kind| kind != PieceKind::ProGold);
            let promotes = can && named.is_promoted();
            let promotion = if promotes {
                Promotion::Promote
            } else {
                Promotion::Keep
            };
            (promotion, true)
        }
    };
    let mv = Move::board(from, to, promotion)?;
    Some(Named { side, mv, misnamed })
}

#[inline]
fn is_code(kind: PieceKind, code: [u8; 2]) -> bool {
    CODES[kind.index()] == code
}

/// Reads what follows `'** `, if it is just what [`push_plain`] would write.
pub(super) fn annotation(text: &str, position: &AnyPosition) -> Option<Annotation> {
    let mut words = text.split(' ');
    let score = words.next()?;
    let centipawns: i32 = score
        .parse()
        .ok()
        .filter(|n: &i32| n.to_string() == score)?;
    let mut line = Vec::new();
    let mut position = *position;
    for word in words {
        let named = read_move(&position, word.as_bytes().try_into().ok()?)?;
        if named.misnamed || named.side != position.turn() || position.explain(named.mv).is_err() {
            return None;
        }
        line.push(named.mv);
        position.play_legal(named.mv);
    }
    Some(Annotation {
        score: Some(Score::Centipawns(centipawns)),
        line,
        ..Annotation::default()
    })
}

/// Can all of these be said as a score and a line each?
pub(super) fn are_plain(annotations: &[Annotation], position: &AnyPosition) -> bool {
    annotations.iter().all(|it| {
        let plain = Annotation {
            score: it.score,
            line: it.line.clone(),
            ..Annotation::default()
        };
        let mut position = *position;
        let mut is_legal = |&mv: &Move| {
            let legal = position.explain(mv).is_ok();
            if legal {
                position.play_legal(mv);
            }
            legal
        };
        *it == plain
            && matches!(it.score, Some(Score::Centipawns(_)))
            && it.line.iter().all(&mut is_legal)
    })
}

/// Writes a score and a line that was expected after a position, if [it can be](are_plain).
pub(super) fn push_plain(
    out: &mut String,
    annotation: &Annotation,
    position: &AnyPosition,
) -> Result<(), WriteError> {
    if let Some(Score::Centipawns(score)) = annotation.score {
        let _ = write!(out, "'** {score}");
    }
    let mut position = *position;
    for &mv in &annotation.line {
        out.push(' ');
        push_move(out, mv, &position)?;
        position.play_legal(mv);
    }
    out.push('\n');
    Ok(())
}
