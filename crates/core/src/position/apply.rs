//! Playing moves and taking them back.

use super::{IllegalMove, Position};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveAction, Promotion};
use crate::piece::{HandKind, Piece, PieceKind};
use crate::square::Square;
use crate::variant::Rules;
use crate::zobrist;

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "without it the move cannot be taken back; drop it when playing on a copy"]
pub struct Undo {
    mv: Move,
    captured: Option<Piece>,
}

impl Undo {
    /// The piece that the move took.
    pub fn captured(self) -> Option<Piece> {
        self.captured
    }
}

impl<R: Rules> Position<R> {
    /// Plays a move that may be illegal.
    ///
    /// # Errors
    /// The breach, if the move is not legal; the position is then unchanged.
    ///
    /// ```
    /// use komadai_core::{Illegal, Position};
    /// let mut position = Position::<komadai_core::Shogi>::default();
    /// position.play("7g7f".parse()?)?;
    /// let error = position.play("7g7f".parse()?).unwrap_err();
    /// assert_eq!(error.reason, Illegal::EmptySquare);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        self.explain(mv)
            .map_err(|reason| IllegalMove { mv, reason })?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that is known to be legal. A move that is not leaves a position without sense,
    /// but never one that is unsafe to use.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        match self.turn {
            Color::Black => self.play_as(Color::Black, mv),
            Color::White => self.play_as(Color::White, mv),
        }
    }

    /// `us` is a constant at both call sites: the side to move costs nothing at run time.
    #[inline(always)]
    fn play_as(&mut self, us: Color, mv: Move) -> Undo {
        let captured = match mv.action() {
            MoveAction::Drop { kind, to } => {
                self.drop_piece(us, kind, to);
                None
            }
            MoveAction::Board {
                from,
                to,
                promotion,
            } => self.move_piece(us, from, to, promotion),
        };
        self.turn = !us;
        self.move_number = self.move_number.wrapping_add(1);
        Undo { mv, captured }
    }

    #[inline(always)]
    fn drop_piece(&mut self, us: Color, kind: HandKind, to: Square) {
        let piece = Piece::new(kind.piece_kind(), us);
        let bit = Bitboard::from(to);
        self.hands[us].remove(kind);
        self.colors[us] ^= bit;
        self.toggle_planes(piece.index(), bit);
        self.squares[to] = Some(piece);
        self.board_key ^= zobrist::piece_on(piece.index(), to);
    }

    /// Moves a piece. A capture is not a case of its own: an empty target is taken as a piece of no
    /// kind, which is in no plane, adds nothing to the hand and nothing to the key.
    #[inline(always)]
    fn move_piece(
        &mut self,
        us: Color,
        from: Square,
        to: Square,
        promotion: Promotion,
    ) -> Option<Piece> {
        let piece = self.squares[from].expect("a move starts from a piece");
        let placed = piece.after(promotion);
        let captured = self.squares[to];
        let captured_index = Piece::index_or_zero(captured);
        let (from_bit, to_bit) = (Bitboard::from(from), Bitboard::from(to));
        self.colors[us] ^= from_bit | to_bit;
        self.colors[!us] = self.colors[!us].without(to_bit);
        self.hands[us].add_base(captured_index);
        self.toggle_planes(piece.index(), from_bit);
        self.toggle_planes(placed.index(), to_bit);
        self.toggle_planes(captured_index, to_bit);
        self.board_key ^= zobrist::piece_on(piece.index(), from)
            ^ zobrist::piece_on(placed.index(), to)
            ^ zobrist::piece_on(captured_index, to);
        self.squares[from] = None;
        self.squares[to] = Some(placed);
        captured
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// If `undo` does not come from the last move played on this position.
    pub fn undo(&mut self, undo: Undo) {
        let us = !self.turn;
        let to = undo.mv.to();
        let placed = self.squares[to].expect("a played move leaves its piece on the target");
        self.toggle(placed, to);
        self.squares[to] = None;
        match undo.mv.action() {
            MoveAction::Drop { kind, .. } => self.hands[us].add_base(kind.index()),
            MoveAction::Board {
                from, promotion, ..
            } => {
                let kind = match promotion {
                    Promotion::Promote => placed.kind().unpromoted(),
                    Promotion::Keep => placed.kind(),
                };
                self.put_back(Piece::new(kind, us), from);
            }
        }
        if let Some(captured) = undo.captured {
            if let Some(kind) = captured.kind().hand_kind() {
                self.hands[us].remove(kind);
            }
            self.put_back(captured, to);
        }
        self.turn = us;
        self.move_number = self.move_number.wrapping_sub(1);
    }

    fn put_back(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.squares[square] = Some(piece);
    }

    /// The position with the other side to move, as after passing.
    ///
    /// A pass is no move of the game. Search uses it to see what threatens.
    #[must_use]
    pub fn passed(&self) -> Position<R> {
        let mut position = *self;
        position.turn = !self.turn;
        position.move_number = self.move_number.wrapping_add(1);
        position
    }

    /// The kind that stands on the target after a move, whether it is a drop, a promotion or neither.
    #[inline]
    pub fn placed_kind(&self, mv: Move) -> Option<PieceKind> {
        match mv.action() {
            MoveAction::Drop { kind, .. } => Some(kind.piece_kind()),
            MoveAction::Board {
                from, promotion, ..
            } => {
                let kind = self.squares[from]?.kind();
                match promotion {
                    Promotion::Promote => kind.promoted(),
                    Promotion::Keep => Some(kind),
                }
            }
        }
    }
}
