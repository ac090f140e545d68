//! Playing and undoing moves.

use super::{Head, IllegalMove, Position};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveAction, Promotion};
use crate::piece::{HandKind, Piece, PieceKind};
use crate::square::Square;
use crate::variant::Rules;
use crate::zobrist;

/// The data that [`Position::undo`] needs to undo a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "without it the move cannot be taken back; drop it when playing on a copy"]
pub struct Undo {
    mv: Move,
    captured: Option<Piece>,
}

impl Undo {
    /// The captured piece.
    pub fn captured(self) -> Option<Piece> {
        self.captured
    }
}

/// What a move changes.
#[derive(Clone, Copy)]
struct Step {
    head: Head,
    from: Option<Square>,
    to: Square,
    placed: Piece,
    captured: Option<Piece>,
}

impl<R: Rules> Position<R> {
    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    /// Returns the broken rule if the move is illegal; the position is then unchanged.
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

    /// Plays a move that is known to be legal. An illegal move leaves a meaningless position, but one that is
    /// still memory-safe to use.
    ///
    /// # Panics
    /// Panics if there is no piece on the move's origin.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let step = self.step(mv);
        self.take(step);
        Undo {
            mv,
            captured: step.captured,
        }
    }

    /// Writes the position after a move that is known to be legal to `next`. The result is the same as
    /// copying and playing, but every part of `next` is written only once: the fastest way to walk a tree.
    ///
    /// # Panics
    /// Panics if there is no piece on the move's origin.
    #[inline(always)]
    pub fn play_into(&self, mv: Move, next: &mut Position<R>) {
        let step = self.step(mv);
        next.squares = self.squares;
        next.take(step);
    }

    #[inline(always)]
    fn step(&self, mv: Move) -> Step {
        // The side is a constant at both calls: it costs nothing at run time.
        match self.head.turn {
            Color::Black => self.step_of(Color::Black, mv),
            Color::White => self.step_of(Color::White, mv),
        }
    }

    #[inline(always)]
    fn step_of(&self, us: Color, mv: Move) -> Step {
        let mut step = match mv.action() {
            MoveAction::Drop { kind, to } => self.drop_step(us, kind, to),
            MoveAction::Board {
                from,
                to,
                promotion,
            } => self.board_step(us, from, to, promotion),
        };
        step.head.turn = !us;
        step.head.move_number = step.head.move_number.wrapping_add(1);
        step
    }

    #[inline(always)]
    fn drop_step(&self, us: Color, kind: HandKind, to: Square) -> Step {
        let placed = Piece::new(kind.piece_kind(), us);
        let mut head = self.head;
        head.hands[us].remove(kind);
        head.toggle(placed, to);
        Step {
            head,
            from: None,
            to,
            placed,
            captured: None,
        }
    }

    /// Moves a piece. A capture needs no branch: an empty target counts as a piece of no kind, which is in
    /// no plane and adds nothing to the hand or the key.
    #[inline(always)]
    fn board_step(&self, us: Color, from: Square, to: Square, promotion: Promotion) -> Step {
        let piece = self.squares[from].expect("a move starts from a piece");
        let placed = piece.after(promotion);
        let captured = self.squares[to];
        let captured_index = Piece::index_or_zero(captured);
        let (from_bit, to_bit) = (Bitboard::from(from), Bitboard::from(to));
        let mut head = self.head;
        head.colors[us] ^= from_bit | to_bit;
        head.colors[!us] = head.colors[!us].without(to_bit);
        head.hands[us].add_base(captured_index);
        head.toggle_planes(piece.index(), from_bit);
        head.toggle_planes(placed.index(), to_bit);
        head.toggle_planes(captured_index, to_bit);
        head.board_key ^= zobrist::piece_on(piece.index(), from)
            ^ zobrist::piece_on(placed.index(), to)
            ^ zobrist::piece_on(captured_index, to);
        Step {
            head,
            from: Some(from),
            to,
            placed,
            captured,
        }
    }

    #[inline(always)]
    fn take(&mut self, step: Step) {
        // Field by field: assigning the whole struct also copies the padding, with slow partial stores.
        let Head {
            planes,
            colors,
            hands,
            board_key,
            move_number,
            turn,
        } = step.head;
        self.head.planes = planes;
        self.head.colors = colors;
        self.head.hands = hands;
        self.head.board_key = board_key;
        self.head.move_number = move_number;
        self.head.turn = turn;
        if let Some(from) = step.from {
            self.squares[from] = None;
        }
        self.squares[step.to] = Some(step.placed);
    }

    /// Undoes the last move.
    ///
    /// # Panics
    /// Panics if `undo` does not belong to the last move played on this position.
    pub fn undo(&mut self, undo: Undo) {
        let us = !self.head.turn;
        let to = undo.mv.to();
        let placed = self.squares[to].expect("a played move leaves its piece on the target");
        self.head.toggle(placed, to);
        self.squares[to] = None;
        match undo.mv.action() {
            MoveAction::Drop { kind, .. } => self.head.hands[us].add_base(kind.index()),
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
                self.head.hands[us].remove(kind);
            }
            self.put_back(captured, to);
        }
        self.head.turn = us;
        self.head.move_number = self.head.move_number.wrapping_sub(1);
    }

    fn put_back(&mut self, piece: Piece, square: Square) {
        self.head.toggle(piece, square);
        self.squares[square] = Some(piece);
    }

    /// The position with the other side to move, as after passing.
    ///
    /// A pass is not a move of the game. Search uses it to detect threats.
    #[must_use]
    pub fn passed(&self) -> Position<R> {
        let mut position = *self;
        position.head.turn = !self.head.turn;
        position.head.move_number = self.head.move_number.wrapping_add(1);
        position
    }

    /// The kind on the target after a move, whether it is a drop, a promotion or neither.
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
