//! Seireigi, by A. M. DeWitt: shogi whose lance, knight, silver and gold promote to pieces of their own.

use super::{Rules, Variant};
use crate::attacks::{StepTable, steps};
use crate::piece::{KindSet, PieceKind};

/// The rules of Seireigi (精霊棋).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seireigi;

impl Rules for Seireigi {
    const VARIANT: Variant = Variant::Seireigi;
    const PROMOTABLE: KindSet = KindSet::new(&[
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Gold,
    ]);
    const SPECIAL_MOVERS: KindSet = KindSet::new(&[
        PieceKind::ProLance,
        PieceKind::ProKnight,
        PieceKind::ProSilver,
        PieceKind::ProGold,
    ]);
    const RANK_SLIDERS: KindSet = KindSet::new(&[PieceKind::ProLance]);
    const FILE_SLIDERS: KindSet = KindSet::new(&[PieceKind::ProSilver]);
    const FORWARD_DIAGONAL_SLIDERS: KindSet = KindSet::new(&[PieceKind::ProGold]);
    const STEPS: &'static StepTable = &STEPS;
}

/// Free Tiger (奔虎): beside its slides along the rank, one step forward or back, and jumps two
/// sideways and one forward or back.
const FREE_TIGER: &[(i8, i8)] = &[(0, 1), (0, -1), (2, 1), (-2, 1), (2, -1), (-2, -1)];

/// Heavenly Horse (天馬): one step to the four diagonals and straight forward; jumps two straight
/// forward, two to both forward diagonals, and back as a knight turned round.
const HEAVENLY_HORSE: &[(i8, i8)] = &[
    (1, 1),
    (-1, 1),
    (1, -1),
    (-1, -1),
    (0, 1),
    (0, 2),
    (2, 2),
    (-2, 2),
    (1, -2),
    (-1, -2),
];

/// Running Wolf (走狼): beside its slides along the file, one step sideways and to the forward diagonals.
const RUNNING_WOLF: &[(i8, i8)] = &[(1, 0), (-1, 0), (1, 1), (-1, 1)];

/// Great Elephant (大象): beside its slides to the forward diagonals, one step straight forward,
/// sideways and to the backward diagonals.
const GREAT_ELEPHANT: &[(i8, i8)] = &[(0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1)];

static STEPS: StepTable = steps::table(&[
    (PieceKind::Pawn, steps::PAWN),
    (PieceKind::Knight, steps::KNIGHT),
    (PieceKind::Silver, steps::SILVER),
    (PieceKind::Gold, steps::GOLD),
    (PieceKind::King, steps::KING),
    (PieceKind::ProPawn, steps::GOLD),
    (PieceKind::ProLance, FREE_TIGER),
    (PieceKind::ProKnight, HEAVENLY_HORSE),
    (PieceKind::ProSilver, RUNNING_WOLF),
    (PieceKind::ProGold, GREAT_ELEPHANT),
    (PieceKind::Horse, steps::ORTHOGONAL),
    (PieceKind::Dragon, steps::DIAGONAL),
]);
