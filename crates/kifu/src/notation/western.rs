//! What the Western notations share: piece, origin if needed, `-` `x` `*`, target, `+` `=`.

use super::candidates::{choose, from_origin, may_promote, reach};
use super::cursor::Cursor;
use super::{NotAMove, NotExpressible, ResolveError, Target, pieces};
use komadai_core::{HandKind, Move, MoveAction, PieceKind, Position, Promotion, Rules, Square};
use std::fmt::{self, Write};

/// What a move in a Western notation says, read but not yet understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WesternMove {
    /// `P*5e`
    Drop {
        /// What is dropped.
        kind: HandKind,
        /// Where.
        to: Square,
    },
    /// `P-7f`, `Bx2b+`, `G6i-5h`
    Board {
        /// What the piece is before the move.
        kind: PieceKind,
        /// Where it stands; written if another piece of its kind could go to the target.
        origin: Option<Square>,
        /// `-`, `x` or nothing. Reading believes the board, not the mark.
        mark: Mark,
        /// Where it goes.
        target: Target,
        /// `+` or `=`; written if the piece may promote.
        promotion: Option<Promotion>,
    },
}

/// The sign between piece and target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `-`, or nothing
    Move,
    /// `x`
    Capture,
}

impl WesternMove {
    /// What is written for a move.
    ///
    /// # Errors
    /// No piece stands on the move's origin.
    pub fn of<R: Rules>(position: &Position<R>, mv: Move) -> Result<WesternMove, NotExpressible> {
        let (from, to, promotion) = match mv.action() {
            MoveAction::Drop { kind, to } => return Ok(WesternMove::Drop { kind, to }),
            MoveAction::Board {
                from,
                to,
                promotion,
            } => (from, to, promotion),
        };
        let piece = position
            .piece_on(from)
            .ok_or(NotExpressible::NoPiece { origin: from })?;
        let kind = piece.kind();
        let only_one = reach(position, kind, to) == from.into();
        let choice = promotion == Promotion::Promote || may_promote::<R>(piece, from, to);
        Ok(WesternMove::Board {
            kind,
            origin: (!only_one).then_some(from),
            mark: if position.piece_on(to).is_some() {
                Mark::Capture
            } else {
                Mark::Move
            },
            target: Target::Square(to),
            promotion: choice.then_some(promotion),
        })
    }

    /// The move that the text names; it may break a rule. A piece that could promote and is not said
    /// to, does not.
    ///
    /// # Errors
    /// The text names no move, or more than one.
    pub fn resolve<R: Rules>(
        &self,
        position: &Position<R>,
        previous: Option<Square>,
    ) -> Result<Move, ResolveError> {
        match *self {
            WesternMove::Drop { kind, to } => Ok(Move::drop(kind, to)),
            WesternMove::Board {
                kind,
                origin,
                target,
                promotion,
                ..
            } => {
                let to = target.square(previous)?;
                let promotion = promotion.unwrap_or(Promotion::Keep);
                match origin {
                    Some(from) => from_origin(position, kind, from, to, promotion),
                    None => choose(position, kind, reach(position, kind, to), to, promotion),
                }
            }
        }
    }
}

/// In what the notations differ.
pub(super) struct Dialect {
    pub(super) pieces: Pieces,
    pub(super) squares: Squares,
    /// What stands for a move that takes nothing, if no origin comes before it.
    pub(super) plain_mark: &'static str,
}

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pieces {
    /// `P`, `+R`
    Letters,
    /// 歩, 龍, `+銀`
    Kanji,
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Squares {
    /// `7f`
    Lettered,
    /// `76`
    Numeric,
}

impl Dialect {
    pub(super) fn parse(&self, text: &str) -> Result<WesternMove, NotAMove> {
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        let kind = self
            .read_piece(&mut cursor)
            .ok_or_else(|| cursor.expected("a piece"))?;
        let mut origin = self.read_origin(&mut cursor)?;
        let sign = cursor.take(Sign::of);
        let mut square = self.read_square(&mut cursor);
        if sign.is_none() && square.is_none() {
            // Without a sign a single square is the target: P76.
            square = origin.take();
        }
        let mv = match (sign, square) {
            (Some(Sign::Drop), Some(to)) => {
                let droppable = kind
                    .hand_kind()
                    .filter(|_| !kind.is_promoted() && origin.is_none());
                let kind =
                    droppable.ok_or_else(|| cursor.expected("a drop of an unpromoted piece"))?;
                WesternMove::Drop { kind, to }
            }
            (Some(Sign::Capture), None) if self.pieces == Pieces::Kanji => {
                let promotion = read_promotion(&mut cursor);
                let target = Target::Previous;
                WesternMove::Board {
                    kind,
                    origin,
                    mark: Mark::Capture,
                    target,
                    promotion,
                }
            }
            (_, None) => return Err(cursor.expected("a square")),
            (_, Some(to)) => {
                let mark = if sign == Some(Sign::Capture) {
                    Mark::Capture
                } else {
                    Mark::Move
                };
                let promotion = read_promotion(&mut cursor);
                WesternMove::Board {
                    kind,
                    origin,
                    mark,
                    target: Target::Square(to),
                    promotion,
                }
            }
        };
        cursor.finish()?;
        Ok(mv)
    }

    fn read_piece(&self, cursor: &mut Cursor<'_>) -> Option<PieceKind> {
        let promoted = cursor.eat('+');
        let kind = match self.pieces {
            Pieces::Letters => cursor.take(kind_of_letter)?,
            Pieces::Kanji => pieces::read_japanese(cursor)?,
        };
        if promoted {
            kind.promoted()
        } else {
            Some(kind)
        }
    }

    /// Reads a square, in parentheses or not. In parentheses it must be closed.
    fn read_origin(&self, cursor: &mut Cursor<'_>) -> Result<Option<Square>, NotAMove> {
        if !cursor.eat('(') {
            return Ok(self.read_square(cursor));
        }
        let square = self
            .read_square(cursor)
            .ok_or_else(|| cursor.expected("a square"))?;
        if cursor.eat(')') {
            Ok(Some(square))
        } else {
            Err(cursor.expected(")"))
        }
    }

    fn read_square(&self, cursor: &mut Cursor<'_>) -> Option<Square> {
        match self.squares {
            Squares::Lettered => cursor.lettered_square(),
            Squares::Numeric => cursor.numeric_square(),
        }
    }

    /// The text of a move.
    pub(super) fn display(&'static self, mv: WesternMove) -> impl fmt::Display {
        Written { dialect: self, mv }
    }

    fn write_piece(&self, f: &mut fmt::Formatter<'_>, kind: PieceKind) -> fmt::Result {
        let with_plus = match self.pieces {
            Pieces::Letters => kind.is_promoted(),
            Pieces::Kanji => kind.is_promoted() && own_kanji(kind).is_none(),
        };
        if with_plus {
            f.write_char('+')?;
        }
        match self.pieces {
            Pieces::Letters => f.write_char(kind.letter()),
            Pieces::Kanji => f.write_str(own_kanji(kind).unwrap_or_else(|| base_kanji(kind))),
        }
    }

    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        match self.squares {
            Squares::Lettered => write!(f, "{square}"),
            Squares::Numeric => write!(f, "{}{}", square.file().number(), square.rank().number()),
        }
    }

    fn write_origin(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        match self.pieces {
            Pieces::Letters => self.write_square(f, square),
            Pieces::Kanji => {
                f.write_char('(')?;
                self.write_square(f, square)?;
                f.write_char(')')
            }
        }
    }
}

/// A sign as it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Move,
    Capture,
    Drop,
}

impl Sign {
    fn of(c: char) -> Option<Sign> {
        match c {
            '-' | '－' | '–' => Some(Sign::Move),
            'x' | 'X' | '×' => Some(Sign::Capture),
            '*' | '\'' | '@' => Some(Sign::Drop),
            _ => None,
        }
    }
}

fn read_promotion(cursor: &mut Cursor<'_>) -> Option<Promotion> {
    cursor.take(|c| match c {
        '+' => Some(Promotion::Promote),
        '=' => Some(Promotion::Keep),
        _ => None,
    })
}

/// The kind of a letter of either case; dragon, horse and tokin have letters of their own in some texts.
fn kind_of_letter(letter: char) -> Option<PieceKind> {
    match letter.to_ascii_uppercase() {
        'K' => Some(PieceKind::King),
        'D' => Some(PieceKind::Dragon),
        'H' => Some(PieceKind::Horse),
        'T' => Some(PieceKind::ProPawn),
        letter => HandKind::from_letter(letter).map(HandKind::piece_kind),
    }
}

/// The kanji of promoted pieces that both variants share, and that need no `+`.
fn own_kanji(kind: PieceKind) -> Option<&'static str> {
    match kind {
        PieceKind::ProPawn => Some("と"),
        PieceKind::Horse => Some("馬"),
        PieceKind::Dragon => Some("龍"),
        _ => None,
    }
}

fn base_kanji(kind: PieceKind) -> &'static str {
    // Unpromoted pieces have one name in both variants.
    pieces::of(komadai_core::Variant::Shogi, kind.unpromoted()).kanji
}

struct Written {
    dialect: &'static Dialect,
    mv: WesternMove,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dialect = self.dialect;
        match self.mv {
            WesternMove::Drop { kind, to } => {
                dialect.write_piece(f, kind.piece_kind())?;
                f.write_char('*')?;
                dialect.write_square(f, to)
            }
            WesternMove::Board {
                kind,
                origin,
                mark,
                target,
                promotion,
            } => {
                dialect.write_piece(f, kind)?;
                if let Some(origin) = origin {
                    dialect.write_origin(f, origin)?;
                }
                f.write_str(match (mark, origin) {
                    (Mark::Capture, _) => "x",
                    (Mark::Move, Some(_)) => "-",
                    (Mark::Move, None) => dialect.plain_mark,
                })?;
                if let Target::Square(to) = target {
                    dialect.write_square(f, to)?;
                }
                f.write_str(match promotion {
                    Some(Promotion::Promote) => "+",
                    Some(Promotion::Keep) => "=",
                    None => "",
                })
            }
        }
    }
}
