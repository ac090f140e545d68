//! The drawings in `pieces`, embedded.

use super::PieceSet;
use komadai_core::{Color, Piece, PieceKind, Rank, Variant};

macro_rules! asset {
    ($folder:literal, $name:literal) => {
        include_str!(concat!("../../pieces/", $folder, "/", $name, ".svg"))
    };
}

macro_rules! faces {
    ($($face:ident $name:literal,)+) => {
        /// What is drawn on a piece: a kind as its variant names it, or one of the two kings.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(super) enum PieceFace {
            $($face,)+
        }

        impl PieceFace {
            #[cfg(test)]
            pub(super) const ALL: &[PieceFace] = &[$(PieceFace::$face),+];

            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(PieceFace::$face => $name,)+
                }
            }

            pub(super) const fn svg(self, set: PieceSet) -> &'static str {
                match (self, set) {
                    $(
                        (PieceFace::$face, PieceSet::Kanji1) => asset!("kanji1", $name),
                        (PieceFace::$face, PieceSet::Kanji2) => asset!("kanji2", $name),
                        (PieceFace::$face, PieceSet::Bilingual) => asset!("bilingual", $name),
                        (PieceFace::$face, PieceSet::International) => asset!("international", $name),
                    )+
                }
            }
        }
    };
}

faces! {
    King "king",
    Jade "jade",
    Rook "rook",
    Bishop "bishop",
    Gold "gold",
    Silver "silver",
    Knight "knight",
    Lance "lance",
    Pawn "pawn",
    Dragon "dragon",
    Horse "horse",
    ProSilver "pro_silver",
    ProKnight "pro_knight",
    ProLance "pro_lance",
    ProPawn "pro_pawn",
    Elephant "seireigi_pro_gold",
    Wolf "seireigi_pro_silver",
    HeavenlyHorse "seireigi_pro_knight",
    Tiger "seireigi_pro_lance",
}

impl PieceFace {
    /// The face of a piece where `jade` has the king 玉.
    pub(super) fn of(piece: Piece, variant: Variant, jade: Color) -> PieceFace {
        match (piece.kind(), variant) {
            (PieceKind::King, _) if piece.color() == jade => PieceFace::Jade,
            (PieceKind::King, _) => PieceFace::King,
            (PieceKind::Rook, _) => PieceFace::Rook,
            (PieceKind::Bishop, _) => PieceFace::Bishop,
            (PieceKind::Gold, _) => PieceFace::Gold,
            (PieceKind::Silver, _) => PieceFace::Silver,
            (PieceKind::Knight, _) => PieceFace::Knight,
            (PieceKind::Lance, _) => PieceFace::Lance,
            (PieceKind::Pawn, _) => PieceFace::Pawn,
            (PieceKind::Dragon, _) => PieceFace::Dragon,
            (PieceKind::Horse, _) => PieceFace::Horse,
            (PieceKind::ProPawn, _) => PieceFace::ProPawn,
            (PieceKind::ProGold, _) => PieceFace::Elephant,
            (PieceKind::ProSilver, Variant::Shogi) => PieceFace::ProSilver,
            (PieceKind::ProKnight, Variant::Shogi) => PieceFace::ProKnight,
            (PieceKind::ProLance, Variant::Shogi) => PieceFace::ProLance,
            (PieceKind::ProSilver, Variant::Seireigi) => PieceFace::Wolf,
            (PieceKind::ProKnight, Variant::Seireigi) => PieceFace::HeavenlyHorse,
            (PieceKind::ProLance, Variant::Seireigi) => PieceFace::Tiger,
        }
    }
}

/// A character as a path, in a square of 100 by 100.
#[derive(Debug)]
pub(super) struct Glyph {
    pub(super) name: &'static str,
    pub(super) svg: &'static str,
}

macro_rules! glyphs {
    ($($name:literal)+) => {
        [$(Glyph { name: $name, svg: asset!("glyphs", $name) }),+]
    };
}

static DIGITS: [Glyph; 10] = glyphs!(
    "digit_0" "digit_1" "digit_2" "digit_3" "digit_4" "digit_5" "digit_6" "digit_7" "digit_8" "digit_9"
);
static LETTERS: [Glyph; 9] = glyphs!(
    "letter_a" "letter_b" "letter_c" "letter_d" "letter_e" "letter_f" "letter_g" "letter_h" "letter_i"
);
static KANJI: [Glyph; 9] = glyphs!(
    "kanji_1" "kanji_2" "kanji_3" "kanji_4" "kanji_5" "kanji_6" "kanji_7" "kanji_8" "kanji_9"
);

/// The last digit of a number.
pub(super) fn digit(number: u8) -> &'static Glyph {
    &DIGITS[usize::from(number % 10)]
}

/// The letter of a rank, `a` to `i`.
pub(super) fn letter(rank: Rank) -> &'static Glyph {
    &LETTERS[rank.index()]
}

/// The kanji of a rank, 一 to 九.
pub(super) fn kanji(rank: Rank) -> &'static Glyph {
    &KANJI[rank.index()]
}

/// The inside of a drawing's `svg` element.
pub(super) fn body(svg: &'static str) -> &'static str {
    let inside = svg.split_once('>').map_or("", |(_, rest)| rest);
    inside
        .rsplit_once("</svg>")
        .map_or("", |(body, _)| body)
        .trim()
}
