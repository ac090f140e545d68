//! Scores of positions.

use crate::error::{LineError, LineErrorKind};
use crate::words::Words;
use std::fmt;

/// An engine's judgement, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates, in so many plies if that is known.
    MateIn(Option<u32>),
    /// The side to move is mated, in so many plies if that is known; in none if it is mated already.
    MatedIn(Option<u32>),
}

/// How a score is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// As it stands.
    #[default]
    Exact,
    /// It is at least this good.
    Lower,
    /// It is at most this good.
    Upper,
}

impl Score {
    /// The same judgement from the other side's view.
    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            Score::MateIn(plies) => Score::MatedIn(plies),
            Score::MatedIn(plies) => Score::MateIn(plies),
        }
    }

    pub(crate) fn read(words: &mut Words<'_>) -> Result<(Score, Bound), LineError> {
        let unit = words.need("cp or mate")?;
        let score = match unit.text {
            "cp" => Score::Centipawns(read_centipawns(words)?),
            "mate" => read_mate(words)?,
            _ => return Err(words.error(unit, LineErrorKind::Expected("cp or mate"))),
        };
        let bound = if words.take("lowerbound") {
            Bound::Lower
        } else if words.take("upperbound") {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Ok((score, bound))
    }
}

/// Reads a number; what is too large becomes the largest.
fn read_centipawns(words: &mut Words<'_>) -> Result<i32, LineError> {
    let what = "hundredths of a pawn";
    let word = words.need(what)?;
    let value: i128 = word
        .text
        .parse()
        .map_err(|_| words.error(word, LineErrorKind::Expected(what)))?;
    let range = i128::from(i32::MIN)..=i128::from(i32::MAX);
    Ok(value.clamp(*range.start(), *range.end()) as i32)
}

/// Reads `5`, `-5`, `+` or `-`. `0` says that the side to move is mated.
fn read_mate(words: &mut Words<'_>) -> Result<Score, LineError> {
    let what = "a number of plies, + or -";
    let word = words.need(what)?;
    let (is_plus, digits) = match (word.text.strip_prefix('+'), word.text.strip_prefix('-')) {
        (Some(digits), _) => (true, digits),
        (_, Some(digits)) => (false, digits),
        _ if word.text.bytes().all(|byte| byte == b'0') => (false, word.text),
        _ => (true, word.text),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(words.error(word, LineErrorKind::Expected(what)));
    }
    let plies = (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX));
    Ok(match is_plus {
        true => Score::MateIn(plies),
        false => Score::MatedIn(plies),
    })
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::MateIn(Some(0)) => f.write_str("mate +0"),
            Score::MateIn(Some(plies)) => write!(f, "mate {plies}"),
            Score::MateIn(None) => f.write_str("mate +"),
            Score::MatedIn(Some(0)) => f.write_str("mate 0"),
            Score::MatedIn(Some(plies)) => write!(f, "mate -{plies}"),
            Score::MatedIn(None) => f.write_str("mate -"),
        }
    }
}

impl fmt::Display for Bound {
    /// Writes a blank before the word; nothing for an exact score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Score, Bound), LineError> {
        Score::read(&mut Words::new(text))
    }

    #[test]
    fn mates_have_signs_and_perhaps_lengths() {
        let mates = [
            ("mate 5", Score::MateIn(Some(5))),
            ("mate +5", Score::MateIn(Some(5))),
            ("mate +", Score::MateIn(None)),
            ("mate -", Score::MatedIn(None)),
            ("mate -12", Score::MatedIn(Some(12))),
            ("mate 0", Score::MatedIn(Some(0))),
            ("mate -0", Score::MatedIn(Some(0))),
        ];
        for (text, score) in mates {
            assert_eq!(read(text), Ok((score, Bound::Exact)), "{text}");
        }
        assert_eq!(read("mate five").unwrap_err().column, 6);
    }

    #[test]
    fn centipawns_saturate_and_may_be_bounds() {
        let score = read("cp -99999999999 upperbound");
        assert_eq!(score, Ok((Score::Centipawns(i32::MIN), Bound::Upper)));
        assert_eq!(
            Score::Centipawns(i32::MIN).reversed(),
            Score::Centipawns(i32::MAX)
        );
    }
}
