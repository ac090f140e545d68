//! haitaka: bitboards in a `u128`, move sets handed to a listener, copy and play.

use super::{PeerBoard, Unreadable};
use haitaka::{Board, Piece};
use komadai_core::{HandKind, Leaves, Move, MoveAction, Promotion, Square};

/// A position of haitaka.
#[derive(Clone, Debug)]
pub struct HaitakaBoard(Board);

impl PeerBoard for HaitakaBoard {
    const NAME: &'static str = "haitaka";

    fn from_sfen(sfen: &str) -> Result<HaitakaBoard, Unreadable> {
        Board::from_sfen(sfen)
            .map(HaitakaBoard)
            .map_err(Unreadable::new)
    }

    fn to_sfen(&self) -> String {
        self.0.to_string()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.0.generate_moves(|set| {
            moves.extend(set.into_iter().map(to_ours));
            false
        });
    }

    fn is_in_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    fn has_no_move(&self) -> bool {
        !self.0.generate_moves(|_| true)
    }

    fn gives_check(&self, _: Move) -> Option<bool> {
        None
    }

    fn has_mate_in_one(&self) -> Option<bool> {
        None
    }

    fn play(&mut self, mv: Move) {
        self.0.play_unchecked(to_theirs(mv));
    }

    fn perft(&mut self, depth: u32, leaves: Leaves) -> u64 {
        perft(&self.0, depth, leaves)
    }
}

/// The perft of haitaka's own example, with drops.
fn perft(board: &Board, depth: u32, leaves: Leaves) -> u64 {
    let mut nodes = 0;
    match (depth, leaves) {
        (0, _) => return 1,
        (1, Leaves::Bulk) => board.generate_moves(|set| {
            // `PieceMoves::len` counts squares; the iterator's length counts promotions as well.
            nodes += set.into_iter().len() as u64;
            false
        }),
        _ => board.generate_moves(|set| {
            for mv in set {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft(&next, depth - 1, leaves);
            }
            false
        }),
    };
    nodes
}

fn to_ours(mv: haitaka::Move) -> Move {
    match mv {
        haitaka::Move::Drop { piece, to } => Move::drop(hand_kind(piece), square(to)),
        haitaka::Move::BoardMove {
            from,
            to,
            promotion,
        } => {
            let promotion = if promotion {
                Promotion::Promote
            } else {
                Promotion::Keep
            };
            Move::board(square(from), square(to), promotion).expect("no move ends where it starts")
        }
    }
}

fn to_theirs(mv: Move) -> haitaka::Move {
    match mv.action() {
        MoveAction::Drop { kind, to } => haitaka::Move::Drop {
            piece: piece(kind),
            to: theirs(to),
        },
        MoveAction::Board {
            from,
            to,
            promotion,
        } => haitaka::Move::BoardMove {
            from: theirs(from),
            to: theirs(to),
            promotion: promotion == Promotion::Promote,
        },
    }
}

/// Both number the squares file by file from 1a.
fn square(square: haitaka::Square) -> Square {
    Square::from_index(square as usize).expect("both boards have the same squares")
}

fn theirs(square: Square) -> haitaka::Square {
    haitaka::Square::index(square.index())
}

fn hand_kind(piece: Piece) -> HandKind {
    match piece {
        Piece::Pawn => HandKind::Pawn,
        Piece::Lance => HandKind::Lance,
        Piece::Knight => HandKind::Knight,
        Piece::Silver => HandKind::Silver,
        Piece::Gold => HandKind::Gold,
        Piece::Bishop => HandKind::Bishop,
        Piece::Rook => HandKind::Rook,
        _ => panic!("a {piece:?} cannot be dropped"),
    }
}

fn piece(kind: HandKind) -> Piece {
    match kind {
        HandKind::Pawn => Piece::Pawn,
        HandKind::Lance => Piece::Lance,
        HandKind::Knight => Piece::Knight,
        HandKind::Silver => Piece::Silver,
        HandKind::Gold => Piece::Gold,
        HandKind::Bishop => Piece::Bishop,
        HandKind::Rook => Piece::Rook,
    }
}
