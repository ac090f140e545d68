//! One game, judged by the rules crate.

use komadai_core::{
    Color, EnteringKingRule, History, ImpasseClaim, Move, Position, Repetition, Rules,
};
use komadai_search::{Action, Answer, Control, Engine, GameLine, Limits, ManualStopwatch};

/// Games end in a draw after so many moves.
pub(crate) const MAX_MOVES: u32 = 320;
/// Random moves at the beginning.
const OPENING: usize = 10;

/// Random numbers: SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) >> 33) as usize % limit.max(1)
    }
}

/// A random opening in which nothing has been taken.
pub(crate) fn opening<R: Rules>(random: &mut Random) -> Vec<Move> {
    'again: loop {
        let mut position = Position::<R>::default();
        let mut moves = Vec::new();
        while moves.len() < OPENING {
            let legal = position.legal_moves();
            let mv = legal[random.below(legal.len())];
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
    watch: &mut dyn FnMut(&Position<R>, &Answer),
) -> Result<Ending, String> {
    let [black, white] = engines;
    black.clear();
    white.clear();
    let limits = Limits {
        nodes,
        ..Limits::default()
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
                    Action::Move(mv) => mv,
                    Action::Declare => {
                        let claim = EnteringKingRule::default().claim(&position);
                        return if claim == Some(ImpasseClaim::Declare) {
                            ending(Some(turn), "declaration")
                        } else {
                            Err(format!("wrong declaration: {position}"))
                        };
                    }
                    Action::Resign => return Err(format!("no move found: {position}")),
                }
            }
        };
        game.play(mv)
            .map_err(|error| format!("{position}: {error}"))?;
        history.push(game.position());
    }
}
