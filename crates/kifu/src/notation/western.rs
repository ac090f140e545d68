//! The Western notations: piece, origin if needed, `-` `x` `*`, target, `+` `=`.
//!
//! Hodges and Townhill: `P-7f`, `Bx2b+`, `S*5b`, `G6i-5h`, `Nx7c=`. Promoted pieces have a `+` before
//! their letter, in Seireigi too: `+G` is a Great Elephant. The letters D, H and T for dragon, horse and
//! tokin are read, small letters also, and `'` or `@` for a drop.
//!
//! Hosking numbers the ranks: `P76`, `Bx22+`, `S*52`, `G69-58`, `Nx73=`. A hyphen is written only after an
//! origin, as in his book; with hyphens everywhere it is read as well.
//!
//! Kitao and Kawasaki have kanji for pieces, numbers for squares: `歩-76`, `金(69)-58`, `歩*76`. A capture
//! on the square where the previous move went leaves the square out: `銀x`. Promoted pieces are と, 馬
//! and 龍, and the unpromoted kanji with a `+` for all others: `+銀`, in Seireigi also `+金`.

use super::text::{MoveText, Origin, Suffix, Target};
use super::{NotAMove, pieces};
use crate::scan::Scan;
use komadai_core::{HandKind, PieceKind, Square};
use std::fmt::{self, Write};

pub(super) static HODGES: DialectForms = DialectForms {
    pieces: Pieces::Letters,
    squares: Squares::Lettered,
    plain_mark: "-",
};

pub(super) static HOSKING: DialectForms = DialectForms {
    pieces: Pieces::Letters,
    squares: Squares::Numeric,
    plain_mark: "",
};

pub(super) static KITAO_KAWASAKI: DialectForms = DialectForms {
    pieces: Pieces::Kanji,
    squares: Squares::Numeric,
    plain_mark: "-",
};

/// In what the notations differ.
pub(super) struct DialectForms {
    pieces: Pieces,
    squares: Squares,
    /// What stands for a move that takes nothing, if no origin comes before it.
    plain_mark: &'static str,
}

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pieces {
    /// `P`, `+R`
    Letters,
    /// 歩, 龍, `+銀`
    Kanji,
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Squares {
    /// `7f`
    Lettered,
    /// `76`
    Numeric,
}

impl DialectForms {
    pub(super) fn parse(&self, text: &str) -> Result<MoveText, NotAMove> {
        let mut scan = Scan::new(text);
        scan.skip_blanks();
        let kind = self.piece(&mut scan);
        let kind = kind.ok_or_else(|| scan.expected("a piece"))?;
        let mut origin = self.origin(&mut scan)?;
        let sign = scan.take(Sign::of);
        let mut square = self.square(&mut scan);
        if sign.is_none() && square.is_none() {
            // Without a sign a single square is the target: P76.
            square = origin.take();
        }
        let target = match square {
            Some(to) => Target::Square(to),
            None if sign == Some(Sign::Capture) && self.pieces == Pieces::Kanji => Target::Previous,
            None => return Err(scan.expected("a square")),
        };
        let mut mv = MoveText {
            origin: origin.map_or(Origin::NONE, Origin::from),
            capture: sign == Some(Sign::Capture),
            ..MoveText::new(target, kind)
        };
        if sign == Some(Sign::Drop) {
            if mv.dropped_kind().is_none() || origin.is_some() {
                return Err(scan.expected("a drop of an unpromoted piece"));
            }
            mv.suffix = Some(Suffix::Drop);
        } else {
            mv.suffix = scan.take(promotion);
        }
        scan.finish()?;
        Ok(mv)
    }

    fn piece(&self, scan: &mut Scan<'_>) -> Option<PieceKind> {
        let promoted = scan.eat('+');
        let kind = match self.pieces {
            Pieces::Letters => scan.take(kind_of_letter)?,
            Pieces::Kanji => pieces::scan_full(scan)?,
        };
        if promoted {
            kind.promoted()
        } else {
            Some(kind)
        }
    }

    /// Takes a square, in parentheses or not. In parentheses it must be closed.
    fn origin(&self, scan: &mut Scan<'_>) -> Result<Option<Square>, NotAMove> {
        if !scan.eat('(') {
            return Ok(self.square(scan));
        }
        let square = self.square(scan).ok_or_else(|| scan.expected("a square"))?;
        if scan.eat(')') {
            Ok(Some(square))
        } else {
            Err(scan.expected(")"))
        }
    }

    fn square(&self, scan: &mut Scan<'_>) -> Option<Square> {
        match self.squares {
            Squares::Lettered => scan.lettered_square(),
            Squares::Numeric => scan.numeric_square(),
        }
    }

    /// The text of a move.
    pub(super) fn display(&'static self, mv: MoveText) -> impl fmt::Display {
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

fn promotion(c: char) -> Option<Suffix> {
    match c {
        '+' => Some(Suffix::Promote),
        '=' => Some(Suffix::Keep),
        _ => None,
    }
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
    dialect: &'static DialectForms,
    mv: MoveText,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written { dialect, mv } = self;
        let origin = mv.origin.square();
        dialect.write_piece(f, mv.kind)?;
        if let Some(origin) = origin {
            dialect.write_origin(f, origin)?;
        }
        f.write_str(match (mv.suffix, mv.capture, origin) {
            (Some(Suffix::Drop), ..) => "*",
            (_, true, _) => "x",
            (_, false, Some(_)) => "-",
            (_, false, None) => dialect.plain_mark,
        })?;
        if let Target::Square(to) = mv.target {
            dialect.write_square(f, to)?;
        }
        f.write_str(match mv.suffix {
            Some(Suffix::Promote) => "+",
            Some(Suffix::Keep) => "=",
            Some(Suffix::Drop) | None => "",
        })
    }
}

#[cfg(test)]
mod tests;
