//! Shogi.

use super::{Rules, Variant};
use crate::attacks::{StepTable, steps};
use crate::piece::{KindSet, PieceKind};

/// The rules of shogi (将棋).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shogi;

impl Rules for Shogi {
    const VARIANT: Variant = Variant::Shogi;
    const PROMOTABLE: KindSet = KindSet::new(&[
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Bishop,
        PieceKind::Rook,
    ]);
    const SPECIAL_MOVERS: KindSet = KindSet::EMPTY;
    const RANK_SLIDERS: KindSet = KindSet::EMPTY;
    const FILE_SLIDERS: KindSet = KindSet::EMPTY;
    const FORWARD_DIAGONAL_SLIDERS: KindSet = KindSet::EMPTY;
    const STEPS: &'static StepTable = &STEPS;
}

static STEPS: StepTable = steps::table(&[
    (PieceKind::Pawn, steps::PAWN),
    (PieceKind::Knight, steps::KNIGHT),
    (PieceKind::Silver, steps::SILVER),
    (PieceKind::Gold, steps::GOLD),
    (PieceKind::King, steps::KING),
    (PieceKind::ProPawn, steps::GOLD),
    (PieceKind::ProLance, steps::GOLD),
    (PieceKind::ProKnight, steps::GOLD),
    (PieceKind::ProSilver, steps::GOLD),
    (PieceKind::Horse, steps::ORTHOGONAL),
    (PieceKind::Dragon, steps::DIAGONAL),
]);
