//! Repetition (千日手): the fourth occurrence of a position ends the game.

use crate::any::AnyPosition;
use crate::color::{ByColor, Color};
use crate::hand::Hands;
use crate::position::Position;
use crate::variant::Rules;

/// The consequence of a position's fourth occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The position has not occurred four times.
    None,
    /// A draw (千日手).
    Draw,
    /// One side gave check with every move of its own, and loses (連続王手の千日手).
    PerpetualCheck {
        /// The side that gave check.
        loser: Color,
    },
}

/// The number of occurrences that ends a game.
pub const REPETITION_LIMIT: u32 = 4;

/// The facts about a position that repetition depends on, made from a [`Position`] or an [`AnyPosition`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    board_key: u64,
    hands: Hands,
    turn: Color,
    in_check: bool,
}

impl<R: Rules> From<&Position<R>> for Occurrence {
    fn from(position: &Position<R>) -> Occurrence {
        Occurrence::known(position, position.is_in_check())
    }
}

impl From<&AnyPosition> for Occurrence {
    fn from(position: &AnyPosition) -> Occurrence {
        match position {
            AnyPosition::Shogi(position) => position.into(),
            AnyPosition::Seireigi(position) => position.into(),
        }
    }
}

impl Occurrence {
    /// An occurrence of a position for which it is already known whether the side to move is in check.
    pub fn new(position: &AnyPosition, in_check: bool) -> Occurrence {
        match position {
            AnyPosition::Shogi(position) => Occurrence::known(position, in_check),
            AnyPosition::Seireigi(position) => Occurrence::known(position, in_check),
        }
    }

    fn known<R: Rules>(position: &Position<R>, in_check: bool) -> Occurrence {
        Occurrence {
            board_key: position.board_key(),
            hands: position.hands(),
            turn: position.turn(),
            in_check,
        }
    }

    /// Whether a side is in check follows from the rest.
    fn is_same(&self, other: &Occurrence) -> bool {
        self.board_key == other.board_key && self.hands == other.hands && self.turn == other.turn
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HistoryEntry {
    occurrence: Occurrence,
    /// For each side the index of the last entry that it reached by a move without check; 0, the
    /// start, if it gave check with all its moves.
    last_quiet: ByColor<usize>,
}

/// The positions of a game from its start to the current one.
///
/// ```
/// use komadai_core::{History, Position, Repetition, Shogi};
/// let mut position = Position::<Shogi>::default();
/// let mut history = History::new(&position);
/// for _ in 0..3 {
///     for mv in ["2h3h", "8b7b", "3h2h", "7b8b"] {
///         position.play(mv.parse()?)?;
///         history.push(&position);
///     }
/// }
/// assert_eq!(history.repetition(), Repetition::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// Never empty: the first entry is the start.
    entries: Vec<HistoryEntry>,
}

impl History {
    /// A game that begins with this position.
    pub fn new(start: impl Into<Occurrence>) -> History {
        let start = HistoryEntry {
            occurrence: start.into(),
            last_quiet: ByColor([0; 2]),
        };
        History {
            entries: vec![start],
        }
    }

    /// Reserves capacity for more moves.
    pub fn reserve(&mut self, moves: usize) {
        self.entries.reserve(moves);
    }

    /// Number of moves played.
    pub fn moves(&self) -> usize {
        self.entries.len() - 1
    }

    /// The keys of the boards, from the start on.
    pub fn board_keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.entries.iter().map(|entry| entry.occurrence.board_key)
    }

    /// Adds the position after a move.
    pub fn push(&mut self, position: impl Into<Occurrence>) {
        let entry = self.next_entry(position.into());
        self.entries.push(entry);
    }

    /// Removes the last move; returns `false` if there is none.
    pub fn pop(&mut self) -> bool {
        let has_moves = self.moves() > 0;
        if has_moves {
            self.entries.pop();
        }
        has_moves
    }

    /// Removes all moves after the first `moves`.
    pub fn truncate(&mut self, moves: usize) {
        self.entries.truncate(moves + 1);
    }

    /// The number of occurrences of the current position, including this one.
    pub fn count(&self) -> u32 {
        let (current, earlier) = self.current();
        1 + occurrences(earlier, &current.occurrence).count() as u32
    }

    /// The consequence of the current position's occurrences.
    ///
    /// Considers the moves since the third occurrence before this one, including the move that led to this
    /// one. How that first position was reached does not matter. If both sides gave check throughout, it is
    /// a draw.
    ///
    /// If play continued after an unclaimed fourth occurrence, the latest four count.
    pub fn repetition(&self) -> Repetition {
        let (current, earlier) = self.current();
        judge(earlier, current)
    }

    /// The number of occurrences of a position if the next move leads to it.
    pub fn count_after(&self, next: impl Into<Occurrence>) -> u32 {
        1 + occurrences(&self.entries, &next.into()).count() as u32
    }

    /// The result of [`repetition`](History::repetition) if the next move leads to a position.
    pub fn repetition_after(&self, next: impl Into<Occurrence>) -> Repetition {
        judge(&self.entries, &self.next_entry(next.into()))
    }

    fn current(&self) -> (&HistoryEntry, &[HistoryEntry]) {
        self.entries
            .split_last()
            .expect("a history holds its start")
    }

    fn next_entry(&self, occurrence: Occurrence) -> HistoryEntry {
        let (current, _) = self.current();
        let mut last_quiet = current.last_quiet;
        // In check after the opponent's move: that move gave check.
        if !occurrence.in_check {
            last_quiet[!occurrence.turn] = self.entries.len();
        }
        HistoryEntry {
            occurrence,
            last_quiet,
        }
    }
}

/// Indices of earlier occurrences, latest first. Nothing in shogi is irreversible, since captured
/// pieces come back, so the search goes on to the start; it compares one number a position.
fn occurrences<'h>(
    earlier: &'h [HistoryEntry],
    wanted: &'h Occurrence,
) -> impl Iterator<Item = usize> + 'h {
    let same =
        |(index, entry): (usize, &HistoryEntry)| entry.occurrence.is_same(wanted).then_some(index);
    earlier.iter().enumerate().rev().filter_map(same)
}

fn judge(earlier: &[HistoryEntry], current: &HistoryEntry) -> Repetition {
    let first = occurrences(earlier, &current.occurrence).nth(REPETITION_LIMIT as usize - 2);
    let Some(first) = first else {
        return Repetition::None;
    };
    let checked_throughout = |color: Color| current.last_quiet[color] <= first;
    match Color::ALL.map(checked_throughout) {
        [true, false] => Repetition::PerpetualCheck {
            loser: Color::Black,
        },
        [false, true] => Repetition::PerpetualCheck {
            loser: Color::White,
        },
        _ => Repetition::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Seireigi, Shogi};

    struct Play<R: Rules> {
        position: Position<R>,
        history: History,
    }

    impl<R: Rules> Play<R> {
        fn new(sfen: &str) -> Play<R> {
            let position: Position<R> = sfen.parse().unwrap();
            let history = History::new(&position);
            Play { position, history }
        }

        /// Plays a line, comparing prediction and outcome at each move.
        fn moves(&mut self, line: &str) -> &mut Play<R> {
            for mv in line.split_whitespace() {
                let _ = self.position.play(mv.parse().unwrap()).unwrap();
                let count = self.history.count_after(&self.position);
                let repetition = self.history.repetition_after(&self.position);
                self.history.push(&self.position);
                assert_eq!(self.history.count(), count);
                assert_eq!(self.history.repetition(), repetition);
            }
            self
        }

        fn check(&self, count: u32, repetition: Repetition) {
            assert_eq!(self.history.count(), count, "{}", self.position);
            assert_eq!(self.history.repetition(), repetition, "{}", self.position);
        }
    }

    const START: &str = "startpos";
    const BLACK_LOSES: Repetition = Repetition::PerpetualCheck {
        loser: Color::Black,
    };
    const WHITE_LOSES: Repetition = Repetition::PerpetualCheck {
        loser: Color::White,
    };

    #[test]
    fn the_start_position_repeats() {
        let mut play = Play::<Shogi>::new(START);
        let round = "2h3h 8b7b 3h2h 7b8b ";
        play.moves(&round.repeat(2)).check(3, Repetition::None);
        play.moves(round).check(4, Repetition::Draw);
        assert!(play.history.pop());
        assert_eq!(play.history.count(), 3);
        assert_eq!(play.history.repetition(), Repetition::None);
        play.history.truncate(0);
        assert_eq!((play.history.count(), play.history.moves()), (1, 0));
        assert!(!play.history.pop());
    }

    #[test]
    fn four_times_on_the_board_with_other_hands_is_no_repetition() {
        let mut play = Play::<Shogi>::new("4k4/9/9/9/9/9/9/4G4/4K4 w 6p 1");
        let round = "P*5g 5h5g 5a4a 5g5h P*5g 5h5g 4a5a 5g5h ";
        play.moves(&round.repeat(3)).check(1, Repetition::None);
    }

    /// A dragon that checks along files and diagonals forever.
    const DRAGON: &str = "4k4/9/9/9/4+R4/9/9/9/K8 w - 1";

    #[test]
    fn checking_with_every_move_loses() {
        let mut play = Play::<Shogi>::new(DRAGON);
        let round = "5a4a 5e4e 4a5a 4e5e ";
        play.moves(&round.repeat(2)).check(3, Repetition::None);
        play.moves(round).check(4, BLACK_LOSES);
        // The fifth occurrence is judged by the latest four.
        play.moves(round).check(5, BLACK_LOSES);
    }

    #[test]
    fn white_loses_the_same_way() {
        let mut play = Play::<Shogi>::new("k8/9/9/9/4+r4/9/9/9/4K4 b - 1");
        play.moves(&"5i4i 5e4e 4i5i 4e5e ".repeat(3))
            .check(4, WHITE_LOSES);
    }

    #[test]
    fn moves_up_to_the_first_occurrence_do_not_count() {
        // Black's quiet move, then White's, lead to the position; from then on Black only checks.
        let mut play = Play::<Shogi>::new("6k2/9/9/9/3+R5/9/9/9/K8 b - 1");
        play.moves("6e5e 3a4a");
        play.moves(&"5e4e 4a5a 4e5e 5a4a ".repeat(3));
        play.check(4, BLACK_LOSES);
        // The first occurrence is the start of the game, which no move led to.
        let mut play = Play::<Shogi>::new(DRAGON);
        play.moves(&"5a4a 5e4e 4a5a 4e5e ".repeat(3));
        play.check(4, BLACK_LOSES);
    }

    #[test]
    fn one_quiet_move_makes_it_a_draw() {
        let mut play = Play::<Shogi>::new(DRAGON);
        let round = "5a4a 5e4e 4a5a 4e5e ";
        let quiet = "5a4a 5e6e 4a5a 6e5e ";
        play.moves(round)
            .moves(quiet)
            .moves(round)
            .check(4, Repetition::Draw);
        // Unclaimed, and three rounds of checks later the latest four are all checks.
        play.moves(round).check(5, Repetition::Draw);
        play.moves(round).check(6, BLACK_LOSES);
    }

    #[test]
    fn a_quiet_move_before_the_first_occurrence_does_not_help() {
        let mut play = Play::<Shogi>::new("4k4/9/9/9/3+R5/9/9/9/K8 b - 1");
        play.moves("9i8i 5a4a 8i9i 4a5a 6e5e");
        play.moves(&"5a4a 5e4e 4a5a 4e5e ".repeat(3))
            .check(4, BLACK_LOSES);
    }

    #[test]
    fn other_checks_between_do_not_break_the_chain() {
        let mut play = Play::<Shogi>::new(DRAGON);
        let round = "5a4a 5e4e 4a5a 4e5e ";
        let detour = "5a4a 5e4e 4a3a 4e3e 3a4a 3e4e 4a5a 4e5e ";
        play.moves(round).moves(detour).moves(round);
        play.check(4, BLACK_LOSES);
    }

    #[test]
    fn both_sides_checking_throughout_is_a_draw() {
        // Made up: only check, side to move and sameness matter here.
        let occurrence = |board_key, turn| Occurrence {
            board_key,
            hands: Hands::default(),
            turn,
            in_check: true,
        };
        let round = [
            (1, Color::White),
            (2, Color::Black),
            (3, Color::White),
            (0, Color::Black),
        ];
        let mut history = History::new(occurrence(0, Color::Black));
        for (board_key, turn) in round.into_iter().cycle().take(12) {
            history.push(occurrence(board_key, turn));
        }
        assert_eq!(history.count(), 4);
        assert_eq!(history.repetition(), Repetition::Draw);
    }

    #[test]
    fn seireigi_repeats_alike() {
        let mut play = Play::<Seireigi>::new(START);
        play.moves(&"2h3h 8b7b 3h2h 7b8b ".repeat(3))
            .check(4, Repetition::Draw);
    }
}
