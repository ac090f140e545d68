//! Positions as people name them on the command line.

use anyhow::{Context, anyhow, bail, ensure};
use komadai_core::{Fault, Move, Position, Rules, Setup, SetupError};
use komadai_kifu::Handicap;

/// A start position and the moves that follow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) start: Setup,
    pub(crate) moves: Vec<Move>,
}

impl Line {
    /// Reads SFEN as programs write it, `startpos` or the name of a handicap; `moves` and USI moves
    /// may follow.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Line> {
        let (start, moves) = match find_word(text, "moves") {
            Some(at) => (&text[..at], &text[at + "moves".len()..]),
            None => (text, ""),
        };
        let before = text.len() - moves.len();
        let parse_move = |(i, (at, word)): (usize, (usize, &str))| {
            let column = text[..before + at].chars().count() + 1;
            word.parse()
                .with_context(|| format!("move {}, from column {column}", i + 1))
        };
        Ok(Line {
            start: parse_start(start)?,
            moves: words(moves)
                .enumerate()
                .map(parse_move)
                .collect::<anyhow::Result<_>>()?,
        })
    }

    /// The position at the end.
    pub(crate) fn last<R: Rules>(&self) -> anyhow::Result<Position<R>> {
        let mut position = checked(&self.start)?;
        for (i, &mv) in self.moves.iter().enumerate() {
            let ply = i + 1;
            let _ = position.play(mv).with_context(|| format!("move {ply}"))?;
        }
        Ok(position)
    }
}

/// The position that a diagram shows, which may lack one king, as tsume problems do.
pub(crate) fn checked<R: Rules>(setup: &Setup) -> Result<Position<R>, SetupError<R>> {
    Position::from_setup(setup).or_else(|error| {
        let missing = |fault: &&Fault| matches!(fault, Fault::MissingKing(_));
        match error.faults().iter().filter(missing).count() {
            1 => error.ignore_missing_king(),
            _ => Err(error),
        }
    })
}

fn parse_start(text: &str) -> anyhow::Result<Setup> {
    let name = text.trim();
    if let Ok(handicap) = name.parse::<Handicap>() {
        return Ok(handicap.setup());
    }
    ensure!(!name.is_empty(), "column 1: a position is missing");
    let is_sfen = name.contains('/') || name.contains("startpos");
    if !is_sfen {
        let names = Handicap::ALL.map(Handicap::name).join(", ");
        bail!("column 1: neither SFEN, startpos nor a handicap ({names})");
    }
    Setup::parse_tolerant(text).map_err(|error| anyhow!("SFEN, {error}"))
}

/// Where a word stands in a text.
fn find_word(text: &str, wanted: &str) -> Option<usize> {
    words(text)
        .find(|&(_, word)| word == wanted)
        .map(|(at, _)| at)
}

/// The words of a text, each with the place of its first byte.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_inclusive(char::is_whitespace)
        .map(move |part| {
            let start = end;
            end += part.len();
            (start, part.trim_end())
        })
        .filter(|(_, word)| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use komadai_core::Shogi;

    fn check(text: &str, expected: Expect) {
        let last = Line::parse(text).and_then(|line| line.last::<Shogi>());
        expected.assert_eq(&match last {
            Ok(position) => position.to_string(),
            Err(error) => format!("{error:#}"),
        });
    }

    #[test]
    fn positions_have_names() {
        check(
            "startpos",
            expect!["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"],
        );
        check(
            " two-piece ",
            expect!["lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"],
        );
        check(
            "二枚落ち",
            expect!["lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"],
        );
        check(
            "sfen 4k4/9/9/9/9/9/9/9/4K4 b -",
            expect!["4k4/9/9/9/9/9/9/9/4K4 b - 1"],
        );
        check(
            "4k4/9/9/9/9/9/9/9/9 b G 1",
            expect!["4k4/9/9/9/9/9/9/9/9 b G 1"],
        );
    }

    #[test]
    fn moves_may_follow() {
        check(
            "position startpos moves 7g7f 3c3d",
            expect!["lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"],
        );
        check(
            "lance moves 3c3d",
            expect!["lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 2"],
        );
        check(
            "startpos moves",
            expect!["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"],
        );
    }

    #[test]
    fn errors_say_where() {
        check("", expect!["column 1: a position is missing"]);
        check(
            "two-peice",
            expect![
                "column 1: neither SFEN, startpos nor a handicap (even, lance, right-lance, bishop, rook, rook-lance, two-piece, three-piece, four-piece, five-piece, left-five-piece, six-piece, seven-piece, left-seven-piece, eight-piece, nine-piece, ten-piece)"
            ],
        );
        check(
            "ｓｔａｒｔｐｏｓ",
            expect![
                "column 1: neither SFEN, startpos nor a handicap (even, lance, right-lance, bishop, rook, rook-lance, two-piece, three-piece, four-piece, five-piece, left-five-piece, six-piece, seven-piece, left-seven-piece, eight-piece, nine-piece, ten-piece)"
            ],
        );
        check(
            "4k4/9/9/9/9/9/9/9/4Q4 b - 1",
            expect!["SFEN, column 20: unexpected character 'Q'"],
        );
        check(
            "4k4/9/9/9/9/9/9/9/4K4 b ２歩 1",
            expect!["SFEN, column 25: unexpected character '２'"],
        );
        check(
            "startpos moves 7g7f 3c3x",
            expect![
                "move 2, from column 21: column 3: the target is not a square (file 1-9, rank a-i)"
            ],
        );
        check(
            "startpos moves 7g7f 7g7f",
            expect!["move 2: illegal move 7g7f: no piece stands on the origin"],
        );
        check(
            "9/9/9/9/9/9/9/9/9 b - 1",
            expect!["black has no king; white has no king"],
        );
    }
}
