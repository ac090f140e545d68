//! Diagrams: any arrangement of pieces, validated when converted to a [`Position`].

use crate::color::{ByColor, Color};
use crate::hand::HandCounts;
use crate::moves::{Move, MoveAction, Promotion};
use crate::piece::{HandKind, Piece, PieceKind};
use crate::position::Position;
use crate::square::{File, Square};
use crate::variant::Rules;
use std::fmt;
use std::ops::{Index, IndexMut};

/// One value for each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct BySquare<T>(pub [T; 81]);

impl<T> Index<Square> for BySquare<T> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index()]
    }
}

impl<T> IndexMut<Square> for BySquare<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index()]
    }
}

/// Any diagram that a book or an editor may show, possible or not.
///
/// `Default` is the empty board with Black to move; [`Setup::start`] is the start position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The piece on each square.
    pub board: BySquare<Option<Piece>>,
    /// Each side's pieces in hand.
    pub hands: ByColor<HandCounts>,
    /// The side to move.
    pub turn: Color,
    /// The number of the next move, 1 at the start.
    pub move_number: u32,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            board: BySquare([None; 81]),
            hands: ByColor::default(),
            turn: Color::Black,
            move_number: 1,
        }
    }
}

impl Setup {
    /// The start position of both variants.
    pub fn start() -> Setup {
        use PieceKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
        let back = [
            Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance,
        ];
        let mut setup = Setup::default();
        let mut put = |square: Square, kind| {
            setup.board[square] = Some(Piece::new(kind, Color::Black));
            setup.board[square.rotated()] = Some(Piece::new(kind, Color::White));
        };
        for (file, kind) in File::ALL.into_iter().zip(back) {
            put(Square::new(file, crate::Rank::R9), kind);
            put(Square::new(file, crate::Rank::R7), Pawn);
        }
        put(Square::S88, Bishop);
        put(Square::S28, Rook);
        setup
    }

    /// The diagram with the board rotated by 180° and the sides exchanged.
    pub fn rotated(&self) -> Setup {
        let mut turned = Setup {
            hands: ByColor([self.hands[Color::White], self.hands[Color::Black]]),
            turn: !self.turn,
            move_number: self.move_number,
            ..Setup::default()
        };
        for square in Square::ALL {
            turned.board[square.rotated()] =
                self.board[square].map(|piece| Piece::new(piece.kind(), !piece.color()));
        }
        turned
    }

    /// Pieces of a kind on the board (promoted or not) and in both hands.
    pub fn total(&self, kind: HandKind) -> u32 {
        let on_board = self
            .board
            .0
            .iter()
            .flatten()
            .filter(|piece| piece.kind().hand_kind() == Some(kind))
            .count();
        let in_hand: u32 = Color::ALL
            .iter()
            .map(|&color| u32::from(self.hands[color].count(kind)))
            .sum();
        on_board as u32 + in_hand
    }

    /// Carries out a move without judging it: the piece goes where the move says and is the mover's
    /// from then on, and whatever stood there goes to the mover's hand. A move from an empty square
    /// only passes the turn.
    ///
    /// ```
    /// use komadai_core::Setup;
    /// let mut setup: Setup = "4k4/9/9/9/9/9/9/9/3KK4 b - 1".parse()?;
    /// setup.carry_out("6i6h".parse()?);
    /// assert_eq!(setup.to_string(), "4k4/9/9/9/9/9/9/3K5/4K4 w - 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn carry_out(&mut self, mv: Move) {
        let us = self.turn;
        let kind = match mv.action() {
            MoveAction::Drop { kind, .. } => {
                self.hands[us].remove(kind);
                Some(kind.piece_kind())
            }
            MoveAction::Board {
                from, promotion, ..
            } => {
                let kind = self.board[from].take().map(Piece::kind);
                let promotes = promotion == Promotion::Promote;
                let promoted = kind.filter(|_| promotes).and_then(PieceKind::promoted);
                promoted.or(kind)
            }
        };
        if let Some(kind) = kind {
            let taken = self.board[mv.to()].replace(Piece::new(kind, us));
            if let Some(kind) = taken.and_then(|piece| piece.kind().hand_kind()) {
                self.hands[us].add(kind, 1);
            }
        }
        self.turn = !us;
        self.move_number = self.move_number.wrapping_add(1);
    }
}

/// A reason why a diagram is not a position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Fault {
    /// A side has no king.
    #[error("{0} has no king")]
    MissingKing(Color),
    /// A side has more than one king.
    #[error("{0} has more than one king")]
    SeveralKings(Color),
    /// More pieces of a kind than in a set.
    #[error("more than {} pieces of kind {}", .0.set_size(), .0.letter())]
    TooMany(HandKind),
    /// A promoted gold in a variant whose golds do not promote.
    #[error("a promoted gold on {0}: golds promote only in Seireigi")]
    PromotedGold(Square),
    /// Two unpromoted pawns of a side on one file (二歩).
    #[error("{0} has two pawns on file {n}", n = .1.number())]
    TwoPawns(Color, File),
    /// A piece where it can never move again (行き所のない駒).
    #[error("the piece on {0} can never move")]
    DeadEnd(Square),
    /// The side to move could take the opponent's king.
    #[error("the side that is not to move is in check")]
    OpponentInCheck,
}

impl Fault {
    /// Returns whether a [`Position`] can represent a diagram with this fault.
    const fn is_tolerable(self) -> bool {
        !matches!(
            self,
            Fault::SeveralKings(_) | Fault::TooMany(_) | Fault::PromotedGold(_)
        )
    }
}

/// Error for a diagram that is not a position of a game, with all its faults.
///
/// Selected faults can be tolerated:
///
/// ```
/// use komadai_core::{Position, Setup, SetupError, Shogi};
/// let tsume: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// let position = Position::<Shogi>::from_setup(&tsume).or_else(SetupError::ignore_missing_king)?;
/// assert_eq!(position.legal_moves().len(), 81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SetupError<R: Rules> {
    faults: Vec<Fault>,
    position: Box<Position<R>>,
}

impl<R: Rules> SetupError<R> {
    /// Every fault of the diagram.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Tolerates a side without a king, as in tsume problems.
    ///
    /// # Errors
    /// Returns the remaining faults.
    pub fn ignore_missing_king(self) -> Result<Position<R>, SetupError<R>> {
        self.ignore(|fault| matches!(fault, Fault::MissingKing(_)))
    }

    /// Tolerates everything that illegal play can lead to, as an arbiter may have to judge it.
    ///
    /// # Errors
    /// Returns the faults that cannot occur with one set of pieces: a second king, too many pieces, a
    /// promoted gold in shogi.
    pub fn ignore_illegal_play(self) -> Result<Position<R>, SetupError<R>> {
        self.ignore(|_| true)
    }

    /// Tolerates the faults for which `accepted` returns true.
    ///
    /// # Errors
    /// Returns the remaining faults.
    pub fn ignore(
        mut self,
        accepted: impl Fn(Fault) -> bool,
    ) -> Result<Position<R>, SetupError<R>> {
        self.faults
            .retain(|&fault| !fault.is_tolerable() || !accepted(fault));
        if self.faults.is_empty() {
            Ok(*self.position)
        } else {
            Err(self)
        }
    }
}

impl<R: Rules> fmt::Display for SetupError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.faults.iter().map(Fault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl<R: Rules> std::error::Error for SetupError<R> {}

impl<R: Rules> Position<R> {
    /// Validates a diagram.
    ///
    /// # Errors
    /// Returns all faults together with the position, so that the caller can tolerate some of them.
    pub fn from_setup(setup: &Setup) -> Result<Position<R>, SetupError<R>> {
        let mut faults = material_faults::<R>(setup);
        faults.extend(placement_faults(setup));
        let position = Position::from_setup_unchecked(setup);
        if position.is_opponent_in_check() {
            faults.push(Fault::OpponentInCheck);
        }
        if faults.is_empty() {
            return Ok(position);
        }
        Err(SetupError {
            faults,
            position: Box::new(position),
        })
    }
}

fn material_faults<R: Rules>(setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        let king = Some(Piece::new(PieceKind::King, color));
        match setup.board.0.iter().filter(|&&piece| piece == king).count() {
            0 => faults.push(Fault::MissingKing(color)),
            1 => {}
            _ => faults.push(Fault::SeveralKings(color)),
        }
    }
    let too_many = |kind: &HandKind| setup.total(*kind) > u32::from(kind.set_size());
    faults.extend(
        HandKind::ALL
            .into_iter()
            .filter(too_many)
            .map(Fault::TooMany),
    );
    if !R::PROMOTABLE.contains(PieceKind::Gold) {
        let pro_gold = |square: &Square| {
            setup.board[*square].is_some_and(|piece| piece.kind() == PieceKind::ProGold)
        };
        faults.extend(
            Square::ALL
                .into_iter()
                .filter(pro_gold)
                .map(Fault::PromotedGold),
        );
    }
    faults
}

fn placement_faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        let pawn = Some(Piece::new(PieceKind::Pawn, color));
        let pawns_on = |file: File| {
            crate::Rank::ALL
                .into_iter()
                .filter(|&rank| setup.board[Square::new(file, rank)] == pawn)
                .count()
        };
        let doubled = File::ALL.into_iter().filter(|&file| pawns_on(file) > 1);
        faults.extend(doubled.map(|file| Fault::TwoPawns(color, file)));
    }
    let stuck = |square: &Square| {
        setup.board[*square].is_some_and(|piece| piece.kind().is_dead_end(piece.color(), *square))
    };
    faults.extend(Square::ALL.into_iter().filter(stuck).map(Fault::DeadEnd));
    faults
}

impl PieceKind {
    /// Returns whether a piece of this kind could never move from a square, even on an empty board.
    #[inline]
    pub const fn is_dead_end(self, color: Color, square: Square) -> bool {
        let ranks_ahead = square.rank().from_far_edge(color);
        match self {
            PieceKind::Pawn | PieceKind::Lance => ranks_ahead < 1,
            PieceKind::Knight => ranks_ahead < 2,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Seireigi, Shogi};

    fn faults<R: Rules>(sfen: &str) -> Vec<Fault> {
        let setup: Setup = sfen.parse().unwrap();
        Position::<R>::from_setup(&setup)
            .err()
            .map(|error| error.faults().to_vec())
            .unwrap_or_default()
    }

    #[test]
    fn all_faults_are_reported_at_once() {
        let found = faults::<Shogi>("P3k3n/9/9/4P4/4P4/9/4+G4/9/9 b 2R2r 1");
        let expected = [
            Fault::MissingKing(Color::Black),
            Fault::TooMany(HandKind::Rook),
            Fault::PromotedGold(Square::S57),
            Fault::TwoPawns(Color::Black, File::F5),
            Fault::DeadEnd(Square::S91),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_promoted_gold_belongs_to_seireigi() {
        let sfen = "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1";
        assert_eq!(faults::<Seireigi>(sfen), []);
        assert_eq!(faults::<Shogi>(sfen), [Fault::PromotedGold(Square::S55)]);
    }

    #[test]
    fn the_side_to_move_cannot_take_the_king() {
        assert_eq!(
            faults::<Shogi>("4k4/4G4/9/9/9/9/9/9/4K4 b - 1"),
            [Fault::OpponentInCheck]
        );
        assert_eq!(faults::<Shogi>("4k4/4G4/9/9/9/9/9/9/4K4 w - 1"), []);
    }

    #[test]
    fn an_arbiter_may_hold_what_illegal_play_leads_to() {
        let setup: Setup = "P3k4/4G4/9/4P4/4P4/9/9/9/9 b - 1".parse().unwrap();
        let error = Position::<Shogi>::from_setup(&setup).unwrap_err();
        assert_eq!(error.faults().len(), 4);
        assert!(error.clone().ignore_missing_king().is_err());
        assert!(error.ignore_illegal_play().is_ok());
        let too_many: Setup = "4k4/9/9/9/9/9/9/9/4K4 b 2R2r 1".parse().unwrap();
        assert!(
            Position::<Shogi>::from_setup(&too_many)
                .unwrap_err()
                .ignore_illegal_play()
                .is_err()
        );
    }
}
