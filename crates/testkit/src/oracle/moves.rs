//! Moves as values, their USI text, and making them.

use std::fmt;

use super::Oracle;
use super::board::Square;
use super::pieces::{HAND_KINDS, Kind, Piece};

/// A move that can be written in USI, sensible or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Board {
        from: Square,
        to: Square,
        promotion: Promotion,
    },
    Drop {
        kind: Kind,
        to: Square,
    },
}

/// Whether a moved piece is turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promotion {
    Keep,
    Promote,
}

impl Promotion {
    fn sign(self) -> &'static str {
        match self {
            Promotion::Keep => "",
            Promotion::Promote => "+",
        }
    }
}

impl Move {
    pub(super) fn parse(text: &str) -> Option<Move> {
        let chars: Vec<char> = text.chars().collect();
        match chars[..] {
            [kind, '*', file, rank] => Some(Move::Drop {
                kind: Kind::from_letter(kind).filter(|&kind| kind != Kind::King)?,
                to: parse_square(file, rank)?,
            }),
            [file, rank, to_file, to_rank] => Some(Move::Board {
                from: parse_square(file, rank)?,
                to: parse_square(to_file, to_rank)?,
                promotion: Promotion::Keep,
            }),
            [file, rank, to_file, to_rank, '+'] => Some(Move::Board {
                from: parse_square(file, rank)?,
                to: parse_square(to_file, to_rank)?,
                promotion: Promotion::Promote,
            }),
            _ => None,
        }
    }

    /// Every move there is, for trying them all.
    pub(super) fn all() -> impl Iterator<Item = Move> {
        board_moves().chain(drops())
    }
}

fn board_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| {
        Square::all().flat_map(move |to| {
            [Promotion::Keep, Promotion::Promote].map(|promotion| Move::Board {
                from,
                to,
                promotion,
            })
        })
    })
}

fn drops() -> impl Iterator<Item = Move> {
    HAND_KINDS
        .into_iter()
        .flat_map(|kind| Square::all().map(move |to| Move::Drop { kind, to }))
}

/// The text of every move that USI can write, so that a test can ask about each of them.
///
/// Moves from a square to itself are among them.
pub fn every_usi_move() -> impl Iterator<Item = String> {
    Move::all().map(|m| m.to_string())
}

fn parse_square(file: char, rank: char) -> Option<Square> {
    Some(Square {
        file: ('1'..='9').position(|digit| digit == file)? + 1,
        rank: ('a'..='i').position(|letter| letter == rank)? + 1,
    })
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = ["a", "b", "c", "d", "e", "f", "g", "h", "i"][self.rank - 1];
        write!(f, "{}{rank}", self.file)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Board {
                from,
                to,
                promotion,
            } => {
                write!(f, "{from}{to}{}", promotion.sign())
            }
            Move::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
        }
    }
}

impl Oracle {
    /// The position after a move that is known to follow the movement rules.
    pub(super) fn after(&self, played: Move) -> Oracle {
        let mut next = self.clone();
        match played {
            Move::Board {
                from,
                to,
                promotion,
            } => next.carry(from, to, promotion),
            Move::Drop { kind, to } => next.put_down(kind, to),
        }
        next.turn = self.turn.other();
        next.move_number = self.move_number.saturating_add(1);
        next
    }

    fn carry(&mut self, from: Square, to: Square, promotion: Promotion) {
        let mut piece = self.board.at(from).expect("a moved piece is on the board");
        // A king that could be taken stood in an illegal position; no hand can hold it.
        if let Some(taken) = self.board.at(to)
            && taken.kind != Kind::King
        {
            let count = &mut self.hands[self.turn as usize][taken.kind as usize];
            *count = count.saturating_add(1);
        }
        piece.promoted |= promotion == Promotion::Promote;
        self.board.set(from, None);
        self.board.set(to, Some(piece));
    }

    fn put_down(&mut self, kind: Kind, to: Square) {
        self.hands[self.turn as usize][kind as usize] -= 1;
        let dropped = Piece {
            color: self.turn,
            kind,
            promoted: false,
        };
        self.board.set(to, Some(dropped));
    }
}
