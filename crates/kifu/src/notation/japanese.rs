//! Japanese notation: `▲７六歩`, `△同　銀`, `５八金右`, `２二角成`, `４五桂打`.
//!
//! The order is target, piece before the move, words ([`Words`]), then 成, 不成 or 打. By the rules of the
//! Japan Shogi Association 打 is written only if a piece on the board could go there as well, and 成 or 不成
//! whenever the piece may promote. [`Words`] tells how words are chosen.
//!
//! Where words cannot tell (some pieces of Seireigi) or the move is not one of the piece (an illegal
//! move at the end of a record), the origin follows as in KIF: `４四天(66)`.

mod style;

pub use style::{Marks, Numerals, Same, Style};

use super::candidates::{choose, from_origin, may_promote, reach};
use super::cursor::Cursor;
use super::words::{Contest, Motion, Relative, Words};
use super::{NotAMove, NotExpressible, ResolveError, Target, pieces};
use komadai_core::{
    Color, HandKind, Move, MoveAction, PieceKind, Position, Promotion, Rules, Square, Variant,
};
use std::fmt;
use std::str::FromStr;

/// What a move in Japanese says, read but not yet understood.
///
/// It serves KI2 and KIF as well, which are read alike and written with other parts left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct JapaneseMove {
    /// Whose move it is, if marked: ▲ ☗ ▼ Black's, △ ☖ ▽ White's.
    pub side: Option<Color>,
    /// Where the piece goes.
    pub target: Target,
    /// What it is before the move.
    pub kind: PieceKind,
    /// 右 左 直 and 上 寄 引.
    pub words: Words,
    /// 成, 不成 or 打.
    pub ending: Option<Ending>,
    /// Where it comes from. If given, words are not needed, nor heeded.
    pub origin: Option<Square>,
}

/// The last word of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// 成
    Promote,
    /// 不成 (also 生)
    Keep,
    /// 打
    Drop,
}

impl JapaneseMove {
    /// What is written for a move, as the Japan Shogi Association would have it.
    ///
    /// # Errors
    /// No piece stands on the move's origin.
    pub fn of<R: Rules>(
        position: &Position<R>,
        mv: Move,
        previous: Option<Square>,
    ) -> Result<JapaneseMove, NotExpressible> {
        match mv.action() {
            MoveAction::Drop { kind, to } => Ok(JapaneseMove::of_drop(position, kind, to)),
            MoveAction::Board {
                from,
                to,
                promotion,
            } => {
                let piece = position
                    .piece_on(from)
                    .ok_or(NotExpressible::NoPiece { origin: from })?;
                let ending = match promotion {
                    Promotion::Promote => Some(Ending::Promote),
                    Promotion::Keep => may_promote::<R>(piece, from, to).then_some(Ending::Keep),
                };
                let target = if previous == Some(to) {
                    Target::Previous
                } else {
                    Target::Square(to)
                };
                let words = words_of(position, piece.kind(), from, to);
                Ok(JapaneseMove {
                    side: Some(position.turn()),
                    target,
                    kind: piece.kind(),
                    words: words.unwrap_or_default(),
                    ending,
                    origin: words.is_none().then_some(from),
                })
            }
        }
    }

    fn of_drop<R: Rules>(position: &Position<R>, kind: HandKind, to: Square) -> JapaneseMove {
        let turn = position.turn();
        // Without 打 the text of an (illegal) drop from an empty hand would name nothing.
        let clear =
            reach(position, kind.piece_kind(), to).is_empty() && position.hand(turn).has(kind);
        JapaneseMove {
            side: Some(turn),
            target: Target::Square(to),
            kind: kind.piece_kind(),
            words: Words::default(),
            ending: (!clear).then_some(Ending::Drop),
            origin: None,
        }
    }

    /// The move that the text names; it may break a rule.
    ///
    /// # Errors
    /// The text names no move, or more than one.
    pub fn resolve<R: Rules>(
        &self,
        position: &Position<R>,
        previous: Option<Square>,
    ) -> Result<Move, ResolveError> {
        let us = position.turn();
        if let Some(written) = self.side.filter(|&side| side != us) {
            return Err(ResolveError::WrongSide { written });
        }
        let to = self.target.square(previous)?;
        let promotion = match self.ending {
            Some(Ending::Drop) => {
                let kind = self.dropped_kind().ok_or(ResolveError::NoSuchMove {
                    kind: self.kind,
                    to,
                })?;
                return Ok(Move::drop(kind, to));
            }
            Some(Ending::Promote) => Promotion::Promote,
            Some(Ending::Keep) | None => Promotion::Keep,
        };
        if let Some(from) = self.origin {
            return from_origin(position, self.kind, from, to, promotion);
        }
        let candidates = reach(position, self.kind, to);
        if candidates.is_empty() {
            let kind = self
                .unsaid_drop()
                .filter(|&kind| position.hand(us).has(kind));
            let none = ResolveError::NoSuchMove {
                kind: self.kind,
                to,
            };
            return kind.map(|kind| Move::drop(kind, to)).ok_or(none);
        }
        let selected = Contest {
            us,
            kind: self.kind,
            to,
            candidates,
        }
        .select(self.words);
        choose(position, self.kind, selected, to, promotion)
    }

    fn dropped_kind(&self) -> Option<HandKind> {
        self.kind.hand_kind().filter(|_| !self.kind.is_promoted())
    }

    /// What is dropped if no piece on the board can be meant.
    fn unsaid_drop(&self) -> Option<HandKind> {
        let bare = self.ending.is_none() && self.words == Words::default();
        self.dropped_kind().filter(|_| bare)
    }

    /// Reads a move at the beginning of a text, and gives what follows it.
    ///
    /// # Errors
    /// The text does not begin with a move.
    pub fn parse_prefix(text: &str) -> Result<(JapaneseMove, &str), NotAMove> {
        let mut cursor = Cursor::new(text);
        let mv = read_move(&mut cursor)?;
        Ok((mv, cursor.rest()))
    }

    /// The text of the move, with the variant's names of pieces.
    pub fn display(self, variant: Variant, style: Style) -> impl fmt::Display {
        style::Written {
            mv: self,
            variant,
            style,
        }
    }
}

/// The words for a board move, or `None` where the origin has to be given.
fn words_of<R: Rules>(
    position: &Position<R>,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> Option<Words> {
    let candidates = reach(position, kind, to);
    if !candidates.contains(from) {
        return None;
    }
    Contest {
        us: position.turn(),
        kind,
        to,
        candidates,
    }
    .words(from)
}

impl FromStr for JapaneseMove {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<JapaneseMove, NotAMove> {
        let mut cursor = Cursor::new(text);
        let mv = read_move(&mut cursor)?;
        cursor.finish()?;
        Ok(mv)
    }
}

fn read_move(cursor: &mut Cursor<'_>) -> Result<JapaneseMove, NotAMove> {
    cursor.skip_blanks();
    let side = cursor.take(side_of_mark);
    cursor.skip_blanks();
    let target = read_target(cursor).ok_or_else(|| cursor.expected("a square or 同"))?;
    cursor.skip_blanks();
    let kind = pieces::read_japanese(cursor).ok_or_else(|| cursor.expected("a piece"))?;
    let relative = cursor.take(relative_of_word);
    let motion = cursor.take(motion_of_word);
    let ending = read_ending(cursor);
    let origin = read_origin(cursor);
    Ok(JapaneseMove {
        side,
        target,
        kind,
        words: Words { relative, motion },
        ending,
        origin,
    })
}

fn side_of_mark(mark: char) -> Option<Color> {
    match mark {
        '▲' | '▼' | '☗' => Some(Color::Black),
        '△' | '▽' | '☖' => Some(Color::White),
        _ => None,
    }
}

/// Reads `７六`, `同`, or both (`７六同`, as books write at the top of a page).
fn read_target(cursor: &mut Cursor<'_>) -> Option<Target> {
    let square = |cursor: &mut Cursor<'_>| cursor.numeric_square().map(Target::Square);
    match square(cursor) {
        Some(target) => {
            cursor.eat('同');
            Some(target)
        }
        None if cursor.eat('同') => {
            cursor.skip_blanks();
            Some(square(cursor).unwrap_or(Target::Previous))
        }
        None => None,
    }
}

fn relative_of_word(word: char) -> Option<Relative> {
    match word {
        '右' => Some(Relative::Right),
        '左' => Some(Relative::Left),
        '直' => Some(Relative::Straight),
        _ => None,
    }
}

fn motion_of_word(word: char) -> Option<Motion> {
    match word {
        '上' | '行' | '入' => Some(Motion::Up),
        '寄' => Some(Motion::Sideways),
        '引' | '下' | '退' => Some(Motion::Down),
        _ => None,
    }
}

fn read_ending(cursor: &mut Cursor<'_>) -> Option<Ending> {
    let mut ahead = *cursor;
    if ahead.eat('不') && ahead.eat('成') {
        *cursor = ahead;
        return Some(Ending::Keep);
    }
    cursor.take(|word| match word {
        '成' => Some(Ending::Promote),
        '生' => Some(Ending::Keep),
        '打' => Some(Ending::Drop),
        _ => None,
    })
}

/// Reads `(77)`. What else stands in parentheses, such as a time, is left; `(00)` is no origin.
fn read_origin(cursor: &mut Cursor<'_>) -> Option<Square> {
    let mut ahead = *cursor;
    if !ahead.eat('(') && !ahead.eat('（') {
        return None;
    }
    let square = ahead.numeric_square();
    let closed = (square.is_some() || (ahead.eat('0') && ahead.eat('0')))
        && (ahead.eat(')') || ahead.eat('）'));
    if closed {
        *cursor = ahead;
    }
    square.filter(|_| closed)
}

#[cfg(test)]
mod tests;
