//! One game, judged by the rules crate.

use komadai_core::{
    Color, EnteringKingRule, History, ImpasseClaim, Move, Position, Repetition, Rules,
};
use komadai_search::{
    Control, Engine, EngineAction, GameLine, ManualStopwatch, SearchAnswer, SearchLimits,
};
use komadai_testkit::Rng;

/// Games end in a draw after so many moves.
pub(crate) const MAX_MOVES: u32 = 320;
/// Random moves at the beginning.
const OPENING: usize = 10;

/// A random opening in which nothing has been taken.
pub(crate) fn opening<R: Rules>(rng: &mut Rng) -> Vec<Move> {
    'again: loop {
        let mut position = Position::<R>::default();
        let mut moves = Vec::new();
        while moves.len() < OPENING {
            let legal = position.legal_moves();
            let mv = rng.pick(&legal);
            let undo = position.play_unchecked(mv);
            if undo.captured().is_some() || position.is_in_check() {
                continue 'again;
            }
            moves.push(mv);
        }
        if position.captures().is_empty() {
            return moves;
        }
    }
}

/// How a game ended: the winner, if there is one, and why.
pub(crate) struct Ending {
    pub(crate) winner: Option<Color>,
    pub(crate) reason: &'static str,
    pub(crate) moves: u32,
}

/// Plays a game. `engines[0]` is Black. `watch` is told what is answered in every position.
pub(crate) fn play<R: Rules>(
    engines: [&mut Engine<R>; 2],
    nodes: Option<u64>,
    opening: &[Move],
    watch: &mut dyn FnMut(&Position<R>, &SearchAnswer),
) -> Result<Ending, String> {
    let [black, white] = engines;
    black.clear();
    white.clear();
    let limits = SearchLimits {
        nodes,
        ..SearchLimits::default()
    };
    let mut game = GameLine::new(Position::<R>::default());
    let mut history = History::new(game.position());
    let mut opening = opening.iter();
    loop {
        let position = *game.position();
        let turn = position.turn();
        let moves = position.move_number() - 1;
        let ending = |winner, reason| {
            Ok(Ending {
                winner,
                reason,
                moves,
            })
        };
        match history.repetition() {
            Repetition::None => {}
            Repetition::Draw => return ending(None, "repetition"),
            Repetition::PerpetualCheck { loser } => return ending(Some(!loser), "perpetual check"),
        }
        if !position.has_legal_move() {
            return ending(Some(!turn), "mate");
        }
        if moves >= MAX_MOVES {
            return ending(None, "move limit");
        }
        let mv = match opening.next() {
            Some(&mv) => mv,
            None => {
                let engine = if turn == Color::Black {
                    &mut *black
                } else {
                    &mut *white
                };
                let clock = ManualStopwatch::default();
                let answer = engine.search(&game, &limits, &Control::new(), &clock, &mut |_| ());
                watch(&position, &answer);
                match answer.action {
                    EngineAction::Move(mv) => mv,
                    EngineAction::Declare => {
                        let claim = EnteringKingRule::default().claim(&position);
                        return if claim == Some(ImpasseClaim::Declare) {
                            ending(Some(turn), "declaration")
                        } else {
                            Err(format!("wrong declaration: {position}"))
                        };
                    }
                    EngineAction::Resign => return Err(format!("no move found: {position}")),
                }
            }
        };
        game.play(mv)
            .map_err(|error| format!("{position}: {error}"))?;
        history.push(game.position());
    }
}
