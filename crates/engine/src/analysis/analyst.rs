//! Who judges positions: our own search, or an engine that speaks USI.

use crate::any_engine::{AnyEngine, AnyLine};
use crate::variant_option::{Understanding, tell_variant};
use komadai_core::{AnyPosition, EnteringKingRule, Move, Variant};
use komadai_search::{Action, Control, Info, Limits, Options, Score as Found};
use komadai_usi::process::{Engine, EngineCommand, EngineError, Limit, Timeouts};
use komadai_usi::{BestMove, PositionCommand, Score};
use std::time::{Duration, Instant};

/// A move that turns out better than expected, or a search that ends in the middle of an iteration, has but
/// the beginning of a line: a move and an answer.
const SHORT: usize = 2;

/// How far each position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many positions.
    Nodes(u64),
    /// So long.
    Time(Duration),
}

impl Default for Effort {
    /// A game of a hundred moves takes about half a minute.
    fn default() -> Effort {
        Effort::Nodes(100_000)
    }
}

/// A position of a game with the moves that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'g> {
    /// Where the game starts.
    pub start: &'g AnyPosition,
    /// The moves so far, all of them legal.
    pub moves: &'g [Move],
    /// The position after the moves.
    pub position: &'g AnyPosition,
}

/// What is said about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// What the position is worth to the side to move; some engines do not tell.
    pub score: Option<Score>,
    /// The best line, as far as it is legal.
    pub line: Vec<Move>,
    /// The side to move should declare.
    pub declares: bool,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// Someone who judges positions.
pub trait Analyst {
    /// How the analyst is called in records.
    fn name(&self) -> &str;

    /// Judges a position in which there is a legal move.
    ///
    /// # Errors
    /// If the analyst is a process, and fails.
    fn judge(&mut self, place: Place<'_>) -> Result<Judgement, EngineError>;
}

/// Our own search, in this process.
#[derive(Debug)]
pub struct OwnAnalyst {
    engine: AnyEngine,
    effort: Effort,
}

impl OwnAnalyst {
    /// An analyst for a variant.
    pub fn new(variant: Variant, effort: Effort) -> OwnAnalyst {
        let options = Options {
            entering_king: match variant {
                Variant::Shogi => EnteringKingRule::CsaRule27,
                Variant::Seireigi => EnteringKingRule::NoEnteringKing,
            },
            ..Options::default()
        };
        OwnAnalyst {
            engine: AnyEngine::new(variant, options),
            effort,
        }
    }
}

impl Analyst for OwnAnalyst {
    fn name(&self) -> &str {
        concat!("Komadai ", env!("CARGO_PKG_VERSION"))
    }

    fn judge(&mut self, place: Place<'_>) -> Result<Judgement, EngineError> {
        let line = AnyLine::new(place.start, place.moves);
        let limits = match self.effort {
            Effort::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            Effort::Time(time) => Limits {
                move_time: Some(time),
                ..Limits::default()
            },
        };
        let control = Control::new();
        let mut told: Vec<Move> = Vec::new();
        let mut report = |info: &Info| {
            if info.pv.len() > SHORT || told.first() != info.pv.first() {
                told.clone_from(&info.pv);
            }
        };
        let answer = self
            .engine
            .search(&line, &limits, &control, &Instant::now(), &mut report);
        let Some(answer) = answer else {
            return Err(EngineError::Misuse("the game is of another variant"));
        };
        let only = match answer.action {
            Action::Move(mv) => vec![mv],
            Action::Declare | Action::Resign => Vec::new(),
        };
        let mut best = answer.lines.into_iter().next().map_or(only, |info| info.pv);
        let is_cut = matches!(answer.score, Found::Centipawns(_)) && best.len() <= SHORT;
        if is_cut && told.len() > best.len() && told.first() == best.first() {
            best = told;
        }
        Ok(Judgement {
            score: Some(match answer.score {
                Found::Centipawns(value) => Score::Centipawns(value),
                Found::Mate(_) if answer.action == Action::Declare => Score::MateIn(None),
                Found::Mate(plies) => Score::MateIn(Some(plies)),
                Found::Mated(plies) => Score::MatedIn(Some(plies)),
            }),
            line: best,
            declares: answer.action == Action::Declare,
            depth: Some(answer.depth),
            nodes: Some(answer.nodes),
        })
    }
}

/// An engine that speaks USI.
#[derive(Debug)]
pub struct UsiAnalyst {
    engine: Engine,
    name: String,
    limit: Limit,
}

impl UsiAnalyst {
    /// Starts an engine and tells it the variant.
    ///
    /// # Errors
    /// If it does not start or does not answer.
    pub fn start(
        command: &EngineCommand,
        variant: Variant,
        effort: Effort,
        timeouts: Timeouts,
    ) -> Result<(UsiAnalyst, Understanding), EngineError> {
        let mut engine = Engine::start(command, timeouts)?;
        let understanding = tell_variant(&mut engine, variant, &[])?;
        engine.new_game()?;
        let analyst = UsiAnalyst {
            name: engine.name().to_owned(),
            engine,
            limit: match effort {
                Effort::Nodes(nodes) => Limit::Nodes(nodes),
                Effort::Time(time) => Limit::MoveTime(time),
            },
        };
        Ok((analyst, understanding))
    }

    /// Tells the engine to quit, and kills it if it does not.
    pub fn quit(self) {
        self.engine.quit();
    }
}

impl Analyst for UsiAnalyst {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(&mut self, place: Place<'_>) -> Result<Judgement, EngineError> {
        let command = PositionCommand::from_position(place.start, place.moves);
        let thought = self.engine.go(&command, &self.limit, |_| ())?;
        let info = thought.info.unwrap_or_default();
        let chosen = match thought.best {
            BestMove::Move { mv, .. } => Some(mv),
            _ => None,
        };
        // What an engine plays need not be what it talked of last.
        let said = match (chosen, info.pv.first()) {
            (Some(mv), first) if first != Some(&mv) => vec![mv],
            _ => info.pv,
        };
        Ok(Judgement {
            score: match thought.best {
                BestMove::Win => Some(Score::MateIn(None)),
                _ => info.score.map(|(score, _)| score),
            },
            line: legal_part(&said, *place.position),
            declares: thought.best == BestMove::Win,
            depth: info.depth,
            nodes: info.nodes,
        })
    }
}

/// The moves of a line up to the first illegal one, which engines do say.
fn legal_part(line: &[Move], mut position: AnyPosition) -> Vec<Move> {
    let legal = line.iter().take_while(|&&mv| position.play(mv).is_ok());
    legal.copied().collect()
}
