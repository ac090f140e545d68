//! What a net sees of a position: for each side, which piece stands where and what is in hand, from that
//! side's point of view.
//!
//! A side sees the board from its own seat. If its king is on files 6 to 9 (as it sees them) the board is
//! mirrored left to right, so that castles on both wings share their weights.

use komadai_core::{Color, HandKind, Piece, PieceKind, Position, Rules, Square};

const SQUARES: usize = Square::COUNT;
/// Pieces of one owner on the board.
const ON_BOARD: usize = PieceKind::COUNT * SQUARES;
/// Pieces of one owner in hand: one input for the first pawn, one for the second, and so on.
const IN_HAND: usize = 38;
/// The number of inputs of one point of view.
pub const INPUTS: usize = 2 * (ON_BOARD + IN_HAND);

/// The first input of a kind in hand.
const HAND_START: [usize; HandKind::COUNT + 1] = {
    let mut starts = [0; HandKind::COUNT + 1];
    let mut next = 0;
    let mut index = 0;
    while index < HandKind::COUNT {
        let kind = HandKind::ALL[index];
        starts[kind.index()] = next;
        next += kind.set_size() as usize;
        index += 1;
    }
    assert!(next == IN_HAND);
    starts
};

/// A fact about a position: an input of both points of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputFact {
    /// A piece stands on a square.
    Board(Piece, Square),
    /// A side has at least so many pieces of a kind in hand.
    Hand(Color, HandKind, u8),
}

/// A side's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewpoint {
    color: Color,
    mirrored: bool,
}

impl Viewpoint {
    /// How a side sees a position.
    #[inline]
    pub fn of<R: Rules>(color: Color, position: &Position<R>) -> Viewpoint {
        let mirrored = position.king(color).is_some_and(|king| {
            let file = seen(king, color).file().number();
            file > 5
        });
        Viewpoint { color, mirrored }
    }

    /// The index of a fact among the inputs.
    #[inline]
    pub fn input(self, fact: InputFact) -> usize {
        match fact {
            InputFact::Board(piece, square) => {
                let kind = self.owner(piece.color()) * PieceKind::COUNT + piece.kind().index() - 1;
                kind * SQUARES + self.square(square)
            }
            InputFact::Hand(owner, kind, count) => {
                2 * ON_BOARD
                    + self.owner(owner) * IN_HAND
                    + HAND_START[kind.index()]
                    + usize::from(count)
                    - 1
            }
        }
    }

    #[inline]
    fn owner(self, owner: Color) -> usize {
        usize::from(owner != self.color)
    }

    #[inline]
    fn square(self, square: Square) -> usize {
        let index = seen(square, self.color).index();
        if self.mirrored {
            // The same rank of the opposite file.
            let rank = index % 9;
            72 - (index - rank) + rank
        } else {
            index
        }
    }
}

/// A square as a side sees it.
#[inline]
fn seen(square: Square, color: Color) -> Square {
    match color {
        Color::Black => square,
        Color::White => square.rotated(),
    }
}

/// Reports every fact about a position.
#[inline]
pub fn facts<R: Rules>(position: &Position<R>, sink: &mut impl FnMut(InputFact)) {
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            sink(InputFact::Board(piece, square));
        }
    }
    for color in Color::ALL {
        for (kind, count) in position.hand(color).iter() {
            for number in 1..=count {
                sink(InputFact::Hand(color, kind, number));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::{Seireigi, Shogi};
    use komadai_testkit::Playout;

    fn inputs<R: Rules>(position: &Position<R>, color: Color) -> Vec<usize> {
        let view = Viewpoint::of(color, position);
        let mut inputs = Vec::new();
        facts(position, &mut |fact| inputs.push(view.input(fact)));
        inputs.sort_unstable();
        inputs
    }

    fn follow<R: Rules>(seed: u64) {
        for (position, _) in Playout::<R>::new(seed).take(200) {
            let rotated = Position::<R>::from_setup(&position.to_setup().rotated()).unwrap();
            for color in Color::ALL {
                let seen = inputs(&position, color);
                assert!(seen.iter().all(|&input| input < INPUTS));
                assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "{position}");
                assert_eq!(seen, inputs(&rotated, !color), "{position}");
            }
        }
    }

    #[test]
    fn inputs_are_distinct_and_alike_for_both_sides() {
        for seed in 0..5 {
            follow::<Shogi>(seed);
            follow::<Seireigi>(seed);
        }
    }

    #[test]
    fn a_mirrored_board_looks_the_same() {
        let position = |sfen: &str| sfen.parse::<Position>().unwrap();
        let left = position("9/4k4/9/9/9/2P6/9/2G6/2K6 b Rb 1");
        let right = position("9/4k4/9/9/9/6P2/9/6G2/6K2 b Rb 1");
        assert_eq!(inputs(&left, Color::Black), inputs(&right, Color::Black));
        // White's king stands in the middle, so White sees two different boards.
        assert_ne!(inputs(&left, Color::White), inputs(&right, Color::White));
    }
}
