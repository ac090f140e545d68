//! rsshogi: YaneuraOu's design in Rust, move lists, play and undo on a state stack.

use super::{PeerBoard, Unreadable};
use komadai_core::{HandKind, Leaves, Move, MoveAction, Promotion, Square};
use rsshogi::board::{self, Move32List, generate_legal_all_move32, perft::compute_perft};
use rsshogi::mate::solve_mate_in_one;
use rsshogi::types::{Move as Move16, Move32, PieceType};
use std::fmt;

/// A position of rsshogi.
#[derive(Clone)]
pub struct RsshogiPosition(board::Position);

impl fmt::Debug for RsshogiPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RsshogiPosition")
            .field(&self.to_sfen())
            .finish()
    }
}

impl PeerBoard for RsshogiPosition {
    const NAME: &'static str = "rsshogi";

    fn from_sfen(sfen: &str) -> Result<RsshogiPosition, Unreadable> {
        board::position_from_sfen(sfen)
            .map(RsshogiPosition)
            .map_err(Unreadable::new)
    }

    fn to_sfen(&self) -> String {
        self.0.to_sfen(None)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let mut list = Move32List::new();
        generate_legal_all_move32(&self.0, &mut list);
        moves.extend(list.iter().copied().map(to_ours));
    }

    fn is_in_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    fn has_no_move(&self) -> bool {
        self.0.is_mated()
    }

    fn gives_check(&self, mv: Move) -> Option<bool> {
        Some(self.0.gives_check_move32(self.full(mv)))
    }

    fn has_mate_in_one(&self) -> Option<bool> {
        Some(solve_mate_in_one(&self.0).is_some())
    }

    fn play(&mut self, mv: Move) {
        self.0.apply_move32(self.full(mv));
    }

    fn perft(&mut self, depth: u32, leaves: Leaves) -> u64 {
        match (depth, leaves) {
            (0, _) => 1,
            // Their perft allocates its lists, which would be felt where one ply is timed.
            (1, Leaves::Bulk) => {
                let mut list = Move32List::new();
                generate_legal_all_move32(&self.0, &mut list);
                list.len() as u64
            }
            (_, Leaves::Bulk) => {
                compute_perft(&mut self.0, u8::try_from(depth).expect("depth is small"))
            }
            (_, Leaves::Made) => perft_made(&mut self.0, depth),
        }
    }
}

impl RsshogiPosition {
    fn full(&self, mv: Move) -> Move32 {
        self.0.move32_from_move(to_theirs(mv))
    }
}

/// Their own perft counts the last list; this one plays it too.
fn perft_made(position: &mut board::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut list = Move32List::new();
    generate_legal_all_move32(position, &mut list);
    let mut nodes = 0;
    for &mv in list.iter() {
        position.apply_move32(mv);
        nodes += perft_made(position, depth - 1);
        position.undo_move32(mv).expect("the move was just played");
    }
    nodes
}

fn to_ours(mv: Move32) -> Move {
    let to = square(mv.to_sq());
    if let Some(kind) = mv.dropped_piece() {
        return Move::drop(hand_kind(kind), to);
    }
    let promotion = if mv.is_promotion() {
        Promotion::Promote
    } else {
        Promotion::Keep
    };
    Move::board(square(mv.from_sq()), to, promotion).expect("no move ends where it starts")
}

fn to_theirs(mv: Move) -> Move16 {
    match mv.action() {
        MoveAction::Drop { kind, to } => Move16::drop(piece_type(kind), theirs(to)),
        MoveAction::Board {
            from,
            to,
            promotion: Promotion::Keep,
        } => Move16::normal(theirs(from), theirs(to)),
        MoveAction::Board {
            from,
            to,
            promotion: Promotion::Promote,
        } => Move16::promotion(theirs(from), theirs(to)),
    }
}

/// Both number the squares file by file from 1a.
fn square(square: rsshogi::types::Square) -> Square {
    Square::from_index(square.to_index()).expect("both boards have the same squares")
}

fn theirs(square: Square) -> rsshogi::types::Square {
    rsshogi::types::Square::from_index(square.index())
}

fn hand_kind(kind: PieceType) -> HandKind {
    match kind {
        PieceType::PAWN => HandKind::Pawn,
        PieceType::LANCE => HandKind::Lance,
        PieceType::KNIGHT => HandKind::Knight,
        PieceType::SILVER => HandKind::Silver,
        PieceType::GOLD => HandKind::Gold,
        PieceType::BISHOP => HandKind::Bishop,
        PieceType::ROOK => HandKind::Rook,
        _ => panic!("a {kind:?} cannot be dropped"),
    }
}

fn piece_type(kind: HandKind) -> PieceType {
    match kind {
        HandKind::Pawn => PieceType::PAWN,
        HandKind::Lance => PieceType::LANCE,
        HandKind::Knight => PieceType::KNIGHT,
        HandKind::Silver => PieceType::SILVER,
        HandKind::Gold => PieceType::GOLD,
        HandKind::Bishop => PieceType::BISHOP,
        HandKind::Rook => PieceType::ROOK,
    }
}
