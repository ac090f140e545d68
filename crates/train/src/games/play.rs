//! One game.

use anyhow::{Result, anyhow, bail};
use komadai_core::{
    Color, EnteringKingRule, History, ImpasseClaim, Move, Position, Repetition, Rules,
};
use komadai_search::{EngineAction, GameLine, SearchAnswer};

/// Games are drawn after this many moves.
pub(crate) const MAX_MOVES: u32 = 320;

/// How a game ended: the winner, if there is one, and why.
pub(crate) struct Ending {
    pub(crate) winner: Option<Color>,
    pub(crate) reason: &'static str,
    pub(crate) moves: u32,
}

/// What a player does in a position.
pub(crate) enum Next {
    Play(Move),
    Declare,
    /// The game is decided; playing it out would teach nothing.
    Adjudicate(Color),
}

impl Next {
    /// The action of a search.
    pub(crate) fn from_answer(answer: &SearchAnswer) -> Option<Next> {
        match answer.action {
            EngineAction::Move(mv) => Some(Next::Play(mv)),
            EngineAction::Declare => Some(Next::Declare),
            EngineAction::Resign => None,
        }
    }
}

/// Plays a game from a position. `player` is asked for every move of both sides.
///
/// # Errors
/// Returns an error if a player breaks the rules.
pub(crate) fn play<R: Rules>(
    start: Position<R>,
    player: &mut dyn FnMut(&GameLine<R>) -> Result<Next>,
) -> Result<Ending> {
    let mut game = GameLine::new(start);
    let mut history = History::new(game.position());
    for moves in 0.. {
        let position = *game.position();
        let turn = position.turn();
        let ending = |winner, reason| Ending {
            winner,
            reason,
            moves,
        };
        match history.repetition() {
            Repetition::None => {}
            Repetition::Draw => return Ok(ending(None, "repetition")),
            Repetition::PerpetualCheck { loser } => {
                return Ok(ending(Some(!loser), "perpetual check"));
            }
        }
        if !position.has_legal_move() {
            return Ok(ending(Some(!turn), "mate"));
        }
        if moves >= MAX_MOVES {
            return Ok(ending(None, "move limit"));
        }
        match player(&game)? {
            Next::Play(mv) => game
                .play(mv)
                .map_err(|error| anyhow!("{position}: {error}"))?,
            Next::Declare => {
                let claim = EnteringKingRule::default().claim(&position);
                if claim != Some(ImpasseClaim::Declare) {
                    bail!("wrong declaration: {position}");
                }
                return Ok(ending(Some(turn), "declaration"));
            }
            Next::Adjudicate(winner) => return Ok(ending(Some(winner), "adjudication")),
        }
        history.push(game.position());
    }
    unreachable!("the move limit ends every game")
}
