//! CSA moves: `+7776FU`, `-2288UM`, `+0055KA`: side, origin (`00` for a drop), target, piece after the move.

use super::board::NotationBoard;
use super::resolve::{Resolved, Strictness};
use super::{MoveTextError, NotAMove, NotExpressible, ResolveError};
use crate::csa::{kind_code, kind_of_code, square};
use crate::position::RecordPosition;
use crate::scan::Scan;
use komadai_core::{Color, Move, MoveAction, Piece, PieceKind, Promotion, Square};
use std::fmt;
use std::str::FromStr;

/// A CSA move before it is resolved in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CsaMove {
    /// Whose move it is: `+` Black's, `-` White's. Always written; people may leave it out.
    pub side: Option<Color>,
    /// Where the piece stands, or `None` for a drop.
    pub origin: Option<Square>,
    /// Where it goes.
    pub to: Square,
    /// What it is after the move.
    pub kind: PieceKind,
}

impl CsaMove {
    /// The CSA form of a move.
    ///
    /// # Errors
    /// Returns an error if the piece after the move is a promoted gold, which CSA cannot express, or if an
    /// illegal move has no such piece.
    pub fn of(board: &impl NotationBoard, mv: Move) -> Result<CsaMove, NotExpressible> {
        let board = &*board.board();
        let kind = match mv.action() {
            MoveAction::Drop { kind, .. } => kind.piece_kind(),
            MoveAction::Board {
                from, promotion, ..
            } => {
                let kind = board.piece_on(from).map(Piece::kind);
                let kind = kind.ok_or(NotExpressible::NoPiece { origin: from })?;
                match promotion {
                    Promotion::Keep => kind,
                    Promotion::Promote => kind
                        .promoted()
                        .ok_or(NotExpressible::NoPromotedKind { kind })?,
                }
            }
        };
        kind_code(kind).ok_or(NotExpressible::PromotedGold)?;
        Ok(CsaMove {
            side: Some(board.turn()),
            origin: mv.from(),
            to: mv.to(),
            kind,
        })
    }

    /// Reads `+7776FU`; `None` if the text is no move.
    #[inline]
    pub(crate) fn read(text: [u8; 7]) -> Option<CsaMove> {
        let [sign, from_file, from_rank, to_file, to_rank, a, b] = text;
        let side = match sign {
            b'+' => Color::Black,
            b'-' => Color::White,
            _ => return None,
        };
        let origin = match (from_file, from_rank) {
            (b'0', b'0') => None,
            (file, rank) => Some(square(file, rank)?),
        };
        Some(CsaMove {
            side: Some(side),
            origin,
            to: square(to_file, to_rank)?,
            kind: kind_of_code([a, b])?,
        })
    }

    /// The move that the text means.
    ///
    /// # Errors
    /// Returns an error if the text is not a move here, or is less exact than `strictness` requires: the
    /// piece on the origin is neither the named one nor its unpromoted side.
    #[inline]
    pub fn resolve(
        &self,
        board: &impl NotationBoard,
        strictness: Strictness,
    ) -> Result<Resolved, MoveTextError> {
        let board = &*board.board();
        self.find(board)?.judged(self.side, board, strictness)
    }

    #[inline]
    fn find(&self, board: &RecordPosition) -> Result<Resolved, ResolveError> {
        let (kind, to) = (self.kind, self.to);
        let Some(from) = self.origin else {
            let none = ResolveError::NoSuchMove { kind, to };
            let mv = Move::drop(kind.hand_kind().ok_or(none)?, to);
            let doubt = kind.is_promoted().then_some(none);
            return Ok(Resolved { mv, doubt });
        };
        let (promotion, doubt) = match board.piece_on(from).map(Piece::kind) {
            Some(found) if found == kind => (Promotion::Keep, None),
            Some(found) if found.promoted() == Some(kind) => (Promotion::Promote, None),
            Some(found) => (
                guessed(found, kind),
                Some(ResolveError::WrongPiece {
                    origin: from,
                    found,
                }),
            ),
            None => (
                Promotion::Keep,
                Some(ResolveError::EmptyOrigin { origin: from }),
            ),
        };
        let mv = Move::board(from, to, promotion);
        let mv = mv.ok_or(ResolveError::SameSquare { square: to })?;
        Ok(Resolved { mv, doubt })
    }
}

/// Does a piece promote that goes by another's name? CSA knows no promoted gold, so a gold never does.
fn guessed(found: PieceKind, named: PieceKind) -> Promotion {
    let can = found
        .promoted()
        .is_some_and(|kind| kind != PieceKind::ProGold);
    if can && named.is_promoted() {
        Promotion::Promote
    } else {
        Promotion::Keep
    }
}

impl FromStr for CsaMove {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<CsaMove, NotAMove> {
        let mut scan = Scan::new(text);
        scan.skip_blanks();
        let side = scan.take(|sign| match sign {
            '+' => Some(Color::Black),
            '-' => Some(Color::White),
            _ => None,
        });
        let place = |scan: &mut Scan<'_>| {
            let square = scan.numeric_square();
            square.ok_or_else(|| scan.expected("a square"))
        };
        let origin = match scan.eat('0') {
            true if scan.eat('0') => None,
            true => return Err(scan.expected("00 or a square")),
            false => Some(place(&mut scan)?),
        };
        let to = place(&mut scan)?;
        let code = scan.rest().as_bytes().first_chunk();
        let kind = code.and_then(|code| kind_of_code(*code));
        let kind = kind.ok_or_else(|| scan.expected("a piece such as FU"))?;
        let _ = (scan.advance(), scan.advance());
        scan.finish()?;
        Ok(CsaMove {
            side,
            origin,
            to,
            kind,
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
        let (file, rank) = (self.to.file().number(), self.to.rank().number());
        let code = kind_code(self.kind).unwrap_or_default();
        write!(f, "{file}{rank}{code}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use komadai_core::{Position, Seireigi, Shogi};

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
