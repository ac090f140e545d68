//! One game between two engines.

use super::clock::Pace;
use super::judge::{GameRules, Judge};
use super::opening::Opening;
use super::ruling::{Reason, Ruling, lost};
use komadai_core::{ByColor, Color, Move};
use komadai_game::OpeningError;
use komadai_usi::process::{Engine, EngineError, Thought};
use komadai_usi::{BestMove, GameResult, Info, PositionCommand};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The moves of the engines, after those of the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ruling: Ruling,
    /// How long the side that ended the game thought about that, if it ended it by an answer.
    pub last_thought: Option<Duration>,
    /// What each side used.
    pub stats: ByColor<SideStats>,
}

impl Played {
    /// A game that a side loses because its engine does not even start.
    pub(super) fn forfeit(loser: Color, error: &EngineError) -> Played {
        Played {
            moves: Vec::new(),
            ruling: failed(loser, error),
            last_thought: None,
            stats: ByColor::default(),
        }
    }
}

/// A move of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Wall time that it took.
    pub time: Duration,
    /// The last thing that the engine said about its best line.
    pub info: Option<Info>,
}

/// What an engine used in its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStats {
    /// Answers that it gave.
    pub moves: u64,
    /// Wall time in all.
    pub wall: Duration,
    /// The longest answer.
    pub wall_max: Duration,
    /// CPU time in all, where the system tells it.
    pub cpu: Duration,
    /// The most for one answer.
    pub cpu_max: Duration,
    /// Positions that it says it searched.
    pub nodes: u64,
    /// The sum of the depths that it says it reached.
    pub depths: u64,
}

impl SideStats {
    fn add(&mut self, thought: &Thought) {
        let cpu = thought.cpu.unwrap_or_default();
        let info = thought.info.as_ref();
        self.merge(&SideStats {
            moves: 1,
            wall: thought.wall,
            wall_max: thought.wall,
            cpu,
            cpu_max: cpu,
            nodes: info.and_then(|info| info.nodes).unwrap_or(0),
            depths: info.and_then(|info| info.depth).unwrap_or(0).into(),
        });
    }

    /// Adds those of other games.
    pub fn merge(&mut self, other: &SideStats) {
        self.moves += other.moves;
        self.wall += other.wall;
        self.wall_max = self.wall_max.max(other.wall_max);
        self.cpu += other.cpu;
        self.cpu_max = self.cpu_max.max(other.cpu_max);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.depths = self.depths.saturating_add(other.depths);
    }
}

/// What both sides have to know before a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'o> {
    pub(super) opening: &'o Opening,
    pub(super) pace: Pace,
    pub(super) margin: Duration,
    pub(super) rules: GameRules,
}

impl Terms<'_> {
    /// The judge of a game on these terms.
    ///
    /// # Errors
    /// If no game can be played on them.
    pub(super) fn judge(&self) -> Result<Judge, OpeningError> {
        Judge::new(self.opening, self.rules, self.pace, self.margin)
    }
}

/// Plays a game; none if it was called off.
pub(super) fn play(
    mut engines: ByColor<&mut Engine>,
    terms: &Terms<'_>,
    called_off: &AtomicBool,
) -> Option<Played> {
    let mut game = Game::new(terms);
    let ruling = match game.prepare(&mut engines) {
        Err(ruling) => ruling,
        Ok(()) => loop {
            if called_off.load(Ordering::Relaxed) {
                return None;
            }
            if let Err(ruling) = game.step(&mut engines) {
                break ruling;
            }
        },
    };
    for color in Color::ALL {
        engines[color].game_over(match ruling.winner {
            None => GameResult::Draw,
            Some(winner) if winner == color => GameResult::Win,
            Some(_) => GameResult::Lose,
        });
    }
    Some(Played {
        moves: game.moves,
        ruling,
        last_thought: game.last_thought,
        stats: game.stats,
    })
}

/// A game that is being played.
struct Game {
    judge: Judge,
    line: PositionCommand,
    moves: Vec<PlayedMove>,
    last_thought: Option<Duration>,
    stats: ByColor<SideStats>,
}

impl Game {
    fn new(terms: &Terms<'_>) -> Game {
        let opening = &terms.opening.resolved;
        Game {
            judge: terms.judge().expect("a match whose games can begin"),
            line: PositionCommand::from_position(&opening.start, opening.moves.clone()),
            moves: Vec::new(),
            last_thought: None,
            stats: ByColor::default(),
        }
    }

    fn prepare(&mut self, engines: &mut ByColor<&mut Engine>) -> Result<(), Ruling> {
        for color in Color::ALL {
            let ready = engines[color].new_game();
            ready.map_err(|error| failed(color, &error))?;
        }
        Ok(())
    }

    /// Lets the side to move answer; the ruling, if that ends the game or it had ended before.
    fn step(&mut self, engines: &mut ByColor<&mut Engine>) -> Result<(), Ruling> {
        if let Some(ruling) = self.judge.ruling() {
            return Err(ruling);
        }
        let turn = self.judge.turn();
        let limit = self.judge.limit();
        let answer = engines[turn].go(&self.line, &limit, |_| {});
        let thought = answer.map_err(|error| failed(turn, &error))?;
        self.stats[turn].add(&thought);
        self.last_thought = Some(thought.wall);
        self.judge.spend(&thought)?;
        let mv = match thought.best {
            BestMove::Move { mv, .. } => mv,
            BestMove::Resign => return Err(self.judge.resign()),
            BestMove::Win => return Err(self.judge.declare()),
            BestMove::None => {
                let said = "the engine answered that it has no move".to_owned();
                return Err(lost(turn, Reason::BadAnswer(said)));
            }
        };
        let played = self.judge.play(mv);
        if matches!(&played, Err(ruling) if ruling.reason.is_failure()) {
            // An illegal move is no move of the game.
            return played;
        }
        self.line.moves.push(mv);
        self.moves.push(PlayedMove {
            mv,
            time: thought.wall,
            info: thought.info,
        });
        self.last_thought = None;
        played
    }
}

fn failed(color: Color, error: &EngineError) -> Ruling {
    let text = match error.tail() {
        Some(tail) => format!("{error}{tail}"),
        None => error.to_string(),
    };
    lost(
        color,
        match error {
            EngineError::Hung { .. } => Reason::Hang(text),
            EngineError::Answer { .. } => Reason::BadAnswer(text),
            _ => Reason::Crash(text),
        },
    )
}
