//! The text of a move in any notation, before it is resolved in a position.

use super::words::Words;
use super::{NotExpressible, Notation, ResolveError};
use crate::position::RecordPosition;
use komadai_core::{Color, File, HandKind, Move, MoveAction, PieceKind, Promotion, Rank, Square};

/// The parts of the text of a move.
///
/// KIF, KI2, JKF, Japanese, Western and algebraic texts are all read into this value, and
/// [resolved](MoveText::resolve) in a position by the same rules. They are written with other parts left
/// out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    /// The side, if marked: ▲ ☗ ▼ ⛊ Black's, △ ☖ ▽ ⛉ White's.
    pub side: Option<Color>,
    /// Where the piece goes.
    pub target: Target,
    /// What it is before the move.
    pub kind: PieceKind,
    /// 右 左 直 上 寄 引.
    pub words: Words,
    /// 成, 不成 or 打; `+`, `=` or `*`.
    pub suffix: Option<Suffix>,
    /// Where it comes from. If given in full, words are not needed, nor heeded.
    pub origin: Origin,
    /// Is it said that something is taken? Readers believe the board.
    pub capture: bool,
}

/// The square that a move goes to, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// The square itself.
    Square(Square),
    /// Where the previous move went: 同.
    Previous,
}

/// What is said about promotion or drop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suffix {
    /// 成, `+`
    Promote,
    /// 不成 (also 生), `=`
    Keep,
    /// 打, `*`
    Drop,
}

/// Where a piece comes from, as far as it is written: algebraic text may give the file or the rank alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Origin {
    /// The file.
    pub file: Option<File>,
    /// The rank.
    pub rank: Option<Rank>,
}

impl Target {
    #[inline]
    pub(super) fn square(self, previous: Option<Square>) -> Result<Square, ResolveError> {
        match self {
            Target::Square(square) => Ok(square),
            Target::Previous => previous.ok_or(ResolveError::NoPreviousMove),
        }
    }
}

impl From<Square> for Origin {
    fn from(square: Square) -> Origin {
        Origin {
            file: Some(square.file()),
            rank: Some(square.rank()),
        }
    }
}

impl Origin {
    /// Nothing is written.
    pub const NONE: Origin = Origin {
        file: None,
        rank: None,
    };

    /// The square, if it is written in full.
    #[inline]
    pub fn square(self) -> Option<Square> {
        Some(Square::new(self.file?, self.rank?))
    }

    /// Does what is written fit a square?
    pub(super) fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl MoveText {
    /// The text of a move of a piece to a square and nothing else.
    #[inline]
    pub(crate) fn new(target: Target, kind: PieceKind) -> MoveText {
        MoveText {
            side: None,
            target,
            kind,
            words: Words::NONE,
            suffix: None,
            origin: Origin::NONE,
            capture: false,
        }
    }

    /// The piece that is dropped, if the text means a drop of a piece that can be.
    pub(super) fn dropped_kind(&self) -> Option<HandKind> {
        self.kind.hand_kind().filter(|_| !self.kind.is_promoted())
    }

    /// All parts of a move: side, target, piece, promotion, and the full origin.
    ///
    /// An illegal move may start from an empty square; the piece that is not there is called a pawn.
    pub(crate) fn with_origin(
        board: &RecordPosition,
        mv: Move,
        previous: Option<Square>,
    ) -> MoveText {
        let to = mv.to();
        let (kind, suffix) = match mv.action() {
            MoveAction::Drop { kind, .. } => (kind.piece_kind(), Some(Suffix::Drop)),
            MoveAction::Board {
                from, promotion, ..
            } => {
                let kind = board.piece_on(from).map(|piece| piece.kind());
                let suffix = match promotion {
                    Promotion::Promote => Some(Suffix::Promote),
                    Promotion::Keep => None,
                };
                (kind.unwrap_or(PieceKind::Pawn), suffix)
            }
        };
        let same = previous == Some(to) && !mv.is_drop();
        MoveText {
            side: Some(board.turn()),
            target: if same {
                Target::Previous
            } else {
                Target::Square(to)
            },
            kind,
            words: Words::NONE,
            suffix,
            origin: mv.from().map_or(Origin::NONE, Origin::from),
            capture: board.piece_on(to).is_some(),
        }
    }

    /// The parts of a move that a notation writes; KIF's for USI and CSA, which have other values.
    pub(crate) fn of(
        notation: Notation,
        board: &RecordPosition,
        mv: Move,
        previous: Option<Square>,
    ) -> Result<MoveText, NotExpressible> {
        let full = MoveText::with_origin(board, mv, previous);
        if let Some(origin) = mv.from().filter(|&from| board.piece_on(from).is_none()) {
            return Err(NotExpressible::NoPiece { origin });
        }
        Ok(match notation {
            Notation::Kif | Notation::Usi | Notation::Csa => full,
            Notation::Japanese | Notation::Ki2 => full.in_words(board, mv),
            Notation::Hodges | Notation::Hosking => MoveText {
                target: Target::Square(mv.to()),
                ..full.in_squares(board, mv)
            },
            Notation::KitaoKawasaki if full.capture => full.in_squares(board, mv),
            Notation::KitaoKawasaki => MoveText {
                target: Target::Square(mv.to()),
                ..full.in_squares(board, mv)
            },
        })
    }

    /// The parts of a move that KI2 writes; an illegal one may start from an empty square.
    pub(crate) fn spoken(board: &RecordPosition, mv: Move, previous: Option<Square>) -> MoveText {
        MoveText::of(Notation::Ki2, board, mv, previous)
            .unwrap_or_else(|_| MoveText::with_origin(board, mv, previous))
    }

    /// The same move with words for the origin where they tell the piece from others.
    fn in_words(self, board: &RecordPosition, mv: Move) -> MoveText {
        let to = mv.to();
        let reach = board.reach(self.kind, to);
        let Some(from) = mv.from() else {
            // Without 打 the text must name the drop: no piece on the board may be meant, and the drop
            // must be one that a reader can imagine.
            let could = |kind| board.can_put(kind, to);
            let clear = reach.is_empty() && self.dropped_kind().is_some_and(could);
            return MoveText {
                suffix: self.suffix.filter(|_| !clear),
                ..self
            };
        };
        let words = Some(reach)
            .filter(|reach| reach.contains(from))
            .and_then(|reach| Words::of(board.turn(), self.kind, from, to, reach));
        MoveText {
            words: words.unwrap_or_default(),
            suffix: self.suffix.or_else(|| board.choice(self.kind, from, to)),
            origin: words.map_or(self.origin, |_| Origin::NONE),
            ..self
        }
    }

    /// The same move with its origin only where another piece reaches the square.
    fn in_squares(self, board: &RecordPosition, mv: Move) -> MoveText {
        let Some(from) = mv.from() else { return self };
        let only_one = board.reach(self.kind, mv.to()) == from.into();
        MoveText {
            suffix: self
                .suffix
                .or_else(|| board.choice(self.kind, from, mv.to())),
            origin: if only_one { Origin::NONE } else { self.origin },
            ..self
        }
    }
}
