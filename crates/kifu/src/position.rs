//! A position of either variant, chosen at run time.

use komadai_core::{
    Bitboard, Color, Fault, Hand, HandKind, Illegal, Move, MoveAction, MoveList, Piece, PieceKind,
    Position, Promotion, Rules, Seireigi, Setup, SetupError, Shogi, Square, Undo, Variant,
};
use std::fmt;

/// A position of shogi or of Seireigi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyPosition {
    /// 将棋
    Shogi(Position<Shogi>),
    /// 精霊棋
    Seireigi(Position<Seireigi>),
}

/// Calls the same method on whichever position there is.
macro_rules! either {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            AnyPosition::Shogi($position) => $body,
            AnyPosition::Seireigi($position) => $body,
        }
    };
}

impl AnyPosition {
    /// The start position of a variant.
    pub fn start(variant: Variant) -> AnyPosition {
        match variant {
            Variant::Shogi => AnyPosition::Shogi(Position::default()),
            Variant::Seireigi => AnyPosition::Seireigi(Position::default()),
        }
    }

    /// The position of a diagram; whatever illegal play can lead to is tolerated.
    ///
    /// # Errors
    /// The faults that no board with one set of pieces can show.
    pub fn from_setup(variant: Variant, setup: &Setup) -> Result<AnyPosition, Vec<Fault>> {
        match variant {
            Variant::Shogi => tolerated(setup).map(AnyPosition::Shogi),
            Variant::Seireigi => tolerated(setup).map(AnyPosition::Seireigi),
        }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        match self {
            AnyPosition::Shogi(_) => Variant::Shogi,
            AnyPosition::Seireigi(_) => Variant::Seireigi,
        }
    }

    /// The position as a diagram.
    pub fn to_setup(&self) -> Setup {
        either!(self, position => position.to_setup())
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        either!(self, position => position.turn())
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        either!(self, position => position.piece_on(square))
    }

    /// What a side holds in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        either!(self, position => position.hand(color))
    }

    /// The squares of a side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        either!(self, position => position.pieces(color) & position.kind(kind))
    }

    /// Judges a move.
    ///
    /// # Errors
    /// The rule that it breaks.
    #[inline]
    pub fn explain(&self, mv: Move) -> Result<(), Illegal> {
        either!(self, position => position.explain(mv))
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        either!(self, position => position.legal_moves())
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        either!(self, position => position.play_unchecked(mv))
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// If `undo` does not come from the last move played on this position.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        either!(self, position => position.undo(undo));
    }

    /// The position after a move that need not be legal: pieces go where the move says, whatever
    /// stood on the target goes to the mover's hand.
    ///
    /// A move that no board can show (from an empty square, a nineteenth pawn) only passes the turn.
    #[must_use]
    pub fn forced(&self, mv: Move) -> AnyPosition {
        let before = self.to_setup();
        let carried_out = carry_out(before.clone(), mv);
        let after =
            carried_out.and_then(|setup| AnyPosition::from_setup(self.variant(), &setup).ok());
        after.unwrap_or_else(|| either!(self, position => position.passed().into()))
    }
}

fn tolerated<R: Rules>(setup: &Setup) -> Result<Position<R>, Vec<Fault>> {
    Position::from_setup(setup)
        .or_else(SetupError::ignore_illegal_play)
        .map_err(|error| error.faults().to_vec())
}

/// The diagram after a move, or `None` if the pieces for it are missing.
fn carry_out(mut setup: Setup, mv: Move) -> Option<Setup> {
    let us = setup.turn;
    let piece = match mv.action() {
        MoveAction::Board {
            from, promotion, ..
        } => {
            let piece = setup.board[from].take()?;
            let promoted = piece
                .kind()
                .promoted()
                .filter(|_| promotion == Promotion::Promote);
            Piece::new(promoted.unwrap_or(piece.kind()), piece.color())
        }
        MoveAction::Drop { kind, .. } => {
            let count = setup.hands[us].count(kind).saturating_sub(1);
            setup.hands[us] = setup.hands[us].with(kind, count)?;
            Piece::new(kind.piece_kind(), us)
        }
    };
    if let Some(kind) = setup.board[mv.to()].and_then(|taken| taken.kind().hand_kind()) {
        setup.hands[us] = add_to_hand(setup.hands[us], kind)?;
    }
    setup.board[mv.to()] = Some(piece);
    setup.turn = !us;
    setup.move_number = setup.move_number.wrapping_add(1);
    Some(setup)
}

fn add_to_hand(hand: Hand, kind: HandKind) -> Option<Hand> {
    hand.with(kind, hand.count(kind) + 1)
}

impl From<Position<Shogi>> for AnyPosition {
    fn from(position: Position<Shogi>) -> AnyPosition {
        AnyPosition::Shogi(position)
    }
}

impl From<Position<Seireigi>> for AnyPosition {
    fn from(position: Position<Seireigi>) -> AnyPosition {
        AnyPosition::Seireigi(position)
    }
}

impl fmt::Display for AnyPosition {
    /// Writes canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        either!(self, position => position.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forced(sfen: &str, mv: &str) -> String {
        let setup: Setup = sfen.parse().unwrap();
        let position = AnyPosition::from_setup(Variant::Shogi, &setup).unwrap();
        position.forced(mv.parse().unwrap()).to_string()
    }

    #[test]
    fn an_illegal_move_is_carried_out_as_far_as_a_board_can_show_it() {
        let sfen = "4k4/9/9/9/4P4/9/9/9/4K4 b P 1";
        assert_eq!(forced(sfen, "P*5h"), "4k4/9/9/9/4P4/9/9/4P4/4K4 w - 2");
        assert_eq!(forced(sfen, "5i5a"), "4K4/9/9/9/4P4/9/9/9/9 w P 2");
        assert_eq!(forced(sfen, "9i9a"), "4k4/9/9/9/4P4/9/9/9/4K4 w P 2");
        assert_eq!(forced(sfen, "R*5h"), "4k4/9/9/9/4P4/9/9/4R4/4K4 w P 2");
    }
}
