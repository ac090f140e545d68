//! Scores of positions.

use crate::words::LineWords;
use komadai_core::{LineError, LineErrorKind};
use std::fmt;

/// An engine's score from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UsiScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates, in this many plies if known.
    MateIn(Option<u32>),
    /// The side to move is mated, in this many plies if known; 0 if it is already mated.
    MatedIn(Option<u32>),
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// The exact value.
    #[default]
    Exact,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

impl UsiScore {
    /// The same score from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> UsiScore {
        match self {
            UsiScore::Centipawns(value) => UsiScore::Centipawns(value.saturating_neg()),
            UsiScore::MateIn(plies) => UsiScore::MatedIn(plies),
            UsiScore::MatedIn(plies) => UsiScore::MateIn(plies),
        }
    }

    pub(crate) fn read(words: &mut LineWords<'_>) -> Result<(UsiScore, Bound), LineError> {
        let unit = words.need("cp or mate")?;
        let score = match unit.text {
            "cp" => UsiScore::Centipawns(read_centipawns(words)?),
            "mate" => read_mate(words)?,
            _ => return Err(words.error(unit, LineErrorKind::Expected("cp or mate"))),
        };
        let bound = if words.eat("lowerbound") {
            Bound::Lower
        } else if words.eat("upperbound") {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Ok((score, bound))
    }
}

/// Parses a number, saturating.
fn read_centipawns(words: &mut LineWords<'_>) -> Result<i32, LineError> {
    let what = "hundredths of a pawn";
    let word = words.need(what)?;
    let value: i128 = word
        .text
        .parse()
        .map_err(|_| words.error(word, LineErrorKind::Expected(what)))?;
    let range = i128::from(i32::MIN)..=i128::from(i32::MAX);
    Ok(value.clamp(*range.start(), *range.end()) as i32)
}

/// Parses `5`, `-5`, `+` or `-`. `0` means that the side to move is mated.
fn read_mate(words: &mut LineWords<'_>) -> Result<UsiScore, LineError> {
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
        true => UsiScore::MateIn(plies),
        false => UsiScore::MatedIn(plies),
    })
}

impl fmt::Display for UsiScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsiScore::Centipawns(value) => write!(f, "cp {value}"),
            UsiScore::MateIn(Some(0)) => f.write_str("mate +0"),
            UsiScore::MateIn(Some(plies)) => write!(f, "mate {plies}"),
            UsiScore::MateIn(None) => f.write_str("mate +"),
            UsiScore::MatedIn(Some(0)) => f.write_str("mate 0"),
            UsiScore::MatedIn(Some(plies)) => write!(f, "mate -{plies}"),
            UsiScore::MatedIn(None) => f.write_str("mate -"),
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

    fn read(text: &str) -> Result<(UsiScore, Bound), LineError> {
        UsiScore::read(&mut LineWords::new(text))
    }

    #[test]
    fn mates_have_signs_and_perhaps_lengths() {
        let mates = [
            ("mate 5", UsiScore::MateIn(Some(5))),
            ("mate +5", UsiScore::MateIn(Some(5))),
            ("mate +", UsiScore::MateIn(None)),
            ("mate -", UsiScore::MatedIn(None)),
            ("mate -12", UsiScore::MatedIn(Some(12))),
            ("mate 0", UsiScore::MatedIn(Some(0))),
            ("mate -0", UsiScore::MatedIn(Some(0))),
        ];
        for (text, score) in mates {
            assert_eq!(read(text), Ok((score, Bound::Exact)), "{text}");
        }
        assert_eq!(read("mate five").unwrap_err().column, 6);
    }

    #[test]
    fn centipawns_saturate_and_may_be_bounds() {
        let score = read("cp -99999999999 upperbound");
        assert_eq!(score, Ok((UsiScore::Centipawns(i32::MIN), Bound::Upper)));
        assert_eq!(
            UsiScore::Centipawns(i32::MIN).reversed(),
            UsiScore::Centipawns(i32::MAX)
        );
    }
}
