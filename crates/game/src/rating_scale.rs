//! FESA's scale of grades and ratings.
//!
//! Every grade has a lower bound among the ratings; between two bounds grades are counted in
//! fractions. All widths between bounds divide 2400, so fractional grades in 1/2400 are exact.

use crate::grade::Grade;
use std::ops::Sub;

/// Lower bounds of the grades from 20 kyu to 9 dan.
const LOWER_BOUNDS: [u32; 29] = [
    0, 80, 160, 240, 320, 400, 480, 560, 640, 720, 800, 880, 960, 1040, 1120, 1200, 1280, 1360,
    1460, 1560, 1680, 1800, 1920, 2080, 2240, 2440, 2640, 2880, 3120,
];

/// The width of a grade above the last bound.
const LAST_WIDTH: u32 = 240;

/// The number of parts of a grade.
const PARTS: i64 = 2400;

/// A number of grades, or a difference of grades, in fractions. 20 kyu begins at 0, 1 dan at 20 and
/// 5 dan at 24.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grades(i64);

impl Grades {
    /// A number of tenths of a grade.
    pub const fn from_tenths(tenths: u32) -> Grades {
        Grades(tenths as i64 * (PARTS / 10))
    }

    /// The place of a rating on the scale.
    pub fn of_rating(rating: u32) -> Grades {
        let index = LOWER_BOUNDS.partition_point(|bound| *bound <= rating);
        let index = index.saturating_sub(1);
        let (bound, width) = step(index);
        let above = i64::from(rating.saturating_sub(bound));
        Grades(index as i64 * PARTS + above * PARTS / i64::from(width))
    }

    /// The rating at this place of the scale, at least 1. Halves are rounded to the even number, as
    /// FESA's program does.
    pub fn rating(self) -> u32 {
        let last = LOWER_BOUNDS.len() as i64 - 1;
        let index = (self.0.div_euclid(PARTS)).clamp(0, last);
        let (bound, width) = step(usize::try_from(index).unwrap_or(0));
        let above = (self.0 - index * PARTS) * i64::from(width);
        let rating = i64::from(bound) + div_half_to_even(above, PARTS);
        u32::try_from(rating.max(1)).unwrap_or(u32::MAX)
    }

    /// The number of grades as a decimal number, for display.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / PARTS as f64
    }
}

impl Sub for Grades {
    type Output = Grades;

    fn sub(self, other: Grades) -> Grades {
        Grades(self.0 - other.0)
    }
}

impl Grade {
    /// The lower bound of the ratings of this grade on FESA's scale.
    pub fn lower_bound(self) -> u32 {
        step(self.index()).0
    }

    /// The grade of a rating on FESA's scale. A player's own grade may differ, since it is earned by promotion
    /// and kept.
    pub fn of_rating(rating: u32) -> Grade {
        let above = |grade: &Grade| grade.lower_bound() <= rating;
        Grade::all().rev().find(above).unwrap_or(Grade::LOWEST)
    }
}

/// The lower bound and the width of the grade with an index.
fn step(index: usize) -> (u32, u32) {
    let bound = LOWER_BOUNDS.get(index).copied().unwrap_or(0);
    let next = LOWER_BOUNDS.get(index + 1);
    (bound, next.map_or(LAST_WIDTH, |next| next - bound))
}

fn div_half_to_even(number: i64, by: i64) -> i64 {
    let floor = number.div_euclid(by);
    match (2 * number.rem_euclid(by)).cmp(&by) {
        std::cmp::Ordering::Less => floor,
        std::cmp::Ordering::Equal => floor + floor.rem_euclid(2),
        std::cmp::Ordering::Greater => floor + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_begin_at_the_bounds_of_the_table() {
        let check = |grade: &str, bound: u32, number: f64| {
            let grade: Grade = grade.parse().unwrap();
            assert_eq!(grade.lower_bound(), bound);
            assert_eq!(Grades::of_rating(bound).to_f64(), number);
            assert_eq!(Grade::of_rating(bound), grade);
        };
        check("20 kyu", 0, 0.0);
        check("19 kyu", 80, 1.0);
        check("15 kyu", 400, 5.0);
        check("10 kyu", 800, 10.0);
        check("4 kyu", 1280, 16.0);
        check("3 kyu", 1360, 17.0);
        check("2 kyu", 1460, 18.0);
        check("1 kyu", 1560, 19.0);
        check("1 dan", 1680, 20.0);
        check("2 dan", 1800, 21.0);
        check("3 dan", 1920, 22.0);
        check("4 dan", 2080, 23.0);
        check("5 dan", 2240, 24.0);
        check("6 dan", 2440, 25.0);
        check("7 dan", 2640, 26.0);
        check("8 dan", 2880, 27.0);
        check("9 dan", 3120, 28.0);
    }

    #[test]
    fn a_rating_just_below_a_bound_is_of_the_grade_below() {
        assert_eq!(Grade::of_rating(1679).to_string(), "1 kyu");
        assert_eq!(Grade::of_rating(9999).to_string(), "9 dan");
    }

    #[test]
    fn every_width_divides_the_parts_of_a_grade() {
        for index in 0..LOWER_BOUNDS.len() {
            let (_, width) = step(index);
            assert_eq!(PARTS % i64::from(width), 0);
        }
    }

    #[test]
    fn ratings_survive_the_scale_and_rise_with_it() {
        let mut last = Grades::of_rating(0);
        for rating in 1..5000 {
            let grades = Grades::of_rating(rating);
            assert_eq!(grades.rating(), rating);
            assert!(grades > last);
            last = grades;
        }
        assert_eq!(Grades::of_rating(0).rating(), 1);
        assert_eq!(Grades::of_rating(u32::MAX).rating(), u32::MAX);
    }

    #[test]
    fn halves_are_rounded_to_even() {
        assert_eq!(div_half_to_even(5, 2), 2);
        assert_eq!(div_half_to_even(7, 2), 4);
        assert_eq!(div_half_to_even(-5, 2), -2);
        assert_eq!(div_half_to_even(-7, 2), -4);
        assert_eq!(div_half_to_even(7, 3), 2);
        assert_eq!(div_half_to_even(8, 3), 3);
    }
}
