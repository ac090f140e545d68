//! Algebraic moves as XBoard writes them: `c4`, `Bxh8+`, `Gde2`, `Sh9=`, `S@i8`, `+Bd4`.

use crate::ki2::resolve::Resolution;
use crate::position::AnyPosition;
use crate::western::kind_on;
use komadai_core::{File, HandKind, Illegal, Move, MoveAction, PieceKind, Promotion, Rank, Square};
use std::fmt;

/// What an algebraic move says, read but not yet understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum San {
    /// `S@i8`
    Drop { kind: HandKind, to: Square },
    /// `Gde2`
    Board {
        kind: PieceKind,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<Promotion>,
    },
}

/// Reads a move; `None` if the text is none.
pub(crate) fn parse(text: &str) -> Option<San> {
    let (text, promotion) = match text.as_bytes().last()? {
        b'+' => (text.get(..text.len() - 1)?, Some(Promotion::Promote)),
        b'=' => (text.get(..text.len() - 1)?, Some(Promotion::Keep)),
        _ => (text, None),
    };
    let (text, promoted) = match text.strip_prefix('+') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let letter = text.chars().next()?;
    let base = match letter {
        'K' => Some(PieceKind::King),
        letter if letter.is_ascii_uppercase() => Some(HandKind::from_letter(letter)?.piece_kind()),
        _ => None,
    };
    let rest = if base.is_some() { text.get(1..)? } else { text };
    let base = base.unwrap_or(PieceKind::Pawn);
    let kind = if promoted { base.promoted()? } else { base };
    let split = rest.len().checked_sub(2)?;
    let (origin, to) = rest.split_at_checked(split)?;
    let to = square(to)?;
    if origin == "@" || origin == "*" {
        let kind = kind
            .hand_kind()
            .filter(|_| !promoted && promotion.is_none())?;
        return Some(San::Drop { kind, to });
    }
    let (origin, capture) = match origin.strip_suffix('x') {
        Some(origin) => (origin, true),
        None => (origin.strip_suffix('-').unwrap_or(origin), false),
    };
    let (file, rank) = match origin.as_bytes() {
        [] => (None, None),
        [c] => (file(*c), rank(*c)),
        [a, b] => (Some(file(*a)?), Some(rank(*b)?)),
        _ => return None,
    };
    if origin.len() == 1 && file.is_none() && rank.is_none() {
        return None;
    }
    Some(San::Board {
        kind,
        file,
        rank,
        capture,
        to,
        promotion,
    })
}

/// Files are lettered from Sente's left.
fn file(c: u8) -> Option<File> {
    File::from_index(usize::from(b'i'.checked_sub(c)?))
}

/// Ranks are numbered from Sente's side.
fn rank(c: u8) -> Option<Rank> {
    Rank::from_index(usize::from(b'9'.checked_sub(c)?))
}

fn square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [a, b] => Some(Square::new(file(*a)?, rank(*b)?)),
        _ => None,
    }
}

impl San {
    /// Finds the move. An origin in full is believed; else a piece must be able to go there.
    pub(crate) fn resolve(self, position: &AnyPosition) -> Resolution {
        let (kind, file, rank, to, promotion) = match self {
            San::Drop { kind, to } => return Resolution::Move(Move::drop(kind, to)),
            San::Board {
                kind,
                file,
                rank,
                to,
                promotion,
                ..
            } => (kind, file, rank, to, promotion.unwrap_or(Promotion::Keep)),
        };
        if let (Some(file), Some(rank)) = (file, rank) {
            let mv = Move::board(Square::new(file, rank), to, promotion);
            return mv.map_or(Resolution::Nothing, Resolution::Move);
        }
        let fits = |mv: &Move| {
            mv.from().is_some_and(|from| {
                file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
            })
        };
        let all: Vec<Move> = rivals(position, kind, to, promotion).filter(fits).collect();
        let legal = |mv: &&Move| position.explain(**mv).is_ok();
        let mut legal = all.iter().filter(legal);
        match (legal.next(), legal.next(), all.as_slice()) {
            (Some(mv), None, _) | (None, _, [mv]) => Resolution::Move(*mv),
            (Some(mv), ..) | (None, _, [mv, ..]) => Resolution::Ambiguous(*mv),
            (None, _, []) => Resolution::Nothing,
        }
    }
}

/// The moves of a kind to a square, whether or not the king is left in check.
fn rivals(
    position: &AnyPosition,
    kind: PieceKind,
    to: Square,
    promotion: Promotion,
) -> impl Iterator<Item = Move> {
    let pieces = position.pieces(position.turn(), kind).iter();
    pieces.filter_map(move |from| {
        let mv = Move::board(from, to, promotion)?;
        let verdict = position.explain(mv);
        let reaches = matches!(
            verdict,
            Ok(()) | Err(Illegal::KingLeftInCheck | Illegal::MustPromote)
        );
        reaches.then_some(mv)
    })
}

/// What is written for a move.
pub(crate) fn write(position: &AnyPosition, mv: Move) -> San {
    let (from, to, promotion) = match mv.action() {
        MoveAction::Drop { kind, to } => return San::Drop { kind, to },
        MoveAction::Board {
            from,
            to,
            promotion,
        } => (from, to, promotion),
    };
    let kind = kind_on(position, from);
    let capture = position.piece_on(to).is_some();
    let (file, rank) = origin(position, kind, mv, from, capture);
    San::Board {
        kind,
        file,
        rank,
        capture,
        to,
        promotion: match promotion {
            Promotion::Promote => Some(promotion),
            Promotion::Keep => may_promote(position, from, to).then_some(promotion),
        },
    }
}

/// As much of the origin as tells the piece from others; all of it if the move is illegal.
fn origin(
    position: &AnyPosition,
    kind: PieceKind,
    mv: Move,
    from: Square,
    capture: bool,
) -> (Option<File>, Option<Rank>) {
    let (file, rank) = (from.file(), from.rank());
    if position.explain(mv).is_err() {
        return (Some(file), Some(rank));
    }
    let others: Vec<Square> = rivals(position, kind, mv.to(), Promotion::Keep)
        .filter_map(Move::from)
        .filter(|&other| other != from)
        .collect();
    if kind == PieceKind::Pawn {
        // Only one pawn can reach a square; its file stands before the sign of a capture.
        return (capture.then_some(file), None);
    }
    if others.is_empty() {
        (None, None)
    } else if others.iter().all(|other| other.file() != file) {
        (Some(file), None)
    } else if others.iter().all(|other| other.rank() != rank) {
        (None, Some(rank))
    } else {
        (Some(file), Some(rank))
    }
}

fn may_promote(position: &AnyPosition, from: Square, to: Square) -> bool {
    let promoting = Move::board(from, to, Promotion::Promote);
    promoting
        .is_some_and(|mv| matches!(position.explain(mv), Ok(()) | Err(Illegal::KingLeftInCheck)))
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            San::Drop { kind, to } => {
                write!(f, "{}@", kind.letter())?;
                write_square(f, to)
            }
            San::Board {
                kind,
                file,
                rank,
                capture,
                to,
                promotion,
            } => {
                if kind.is_promoted() {
                    f.write_str("+")?;
                }
                // A pawn has no letter unless its square is given in full, as for illegal moves.
                if kind != PieceKind::Pawn || rank.is_some() {
                    write!(f, "{}", kind.letter())?;
                }
                if let Some(file) = file {
                    write!(f, "{}", file_letter(file))?;
                }
                if let Some(rank) = rank {
                    write!(f, "{}", 10 - rank.number())?;
                }
                if capture {
                    f.write_str("x")?;
                }
                write_square(f, to)?;
                f.write_str(match promotion {
                    Some(Promotion::Promote) => "+",
                    Some(Promotion::Keep) => "=",
                    None => "",
                })
            }
        }
    }
}

fn file_letter(file: File) -> char {
    char::from(b'j' - file.number())
}

fn write_square(f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
    write!(
        f,
        "{}{}",
        file_letter(square.file()),
        10 - square.rank().number()
    )
}
