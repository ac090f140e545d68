//! Deeds: what hands do to the board, including what is not a move.

use crate::breach::Breach;
use crate::offence::Offence;
use komadai_core::{
    AnyPosition, Color, HandKind, Illegal, Move, MoveAction, ParseMoveError, Piece, PieceKind,
    Promotion, Rules, Seireigi, Setup, Shogi, Square, Tolerance, Variant,
};
use std::fmt;
use std::str::FromStr;

/// Something that a player does with the pieces and completes (Article 4.3).
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
        /// The dropped kind.
        kind: HandKind,
        /// The target.
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

/// The reason why a deed is physically impossible under any rules: there is no such piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Impossible {
    /// The origin is empty.
    NoPiece,
    /// The dropped piece is not in hand.
    NotInHand,
    /// The piece has no promoted side, or is already promoted.
    NoOtherSide,
}

impl Impossible {
    /// Every reason.
    pub const ALL: [Impossible; 3] = [
        Impossible::NoPiece,
        Impossible::NotInHand,
        Impossible::NoOtherSide,
    ];

    /// Its row in the table.
    pub const fn offence(self) -> &'static Offence {
        match self {
            Impossible::NoPiece => &Offence::NO_PIECE,
            Impossible::NotInHand => &Offence::NOT_IN_HAND,
            Impossible::NoOtherSide => &Offence::NO_OTHER_SIDE,
        }
    }

    /// Is a move that breaks this rule impossible?
    pub(crate) const fn from_illegal(reason: Illegal) -> Option<Impossible> {
        match reason {
            Illegal::EmptySquare => Some(Impossible::NoPiece),
            Illegal::NotInHand => Some(Impossible::NotInHand),
            Illegal::CannotPromote => Some(Impossible::NoOtherSide),
            _ => None,
        }
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.offence().words)
    }
}

impl std::error::Error for Impossible {}

/// A judged deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
    Legal(Move),
    Illegal(Breach),
}

/// Judges a deed of a side, even out of turn.
pub(crate) fn judge(
    position: &AnyPosition,
    color: Color,
    deed: Deed,
) -> Result<Judged, Impossible> {
    if let (Deed::Move(mv), true) = (deed, position.turn() == color)
        && position.explain(mv).is_ok()
    {
        return Ok(Judged::Legal(mv));
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

/// The promoted kind of a piece.
fn turned(variant: Variant, kind: PieceKind) -> Result<PieceKind, Impossible> {
    let promotable = match variant {
        Variant::Shogi => Shogi::PROMOTABLE,
        Variant::Seireigi => Seireigi::PROMOTABLE,
    };
    kind.promoted()
        .filter(|_| promotable.contains(kind))
        .ok_or(Impossible::NoOtherSide)
}

/// The breach of a deed that is possible but not legal.
fn breach(position: &AnyPosition, color: Color, deed: Deed) -> Breach {
    if position.turn() != color {
        return Breach::OutOfTurn;
    }
    match deed {
        Deed::PromotedDrop { .. } => Breach::PromotedDrop,
        Deed::Move(mv) => match position.explain(mv) {
            Err(reason) => Breach::from(reason),
            // Unreachable: legal moves were handled before.
            Ok(()) => Breach::NotAMove,
        },
    }
}

/// The move of a deed that was found legal. `None` if the log does not match the board.
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

/// The position after a deed, legal or not.
pub(crate) fn after(
    position: &AnyPosition,
    color: Color,
    deed: Deed,
    breach: Option<Breach>,
) -> AnyPosition {
    let Some(mv) = as_played(position, color, deed, breach) else {
        return carry_out(position, color, deed);
    };
    let mut next = *position;
    let _ = next.play_unchecked(mv);
    next
}

/// The position after an illegal deed: the piece is where it was placed, a piece that was there is in the
/// player's hand, and the other side has the move.
pub(crate) fn carry_out(position: &AnyPosition, color: Color, deed: Deed) -> AnyPosition {
    let mut setup = position.to_setup();
    let (to, placed) = lift(&mut setup, color, position.variant(), deed);
    let taken = setup.board[to].and_then(|piece| piece.kind().hand_kind());
    if let Some(kind) = taken {
        setup.hands[color].add(kind, 1);
    }
    if let Some(piece) = placed {
        setup.board[to] = Some(piece);
    }
    setup.turn = !color;
    setup.move_number = setup.move_number.saturating_add(1);
    // Board and hands have the same pieces as before, so only faults of illegal play are possible.
    AnyPosition::from_setup(position.variant(), &setup, Tolerance::IllegalPlay).unwrap_or(*position)
}

/// Removes the piece of a deed from its origin; returns its target.
fn lift(setup: &mut Setup, color: Color, variant: Variant, deed: Deed) -> (Square, Option<Piece>) {
    let other_side = |kind: PieceKind| turned(variant, kind).unwrap_or(kind);
    match deed {
        Deed::PromotedDrop { kind, to } => {
            setup.hands[color].remove(kind);
            (to, Some(Piece::new(other_side(kind.piece_kind()), color)))
        }
        Deed::Move(mv) => match mv.action() {
            MoveAction::Drop { kind, to } => {
                setup.hands[color].remove(kind);
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

/// Returns whether a deed takes the opponent's king as its piece moves (Article 9.5). It is the claim, not a move,
/// so what would otherwise be wrong with it does not matter.
pub(crate) fn takes_king(position: &AnyPosition, color: Color, deed: Deed) -> bool {
    let Deed::Move(mv) = deed else { return false };
    let king = Piece::new(PieceKind::King, !color);
    if position.turn() != color || position.piece_on(mv.to()) != Some(king) {
        return false;
    }
    matches!(
        position.explain(mv),
        Ok(())
            | Err(Illegal::KingLeftInCheck | Illegal::MustPromote | Illegal::OutsidePromotionZone)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deed(text: &str) -> Deed {
        text.parse().expect(text)
    }

    #[test]
    fn every_deed_survives_its_text() {
        for text in ["7g7f", "2d2c+", "P*5e", "+P*5e"] {
            assert_eq!(deed(text).to_string(), text);
        }
        for text in ["+7g7f", "++P*5e", "+", "7g"] {
            assert!(text.parse::<Deed>().is_err(), "{text}");
        }
    }

    /// A log may speak of moves that the board does not have; they are carried out as far as that goes.
    #[test]
    fn only_what_fits_the_board_is_played_as_a_move() {
        let sfen = "4k4/9/9/9/4p4/4R4/9/4L4/4K4 b G 1";
        let position = AnyPosition::from_sfen(Variant::Shogi, sfen).expect(sfen);
        let as_move = |color, text, breach| as_played(&position, color, deed(text), breach);
        let fits = |color, text| as_move(color, text, None).is_some();
        for text in ["5f5e", "5f1f", "G*5d", "5i4i"] {
            assert_eq!(as_move(Color::Black, text, None), text.parse().ok());
        }
        let perpetual = as_move(Color::Black, "5f1f", Some(Breach::PerpetualCheck));
        assert_eq!(perpetual, "5f1f".parse().ok());
        assert_eq!(as_move(Color::Black, "5f1e", Some(Breach::NotAMove)), None);
        let others = [
            ("a piece of the opponent", "5e5d"),
            ("an empty square", "1a1b"),
            ("onto an own piece", "5f5h"),
            ("onto the king", "5f5a"),
            ("a drop onto a piece", "G*5e"),
            ("a drop of nothing", "S*5d"),
            ("a promoted drop", "+S*5d"),
        ];
        for (what, text) in others {
            assert!(!fits(Color::Black, text), "{what}");
        }
        assert!(!fits(Color::White, "5e5f"), "out of turn");
    }
}
