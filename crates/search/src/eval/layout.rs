//! The order of the evaluation's numbers in the lists that were fitted.

/// Where a square lies from a king: files apart, and ranks ahead (0 to 16, 8 is level).
pub(crate) const CELLS: usize = 9 * 17;
/// Squares by their distance from a king: within one, two, three and four; and the whole board.
pub(crate) const RINGS: usize = 5;

/// Pieces on the board, by kind.
pub(crate) const BOARD: usize = 0;
/// Each piece in hand, by kind.
pub(crate) const HAND: usize = BOARD + 16;
/// Having any of a kind in hand.
pub(crate) const FIRST: usize = HAND + 8;
/// Being on move.
pub(crate) const TEMPO: usize = FIRST + 8;
/// Own attacks around the own king, by ring. From here to [`SHELTER`] numbers are sixteenths.
pub(crate) const DEFENCE: usize = TEMPO + 1;
/// Enemy attacks around the own king, by ring.
pub(crate) const ASSAULT: usize = DEFENCE + RINGS;
/// Attacked squares next to the king: bare, guarded, and the same attacked twice.
pub(crate) const DANGER: usize = ASSAULT + RINGS;
/// The same again for each kind in the enemy's hand.
pub(crate) const DANGER_BY_HAND: usize = DANGER + 4;
/// The number of squares to which the king could flee.
pub(crate) const FLIGHTS: usize = DANGER_BY_HAND + 4;
/// Pieces other than pawns, attacked and not guarded: of the side to move, of the other.
pub(crate) const LOOSE: usize = FLIGHTS + 9;
/// Pieces other than pawns, attacked by pawns: of the side to move, of the other.
pub(crate) const CHASED: usize = LOOSE + 2;
/// Enemy attacks on the king and the squares next to it, squared.
pub(crate) const PRESSURE: usize = CHASED + 2;
/// The same attacks, not squared, for each kind in the enemy's hand.
pub(crate) const PRESSURE_BY_HAND: usize = PRESSURE + 1;
/// Empty squares next to the king that only it guards, for each kind in the enemy's hand.
pub(crate) const HOLES_BY_HAND: usize = PRESSURE_BY_HAND + 1;
/// Pieces by kind and by where their own king is.
pub(crate) const SHELTER: usize = HOLES_BY_HAND + 1;
/// Pieces by kind and by where the enemy's king is.
pub(crate) const SIEGE: usize = SHELTER + 16 * CELLS;
/// Pieces by kind and square, as Black sees them.
pub(crate) const PLACE: usize = SIEGE + 16 * CELLS;
/// How many numbers there are.
pub(crate) const COUNT: usize = PLACE + 16 * 81;

/// So many pieces off the board, or more, make an endgame; a full board is an opening.
pub(crate) const ENDGAME: u32 = 16;
