//! The pieces and how they move, as the rule books draw them.

use komadai_core::Variant;

/// The players: Black (先手) plays up the board, White (後手) down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    Black,
    White,
}

impl Color {
    pub(super) fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// What a piece is before promotion; the order is that of hands in SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Rook,
    Bishop,
    Gold,
    Silver,
    Knight,
    Lance,
    Pawn,
    King,
}

/// The kinds that can be held in hand.
pub(super) const HAND_KINDS: [Kind; 7] = [
    Kind::Rook,
    Kind::Bishop,
    Kind::Gold,
    Kind::Silver,
    Kind::Knight,
    Kind::Lance,
    Kind::Pawn,
];

impl Kind {
    pub(super) fn from_letter(letter: char) -> Option<Kind> {
        let all = HAND_KINDS.into_iter().chain([Kind::King]);
        all.into_iter().find(|kind| kind.letter() == letter)
    }

    pub(super) fn letter(self) -> char {
        match self {
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Gold => 'G',
            Kind::Silver => 'S',
            Kind::Knight => 'N',
            Kind::Lance => 'L',
            Kind::Pawn => 'P',
            Kind::King => 'K',
        }
    }

    pub(super) fn can_promote(self, variant: Variant) -> bool {
        match self {
            Kind::King => false,
            Kind::Gold => variant == Variant::Seireigi,
            _ => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) color: Color,
    pub(super) kind: Kind,
    pub(super) promoted: bool,
}

/// A displacement seen by the owner: to the right, then forward.
pub(super) type Offset = (i8, i8);

/// Steps and jumps reach their square whatever stands between; slides go on until something
/// stands in the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Movement {
    pub(super) steps: &'static [Offset],
    pub(super) slides: &'static [Offset],
}

const KING: Movement = Movement {
    #[rustfmt::skip]
    steps: &[
        (-1, 1), (0, 1), (1, 1),
        (-1, 0), (1, 0),
        (-1, -1), (0, -1), (1, -1),
    ],
    slides: &[],
};

const ROOK: Movement = Movement {
    steps: &[],
    slides: &[(0, 1), (-1, 0), (1, 0), (0, -1)],
};

const BISHOP: Movement = Movement {
    steps: &[],
    slides: &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
};

const GOLD: Movement = Movement {
    steps: &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)],
    slides: &[],
};

const SILVER: Movement = Movement {
    steps: &[(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)],
    slides: &[],
};

const KNIGHT: Movement = Movement {
    steps: &[(-1, 2), (1, 2)],
    slides: &[],
};

const LANCE: Movement = Movement {
    steps: &[],
    slides: &[(0, 1)],
};

const PAWN: Movement = Movement {
    steps: &[(0, 1)],
    slides: &[],
};

/// 龍王, the promoted rook.
const DRAGON_KING: Movement = Movement {
    steps: &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
    slides: ROOK.slides,
};

/// 龍馬, the promoted bishop.
const DRAGON_HORSE: Movement = Movement {
    steps: &[(0, 1), (-1, 0), (1, 0), (0, -1)],
    slides: BISHOP.slides,
};

/// 大象, Seireigi's promoted gold.
const GREAT_ELEPHANT: Movement = Movement {
    steps: &[(0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
    slides: &[(-1, 1), (1, 1)],
};

/// 走狼, Seireigi's promoted silver.
const RUNNING_WOLF: Movement = Movement {
    steps: &[(-1, 1), (1, 1), (-1, 0), (1, 0)],
    slides: &[(0, 1), (0, -1)],
};

/// 天馬, Seireigi's promoted knight.
const HEAVENLY_HORSE: Movement = Movement {
    #[rustfmt::skip]
    steps: &[
        (-2, 2), (0, 2), (2, 2),
        (-1, 1), (0, 1), (1, 1),
        (-1, -1), (1, -1),
        (-1, -2), (1, -2),
    ],
    slides: &[],
};

/// 奔虎, Seireigi's promoted lance.
const FREE_TIGER: Movement = Movement {
    steps: &[(0, 1), (0, -1), (-2, 1), (2, 1), (-2, -1), (2, -1)],
    slides: &[(-1, 0), (1, 0)],
};

impl Piece {
    pub(super) fn movement(self, variant: Variant) -> Movement {
        if self.promoted {
            promoted_movement(variant, self.kind)
        } else {
            plain_movement(self.kind)
        }
    }
}

fn plain_movement(kind: Kind) -> Movement {
    match kind {
        Kind::Rook => ROOK,
        Kind::Bishop => BISHOP,
        Kind::Gold => GOLD,
        Kind::Silver => SILVER,
        Kind::Knight => KNIGHT,
        Kind::Lance => LANCE,
        Kind::Pawn => PAWN,
        Kind::King => KING,
    }
}

fn promoted_movement(variant: Variant, kind: Kind) -> Movement {
    match (variant, kind) {
        (_, Kind::Rook) => DRAGON_KING,
        (_, Kind::Bishop) => DRAGON_HORSE,
        (_, Kind::Pawn) => GOLD,
        (Variant::Shogi, Kind::Silver | Kind::Knight | Kind::Lance) => GOLD,
        (Variant::Seireigi, Kind::Gold) => GREAT_ELEPHANT,
        (Variant::Seireigi, Kind::Silver) => RUNNING_WOLF,
        (Variant::Seireigi, Kind::Knight) => HEAVENLY_HORSE,
        (Variant::Seireigi, Kind::Lance) => FREE_TIGER,
        (Variant::Shogi, Kind::Gold) | (_, Kind::King) => {
            unreachable!("no position holds a promoted {kind:?} in {variant:?}")
        }
    }
}
