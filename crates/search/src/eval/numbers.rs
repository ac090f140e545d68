//! The numbers of both variants: read from the data files at compile time, in the form the evaluation
//! needs.

use super::layout::{COUNT, SHELTER};
use super::pair::{Pair, SmallPair};
use komadai_core::{Rules, Variant};

/// All weights of a variant.
///
/// As text they are integers separated by white space, those of the opening first, then those of the
/// endgame; `#` starts a comment.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "fit"),
    expect(unreachable_pub, reason = "public for the tool that fits them")
)]
pub struct Numbers {
    /// The weights below [`SHELTER`], widened because every position uses only a few.
    few: [Pair; SHELTER],
    /// All weights.
    all: [SmallPair; COUNT],
}

impl Numbers {
    const fn new(opening: &[i16; COUNT], endgame: &[i16; COUNT]) -> Numbers {
        let mut few = [Pair::new(0, 0); SHELTER];
        let mut all = [SmallPair::new(0, 0); COUNT];
        let mut index = 0;
        while index < COUNT {
            all[index] = SmallPair::new(opening[index], endgame[index]);
            if index < SHELTER {
                few[index] = all[index].pair();
            }
            index += 1;
        }
        Numbers { few, all }
    }

    /// Reads the text of a data file; nothing if it is not exactly what it should be.
    #[cfg_attr(
        not(feature = "fit"),
        expect(unreachable_pub, reason = "public for the tool that fits them")
    )]
    pub const fn parse(text: &str) -> Option<Numbers> {
        let mut lists = [[0; COUNT]; 2];
        let mut count = 0;
        let mut rest = text.as_bytes();
        while let [first, after @ ..] = rest {
            rest = after;
            match first {
                b'#' => rest = skip_line(rest),
                b' ' | b'\n' => {}
                _ => {
                    let (number, after) = match (*first, rest) {
                        (b'-', [digit @ b'0'..=b'9', after @ ..]) => digits(-1, *digit, after),
                        (digit @ b'0'..=b'9', after) => digits(1, digit, after),
                        _ => return None,
                    };
                    if count == 2 * COUNT || number < i16::MIN as i32 || number > i16::MAX as i32 {
                        return None;
                    }
                    lists[count / COUNT][count % COUNT] = number as i16;
                    count += 1;
                    rest = after;
                }
            }
        }
        if count == 2 * COUNT {
            Some(Numbers::new(&lists[0], &lists[1]))
        } else {
            None
        }
    }

    /// The mean of a number's values for opening and endgame.
    pub(super) const fn mean(&self, index: usize) -> i32 {
        let pair = self.all[index].pair();
        (pair.opening() + pair.endgame()) / 2
    }

    /// A weight below [`SHELTER`].
    #[inline]
    pub(crate) fn few(&self, index: usize) -> Pair {
        self.few[index]
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Pair {
        self.all[index].pair()
    }
}

const fn skip_line(mut rest: &[u8]) -> &[u8] {
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'\n' {
            break;
        }
    }
    rest
}

/// Reads the digits of a number after the first; one that is too large comes out as too large.
const fn digits(sign: i32, first: u8, mut rest: &[u8]) -> (i32, &[u8]) {
    let mut number = (first - b'0') as i32;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        number = number
            .saturating_mul(10)
            .saturating_add((*digit - b'0') as i32);
        rest = after;
    }
    (sign * number, rest)
}

const fn built_in(text: &str) -> Numbers {
    match Numbers::parse(text) {
        Some(numbers) => numbers,
        None => panic!("a data file of the evaluation is damaged"),
    }
}

static SHOGI: Numbers = built_in(include_str!("../../data/eval-shogi.txt"));
static SEIREIGI: Numbers = built_in(include_str!("../../data/eval-seireigi.txt"));

/// The weights of a variant.
#[inline]
pub(crate) const fn numbers<R: Rules>() -> &'static Numbers {
    match R::VARIANT {
        Variant::Shogi => &SHOGI,
        Variant::Seireigi => &SEIREIGI,
    }
}

#[cfg(feature = "fit")]
mod text {
    use super::Numbers;
    use crate::eval::layout::SECTIONS;
    use std::fmt;

    impl Numbers {
        /// Numbers from two lists, if they have the right length.
        pub fn from_lists(opening: &[i16], endgame: &[i16]) -> Option<Numbers> {
            Some(Numbers::new(
                opening.try_into().ok()?,
                endgame.try_into().ok()?,
            ))
        }

        /// Those of the opening and those of the endgame.
        pub fn to_lists(&self) -> [Vec<i16>; 2] {
            let list = |half: usize| self.all.iter().map(|pair| pair.both()[half]).collect();
            [list(0), list(1)]
        }
    }

    impl fmt::Display for Numbers {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            writeln!(
                f,
                "# Numbers of the evaluation, in the order of src/eval/layout.rs; written by `komadai-train fit-numbers`."
            )?;
            for (phase, list) in ["opening", "endgame"].into_iter().zip(self.to_lists()) {
                for window in SECTIONS.windows(2) {
                    let (section, end) = (&window[0], window[1].start);
                    writeln!(f, "# {phase}: {}", section.name)?;
                    for row in list[section.start..end].chunks(section.row) {
                        let row: Vec<String> = row.iter().map(i16::to_string).collect();
                        writeln!(f, "{}", row.join(" "))?;
                    }
                }
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_refused() {
        let zeros = "0 ".repeat(2 * COUNT);
        assert!(Numbers::parse(&zeros).is_some());
        assert!(Numbers::parse(&format!("# note\n{zeros}\n")).is_some());
        let damaged = [
            String::new(),
            zeros[2..].to_owned(),
            format!("{zeros} 1"),
            zeros.replacen('0', "x", 1),
            zeros.replacen('0', "-", 1),
            zeros.replacen('0', "32768", 1),
            zeros.replacen('0', "99999999999999999999", 1),
        ];
        for text in damaged {
            assert!(Numbers::parse(&text).is_none(), "{:.20}", text);
        }
    }

    #[cfg(feature = "fit")]
    #[test]
    fn files_are_as_the_fit_writes_them() {
        let files = [
            (&SHOGI, include_str!("../../data/eval-shogi.txt")),
            (&SEIREIGI, include_str!("../../data/eval-seireigi.txt")),
        ];
        for (numbers, text) in files {
            assert!(numbers.to_string() == text, "{:.100}", text);
        }
    }
}
