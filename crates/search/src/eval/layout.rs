//! The order of the weights in the fitted tables.

/// Location of a square relative to a king: file distance, and ranks ahead (0 to 16, 8 is level).
pub(crate) const CELLS: usize = 9 * 17;
/// Squares by their distance from a king: within one, two, three and four; and the whole board.
pub(crate) const RINGS: usize = 5;

/// Pieces on the board, by kind.
pub(crate) const BOARD: usize = 0;
/// Each piece in hand, by kind.
pub(crate) const HAND: usize = BOARD + 16;
/// Having any of a kind in hand.
pub(crate) const FIRST: usize = HAND + 8;
/// Tempo of the side to move.
pub(crate) const TEMPO: usize = FIRST + 8;
/// Own attacks around the own king, by ring. From here to [`SHELTER`] weights are sixteenths.
pub(crate) const DEFENCE: usize = TEMPO + 1;
/// Enemy attacks around the own king, by ring.
pub(crate) const ASSAULT: usize = DEFENCE + RINGS;
/// Attacked squares next to the king: undefended, defended, and the same attacked twice.
pub(crate) const DANGER: usize = ASSAULT + RINGS;
/// The same again for each kind in the enemy's hand.
pub(crate) const DANGER_BY_HAND: usize = DANGER + 4;
/// The number of flight squares of the king.
pub(crate) const FLIGHTS: usize = DANGER_BY_HAND + 4;
/// Pieces other than pawns that are attacked and undefended: of the side to move, of the other.
pub(crate) const LOOSE: usize = FLIGHTS + 9;
/// Pieces other than pawns, attacked by pawns: of the side to move, of the other.
pub(crate) const CHASED: usize = LOOSE + 2;
/// Enemy attacks on the king and the squares next to it, squared.
pub(crate) const PRESSURE: usize = CHASED + 2;
/// The same attacks, not squared, for each kind in the enemy's hand.
pub(crate) const PRESSURE_BY_HAND: usize = PRESSURE + 1;
/// Empty squares next to the king that only it defends, for each kind in the enemy's hand.
pub(crate) const HOLES_BY_HAND: usize = PRESSURE_BY_HAND + 1;
/// Pieces by kind and by where their own king is.
pub(crate) const SHELTER: usize = HOLES_BY_HAND + 1;
/// Pieces by kind and by where the enemy's king is.
pub(crate) const SIEGE: usize = SHELTER + 16 * CELLS;
/// Pieces by kind and square, as Black sees them.
pub(crate) const PLACE: usize = SIEGE + 16 * CELLS;
/// The number of weights.
pub(crate) const COUNT: usize = PLACE + 16 * 81;

/// A run of numbers of one sort.
#[cfg(feature = "fit")]
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) start: usize,
    /// Numbers in a row of the data files.
    pub(crate) row: usize,
}

/// All sections in order; the last is the end.
#[cfg(feature = "fit")]
pub(crate) const SECTIONS: [Section; 18] = [
    section("pieces on the board", BOARD, 16),
    section("pieces in hand", HAND, 8),
    section("first piece in hand", FIRST, 8),
    section("tempo", TEMPO, 1),
    section("defence", DEFENCE, 5),
    section("assault", ASSAULT, 5),
    section("danger", DANGER, 4),
    section("danger by hand", DANGER_BY_HAND, 4),
    section("flights", FLIGHTS, 9),
    section("loose", LOOSE, 2),
    section("chased", CHASED, 2),
    section("pressure", PRESSURE, 1),
    section("pressure by hand", PRESSURE_BY_HAND, 1),
    section("holes by hand", HOLES_BY_HAND, 1),
    section("shelter", SHELTER, 17),
    section("siege", SIEGE, 17),
    section("place", PLACE, 9),
    section("end", COUNT, 1),
];

#[cfg(feature = "fit")]
const fn section(name: &'static str, start: usize, row: usize) -> Section {
    Section { name, start, row }
}

/// With at least this many pieces off the board a position is an endgame; with none it is an opening.
pub(crate) const ENDGAME: u32 = 16;
