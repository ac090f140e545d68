//! Suggested handicaps.
//!
//! Two scales: the GNU manual's list by the difference in grades, and FESA's values by the difference
//! in ratings. The stronger player plays White and gives the pieces.

use crate::grade::{Grade, ParseGradeError};
use crate::opening::Experience;
use crate::rating_scale::Grades;
use komadai_kifu::Handicap;
use std::fmt;
use std::str::FromStr;

/// A suggested handicap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suggestion {
    /// An even game.
    Even,
    /// One game with a handicap.
    Single(Handicap),
    /// A match of two games, the first with the smaller handicap and the second with the larger one.
    TwoGames(Handicap, Handicap),
}

/// The GNU manual's "accepted handicaps, from weakest to strongest": the place in the list is the
/// difference in grades for which a handicap is appropriate.
const LIST: [Suggestion; 10] = [
    Suggestion::Single(Handicap::Lance),
    Suggestion::TwoGames(Handicap::Lance, Handicap::Bishop),
    Suggestion::Single(Handicap::Bishop),
    Suggestion::Single(Handicap::Rook),
    Suggestion::Single(Handicap::RookLance),
    Suggestion::TwoGames(Handicap::RookLance, Handicap::TwoPiece),
    Suggestion::Single(Handicap::TwoPiece),
    Suggestion::Single(Handicap::FourPiece),
    Suggestion::Single(Handicap::SixPiece),
    Suggestion::Single(Handicap::EightPiece),
];

/// FESA's handicap values in tenths of a grade, the smallest first.
const FESA_VALUES: [(Handicap, u32); 9] = [
    (Handicap::Even, 0),
    (Handicap::Lance, 6),
    (Handicap::Bishop, 15),
    (Handicap::Rook, 21),
    (Handicap::RookLance, 27),
    (Handicap::TwoPiece, 36),
    (Handicap::FourPiece, 50),
    (Handicap::FivePiece, 65),
    (Handicap::SixPiece, 80),
];

/// FESA's value of being sente instead of tossing for it.
pub const SENTE_VALUE: Grades = Grades::from_tenths(2);

impl Suggestion {
    /// The GNU manual's suggestion for two grades; the eight-piece handicap beyond the end of its list.
    pub fn by_grades(one: Grade, other: Grade) -> Suggestion {
        let difference = usize::from(one.distance(other));
        match difference.min(LIST.len()).checked_sub(1) {
            None => Suggestion::Even,
            Some(index) => LIST.get(index).copied().unwrap_or(Suggestion::Even),
        }
    }

    /// The suggestion by FESA's values for two ratings: the largest handicap whose value does not exceed the
    /// difference in fractional grades.
    pub fn by_ratings(one: u32, other: u32) -> Suggestion {
        let difference = Grades::of_rating(one.max(other)) - Grades::of_rating(one.min(other));
        let fits = |(_, tenths): &&(Handicap, u32)| Grades::from_tenths(*tenths) <= difference;
        match FESA_VALUES.iter().rev().find(fits) {
            None | Some((Handicap::Even, _)) => Suggestion::Even,
            Some((handicap, _)) => Suggestion::Single(*handicap),
        }
    }

    /// The handicap of each game to play.
    pub fn games(self) -> impl Iterator<Item = Handicap> {
        let (first, second) = match self {
            Suggestion::Even => (Handicap::Even, None),
            Suggestion::Single(handicap) => (handicap, None),
            Suggestion::TwoGames(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Suggestion::Even => write!(f, "{}", Handicap::Even),
            Suggestion::Single(handicap) => write!(f, "{handicap}"),
            Suggestion::TwoGames(first, second) => write!(f, "{first}, then {second}"),
        }
    }
}

/// FESA's value of a handicap in grades, or `None` for one that it does not rate.
pub fn fesa_value(handicap: Handicap) -> Option<Grades> {
    let (_, tenths) = FESA_VALUES.iter().find(|(valued, _)| *valued == handicap)?;
    Some(Grades::from_tenths(*tenths))
}

/// The adjusted rating of a handicap giver: its grades minus the handicap's value, at least 1.
/// `None` for a handicap that FESA does not rate.
pub fn adjusted_rating(giver: u32, handicap: Handicap) -> Option<u32> {
    let value = fesa_value(handicap)?;
    Some((Grades::of_rating(giver) - value).rating())
}

/// The reduction of the giver's rating by a handicap: FESA's effect `h`.
pub fn handicap_effect(giver: u32, handicap: Handicap) -> Option<u32> {
    adjusted_rating(giver, handicap).map(|adjusted| giver.saturating_sub(adjusted))
}

/// A player's record, for Article 17.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FesaRecord {
    /// No game rated by FESA.
    Unrated(Elsewhere),
    /// Rated games, and this rating.
    Rated(u32),
}

/// An unrated player's strength elsewhere, for example on the Internet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Elsewhere {
    /// Not known to be strong.
    Nothing,
    /// Objectively strong.
    Strong,
}

/// Returns whether this is a beginner under Article 17.2: no rated games or a rating below 400, but not an
/// unrated player who is objectively strong.
pub const fn is_beginner(record: FesaRecord) -> bool {
    match record {
        FesaRecord::Unrated(Elsewhere::Nothing) => true,
        FesaRecord::Unrated(Elsewhere::Strong) => false,
        FesaRecord::Rated(rating) => rating < 400,
    }
}

/// What a player says of his own strength when a game is arranged. Nobody verifies it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strength {
    /// Nothing.
    #[default]
    Unstated,
    /// A beginner without a grade.
    Beginner,
    /// A grade.
    Graded(Grade),
}

impl Strength {
    /// The grade.
    pub const fn grade(self) -> Option<Grade> {
        match self {
            Strength::Graded(grade) => Some(grade),
            Strength::Unstated | Strength::Beginner => None,
        }
    }

    /// Whether this is a beginner under Article 17.2, which leaves it to the player to say so.
    pub fn experience(self) -> Experience {
        let record = match self {
            Strength::Unstated => FesaRecord::Unrated(Elsewhere::Strong),
            Strength::Beginner => FesaRecord::Unrated(Elsewhere::Nothing),
            Strength::Graded(grade) => FesaRecord::Rated(grade.lower_bound()),
        };
        match is_beginner(record) {
            true => Experience::Beginner,
            false => Experience::Experienced,
        }
    }
}

/// The word for a beginner.
const BEGINNER: &str = "beginner";

impl FromStr for Strength {
    type Err = ParseGradeError;

    /// Reads `beginner` or a grade; nothing is unstated.
    fn from_str(text: &str) -> Result<Strength, ParseGradeError> {
        match text.trim() {
            "" => Ok(Strength::Unstated),
            BEGINNER => Ok(Strength::Beginner),
            grade => grade.parse().map(Strength::Graded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_grades(one: &str, other: &str) -> String {
        Suggestion::by_grades(one.parse().unwrap(), other.parse().unwrap()).to_string()
    }

    #[test]
    fn the_gnu_manual_has_ten_handicaps_for_ten_differences() {
        let list = [
            "even",
            "lance",
            "lance, then bishop",
            "bishop",
            "rook",
            "rook-lance",
            "rook-lance, then two-piece",
            "two-piece",
            "four-piece",
            "six-piece",
            "eight-piece",
        ];
        for (difference, suggestion) in list.into_iter().enumerate() {
            let higher = Grade::from_index(10 + difference).unwrap();
            let lower = Grade::from_index(10).unwrap();
            for (one, other) in [(higher, lower), (lower, higher)] {
                let suggested = Suggestion::by_grades(one, other);
                assert_eq!(suggested.to_string(), suggestion, "{one} and {other}");
            }
        }
    }

    #[test]
    fn kyu_and_dan_are_one_scale() {
        assert_eq!(by_grades("1 dan", "1 kyu"), "lance");
        assert_eq!(by_grades("3 dan", "2 kyu"), "rook");
        assert_eq!(by_grades("15 kyu", "15 kyu"), "even");
    }

    #[test]
    fn beyond_the_list_its_last_handicap_stays() {
        assert_eq!(by_grades("1 dan", "11 kyu"), "eight-piece");
        assert_eq!(by_grades("9 dan", "20 kyu"), "eight-piece");
    }

    #[test]
    fn a_match_has_two_games_the_smaller_handicap_first() {
        let games = |suggestion: Suggestion| suggestion.games().collect::<Vec<_>>();
        assert_eq!(games(Suggestion::Even), [Handicap::Even]);
        assert_eq!(games(Suggestion::Single(Handicap::Rook)), [Handicap::Rook]);
        let two = Suggestion::TwoGames(Handicap::RookLance, Handicap::TwoPiece);
        assert_eq!(games(two), [Handicap::RookLance, Handicap::TwoPiece]);
        for suggestion in LIST {
            let values: Vec<_> = suggestion.games().filter_map(fesa_value).collect();
            assert!(values.is_sorted());
        }
    }

    #[test]
    fn ratings_less_than_six_tenths_of_a_grade_apart_are_even() {
        let check = |one, other, suggestion: &str| {
            assert_eq!(Suggestion::by_ratings(one, other).to_string(), suggestion);
            assert_eq!(Suggestion::by_ratings(other, one).to_string(), suggestion);
        };
        // From 7 kyu to 4 kyu a grade is 80 points: 1040, 1120, 1200, 1280.
        check(1040, 1040, "even");
        check(1040, 1040 + 47, "even");
        check(1040, 1040 + 48, "lance");
        check(1040, 1040 + 119, "lance");
        check(1040, 1040 + 120, "bishop");
        check(1040, 1040 + 167, "bishop");
        check(1040, 1040 + 168, "rook");
        check(1040, 1040 + 215, "rook");
        check(1040, 1040 + 216, "rook-lance");
        check(560, 560 + 287, "rook-lance");
        check(560, 560 + 288, "two-piece");
        check(560, 560 + 399, "two-piece");
        check(560, 560 + 400, "four-piece");
        check(560, 560 + 519, "four-piece");
        check(560, 560 + 520, "five-piece");
        check(560, 560 + 639, "five-piece");
        check(560, 560 + 640, "six-piece");
        check(1, 2600, "six-piece");
    }

    #[test]
    fn a_rook_handicap_has_the_published_effects() {
        let effect = |giver| handicap_effect(giver, Handicap::Rook);
        assert_eq!(effect(1800), Some(250));
        assert_eq!(effect(1600), Some(217));
        assert_eq!(effect(2000), Some(272));
        assert_eq!(effect(800), Some(168));
        assert_eq!(adjusted_rating(1800, Handicap::Rook), Some(1550));
    }

    #[test]
    fn a_giver_plays_with_at_least_one_point() {
        assert_eq!(adjusted_rating(80, Handicap::SixPiece), Some(1));
        assert_eq!(adjusted_rating(1, Handicap::Lance), Some(1));
        assert_eq!(handicap_effect(0, Handicap::Lance), Some(0));
    }

    #[test]
    fn an_even_game_changes_no_rating() {
        for rating in 1..4000 {
            assert_eq!(handicap_effect(rating, Handicap::Even), Some(0), "{rating}");
        }
    }

    #[test]
    fn fesa_values_only_the_handicaps_of_its_table() {
        assert_eq!(fesa_value(Handicap::Lance), Some(Grades::from_tenths(6)));
        assert!(SENTE_VALUE < Grades::from_tenths(6));
        for handicap in [
            Handicap::RightLance,
            Handicap::ThreePiece,
            Handicap::TenPiece,
        ] {
            assert_eq!(fesa_value(handicap), None);
            assert_eq!(handicap_effect(1800, handicap), None);
        }
    }

    #[test]
    fn beginners_have_no_rated_games_or_less_than_400_points() {
        assert!(is_beginner(FesaRecord::Unrated(Elsewhere::Nothing)));
        assert!(is_beginner(FesaRecord::Rated(399)));
        assert!(!is_beginner(FesaRecord::Rated(400)));
        assert!(!is_beginner(FesaRecord::Unrated(Elsewhere::Strong)));
    }

    #[test]
    fn what_a_player_states_decides_whether_he_is_a_beginner() {
        let check = |text: &str, grade: Option<&str>, experience| {
            let stated: Strength = text.parse().unwrap();
            let grade = grade.map(|grade| grade.parse().unwrap());
            assert_eq!((stated.grade(), stated.experience()), (grade, experience));
        };
        check("", None, Experience::Experienced);
        check(" beginner ", None, Experience::Beginner);
        check("16 kyu", Some("16 kyu"), Experience::Beginner);
        // 15 kyu begins at 400 points.
        check("15級", Some("15 kyu"), Experience::Experienced);
        check("初段", Some("1 dan"), Experience::Experienced);
        assert!("strong".parse::<Strength>().is_err());
    }
}
