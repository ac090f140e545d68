//! Positions given on the command line.

use crate::files::Source;
use anyhow::{Context, bail};
use komadai_core::{
    AnyPosition, Fault, Faults, LineWords, Position, PositionLine, Rules, Setup, SetupError,
    Tolerance, Variant,
};
use komadai_kifu::record::{Builder, Start};
use komadai_kifu::{Format, ReadOptions, Reading, Record};
use std::ffi::OsStr;
use std::path::Path;

/// The meaning of an argument: a position, or a file with records.
#[derive(Debug)]
pub(crate) enum Subject {
    Line(PositionLine),
    File(Source, Box<Reading>),
}

impl Subject {
    /// Parses the argument as a position if possible, otherwise as a file.
    pub(crate) fn of(argument: &OsStr, variant: Variant) -> anyhow::Result<Subject> {
        let text = argument.to_str().context("the position is not UTF-8");
        let line = text.and_then(parse_line);
        let path = Path::new(argument);
        match line {
            Ok(line) => Ok(Subject::Line(line)),
            Err(_)
                if argument == "-"
                    || path.exists()
                    || looks_like_a_file(path)
                    || argument.to_str().and_then(Format::detect) == Some(Format::Usen) =>
            {
                let source = Source::one(argument)?;
                let options = ReadOptions {
                    format: None,
                    variant,
                };
                let reading = source.read(&options)?;
                Ok(Subject::File(source, Box::new(reading)))
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns whether the argument has a file extension, which no position has.
fn looks_like_a_file(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    (2..=5).contains(&extension.len()) && extension.bytes().all(|c| c.is_ascii_alphanumeric())
}

/// Parses lenient SFEN, `startpos` or the name of a handicap, optionally followed by `moves` and USI
/// moves.
pub(crate) fn parse_line(text: &str) -> anyhow::Result<PositionLine> {
    let mut words = LineWords::new(text);
    let moves = words.find(|word| word.text == "moves");
    let start = &text[..moves.map_or(text.len(), |word| word.start)];
    Ok(PositionLine {
        start: start.parse::<Start>()?.setup(),
        moves: words.moves_to_end()?,
    })
}

/// The line as a record.
pub(crate) fn record(line: &PositionLine, variant: Variant) -> anyhow::Result<Record> {
    let mut builder = Builder::new(Record::new(variant, line.start));
    for (i, &mv) in line.moves.iter().enumerate() {
        if let Some(reason) = builder.play(mv) {
            bail!("move {}: illegal move {mv}: {reason}", i + 1);
        }
    }
    Ok(builder.finish())
}

/// The position at the end of the line.
pub(crate) fn last<R: Rules>(line: &PositionLine) -> anyhow::Result<Position<R>> {
    let mut position = checked(&line.start)?;
    for (i, &mv) in line.moves.iter().enumerate() {
        let ply = i + 1;
        let _ = position.play(mv).with_context(|| format!("move {ply}"))?;
    }
    Ok(position)
}

/// The faults of a diagram; one king may be missing, as in tsume problems.
pub(crate) fn faults(setup: &Setup, variant: Variant) -> Vec<Fault> {
    let is_missing = |fault: &Fault| matches!(fault, Fault::MissingKing(_));
    let checked = AnyPosition::from_setup(variant, setup, Tolerance::Strict);
    let mut faults = checked.err().map_or(Vec::new(), |Faults(faults)| faults);
    if faults.iter().filter(|fault| is_missing(fault)).count() == 1 {
        faults.retain(|fault| !is_missing(fault));
    }
    faults
}

/// The position of a diagram; a king may be missing, as in tsume problems.
pub(crate) fn checked<R: Rules>(setup: &Setup) -> Result<Position<R>, SetupError<R>> {
    Position::from_setup(setup).or_else(|error| {
        let missing = |fault: &&Fault| matches!(fault, Fault::MissingKing(_));
        match error.faults().iter().filter(missing).count() {
            1 => error.ignore_missing_king(),
            _ => Err(error),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use komadai_core::Shogi;

    fn check(text: &str, expected: Expect) {
        let last = parse_line(text).and_then(|line| last::<Shogi>(&line));
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
                "column 21: not a move: column 3: the target is not a square (file 1-9, rank a-i)"
            ],
        );
        check(
            "startpos moves 7g7f 7g7f",
            expect!["move 2: illegal move 7g7f: there is no piece on the origin"],
        );
        check(
            "9/9/9/9/9/9/9/9/9 b - 1",
            expect!["black has no king; white has no king"],
        );
    }
}
