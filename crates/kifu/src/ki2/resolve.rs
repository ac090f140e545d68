//! Finding the move that a text without origin means: `５八金右` on the board at hand.

use crate::kif::move_text::{MoveText, Target, Words};
use crate::position::AnyPosition;
use komadai_core::{Color, Illegal, Move, Promotion, Square};

/// What a text means on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resolution {
    /// One move fits.
    Move(Move),
    /// Several fit; this is the first.
    Ambiguous(Move),
    /// None fits.
    Nothing,
}

/// Finds the move. `previous` is where the move before went, for 同.
pub(crate) fn resolve(
    position: &AnyPosition,
    text: &MoveText,
    previous: Option<Square>,
) -> Resolution {
    let to = match text.target {
        Target::Square(square) => square,
        Target::Same => match previous {
            Some(square) => square,
            None => return Resolution::Nothing,
        },
    };
    let drop = text
        .kind
        .hand_kind()
        .filter(|_| !text.kind.is_promoted())
        .map(|kind| Move::drop(kind, to));
    if let Some(from) = text.from {
        return found(Move::board(
            from,
            to,
            text.promotion.unwrap_or(Promotion::Keep),
        ));
    }
    if text.dropped {
        return found(drop);
    }
    let candidates = Candidates::new(position, text, to);
    match candidates.pick(text.words) {
        Resolution::Nothing => found(drop.filter(|&mv| is_imaginable(position, mv))),
        resolution => resolution,
    }
}

fn found(mv: Option<Move>) -> Resolution {
    mv.map_or(Resolution::Nothing, Resolution::Move)
}

/// Could someone make this drop, legal or not? The piece must be in hand and the square empty.
fn is_imaginable(position: &AnyPosition, drop: Move) -> bool {
    !matches!(
        position.explain(drop),
        Err(Illegal::NotInHand | Illegal::SquareTaken)
    )
}

/// The board moves of one kind to one square.
struct Candidates<'p> {
    position: &'p AnyPosition,
    /// Moves that a piece can make, whether or not its king is left in check. No more than nine pieces
    /// of one kind reach a square, but eighteen pawns exist.
    moves: Vec<Move>,
}

impl<'p> Candidates<'p> {
    fn new(position: &'p AnyPosition, text: &MoveText, to: Square) -> Candidates<'p> {
        let promotion = text.promotion.unwrap_or(Promotion::Keep);
        let pieces = position.pieces(position.turn(), text.kind);
        let reaches = |from| {
            let mv = Move::board(from, to, promotion)?;
            let reach = matches!(
                position.explain(mv),
                Ok(()) | Err(Illegal::KingLeftInCheck | Illegal::MustPromote)
            );
            reach.then_some(mv)
        };
        Candidates {
            position,
            moves: pieces.iter().filter_map(reaches).collect(),
        }
    }

    /// Words count among all pieces that can reach the square, pinned ones too; if that leaves
    /// several, or none, those that may legally move decide.
    fn pick(&self, words: Words) -> Resolution {
        let turn = self.position.turn();
        let chosen = select(&self.moves, words, turn);
        let legal: Vec<Move> = chosen
            .iter()
            .copied()
            .filter(|&mv| self.is_legal(mv))
            .collect();
        match (legal.as_slice(), chosen.as_slice()) {
            ([mv], _) => return Resolution::Move(*mv),
            ([], [mv]) => return Resolution::Move(*mv),
            ([first, ..], _) => return Resolution::Ambiguous(*first),
            ([], _) => {}
        }
        let free: Vec<Move> = self
            .moves
            .iter()
            .copied()
            .filter(|&mv| self.is_legal(mv))
            .collect();
        match (
            select(&free, words, turn).as_slice(),
            free.as_slice(),
            self.moves.as_slice(),
        ) {
            ([mv], ..) => Resolution::Move(*mv),
            // A word that fits no piece is a slip where only one piece can move.
            ([], [mv], _) | ([], [], [mv]) => Resolution::Move(*mv),
            ([mv, ..], ..) | ([], [mv, ..], _) | ([], [], [mv, ..]) => Resolution::Ambiguous(*mv),
            ([], [], []) => Resolution::Nothing,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.position.explain(mv).is_ok()
    }
}

/// The moves that the words mean: motion first, then the rightmost or leftmost of what remains.
fn select(moves: &[Move], words: Words, turn: Color) -> Vec<Move> {
    let motion = |mv: &Move| {
        let (files, ranks) = displacement(*mv, turn);
        (!words.has(Words::UP) || ranks < 0)
            && (!words.has(Words::DOWN) || ranks > 0)
            && (!words.has(Words::SIDEWAYS) || ranks == 0)
            && (!words.has(Words::STRAIGHT) || (files == 0 && ranks < 0))
    };
    let mut left: Vec<Move> = moves.iter().copied().filter(motion).collect();
    let column = |mv: &Move| displacement(*mv, turn).0;
    let side = if words.has(Words::RIGHT) {
        left.iter().map(column).max()
    } else if words.has(Words::LEFT) {
        left.iter().map(column).min()
    } else {
        return left;
    };
    left.retain(|mv| Some(column(mv)) == side);
    left
}

/// How far a move goes, as its mover sees the board: to the left (negative: to the right), and back
/// (negative: forward). The farther to the right a piece stands, the farther left it goes.
fn displacement(mv: Move, turn: Color) -> (i8, i8) {
    let Some(from) = mv.from() else { return (0, 0) };
    let to = mv.to();
    let files = to.file().index() as i8 - from.file().index() as i8;
    let ranks = to.rank().index() as i8 - from.rank().index() as i8;
    match turn {
        Color::Black => (files, ranks),
        Color::White => (-files, -ranks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::Scan;
    use komadai_core::{Setup, Variant};

    fn check(sfen: &str, text: &str, expected: &str) {
        let setup: Setup = sfen.parse().unwrap();
        let position = AnyPosition::from_setup(Variant::Shogi, &setup).unwrap();
        let mv = MoveText::scan(&mut Scan::new(text)).unwrap();
        let resolution = resolve(&position, &mv, Some(Square::S55));
        assert_eq!(
            resolution,
            Resolution::Move(expected.parse().unwrap()),
            "{text}"
        );
    }

    const GOLDS: &str = "4k4/9/9/9/9/9/3G1G3/4G4/K8 b GN 1";

    #[test]
    fn words_tell_golds_apart() {
        check(GOLDS, "５七金左寄", "6g5g");
        check(GOLDS, "５七金右寄", "4g5g");
        check(GOLDS, "５七金直", "5h5g");
        check(GOLDS, "５七金上", "5h5g");
        check(GOLDS, "５七金右", "4g5g");
        check(GOLDS, "５六金左", "6g5f");
        check(GOLDS, "５六金右上", "4g5f");
        check(GOLDS, "６八金寄", "5h6h");
        check(GOLDS, "６八金引", "6g6h");
        check(GOLDS, "５六金打", "G*5f");
        check("4k4/9/9/9/9/9/3GG4/9/K8 b - 1", "６六金直", "6g6f");
    }

    #[test]
    fn left_and_right_turn_round_for_white() {
        check("4k4/9/3g1g3/9/9/9/9/9/4K4 w - 1", "５四金右", "6c5d");
        check("4k4/9/3g1g3/9/9/9/9/9/4K4 w - 1", "５四金左", "4c5d");
    }

    #[test]
    fn dragons_are_right_or_left_of_each_other_even_when_straight() {
        let sfen = "4k4/7+R1/8+R/9/9/9/9/9/4K4 b - 1";
        check(sfen, "２四龍左", "2b2d");
        check(sfen, "２四龍右", "1c2d");
    }

    #[test]
    fn a_drop_needs_no_word_where_no_piece_on_the_board_can_go() {
        check(GOLDS, "２五桂", "N*2e");
        check("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "５六歩", "P*5f");
    }

    #[test]
    fn pinned_pieces_count_for_words_but_not_for_choice() {
        let sfen = "4r3k/9/9/9/9/4G1G2/9/9/4K4 b - 1";
        check(sfen, "４六金左", "5f4f");
        check(sfen, "４六金", "3f4f");
    }
}
