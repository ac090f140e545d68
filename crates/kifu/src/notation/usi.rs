//! USI moves: `7g7f`, `8h2b+`, `G*5b`. They are a move's own text; the core reads and writes them.

use super::NotAMove;
use komadai_core::{Move, ParseMoveError};

/// Reads a USI move, tolerantly: letters of either case, and `=` for a promotion declined.
///
/// # Errors
/// Returns an error if the text is not a USI move.
pub fn parse(text: &str) -> Result<Move, NotAMove> {
    Move::parse_tolerant(text).map_err(|error| {
        let (column, expected) = match error {
            ParseMoveError::Shape => (1, "a move like 7g7f, 8h2b+ or P*5e"),
            ParseMoveError::Origin => (1, "a square like 7g"),
            ParseMoveError::DropKind => (1, "one of P, L, N, S, G, B and R"),
            ParseMoveError::Target => (3, "a square like 7f"),
            ParseMoveError::SameSquare => (3, "a square other than the origin"),
            ParseMoveError::Suffix => (5, "+ or nothing"),
        };
        NotAMove { column, expected }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_the_core_reads_them() {
        for text in ["7g7f", "8h2b+", "P*5e"] {
            assert_eq!(parse(text).map(|mv| mv.to_string()), Ok(text.into()));
        }
        assert_eq!(parse(" p*5E ").map(|mv| mv.to_string()), Ok("P*5e".into()));
    }

    #[test]
    fn errors_name_the_column() {
        let check =
            |text, column, expected| assert_eq!(parse(text), Err(NotAMove { column, expected }));
        check("resign", 1, "a move like 7g7f, 8h2b+ or P*5e");
        check("7z7f", 1, "a square like 7g");
        check("7g7z", 3, "a square like 7f");
        check("7g7g", 3, "a square other than the origin");
        check("K*5e", 1, "one of P, L, N, S, G, B and R");
        check("7g7f?", 5, "+ or nothing");
    }
}
