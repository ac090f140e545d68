//! Players who have learned the moves today, to measure the first levels.

use super::Contestant;
use komadai_core::{Move, PieceKind, Position, Rules};
use komadai_search::{EngineAction, GameLine, SearchAnswer, SearchLimits, SearchScore};
use komadai_testkit::Rng;

/// What a newcomer can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skill {
    /// Makes legal moves.
    Moves,
    /// Also mates in one and takes pieces that are not protected, the most valuable first.
    Takes,
}

/// A newcomer.
pub(crate) struct Newcomer {
    skill: Skill,
    rng: Rng,
}

impl Newcomer {
    pub(crate) fn new(skill: Skill, seed: u64) -> Newcomer {
        Newcomer {
            skill,
            rng: Rng::new(seed),
        }
    }

    fn choose<R: Rules>(&mut self, position: &Position<R>) -> Option<Move> {
        let legal = position.legal_moves();
        if self.skill == Skill::Takes {
            if let Some(mate) = legal.iter().copied().find(|&mv| mates(position, mv)) {
                return Some(mate);
            }
            let free = legal.iter().copied().filter(|&mv| is_free(position, mv));
            if let Some(mv) = free.max_by_key(|&mv| worth(position, mv)) {
                return Some(mv);
            }
        }
        (!legal.is_empty()).then(|| self.rng.pick(&legal))
    }
}

impl<R: Rules> Contestant<R> for Newcomer {
    fn clear(&mut self) {}

    fn search(&mut self, game: &GameLine<R>, _limits: &SearchLimits) -> SearchAnswer {
        let chosen = self.choose(game.position());
        SearchAnswer {
            action: chosen.map_or(EngineAction::Resign, EngineAction::Move),
            ponder: None,
            score: SearchScore::Centipawns(0),
            depth: 0,
            nodes: 0,
            lines: Vec::new(),
        }
    }
}

fn mates<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    let mut after = *position;
    let _ = after.play_unchecked(mv);
    after.is_in_check() && !after.has_legal_move()
}

/// Returns whether a move takes a piece and cannot be answered on its square.
fn is_free<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    if position.piece_on(mv.to()).is_none() {
        return false;
    }
    let mut after = *position;
    let _ = after.play_unchecked(mv);
    let is_answered = after
        .legal_moves()
        .iter()
        .any(|reply| reply.to() == mv.to());
    !is_answered
}

/// The order in which a newcomer values pieces.
fn worth<R: Rules>(position: &Position<R>, mv: Move) -> u32 {
    let kind = position.piece_on(mv.to()).map(|piece| piece.kind());
    match kind {
        None | Some(PieceKind::King) => 0,
        Some(PieceKind::Pawn) => 1,
        Some(PieceKind::Lance | PieceKind::Knight) => 3,
        Some(PieceKind::Bishop | PieceKind::Rook) => 9,
        Some(kind) if kind.is_promoted() => 7,
        Some(_) => 5,
    }
}
