//! Furigoma (振り駒), the toss of five pawns that decides who moves first (Article 7).
//!
//! A toss is written as five letters, `U` for an unpromoted side up (歩), `P` for a promoted one (と)
//! and `E` for a pawn on its edge or leaning on another piece: `UUPUE`. In Japanese it is `歩歩と歩立`.
//! Both are read.

mod reveal;

pub use reveal::{Commitment, FurigomaFault, Nonces, ParseHexError, Seed, verify, verify_all};

use crate::grade::Grade;
use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::str::FromStr;

/// How one pawn lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PawnFace {
    /// Flat, with the unpromoted side (歩) up.
    Unpromoted,
    /// Flat, with the promoted side (と) up.
    Promoted,
    /// On its edge or leaning on another piece: it is not counted.
    NotFlat,
}

/// Five tossed pawns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Toss(pub [PawnFace; 5]);

/// The winner of a toss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Majority {
    /// More unpromoted sides: the tosser is sente.
    Tosser,
    /// More promoted sides: the other player is sente.
    Other,
}

/// One of the two players, before they have a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contender {
    /// The first of the pair.
    First,
    /// The second of the pair.
    Second,
}

impl PawnFace {
    const ALL: [PawnFace; 3] = [PawnFace::Unpromoted, PawnFace::Promoted, PawnFace::NotFlat];

    /// The letter in the text of a toss.
    pub const fn letter(self) -> char {
        match self {
            PawnFace::Unpromoted => 'U',
            PawnFace::Promoted => 'P',
            PawnFace::NotFlat => 'E',
        }
    }

    /// The sign in the Japanese text of a toss.
    pub const fn kanji(self) -> char {
        match self {
            PawnFace::Unpromoted => '歩',
            PawnFace::Promoted => 'と',
            PawnFace::NotFlat => '立',
        }
    }
}

impl Toss {
    /// The number of pawns with this face.
    pub fn count(&self, face: PawnFace) -> usize {
        self.0.iter().filter(|other| **other == face).count()
    }

    /// The majority, or `None` if all five pawns must be tossed again. Only pawns that lie flat count, so
    /// 2–1, 2–0 and 1–0 are majorities too (Article 7.1).
    pub fn majority(&self) -> Option<Majority> {
        match self
            .count(PawnFace::Unpromoted)
            .cmp(&self.count(PawnFace::Promoted))
        {
            Ordering::Greater => Some(Majority::Tosser),
            Ordering::Less => Some(Majority::Other),
            Ordering::Equal => None,
        }
    }

    /// The toss in Japanese: `歩歩と歩立`.
    pub fn japanese(&self) -> String {
        self.0.iter().map(|face| face.kanji()).collect()
    }
}

impl Majority {
    /// The player who is sente, given for whom the pawns were tossed.
    pub const fn sente(self, tosser: Contender) -> Contender {
        match self {
            Majority::Tosser => tosser,
            Majority::Other => tosser.other(),
        }
    }
}

impl Contender {
    /// The other player.
    pub const fn other(self) -> Contender {
        match self {
            Contender::First => Contender::Second,
            Contender::Second => Contender::First,
        }
    }
}

impl fmt::Display for Toss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|face| write!(f, "{}", face.letter()))
    }
}

/// Error for text that is not a toss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseTossError {
    /// An invalid character.
    #[error("column {column}: «{sign}» is no pawn: expected U, P or E, or 歩, と or 立")]
    Sign {
        /// The column, counted in characters from 1.
        column: usize,
        /// The character there.
        sign: char,
    },
    /// Not five pawns.
    #[error("{0} pawns: a toss has five")]
    Count(usize),
}

impl FromStr for Toss {
    type Err = ParseTossError;

    /// Parses either form, ignoring case and blanks.
    fn from_str(text: &str) -> Result<Toss, ParseTossError> {
        let mut faces = Vec::new();
        for (index, sign) in text.chars().enumerate() {
            if sign.is_whitespace() {
                continue;
            }
            let is = |face: &PawnFace| {
                face.letter() == sign.to_ascii_uppercase() || face.kanji() == sign
            };
            let column = index + 1;
            let face = PawnFace::ALL.into_iter().find(is);
            faces.push(face.ok_or(ParseTossError::Sign { column, sign })?);
        }
        let count = faces.len();
        let faces = <[PawnFace; 5]>::try_from(faces);
        faces.map(Toss).map_err(|_| ParseTossError::Count(count))
    }
}

/// The facts that decide which player tosses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The grade; `None` is lower than any.
    pub grade: Option<Grade>,
    /// The date that defines seniority: of birth or of the grade, as the organiser decides. A number that grows
    /// with time, such as 19871231; earlier is more senior. `None` is less senior than any.
    pub senior_since: Option<u32>,
    /// Whether the player is at the board when the game is due to start.
    pub presence: BoardPresence,
}

/// Whether a player is at the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardPresence {
    /// At the board.
    Present,
    /// Not yet there.
    Absent,
}

/// The result of [`who_tosses`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tosser {
    /// The player for whom the pawns are tossed, who is sente on a majority of unpromoted sides.
    pub entitled: Contender,
    /// The person who tosses.
    pub by: TossedBy,
}

/// The person who tosses the pawns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TossedBy {
    /// The entitled player.
    Player,
    /// The arbiter, on behalf of the entitled player.
    Arbiter,
}

/// Determines who tosses under Article 7: the player of the higher grade, or of equal grades the more
/// senior one; if either is absent, the arbiter for that player. `None` if the players are equal: then
/// they agree or draw lots.
pub fn who_tosses(first: &Standing, second: &Standing) -> Option<Tosser> {
    let key = |standing: &Standing| {
        let since = standing.senior_since.map(Reverse);
        (standing.grade, since)
    };
    let entitled = match key(first).cmp(&key(second)) {
        Ordering::Greater => Contender::First,
        Ordering::Less => Contender::Second,
        Ordering::Equal => return None,
    };
    let are_present = [first, second].map(|standing| standing.presence == BoardPresence::Present);
    let by = match are_present {
        [true, true] => TossedBy::Player,
        _ => TossedBy::Arbiter,
    };
    Some(Tosser { entitled, by })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toss(text: &str) -> Toss {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn more_unpromoted_sides_make_the_tosser_sente() {
        for text in ["UUUUU", "UUUPP", "UUPEE", "UUEEE", "UEEEE", "EPUEU"] {
            assert_eq!(toss(text).majority(), Some(Majority::Tosser), "{text}");
        }
        assert_eq!(Majority::Tosser.sente(Contender::Second), Contender::Second);
    }

    #[test]
    fn more_promoted_sides_make_the_other_player_sente() {
        for text in ["PPPPP", "PPPUU", "PPUEE", "PPEEE", "EEPEE", "UPPUP"] {
            assert_eq!(toss(text).majority(), Some(Majority::Other), "{text}");
        }
        assert_eq!(Majority::Other.sente(Contender::Second), Contender::First);
    }

    #[test]
    fn a_tie_or_no_flat_pawn_is_tossed_again() {
        for text in ["UUPPE", "UPEEE", "EEEEE"] {
            assert_eq!(toss(text).majority(), None, "{text}");
        }
    }

    #[test]
    fn turning_every_pawn_over_turns_the_majority_over() {
        for index in 0..3_usize.pow(5) {
            let face = |pawn: u32| PawnFace::ALL[index / 3_usize.pow(pawn) % 3];
            let faces = [0, 1, 2, 3, 4].map(face);
            let turned = Toss(faces.map(|face| match face {
                PawnFace::Unpromoted => PawnFace::Promoted,
                PawnFace::Promoted => PawnFace::Unpromoted,
                PawnFace::NotFlat => PawnFace::NotFlat,
            }));
            let sente = |toss: Toss| toss.majority().map(|m| m.sente(Contender::First));
            let toss = Toss(faces);
            assert_eq!(sente(turned), sente(toss).map(Contender::other));
            assert_eq!(toss.to_string().parse(), Ok(toss));
            assert_eq!(toss.japanese().parse(), Ok(toss));
        }
    }

    #[test]
    fn tosses_are_written_in_letters_or_kanji() {
        let toss = toss("uupue");
        assert_eq!(toss.to_string(), "UUPUE");
        assert_eq!(toss.japanese(), "歩歩と歩立");
        assert_eq!("歩 歩 と 歩 立".parse(), Ok(toss));
        let error = "UUXUU".parse::<Toss>().unwrap_err();
        let message = "column 3: «X» is no pawn: expected U, P or E, or 歩, と or 立";
        assert_eq!(error.to_string(), message);
        assert_eq!("UUPU".parse::<Toss>(), Err(ParseTossError::Count(4)));
        assert_eq!("UUPUUU".parse::<Toss>(), Err(ParseTossError::Count(6)));
        assert_eq!("".parse::<Toss>(), Err(ParseTossError::Count(0)));
    }

    fn standing(grade: &str, senior_since: Option<u32>) -> Standing {
        Standing {
            grade: grade.parse().ok(),
            senior_since,
            presence: BoardPresence::Present,
        }
    }

    fn entitled(first: Standing, second: Standing) -> Option<Contender> {
        who_tosses(&first, &second).map(|tosser| tosser.entitled)
    }

    #[test]
    fn the_player_of_the_higher_grade_tosses() {
        let dan = standing("1 dan", Some(20000101));
        let kyu = standing("1 kyu", Some(19500101));
        let none = standing("-", Some(19400101));
        assert_eq!(entitled(dan, kyu), Some(Contender::First));
        assert_eq!(entitled(kyu, dan), Some(Contender::Second));
        assert_eq!(entitled(none, kyu), Some(Contender::Second));
    }

    #[test]
    fn with_equal_grades_the_more_senior_player_tosses() {
        let younger = standing("1 dan", Some(20000101));
        let older = standing("1 dan", Some(19500101));
        let unknown = standing("1 dan", None);
        assert_eq!(entitled(younger, older), Some(Contender::Second));
        assert_eq!(entitled(older, younger), Some(Contender::First));
        assert_eq!(entitled(unknown, younger), Some(Contender::Second));
        assert_eq!(entitled(older, older), None);
    }

    #[test]
    fn the_arbiter_tosses_for_the_entitled_player_if_either_is_absent() {
        let dan = standing("1 dan", None);
        let kyu = standing("1 kyu", None);
        let absent = |standing| Standing {
            presence: BoardPresence::Absent,
            ..standing
        };
        let expected = |by| {
            Some(Tosser {
                entitled: Contender::First,
                by,
            })
        };
        assert_eq!(who_tosses(&dan, &kyu), expected(TossedBy::Player));
        assert_eq!(who_tosses(&absent(dan), &kyu), expected(TossedBy::Arbiter));
        assert_eq!(who_tosses(&dan, &absent(kyu)), expected(TossedBy::Arbiter));
        assert_eq!(
            who_tosses(&absent(dan), &absent(kyu)),
            expected(TossedBy::Arbiter)
        );
    }
}
