//! What a hand does to the board: moves, and what is not a move at all.

use crate::breach::Breach;
use komadai_core::{
    AnyPosition, Color, HandKind, Illegal, Move, MoveAction, ParseMoveError, Piece, PieceKind,
    Promotion, Rules, Seireigi, Setup, Shogi, Square, Tolerance, Variant,
};
use std::fmt;
use std::str::FromStr;

/// Something a player does with the pieces and lets go of (Article 4.3).
///
/// ```
/// use komadai_game::Deed;
/// let deed: Deed = "7g7f".parse()?;
/// assert!(matches!(deed, Deed::Move(_)));
/// let deed: Deed = "+P*5e".parse()?;
/// assert_eq!(deed.to_string(), "+P*5e");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A move, legal or not.
    Move(Move),
    /// A piece dropped with its promoted side up, which is never legal.
    PromotedDrop {
        /// What is dropped.
        kind: HandKind,
        /// Where.
        to: Square,
    },
}

impl From<Move> for Deed {
    fn from(mv: Move) -> Deed {
        Deed::Move(mv)
    }
}

impl fmt::Display for Deed {
    /// Writes USI, with `+P*5e` for a promoted drop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Deed::Move(mv) => mv.fmt(f),
            Deed::PromotedDrop { kind, to } => write!(f, "+{}", Move::drop(kind, to)),
        }
    }
}

impl FromStr for Deed {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Deed, ParseMoveError> {
        let Some(drop) = text.strip_prefix('+') else {
            return text.parse().map(Deed::Move);
        };
        let mv: Move = drop.parse()?;
        match mv.action() {
            MoveAction::Drop { kind, to } => Ok(Deed::PromotedDrop { kind, to }),
            MoveAction::Board { .. } => Err(ParseMoveError::Shape),
        }
    }
}

/// Why a deed cannot be done at all, by whatever rules: there is no such piece to do it with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Impossible {
    /// Nothing stands on the origin.
    #[error("no piece stands on the origin")]
    NoPiece,
    /// The dropped piece is not in hand.
    #[error("no such piece in hand")]
    NotInHand,
    /// The piece has nothing written on its other side, or shows it already.
    #[error("the piece has no promoted side to turn up")]
    NoOtherSide,
}

/// A deed and what the rules say to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
    Legal(Move),
    Illegal(Breach),
}

/// Judges a deed of a side, which may be the one that does not have the move.
pub(crate) fn judge(
    position: &AnyPosition,
    color: Color,
    deed: Deed,
) -> Result<Judged, Impossible> {
    if let (Deed::Move(mv), true) = (deed, position.turn() == color) {
        match position.explain(mv) {
            Ok(()) => return Ok(Judged::Legal(mv)),
            Err(Illegal::EmptySquare) => return Err(Impossible::NoPiece),
            Err(Illegal::NotInHand) => return Err(Impossible::NotInHand),
            Err(Illegal::CannotPromote) => return Err(Impossible::NoOtherSide),
            Err(_) => {}
        }
    }
    impossible(position, color, deed)?;
    Ok(Judged::Illegal(breach(position, color, deed)))
}

fn impossible(position: &AnyPosition, color: Color, deed: Deed) -> Result<(), Impossible> {
    let held = |kind| match position.hand(color).has(kind) {
        true => Ok(()),
        false => Err(Impossible::NotInHand),
    };
    match deed {
        Deed::PromotedDrop { kind, .. } => {
            held(kind)?;
            turned(position.variant(), kind.piece_kind()).map(drop)
        }
        Deed::Move(mv) => match mv.action() {
            MoveAction::Drop { kind, .. } => held(kind),
            MoveAction::Board {
                from, promotion, ..
            } => {
                let piece = position.piece_on(from).ok_or(Impossible::NoPiece)?;
                match promotion {
                    Promotion::Keep => Ok(()),
                    Promotion::Promote => turned(position.variant(), piece.kind()).map(drop),
                }
            }
        },
    }
}

/// The kind on a piece's other side.
fn turned(variant: Variant, kind: PieceKind) -> Result<PieceKind, Impossible> {
    let promotable = match variant {
        Variant::Shogi => Shogi::PROMOTABLE,
        Variant::Seireigi => Seireigi::PROMOTABLE,
    };
    kind.promoted()
        .filter(|_| promotable.contains(kind))
        .ok_or(Impossible::NoOtherSide)
}

/// The breach of a deed that can be done but is not legal.
fn breach(position: &AnyPosition, color: Color, deed: Deed) -> Breach {
    if position.turn() != color {
        return Breach::OutOfTurn;
    }
    match deed {
        Deed::PromotedDrop { .. } => Breach::PromotedDrop,
        Deed::Move(mv) => match position.explain(mv) {
            Err(reason) => Breach::from(reason),
            // Not reached: legal moves were sorted out before.
            Ok(()) => Breach::NotAMove,
        },
    }
}

/// The move to play as it is, if a deed was found to be one that the board allows. A log that does not
/// fit the board gives nothing.
pub(crate) fn as_played(
    position: &AnyPosition,
    color: Color,
    deed: Deed,
    breach: Option<Breach>,
) -> Option<Move> {
    let Deed::Move(mv) = deed else { return None };
    let allowed = matches!(breach, None | Some(Breach::PerpetualCheck));
    let target = position.piece_on(mv.to());
    let can_be_taken = |piece: Piece| piece.color() != color && piece.kind() != PieceKind::King;
    let fits = match mv.action() {
        MoveAction::Board { from, .. } => {
            let piece = position.piece_on(from);
            piece.is_some_and(|piece| piece.color() == color) && target.is_none_or(can_be_taken)
        }
        MoveAction::Drop { kind, .. } => position.hand(color).has(kind) && target.is_none(),
    };
    (allowed && position.turn() == color && fits).then_some(mv)
}

/// The position after a deed that is not legal: the piece stands where it was put, what stood there is
/// in the doer's hand, and the other side has the move.
pub(crate) fn carry_out(position: &AnyPosition, color: Color, deed: Deed) -> AnyPosition {
    let mut setup = position.to_setup();
    let (to, placed) = lift(&mut setup, color, position.variant(), deed);
    let taken = setup.board[to].and_then(|piece| piece.kind().hand_kind());
    if let Some(kind) = taken {
        let count = setup.hands[color].count(kind) + 1;
        if let Some(hand) = setup.hands[color].with(kind, count) {
            setup.hands[color] = hand;
        }
    }
    if let Some(piece) = placed {
        setup.board[to] = Some(piece);
    }
    setup.turn = !color;
    setup.move_number = setup.move_number.saturating_add(1);
    // The same pieces stand on the board and in the hands as before, so nothing can be at fault that
    // illegal play does not bring about.
    AnyPosition::from_setup(position.variant(), &setup, Tolerance::IllegalPlay).unwrap_or(*position)
}

/// Takes the piece of a deed from where it is, and says where it goes.
fn lift(setup: &mut Setup, color: Color, variant: Variant, deed: Deed) -> (Square, Option<Piece>) {
    let from_hand = |setup: &mut Setup, kind: HandKind| {
        let count = setup.hands[color].count(kind).saturating_sub(1);
        if let Some(hand) = setup.hands[color].with(kind, count) {
            setup.hands[color] = hand;
        }
    };
    let other_side = |kind: PieceKind| turned(variant, kind).unwrap_or(kind);
    match deed {
        Deed::PromotedDrop { kind, to } => {
            from_hand(setup, kind);
            (to, Some(Piece::new(other_side(kind.piece_kind()), color)))
        }
        Deed::Move(mv) => match mv.action() {
            MoveAction::Drop { kind, to } => {
                from_hand(setup, kind);
                (to, Some(Piece::new(kind.piece_kind(), color)))
            }
            MoveAction::Board {
                from,
                to,
                promotion,
            } => {
                let piece = setup.board[from].take();
                let placed = piece.map(|piece| match promotion {
                    Promotion::Keep => piece,
                    Promotion::Promote => Piece::new(other_side(piece.kind()), piece.color()),
                });
                (to, placed)
            }
        },
    }
}

/// Does a deed take the king of the other side with a move that its piece can make (Article 9.5)?
pub(crate) fn takes_king(position: &AnyPosition, color: Color, deed: Deed) -> bool {
    let Deed::Move(mv) = deed else { return false };
    let king = Piece::new(PieceKind::King, !color);
    if position.turn() != color || position.piece_on(mv.to()) != Some(king) {
        return false;
    }
    // A king of one's own left in check does not matter any more: the game is over.
    matches!(position.explain(mv), Ok(()) | Err(Illegal::KingLeftInCheck))
}
