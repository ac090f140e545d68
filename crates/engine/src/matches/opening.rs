//! Openings: start positions of the games of a match.

use komadai_core::{
    LineError, Move, PositionLine, PositionLineError, ResolvedLine, Tolerance, Variant,
};

/// An opening: a position and the moves that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchOpening {
    pub(super) resolved: ResolvedLine,
}

/// Error for a line of a file that is not an opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct MatchOpeningError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub fault: OpeningFault,
}

/// A fault of a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningFault {
    /// Not a start and moves.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Not a position, or an illegal move.
    #[error(transparent)]
    Resolve(#[from] PositionLineError),
    /// The game is over before it begins.
    #[error("the side to move has no legal move")]
    Over,
}

impl MatchOpening {
    /// The start position of a variant.
    pub fn start(variant: Variant) -> MatchOpening {
        let start = komadai_core::AnyPosition::start(variant);
        MatchOpening {
            resolved: ResolvedLine {
                start,
                moves: Vec::new(),
                position: start,
            },
        }
    }

    /// Parses `startpos moves …` or `sfen … moves …`, optionally after `position`, a bare SFEN, or bare USI
    /// moves.
    ///
    /// # Errors
    /// Returns an error if the text is not valid.
    pub fn parse(text: &str, variant: Variant) -> Result<MatchOpening, OpeningFault> {
        let resolved = text
            .parse::<PositionLine>()?
            .resolve(variant, Tolerance::Strict)?;
        match resolved.position.has_legal_move() {
            true => Ok(MatchOpening { resolved }),
            false => Err(OpeningFault::Over),
        }
    }

    /// The moves of the opening.
    pub fn moves(&self) -> &[Move] {
        &self.resolved.moves
    }
}

/// Parses a file of openings, one per line; blank lines and lines that begin with `#` are ignored.
///
/// # Errors
/// Returns the first line that is not an opening.
///
/// ```
/// use komadai_core::Variant;
/// use komadai_engine::matches::parse_openings;
/// let openings = parse_openings("# two\n7g7f 3c3d\nstartpos moves 2g2f\n", Variant::Shogi)?;
/// assert_eq!(openings.len(), 2);
/// # Ok::<(), komadai_engine::matches::MatchOpeningError>(())
/// ```
pub fn parse_openings(
    text: &str,
    variant: Variant,
) -> Result<Vec<MatchOpening>, MatchOpeningError> {
    let is_opening = |line: &str| !line.is_empty() && !line.starts_with('#');
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| is_opening(line))
        .map(|(i, line)| {
            MatchOpening::parse(line, variant)
                .map_err(|fault| MatchOpeningError { line: i + 1, fault })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> usize {
        let openings = parse_openings(text, Variant::Shogi).unwrap();
        assert_eq!(openings.len(), 1);
        openings[0].moves().len()
    }

    #[test]
    fn openings_come_in_many_forms() {
        assert_eq!(moves("7g7f 3c3d 2g2f"), 3);
        assert_eq!(moves("moves 7g7f 3c3d"), 2);
        assert_eq!(moves("\u{20}startpos moves 7g7f\r\n\n# comment\n"), 1);
        assert_eq!(moves("startpos"), 0);
        assert_eq!(moves("position startpos moves 7g7f"), 1);
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(moves(&format!("sfen {sfen} moves 7g7f")), 1);
        assert_eq!(moves(sfen), 0);
    }

    #[test]
    fn wrong_lines_are_named() {
        let fault = |text: &str| {
            parse_openings(text, Variant::Shogi)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            fault("7g7f\n\n7g7f 7g7f"),
            "line 3: move 2: illegal move 7g7f: there is no piece on the origin"
        );
        assert_eq!(fault("e4"), "line 1: column 1: expected startpos or sfen");
        assert_eq!(
            fault("7g7f e5"),
            "line 1: column 6: not a move: expected a move such as 7g7f, 8h2b+ or P*5e"
        );
        assert_eq!(
            fault("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"),
            "line 1: the side to move has no legal move"
        );
    }
}
