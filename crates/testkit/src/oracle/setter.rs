//! Sets up positions around a king that a dropped pawn may mate.
//!
//! The attacker is Black; turning the board gives White the attack.
//! Pieces are put down one by one, and a piece that would break a rule of the diagram is simply
//! not put down, so that the position is sound at every moment.

use super::Oracle;
use super::board::{Board, Square, is_dead_end};
use super::pieces::{Color, HAND_KINDS, Kind, Offset, Piece};
use crate::Rng;
use komadai_core::Variant;

const DIRECTIONS: [Offset; 8] = [
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// What one set holds of each kind, in the order of [`HAND_KINDS`].
const FULL_SET: [u8; HAND_KINDS.len()] = [2, 2, 4, 4, 4, 4, 18];

/// A position in the making, and the pieces still in the box.
pub(super) struct Setter<'r> {
    variant: Variant,
    rng: &'r mut Rng,
    board: Board,
    hands: [[u8; HAND_KINDS.len()]; 2],
    /// Pieces not yet used.
    left: [u8; HAND_KINDS.len()],
    king: Square,
    /// The square of the pawn drop, kept empty.
    head: Square,
}

impl<'r> Setter<'r> {
    pub(super) fn new(variant: Variant, rng: &'r mut Rng) -> Setter<'r> {
        let king = random_king(rng);
        let head = king
            .offset(Color::White, (0, 1))
            .expect("the king is not put on the last rank");
        let mut setter = Setter {
            variant,
            rng,
            board: Board::default(),
            hands: Default::default(),
            left: FULL_SET,
            king,
            head,
        };
        setter.board.set(king, Some(king_of(Color::White)));
        setter
    }

    pub(super) fn set_up(mut self) -> Oracle {
        self.take_in_hand(Color::Black, Kind::Pawn);
        if self.rng.chance(40) {
            self.pin_something();
        }
        self.seal_flights();
        if self.rng.chance(92) {
            self.attack_square(self.head);
        }
        self.cover_flights();
        self.add_bystanders();
        self.add_attackers_king();
        self.fill_hands();
        Oracle {
            variant: self.variant,
            board: self.board,
            hands: self.hands,
            turn: Color::Black,
            move_number: 1,
        }
    }

    /// Puts White pieces on some of the squares the king could flee to.
    fn seal_flights(&mut self) {
        for direction in DIRECTIONS {
            if self.rng.chance(50)
                && let Some(square) = self.king.offset(Color::White, direction)
            {
                let piece = self.random_piece(Color::White);
                self.place(piece, square);
            }
        }
    }

    /// Attacks most of the flights that are still open.
    fn cover_flights(&mut self) {
        for direction in DIRECTIONS {
            if let Some(flight) = self.king.offset(Color::White, direction)
                && self.board.at(flight).is_none()
                && !self.board.attacks(self.variant, Color::Black, flight)
                && self.rng.chance(92)
            {
                self.attack_square(flight);
            }
        }
    }

    /// Tries to put a Black piece where it attacks the square but not the king.
    fn attack_square(&mut self, target: Square) {
        for _ in 0..60 {
            let piece = self.random_piece(Color::Black);
            let from = self.square_near_king();
            if self.place(piece, from) {
                if self.board.reaches(self.variant, from, target) {
                    return;
                }
                self.take_back(from);
            }
        }
    }

    /// Puts a White piece beside the king and a Black piece behind it that attacks through it.
    fn pin_something(&mut self) {
        for _ in 0..40 {
            let direction = DIRECTIONS[self.rng.below(DIRECTIONS.len())];
            let Some(beside) = self.king.offset(Color::White, direction) else {
                continue;
            };
            let pinned = self.random_piece(Color::White);
            if self.place(pinned, beside) {
                if self.pin_from_behind(beside, direction) {
                    return;
                }
                self.take_back(beside);
            }
        }
    }

    fn pin_from_behind(&mut self, beside: Square, direction: Offset) -> bool {
        let mut from = beside;
        for _ in 0..=self.rng.below(5) {
            match from.offset(Color::White, direction) {
                Some(further) => from = further,
                None => return false,
            }
        }
        let piece = self.random_piece(Color::Black);
        if !self.place(piece, from) {
            return false;
        }
        let mut without = self.board.clone();
        without.set(beside, None);
        if without.king_attacked(self.variant, Color::White) {
            return true;
        }
        self.take_back(from);
        false
    }

    fn add_bystanders(&mut self) {
        for color in [Color::Black, Color::White] {
            for _ in 0..self.rng.below(4) {
                let piece = self.random_piece(color);
                let square = self.random_square();
                self.place(piece, square);
            }
        }
    }

    /// Adds the attacker's king, as a tsume diagram need not; it may stand in check.
    fn add_attackers_king(&mut self) {
        if self.rng.chance(20) {
            return;
        }
        for _ in 0..20 {
            let square = self.random_square();
            if self.place(king_of(Color::Black), square) {
                return;
            }
        }
    }

    fn fill_hands(&mut self) {
        for _ in 0..self.rng.below(8) {
            let kind = HAND_KINDS[self.rng.below(HAND_KINDS.len())];
            let color = random_color(self.rng);
            self.take_in_hand(color, kind);
        }
    }

    fn take_in_hand(&mut self, color: Color, kind: Kind) {
        if self.left[kind as usize] > 0 {
            self.left[kind as usize] -= 1;
            self.hands[color as usize][kind as usize] += 1;
        }
    }

    /// Puts the piece down unless the diagram would be unsound, and says whether it did.
    fn place(&mut self, piece: Piece, square: Square) -> bool {
        if !self.is_free_for(piece, square) {
            return false;
        }
        self.board.set(square, Some(piece));
        if self.board.king_attacked(self.variant, Color::White) {
            self.board.set(square, None);
            return false;
        }
        if piece.kind != Kind::King {
            self.left[piece.kind as usize] -= 1;
        }
        true
    }

    fn is_free_for(&self, piece: Piece, square: Square) -> bool {
        let is_pawn = piece.kind == Kind::Pawn && !piece.promoted;
        // A Black pawn on the head's file would forbid the drop this position is made for.
        let spoils_drop = is_pawn && piece.color == Color::Black && square.file == self.head.file;
        self.board.at(square).is_none()
            && square != self.head
            && !spoils_drop
            && (piece.kind == Kind::King || self.left[piece.kind as usize] > 0)
            && !is_dead_end(self.variant, piece, square)
            && !(is_pawn && self.board.has_pawn_on_file(piece.color, square.file))
    }

    /// Takes back a piece that [`Setter::place`] put down.
    fn take_back(&mut self, square: Square) {
        if let Some(piece) = self.board.at(square) {
            self.left[piece.kind as usize] += 1;
            self.board.set(square, None);
        }
    }

    fn random_piece(&mut self, color: Color) -> Piece {
        let kind = HAND_KINDS[self.rng.below(HAND_KINDS.len())];
        Piece {
            color,
            kind,
            promoted: kind.can_promote(self.variant) && self.rng.chance(35),
        }
    }

    fn random_square(&mut self) -> Square {
        Square {
            file: 1 + self.rng.below(9),
            rank: 1 + self.rng.below(9),
        }
    }

    /// A square at most three files and ranks from the king, or any where that leaves the board.
    fn square_near_king(&mut self) -> Square {
        let right = self.rng.below(7) as i8 - 3;
        let forward = self.rng.below(7) as i8 - 3;
        self.king
            .offset(Color::White, (right, forward))
            .unwrap_or_else(|| self.random_square())
    }
}

fn king_of(color: Color) -> Piece {
    Piece {
        color,
        kind: Kind::King,
        promoted: false,
    }
}

fn random_color(rng: &mut Rng) -> Color {
    if rng.chance(50) {
        Color::Black
    } else {
        Color::White
    }
}

/// A square for White's king: mostly on its back rank, sometimes on a side, seldom in the open.
fn random_king(rng: &mut Rng) -> Square {
    let file = 1 + rng.below(9);
    let rank = 1 + rng.below(8);
    match rng.below(10) {
        0..=5 => Square { file, rank: 1 },
        6..=7 if rng.chance(50) => Square { file: 1, rank },
        6..=7 => Square { file: 9, rank },
        _ => Square { file, rank },
    }
}

impl Oracle {
    /// The same position with the players' parts exchanged and the board turned round.
    pub(super) fn turned(&self) -> Oracle {
        let mut turned = self.clone();
        turned.board = Board::default();
        for (square, mut piece) in self.board.pieces() {
            piece.color = piece.color.other();
            turned.board.set(square.turned(), Some(piece));
        }
        turned.hands.swap(0, 1);
        turned.turn = self.turn.other();
        turned
    }
}
