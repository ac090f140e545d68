//! Grades of players (段級): 20 kyu up to 1 kyu, then 1 dan up to 9 dan.
//!
//! The GNU manual and the encyclopedia begin at 15 kyu; FESA's scale begins at 20 kyu. Both are
//! amateur scales. Professional grades differ: an amateur of 4 dan is about a professional of 6 kyu, so
//! the two must not be compared.

use std::fmt;
use std::str::FromStr;

/// A player's grade. A higher grade is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

/// The number of kyu grades below 1 dan.
const KYUS: u8 = 20;
const DANS: u8 = 9;

impl Grade {
    /// The lowest grade, 20 kyu.
    pub const LOWEST: Grade = Grade(0);
    /// The highest grade, 9 dan.
    pub const HIGHEST: Grade = Grade(KYUS + DANS - 1);

    /// A kyu grade, from 1 (the strongest) to 20.
    pub const fn kyu(number: u8) -> Option<Grade> {
        match number {
            1..=KYUS => Some(Grade(KYUS - number)),
            _ => None,
        }
    }

    /// A dan grade, from 1 to 9 (the strongest).
    pub const fn dan(number: u8) -> Option<Grade> {
        match number {
            1..=DANS => Some(Grade(KYUS + number - 1)),
            _ => None,
        }
    }

    /// Every grade, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Grade> + ExactSizeIterator {
        (0..Grade::HIGHEST.0 + 1).map(Grade)
    }

    /// The number of grades below this one: 0 for 20 kyu, 20 for 1 dan.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The grade with this index.
    pub const fn from_index(index: usize) -> Option<Grade> {
        match index <= Grade::HIGHEST.index() {
            true => Some(Grade(index as u8)),
            false => None,
        }
    }

    /// The distance between two grades.
    pub const fn distance(self, other: Grade) -> u8 {
        self.0.abs_diff(other.0)
    }

    /// The Japanese name: `初段`, `三段`, `5級`.
    pub fn japanese(self) -> String {
        match self.number() {
            (1, Scale::Dan) => "初段".to_owned(),
            (number, Scale::Dan) => format!("{}段", numeral(number)),
            (number, Scale::Kyu) => format!("{number}級"),
        }
    }

    const fn number(self) -> (u8, Scale) {
        match self.0.checked_sub(KYUS) {
            Some(above) => (above + 1, Scale::Dan),
            None => (KYUS - self.0, Scale::Kyu),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scale {
    Kyu,
    Dan,
}

const NUMERALS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

fn numeral(number: u8) -> &'static str {
    let index = usize::from(number).wrapping_sub(1);
    NUMERALS.get(index).copied().unwrap_or_default()
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            (number, Scale::Dan) => write!(f, "{number} dan"),
            (number, Scale::Kyu) => write!(f, "{number} kyu"),
        }
    }
}

impl fmt::Debug for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for text that is not a grade.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseGradeError {
    /// The text does not have the form of a grade.
    #[error("«{0}» is no grade: expected one such as 3 dan, 5 kyu, 三段 or 5級")]
    Form(String),
    /// There is no grade with this number.
    #[error("«{0}»: grades go from 20 kyu to 1 kyu and from 1 dan to 9 dan")]
    Number(String),
}

impl FromStr for Grade {
    type Err = ParseGradeError;

    /// Reads `3 dan`, `3-dan`, `3d`, `3段`, `三段`, `初段`, and likewise kyu and 級.
    fn from_str(text: &str) -> Result<Grade, ParseGradeError> {
        let form = || ParseGradeError::Form(text.to_owned());
        let plain = text.trim().to_lowercase();
        let (number, scale) = split(&plain).ok_or_else(form)?;
        let number =
            read_number(number.trim_end_matches([' ', '-', '\u{3000}'])).ok_or_else(form)?;
        let grade = match scale {
            Scale::Dan => Grade::dan(number),
            Scale::Kyu => Grade::kyu(number),
        };
        grade.ok_or_else(|| ParseGradeError::Number(text.to_owned()))
    }
}

fn split(text: &str) -> Option<(&str, Scale)> {
    const ENDINGS: [(&str, Scale); 7] = [
        ("dan", Scale::Dan),
        ("d", Scale::Dan),
        ("段", Scale::Dan),
        ("kyu", Scale::Kyu),
        ("kyū", Scale::Kyu),
        ("k", Scale::Kyu),
        ("級", Scale::Kyu),
    ];
    let with = |(ending, scale): (&str, Scale)| Some((text.strip_suffix(ending)?, scale));
    ENDINGS.into_iter().find_map(with)
}

/// A number up to 99 in digits, full-width digits or Japanese numerals.
fn read_number(text: &str) -> Option<u8> {
    if text == "初" {
        return Some(1);
    }
    let digit = |c: char| match c {
        '０'..='９' => u8::try_from(u32::from(c) - u32::from('０')).ok(),
        _ => u8::try_from(c.to_digit(10)?).ok(),
    };
    let numeral = |text: &str| match NUMERALS.iter().position(|numeral| *numeral == text) {
        Some(index) => u8::try_from(index + 1).ok(),
        None => None,
    };
    if let Some((tens, ones)) = text.split_once('十') {
        let or = |text: &str, empty| match text {
            "" => Some(empty),
            text => numeral(text),
        };
        return Some(or(tens, 1)? * 10 + or(ones, 0)?);
    }
    if let Some(number) = numeral(text) {
        return Some(number);
    }
    if text.is_empty() || text.chars().count() > 2 {
        return None;
    }
    text.chars()
        .try_fold(0, |sum, c| Some(sum * 10 + digit(c)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grade(text: &str) -> Grade {
        text.parse().unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn a_kyu_grade_is_higher_with_a_lower_number_and_a_dan_grade_with_a_higher_one() {
        let rising = [
            "20 kyu", "15 kyu", "2 kyu", "1 kyu", "1 dan", "2 dan", "9 dan",
        ];
        let grades = rising.map(grade);
        assert!(grades.is_sorted_by(|a, b| a < b));
        assert_eq!(grades[0], Grade::LOWEST);
        assert_eq!(grades[6], Grade::HIGHEST);
    }

    #[test]
    fn there_are_29_grades_and_every_one_survives_its_texts() {
        assert_eq!(Grade::all().len(), 29);
        for (index, grade) in Grade::all().enumerate() {
            assert_eq!(grade.to_string().parse(), Ok(grade));
            assert_eq!(grade.japanese().parse(), Ok(grade));
            assert_eq!(grade.index(), index);
            assert_eq!(Grade::from_index(index), Some(grade));
        }
        assert_eq!(Grade::from_index(29), None);
    }

    #[test]
    fn grades_are_read_in_english_and_japanese() {
        for text in [
            "3 dan", "3-dan", "3Dan", "3d", "３段", "3段", "三段", " 3 DAN ",
        ] {
            assert_eq!(grade(text), Grade::dan(3).unwrap(), "{text}");
        }
        for text in [
            "15 kyu",
            "15-Kyu",
            "15k",
            "15級",
            "１５級",
            "十五級",
            "15 kyū",
        ] {
            assert_eq!(grade(text), Grade::kyu(15).unwrap(), "{text}");
        }
        assert_eq!(grade("初段"), Grade::dan(1).unwrap());
        assert_eq!(grade("初段").to_string(), "1 dan");
        assert_eq!(grade("2 dan").japanese(), "二段");
        assert_eq!(grade("5 kyu").japanese(), "5級");
        assert_eq!(grade("十級"), grade("10 kyu"));
        assert_eq!(grade("二十級"), grade("20 kyu"));
    }

    #[test]
    fn grades_that_do_not_exist_are_refused() {
        for text in ["0 dan", "10 dan", "0 kyu", "21 kyu", "99k", "九十九級"] {
            let error = text.parse::<Grade>();
            assert_eq!(error, Err(ParseGradeError::Number(text.to_owned())));
        }
        for text in [
            "",
            "dan",
            "3",
            "3 don",
            "-3 dan",
            "段",
            "三三段",
            "123 dan",
            "meijin",
        ] {
            let error = text.parse::<Grade>();
            assert_eq!(error, Err(ParseGradeError::Form(text.to_owned())));
        }
    }

    #[test]
    fn first_dan_is_one_step_above_first_kyu() {
        assert_eq!(grade("1 dan").distance(grade("1 kyu")), 1);
        assert_eq!(grade("5 kyu").distance(grade("3 dan")), 7);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[0-9０-９一二十初]{0,4}[ -]?(dan|段|級|k|.){0,2}") {
            let _ = text.parse::<Grade>();
        }
    }
}
