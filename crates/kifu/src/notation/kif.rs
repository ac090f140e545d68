//! Moves as KIF files write them: `７六歩(77)`, `同　歩(24)`, `８八角成(22)`, `５五角打`.
//!
//! The origin makes words unnecessary. 打 is always written, 不成 never; hand-made files have both
//! words and 不成, and are read.

use super::japanese::{Ending, JapaneseMove, Marks, Numerals, Same, Style};
use super::words::Words;
use super::{NotAMove, NotExpressible, Target};
use komadai_core::{Move, MoveAction, Position, Promotion, Rules, Square};

/// How KIF looks.
pub const STYLE: Style = Style {
    marks: Marks::None,
    numerals: Numerals::FullWidthAndKanji,
    same: Same::Blank,
};

/// What KIF writes for a move.
///
/// # Errors
/// No piece stands on the move's origin.
pub fn of<R: Rules>(
    position: &Position<R>,
    mv: Move,
    previous: Option<Square>,
) -> Result<JapaneseMove, NotExpressible> {
    let (kind, to) = match mv.action() {
        MoveAction::Drop { kind, to } => (kind.piece_kind(), to),
        MoveAction::Board { from, to, .. } => (
            position
                .piece_on(from)
                .ok_or(NotExpressible::NoPiece { origin: from })?
                .kind(),
            to,
        ),
    };
    let same = previous == Some(to) && !mv.is_drop();
    Ok(JapaneseMove {
        side: Some(position.turn()),
        target: if same {
            Target::Previous
        } else {
            Target::Square(to)
        },
        kind,
        words: Words::default(),
        ending: match mv.action() {
            MoveAction::Drop { .. } => Some(Ending::Drop),
            MoveAction::Board {
                promotion: Promotion::Promote,
                ..
            } => Some(Ending::Promote),
            MoveAction::Board {
                promotion: Promotion::Keep,
                ..
            } => None,
        },
        origin: mv.from(),
    })
}

/// Reads a move of KIF.
///
/// # Errors
/// The text is not a move.
pub fn parse(text: &str) -> Result<JapaneseMove, NotAMove> {
    text.parse()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Notation, ResolveError};
    use komadai_core::{PieceKind, Seireigi, Shogi};

    /// Formats a move, and reads it back.
    fn check<R: Rules>(sfen: &str, usi: &str, previous: Option<Square>, text: &str) {
        let position: Position<R> = sfen.parse().unwrap();
        let mv: Move = usi.parse().unwrap();
        assert_eq!(Notation::Kif.format(&position, mv, previous).unwrap(), text);
        assert_eq!(Notation::Kif.parse(&position, text, previous), Ok(mv));
    }

    const BISHOPS_FACE: &str =
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";

    #[test]
    fn moves_have_their_origin() {
        check::<Shogi>("startpos", "7g7f", None, "７六歩(77)");
        check::<Shogi>(BISHOPS_FACE, "8h2b+", None, "２二角成(88)");
        check::<Shogi>(BISHOPS_FACE, "8h2b", Some(Square::S22), "同\u{3000}角(88)");
        check::<Shogi>("4k4/9/9/9/9/9/9/9/4K4 b B 1", "B*5e", None, "５五角打");
        check::<Shogi>(
            "4k4/9/9/9/4+S4/9/9/9/4K4 b - 1",
            "5e5d",
            None,
            "５四成銀(55)",
        );
        check::<Seireigi>("k8/9/9/9/4+S4/9/9/9/4K4 b - 1", "5e5d", None, "５四狼(55)");
        check::<Seireigi>("7k1/9/9/9/4+G4/9/9/9/4K4 b - 1", "5e5d", None, "５四象(55)");
    }

    #[test]
    fn hand_made_files_are_read() {
        let position: Position<Shogi> = BISHOPS_FACE.parse().unwrap();
        let read = |text| parse(text).unwrap().resolve(&position, None);
        let check = |text, usi: &str| assert_eq!(read(text), Ok(usi.parse().unwrap()), "{text}");
        check("２二角上不成(88)", "8h2b");
        check("22角成（８８）", "8h2b+");
        check("５八金右", "4i5h");
        check("５五角打(00)", "B*5e");
        let found = PieceKind::Pawn;
        assert_eq!(
            read("７五銀(76)"),
            Err(ResolveError::WrongPiece {
                origin: Square::S76,
                found
            })
        );
        assert_eq!(
            read("７五銀(65)"),
            Err(ResolveError::EmptyOrigin {
                origin: Square::S65
            })
        );
        assert_eq!(
            read("７六歩(76)"),
            Err(ResolveError::SameSquare {
                square: Square::S76
            })
        );
    }

    #[test]
    fn a_time_is_not_an_origin() {
        let (mv, rest) = JapaneseMove::parse_prefix("５五角打     ( 0:05/00:00:21)").unwrap();
        assert_eq!((mv.origin, rest.trim()), (None, "( 0:05/00:00:21)"));
        let (mv, rest) = JapaneseMove::parse_prefix("７六歩(77)(0:16/00:00:16)").unwrap();
        assert_eq!((mv.origin, rest), (Some(Square::S77), "(0:16/00:00:16)"));
    }
}
