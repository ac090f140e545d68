#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod any;
mod attacks;
mod bitboard;
mod closed_enum;
mod color;
mod declaration;
mod entering_king_rule;
mod hand;
mod line_words;
mod movegen;
mod moves;
mod packed;
mod perft;
mod piece;
mod position;
mod position_line;
mod repetition;
mod setup;
mod sfen;
mod square;
mod tolerance;
mod variant;
mod zobrist;

pub use any::{AnyPosition, AnyPositionError, Faults};
pub use attacks::lines::{between, line};
pub use attacks::{StepTable, attacks};
pub use bitboard::{Bitboard, Squares};
pub use color::{ByColor, Color};
pub use declaration::{
    Agreement, AgreementRule, Declaration, DeclarationRule, EnteringKing, HandicapCredit, TryRule,
    Unmet,
};
pub use entering_king_rule::{EnteringKingRule, ImpasseClaim, ParseEnteringKingRuleError};
pub use hand::{Hand, HandCounts, HandKinds, Hands};
pub use line_words::{LineError, LineErrorKind, LineWord, LineWords};
pub use movegen::{Checks, MoveGen, MoveSet, MoveSink, Selection, Targets};
pub use moves::{Move, MoveAction, MoveList, ParseMoveError, Promotion};
pub use packed::{PackError, Packable, PackedPosition, UnpackError};
pub use perft::{Leaves, perft, perft_divide};
pub use piece::{HandKind, KindSet, Piece, PieceKind};
pub use position::{AttackCounts, ExchangeValues, Illegal, IllegalMove, Position, Undo};
pub use position_line::{PositionLine, PositionLineError, ResolvedLine};
pub use repetition::{History, Occurrence, REPETITION_LIMIT, Repetition};
pub use setup::{BySquare, Fault, Setup, SetupError};
pub use sfen::{ParsePositionError, SfenError, SfenErrorKind};
pub use square::{File, ParseSquareError, Rank, Square};
pub use tolerance::Tolerance;
pub use variant::{ParseVariantError, Rules, Seireigi, Shogi, Variant};
