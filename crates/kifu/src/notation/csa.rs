//! CSA moves: `+7776FU`, `-2288UM`, `+0055KA`: side, origin (`00` for a drop), target, piece after the move.

use super::candidates::from_origin;
use super::cursor::Cursor;
use super::{NotAMove, NotExpressible, ResolveError};
use komadai_core::{Color, Move, MoveAction, Piece, PieceKind, Position, Promotion, Rules, Square};
use std::fmt;
use std::str::FromStr;

/// What a CSA move says, read but not yet understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CsaMove {
    /// Whose move it is: `+` Black's, `-` White's. Always written; reading does without.
    pub side: Option<Color>,
    /// Where the piece stands, or `None` for a drop.
    pub origin: Option<Square>,
    /// Where it goes.
    pub to: Square,
    /// What it is after the move.
    pub piece: CsaPiece,
}

/// A kind of piece that CSA has a code for: all but the promoted gold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CsaPiece(PieceKind);

const CODES: [(PieceKind, &str); 14] = [
    (PieceKind::Pawn, "FU"),
    (PieceKind::Lance, "KY"),
    (PieceKind::Knight, "KE"),
    (PieceKind::Silver, "GI"),
    (PieceKind::Gold, "KI"),
    (PieceKind::Bishop, "KA"),
    (PieceKind::Rook, "HI"),
    (PieceKind::King, "OU"),
    (PieceKind::ProPawn, "TO"),
    (PieceKind::ProLance, "NY"),
    (PieceKind::ProKnight, "NK"),
    (PieceKind::ProSilver, "NG"),
    (PieceKind::Horse, "UM"),
    (PieceKind::Dragon, "RY"),
];

impl CsaPiece {
    /// The piece of a code: `FU`, `NG`.
    pub fn from_code(code: &str) -> Option<CsaPiece> {
        CODES
            .iter()
            .find(|(_, known)| *known == code)
            .map(|&(kind, _)| CsaPiece(kind))
    }

    /// The code.
    pub fn code(self) -> &'static str {
        // A piece is made from a kind with a code only.
        CODES
            .iter()
            .find(|(kind, _)| *kind == self.0)
            .map_or("", |&(_, code)| code)
    }

    /// The kind.
    pub fn kind(self) -> PieceKind {
        self.0
    }
}

impl TryFrom<PieceKind> for CsaPiece {
    type Error = NotExpressible;

    fn try_from(kind: PieceKind) -> Result<CsaPiece, NotExpressible> {
        match kind {
            PieceKind::ProGold => Err(NotExpressible::PromotedGold),
            kind => Ok(CsaPiece(kind)),
        }
    }
}

impl CsaMove {
    /// What CSA writes for a move.
    ///
    /// # Errors
    /// The piece after the move is a promoted gold, which CSA cannot say; or (if the move is illegal)
    /// there is no such piece.
    pub fn of<R: Rules>(position: &Position<R>, mv: Move) -> Result<CsaMove, NotExpressible> {
        let kind = match mv.action() {
            MoveAction::Drop { kind, .. } => kind.piece_kind(),
            MoveAction::Board {
                from, promotion, ..
            } => {
                let kind = position.piece_on(from).map(Piece::kind);
                let kind = kind.ok_or(NotExpressible::NoPiece { origin: from })?;
                match promotion {
                    Promotion::Keep => kind,
                    Promotion::Promote => kind
                        .promoted()
                        .ok_or(NotExpressible::NoPromotedKind { kind })?,
                }
            }
        };
        let piece = CsaPiece::try_from(kind)?;
        Ok(CsaMove {
            side: Some(position.turn()),
            origin: mv.from(),
            to: mv.to(),
            piece,
        })
    }

    /// The move that the text names; it may break a rule.
    ///
    /// # Errors
    /// The piece on the origin is not the one named, nor its unpromoted side.
    pub fn resolve<R: Rules>(&self, position: &Position<R>) -> Result<Move, ResolveError> {
        if let Some(written) = self.side.filter(|&side| side != position.turn()) {
            return Err(ResolveError::WrongSide { written });
        }
        let (kind, to) = (self.piece.kind(), self.to);
        let Some(from) = self.origin else {
            let droppable = kind.hand_kind().filter(|_| !kind.is_promoted());
            return droppable
                .map(|kind| Move::drop(kind, to))
                .ok_or(ResolveError::NoSuchMove { kind, to });
        };
        let before = position.piece_on(from).map(Piece::kind);
        if before.and_then(PieceKind::promoted) == Some(kind) {
            return from_origin(position, kind.unpromoted(), from, to, Promotion::Promote);
        }
        from_origin(position, kind, from, to, Promotion::Keep)
    }
}

impl FromStr for CsaMove {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<CsaMove, NotAMove> {
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        let side = cursor.take(|sign| match sign {
            '+' => Some(Color::Black),
            '-' => Some(Color::White),
            _ => None,
        });
        let origin = match cursor.eat('0') {
            true if cursor.eat('0') => None,
            true => return Err(cursor.expected("00 or a square")),
            false => Some(
                cursor
                    .numeric_square()
                    .ok_or_else(|| cursor.expected("a square"))?,
            ),
        };
        let to = cursor
            .numeric_square()
            .ok_or_else(|| cursor.expected("a square"))?;
        let code = cursor.rest().get(..2).and_then(CsaPiece::from_code);
        let piece = code.ok_or_else(|| cursor.expected("a piece such as FU"))?;
        let _ = (cursor.take(Some), cursor.take(Some));
        cursor.finish()?;
        Ok(CsaMove {
            side,
            origin,
            to,
            piece,
        })
    }
}

impl fmt::Display for CsaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.side {
            Some(Color::Black) => "+",
            Some(Color::White) => "-",
            None => "",
        })?;
        match self.origin {
            Some(from) => write!(f, "{}{}", from.file().number(), from.rank().number())?,
            None => f.write_str("00")?,
        }
        write!(
            f,
            "{}{}{}",
            self.to.file().number(),
            self.to.rank().number(),
            self.piece.code()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{MoveTextError, Notation};
    use komadai_core::{Seireigi, Shogi};

    /// Formats a move, and reads it back.
    fn check(sfen: &str, usi: &str, text: &str) {
        let position: Position<Shogi> = sfen.parse().unwrap();
        let mv: Move = usi.parse().unwrap();
        assert_eq!(Notation::Csa.format(&position, mv, None).unwrap(), text);
        assert_eq!(Notation::Csa.parse(&position, text, None), Ok(mv));
    }

    #[test]
    fn the_piece_is_named_after_the_move() {
        check("startpos", "7g7f", "+7776FU");
        check("4k4/9/7P1/9/9/9/9/9/4K4 b - 1", "2c2b+", "+2322TO");
        check("4k4/9/7P1/9/9/9/9/9/4K4 b - 1", "2c2b", "+2322FU");
        check("4k4/9/7+P1/9/9/9/9/9/4K4 b - 1", "2c2b", "+2322TO");
        check("4k4/9/9/9/9/9/9/9/4K4 w b 1", "B*3d", "-0034KA");
    }

    #[test]
    fn a_promoted_gold_is_not_expressible() {
        let position: Position<Seireigi> = "4k4/9/9/4G4/9/4+G4/9/9/4K4 b - 1".parse().unwrap();
        let format = |usi: &str| Notation::Csa.format(&position, usi.parse().unwrap(), None);
        assert_eq!(format("5d5c"), Ok("+5453KI".into()));
        assert_eq!(format("5d5c+"), Err(NotExpressible::PromotedGold));
        assert_eq!(format("5f5e"), Err(NotExpressible::PromotedGold));
    }

    #[test]
    fn every_code_is_read_back() {
        for kind in PieceKind::ALL
            .into_iter()
            .filter(|&kind| kind != PieceKind::ProGold)
        {
            let piece = CsaPiece::try_from(kind).unwrap();
            assert_eq!(CsaPiece::from_code(piece.code()), Some(piece));
        }
    }

    #[test]
    fn errors_tell_text_from_position() {
        let position = Position::<Shogi>::default();
        let error = |text| Notation::Csa.parse(&position, text, None).unwrap_err();
        let text = |column, expected| MoveTextError::Text(NotAMove { column, expected });
        assert_eq!(error("+7f76FU"), text(2, "a square"));
        assert_eq!(error("+0755FU"), text(3, "00 or a square"));
        assert_eq!(error("+7776XX"), text(6, "a piece such as FU"));
        assert_eq!(error("+7776飛"), text(6, "a piece such as FU"));
        assert_eq!(error("+7776FU,T1"), text(8, "nothing more"));
        assert_eq!(
            error("-3334FU"),
            ResolveError::WrongSide {
                written: Color::White
            }
            .into()
        );
        assert_eq!(
            error("+7675FU"),
            ResolveError::EmptyOrigin {
                origin: Square::S76
            }
            .into()
        );
        let found = PieceKind::Pawn;
        assert_eq!(
            error("+7776GI"),
            ResolveError::WrongPiece {
                origin: Square::S77,
                found
            }
            .into()
        );
        let none = ResolveError::NoSuchMove {
            kind: PieceKind::ProPawn,
            to: Square::S55,
        };
        assert_eq!(error("+0055TO"), none.into());
    }
}
