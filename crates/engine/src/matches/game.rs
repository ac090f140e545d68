//! One game between two engines.

use super::clock::MatchPace;
use super::judge::{GameRules, MatchJudge};
use super::opening::MatchOpening;
use super::ruling::{MatchReason, MatchRuling, lost};
use komadai_core::{ByColor, Color, Move};
use komadai_game::OpeningError;
use komadai_usi::process::{EngineError, EngineProcess, Thought};
use komadai_usi::{BestMove, GameResult, Info, PositionLine};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The moves of the engines, after those of the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ruling: MatchRuling,
    /// The thinking time of the last answer, if the game ended by one.
    pub last_thought: Option<Duration>,
    /// The statistics of each side.
    pub stats: ByColor<SideStats>,
}

impl PlayedGame {
    /// A game that a side loses because its engine does not start.
    pub(super) fn forfeit(loser: Color, error: &EngineError) -> PlayedGame {
        PlayedGame {
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
    /// The engine's last report about its best line.
    pub info: Option<Info>,
}

/// The statistics of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStats {
    /// The number of answers.
    pub moves: u64,
    /// Total wall time.
    pub wall: Duration,
    /// The longest answer.
    pub wall_max: Duration,
    /// Total CPU time, if the system reports it.
    pub cpu: Duration,
    /// The longest CPU time of an answer.
    pub cpu_max: Duration,
    /// Nodes reported by the engine.
    pub nodes: u64,
    /// The sum of the depths reported by the engine.
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

    /// Adds the statistics of other games.
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

/// The terms of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchTerms<'o> {
    pub(super) opening: &'o MatchOpening,
    pub(super) pace: MatchPace,
    pub(super) margin: Duration,
    pub(super) rules: GameRules,
}

impl MatchTerms<'_> {
    /// The judge of a game on these terms.
    ///
    /// # Errors
    /// Returns an error if no game can be played on these terms.
    pub(super) fn judge(&self) -> Result<MatchJudge, OpeningError> {
        MatchJudge::new(self.opening, self.rules, self.pace, self.margin)
    }
}

/// Plays a game; `None` if it was cancelled.
pub(super) fn play(
    mut engines: ByColor<&mut EngineProcess>,
    terms: &MatchTerms<'_>,
    called_off: &AtomicBool,
) -> Option<PlayedGame> {
    let mut game = RunningGame::new(terms);
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
    Some(PlayedGame {
        moves: game.moves,
        ruling,
        last_thought: game.last_thought,
        stats: game.stats,
    })
}

/// A game in progress.
struct RunningGame {
    judge: MatchJudge,
    line: PositionLine,
    moves: Vec<PlayedMove>,
    last_thought: Option<Duration>,
    stats: ByColor<SideStats>,
}

impl RunningGame {
    fn new(terms: &MatchTerms<'_>) -> RunningGame {
        let opening = &terms.opening.resolved;
        RunningGame {
            judge: terms.judge().expect("a match whose games can begin"),
            line: PositionLine {
                start: opening.start.to_setup(),
                moves: opening.moves.clone(),
            },
            moves: Vec::new(),
            last_thought: None,
            stats: ByColor::default(),
        }
    }

    fn prepare(&mut self, engines: &mut ByColor<&mut EngineProcess>) -> Result<(), MatchRuling> {
        for color in Color::ALL {
            let ready = engines[color].new_game();
            ready.map_err(|error| failed(color, &error))?;
        }
        Ok(())
    }

    /// Lets the side to move answer; returns the ruling if the game is over.
    fn step(&mut self, engines: &mut ByColor<&mut EngineProcess>) -> Result<(), MatchRuling> {
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
                return Err(lost(turn, MatchReason::BadAnswer(said)));
            }
        };
        let played = self.judge.play(mv);
        if matches!(&played, Err(ruling) if ruling.reason.is_failure()) {
            // An illegal move is not part of the game.
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

fn failed(color: Color, error: &EngineError) -> MatchRuling {
    let text = match error.tail() {
        Some(tail) => format!("{error}{tail}"),
        None => error.to_string(),
    };
    lost(
        color,
        match error {
            EngineError::Hung { .. } => MatchReason::Hang(text),
            EngineError::Answer { .. } => MatchReason::BadAnswer(text),
            _ => MatchReason::Crash(text),
        },
    )
}
