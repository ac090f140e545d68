//! Moves as KI2 files write them: Japanese with `▲` or `△` and a blank after 同, many to a line.

use super::japanese::{JapaneseMove, Marks, Numerals, Same, Style};
use super::{NotAMove, NotExpressible};
use komadai_core::{Move, Position, Rules, Square};

/// How KI2 looks.
pub const STYLE: Style = Style {
    marks: Marks::Triangles,
    numerals: Numerals::FullWidthAndKanji,
    same: Same::Blank,
};

/// What KI2 writes for a move.
///
/// # Errors
/// No piece stands on the move's origin.
pub fn of<R: Rules>(
    position: &Position<R>,
    mv: Move,
    previous: Option<Square>,
) -> Result<JapaneseMove, NotExpressible> {
    JapaneseMove::of(position, mv, previous)
}

/// Reads a move of KI2.
///
/// # Errors
/// The text is not a move.
pub fn parse(text: &str) -> Result<JapaneseMove, NotAMove> {
    text.parse()
}

/// The moves of a line, with or without blanks between them. The first error is the last item.
///
/// ```
/// use komadai_kifu::notation::ki2;
/// assert_eq!(ki2::moves("▲７六歩    △３四歩▲２二角成 △同　銀").count(), 4);
/// ```
pub fn moves(line: &str) -> Moves<'_> {
    Moves {
        line,
        rest: line,
        failed: false,
    }
}

/// Iterator over the moves of a line, made by [`moves`].
#[derive(Clone, Debug)]
pub struct Moves<'t> {
    line: &'t str,
    rest: &'t str,
    failed: bool,
}

impl<'t> Moves<'t> {
    /// What has not been read: after an error, from the text that is no move on.
    pub fn rest(&self) -> &'t str {
        self.rest
    }
}

impl Iterator for Moves<'_> {
    type Item = Result<JapaneseMove, NotAMove>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rest = self.rest.trim_start();
        if self.failed || self.rest.is_empty() {
            return None;
        }
        match JapaneseMove::parse_prefix(self.rest) {
            Ok((mv, rest)) => {
                self.rest = rest;
                Some(Ok(mv))
            }
            Err(error) => {
                let read = &self.line[..self.line.len() - self.rest.len()];
                let column = read.chars().count() + error.column;
                self.failed = true;
                Some(Err(NotAMove { column, ..error }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use komadai_core::Shogi;

    #[test]
    fn a_line_holds_many_moves() {
        let line = "▲７六歩    △３四歩▲２二角成 △同　銀    ▲４五角打";
        let moves: Result<Vec<_>, _> = moves(line).collect();
        let mut position = Position::<Shogi>::default();
        let mut previous = None;
        let mut usi = Vec::new();
        for written in moves.unwrap() {
            let mv = written.resolve(&position, previous).unwrap();
            let _ = position.play(mv).unwrap();
            previous = Some(mv.to());
            usi.push(mv.to_string());
        }
        assert_eq!(usi, ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]);
    }

    #[test]
    fn reading_stops_at_what_is_no_move() {
        let mut moves = moves("▲７六歩 まで1手");
        assert!(moves.next().unwrap().is_ok());
        assert_eq!(
            moves.next(),
            Some(Err(NotAMove {
                column: 6,
                expected: "a square or 同"
            }))
        );
        assert_eq!(moves.next(), None);
        assert_eq!(moves.rest(), "まで1手");
    }

    #[test]
    fn same_square_has_a_blank() {
        const BISHOPS_FACE: &str =
            "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        let position: Position<Shogi> = BISHOPS_FACE.parse().unwrap();
        let mv = "8h2b+".parse().unwrap();
        assert_eq!(
            Notation::Ki2.format(&position, mv, None).unwrap(),
            "▲２二角成"
        );
        assert_eq!(
            Notation::Ki2
                .format(&position, mv, Some(Square::S22))
                .unwrap(),
            "▲同　角成"
        );
    }
}
