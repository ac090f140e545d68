//! A position whose variant is chosen at run time.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::declaration::{
    Agreement, AgreementRule, Declaration, DeclarationRule, EnteringKing, HandicapCredit, TryRule,
};
use crate::hand::{Hand, Hands};
use crate::moves::{Move, MoveList};
use crate::perft::{Leaves, perft, perft_divide};
use crate::piece::{Piece, PieceKind};
use crate::position::{Illegal, IllegalMove, Position, Undo};
use crate::setup::{Fault, Setup, SetupError};
use crate::sfen::SfenError;
use crate::square::Square;
use crate::tolerance::Tolerance;
use crate::variant::{Rules, Seireigi, Shogi, Variant};
use std::fmt;

/// A position of either variant, for the edges of a program: readers, servers, commands.
///
/// Code that examines many positions should be generic over [`Rules`] instead and dispatch once with a
/// `match`.
///
/// ```
/// use komadai_core::{AnyPosition, Variant};
/// let mut position = AnyPosition::start(Variant::Seireigi);
/// position.play("7g7f".parse()?)?;
/// assert_eq!(position.legal_moves().len(), 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AnyPosition {
    /// A position of shogi.
    Shogi(Position<Shogi>),
    /// A position of Seireigi.
    Seireigi(Position<Seireigi>),
}

/// Every fault of a diagram, whatever the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl<R: Rules> From<SetupError<R>> for Faults {
    fn from(error: SetupError<R>) -> Faults {
        Faults(error.faults().to_vec())
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.0.iter().map(Fault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl std::error::Error for Faults {}

/// Error for text that is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnyPositionError {
    /// The text is not SFEN.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// The diagram is not a position of the variant.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// Evaluates an expression for the position inside.
macro_rules! inside {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            AnyPosition::Shogi($position) => $body,
            AnyPosition::Seireigi($position) => $body,
        }
    };
}

/// Defines methods that delegate to the position inside.
macro_rules! delegate {
    ($(
        $(#[$meta:meta])*
        fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;
    )*) => {
        $(
            $(#[$meta])*
            pub fn $name(&self $(, $argument: $type)*) -> $result {
                inside!(self, position => position.$name($($argument),*))
            }
        )*
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

    /// Parses SFEN leniently ([`Setup::parse_tolerant`]) and validates the diagram strictly.
    ///
    /// # Errors
    /// Returns the first fault of the text, or all faults of the diagram.
    pub fn from_sfen(variant: Variant, text: &str) -> Result<AnyPosition, AnyPositionError> {
        let setup = Setup::parse_tolerant(text)?;
        Ok(AnyPosition::from_setup(variant, &setup, Tolerance::Strict)?)
    }

    /// Validates a diagram, tolerating some faults.
    ///
    /// # Errors
    /// Returns the faults that are not tolerated.
    pub fn from_setup(
        variant: Variant,
        setup: &Setup,
        tolerance: Tolerance,
    ) -> Result<AnyPosition, Faults> {
        Ok(match variant {
            Variant::Shogi => Position::<Shogi>::from_setup_with(setup, tolerance)?.into(),
            Variant::Seireigi => Position::<Seireigi>::from_setup_with(setup, tolerance)?.into(),
        })
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        match self {
            AnyPosition::Shogi(_) => Variant::Shogi,
            AnyPosition::Seireigi(_) => Variant::Seireigi,
        }
    }

    /// Compares variant, board, hands and side to move, but unlike `==` not the move number.
    pub fn is_same_position(&self, other: &AnyPosition) -> bool {
        match (self, other) {
            (AnyPosition::Shogi(a), AnyPosition::Shogi(b)) => a.is_same_position(b),
            (AnyPosition::Seireigi(a), AnyPosition::Seireigi(b)) => a.is_same_position(b),
            _ => false,
        }
    }

    delegate! {
        /// The side to move.
        fn turn(&self) -> Color;
        /// The number of the next move, 1 at the start of a game.
        fn move_number(&self) -> u32;
        /// The piece on a square.
        fn piece_on(&self, square: Square) -> Option<Piece>;
        /// The squares of a side's pieces.
        fn pieces(&self, color: Color) -> Bitboard;
        /// The square of a side's king.
        fn king(&self, color: Color) -> Option<Square>;
        /// A side's pieces in hand.
        fn hand(&self, color: Color) -> Hand;
        /// Both sides' pieces in hand.
        fn hands(&self) -> Hands;
        /// A hash key of board, hands and side to move; see [`Position::key`].
        fn key(&self) -> u64;
        /// A hash key of the board alone.
        fn board_key(&self) -> u64;
        /// The position as a diagram, to be edited or written.
        fn to_setup(&self) -> Setup;
        /// All legal moves.
        fn legal_moves(&self) -> MoveList;
        /// Returns whether the side to move has a legal move. A side without one has lost, even if it is not in check.
        fn has_legal_move(&self) -> bool;
        /// Returns whether the side to move has a pawn that can advance and cannot be pinned; see
        /// [`Position::has_loose_pawn`].
        fn has_loose_pawn(&self) -> bool;
        /// Returns whether the move is legal.
        fn is_legal(&self, mv: Move) -> bool;
        /// The piece that moves or is dropped.
        fn moving_piece(&self, mv: Move) -> Option<Piece>;
        /// The kind on the target after a move.
        fn placed_kind(&self, mv: Move) -> Option<PieceKind>;
        /// Returns whether a legal move gives check.
        fn gives_check(&self, mv: Move) -> bool;
        /// The pieces that give check to the side to move.
        fn checkers(&self) -> Bitboard;
        /// Returns whether the side to move is in check.
        fn is_in_check(&self) -> bool;
        /// Returns whether the side to move could take the opponent's king, which never happens in a legal game.
        fn is_opponent_in_check(&self) -> bool;
        /// Returns whether the side to move is in check and has no legal move.
        fn is_mate(&self) -> bool;
        /// A move that mates immediately, if there is one.
        fn mate_in_one(&self) -> Option<Move>;
        /// The counts of a side at an impasse.
        fn entering_king(&self, color: Color) -> EnteringKing;
        /// The outcome if the side to move declares.
        fn declare(&self, rule: DeclarationRule, credit: HandicapCredit) -> Declaration;
        /// The outcome if both sides agree to count points.
        fn agree(&self, rule: AgreementRule, credit: HandicapCredit) -> Agreement;
        /// Returns whether a side has won by a try.
        fn has_tried(&self, color: Color, rule: TryRule) -> bool;
    }

    /// Tests a single move without generating others.
    ///
    /// # Errors
    /// Returns the rule that the move breaks.
    pub fn explain(&self, mv: Move) -> Result<(), Illegal> {
        inside!(self, position => position.explain(mv))
    }

    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    /// Returns the broken rule if the move is illegal; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        inside!(self, position => position.play(mv))
    }

    /// Plays a move that is known to be legal; see [`Position::play_unchecked`].
    ///
    /// # Panics
    /// Panics if there is no piece on the move's origin.
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        inside!(self, position => position.play_unchecked(mv))
    }

    /// Undoes the last move.
    ///
    /// # Panics
    /// Panics if `undo` does not belong to the last move played on this position.
    pub fn undo(&mut self, undo: Undo) {
        inside!(self, position => position.undo(undo));
    }

    /// The points credited to each side if this is the start of a handicap game.
    pub fn handicap_credit(&self) -> HandicapCredit {
        inside!(self, position => HandicapCredit::of_start(position))
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32, leaves: Leaves) -> u64 {
        inside!(self, position => perft(position, depth, leaves))
    }

    /// The number of sequences that start with each legal move.
    pub fn perft_divide(&self, depth: u32, leaves: Leaves) -> Vec<(Move, u64)> {
        inside!(self, position => perft_divide(position, depth, leaves))
    }
}

impl Default for AnyPosition {
    /// The start position of shogi.
    fn default() -> AnyPosition {
        AnyPosition::start(Variant::Shogi)
    }
}

impl<R: Rules> From<Position<R>> for AnyPosition {
    fn from(position: Position<R>) -> AnyPosition {
        R::any(position)
    }
}

impl fmt::Display for AnyPosition {
    /// Writes canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        inside!(self, position => position.fmt(f))
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        inside!(self, position => fmt::Debug::fmt(position, f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sfen::SfenErrorKind;

    const PROMOTED_GOLD: &str = "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1";

    #[test]
    fn the_variant_decides_what_is_a_fault() {
        let shogi = AnyPosition::from_sfen(Variant::Shogi, PROMOTED_GOLD);
        let faults = Faults(vec![Fault::PromotedGold(Square::S55)]);
        assert_eq!(shogi, Err(AnyPositionError::Faults(faults)));
        let seireigi = AnyPosition::from_sfen(Variant::Seireigi, PROMOTED_GOLD).unwrap();
        assert_eq!(seireigi.variant(), Variant::Seireigi);
        assert_eq!(seireigi.to_string(), PROMOTED_GOLD);
    }

    #[test]
    fn errors_are_of_one_type() {
        for variant in Variant::ALL {
            let error = AnyPosition::from_sfen(variant, "9/9 b - 1").unwrap_err();
            let AnyPositionError::Sfen(error) = error else {
                panic!("{error}")
            };
            assert_eq!(error.kind, SfenErrorKind::RankCount);
            let error = AnyPosition::from_sfen(variant, "4k4/9/9/9/9/9/9/9/P8 b 2R2r 1");
            assert_eq!(
                error.unwrap_err().to_string(),
                "black has no king; more than 2 pieces of kind R"
            );
        }
    }

    #[test]
    fn tolerance_widens_in_steps() {
        let tsume: Setup = "4k4/9/9/9/9/9/9/9/9 b G 1".parse().unwrap();
        let doubled: Setup = "4k4/9/9/9/P8/P8/9/9/9 b - 1".parse().unwrap();
        let accepts = |setup: &Setup, tolerance| {
            Variant::ALL.map(|variant| AnyPosition::from_setup(variant, setup, tolerance).is_ok())
        };
        assert_eq!(accepts(&tsume, Tolerance::Strict), [false; 2]);
        assert_eq!(accepts(&tsume, Tolerance::MissingKing), [true; 2]);
        assert_eq!(accepts(&doubled, Tolerance::MissingKing), [false; 2]);
        assert_eq!(accepts(&doubled, Tolerance::IllegalPlay), [true; 2]);
    }

    #[test]
    fn playing_and_counting_reach_the_position_inside() {
        for variant in Variant::ALL {
            let start = AnyPosition::start(variant);
            assert_eq!(start.perft(2, Leaves::Bulk), 900);
            let mut position = start;
            let mv: Move = "7g7f".parse().unwrap();
            let undo = position.play(mv).unwrap();
            assert_eq!(
                position.play(mv).unwrap_err().reason,
                Illegal::EmptySquare,
                "{variant}"
            );
            assert!(!position.is_same_position(&start));
            position.undo(undo);
            assert_eq!(position, start);
        }
        let [shogi, seireigi] = Variant::ALL.map(AnyPosition::start);
        assert!(!shogi.is_same_position(&seireigi));
    }
}
