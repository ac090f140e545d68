//! Analysts: our own search, or a USI engine.

use crate::any_engine::{AnyEngine, AnyLine};
use crate::variant_option::{Understanding, tell_variant};
use komadai_core::{AnyPosition, EnteringKingRule, Move, Variant};
use komadai_search::{Control, EngineAction, SearchInfo, SearchLimits, SearchOptions, SearchScore};
use komadai_usi::process::{EngineCommand, EngineError, EngineProcess, Limit, Timeouts};
use komadai_usi::{BestMove, PositionLine, UsiScore};
use std::time::{Duration, Instant};

/// After a fail-high or an interrupted iteration only the beginning of a line is known: a move and a reply.
const SHORT: usize = 2;

/// The search effort per position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A number of nodes.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

impl Default for Effort {
    /// Analyses a game of a hundred moves in about half a minute.
    fn default() -> Effort {
        Effort::Nodes(100_000)
    }
}

/// A position of a game with the moves that led to it.
#[derive(Clone, Copy, Debug)]
pub struct AnalysedPlace<'g> {
    /// Where the game starts.
    pub start: &'g AnyPosition,
    /// The moves so far, all of them legal.
    pub moves: &'g [Move],
    /// The position after the moves.
    pub position: &'g AnyPosition,
}

/// The analyst's assessment of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Appraisal {
    /// The score for the side to move; some engines do not report one.
    pub score: Option<UsiScore>,
    /// The best line, as far as it is legal.
    pub line: Vec<Move>,
    /// The side to move should declare.
    pub declares: bool,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// Assesses positions.
pub trait Analyst {
    /// The analyst's name in records.
    fn name(&self) -> &str;

    /// Assesses a position that has a legal move.
    ///
    /// # Errors
    /// Returns an error if the analyst's process fails.
    fn judge(&mut self, place: AnalysedPlace<'_>) -> Result<Appraisal, EngineError>;
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
        let options = SearchOptions {
            entering_king: EnteringKingRule::usual(variant),
            ..SearchOptions::default()
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

    fn judge(&mut self, place: AnalysedPlace<'_>) -> Result<Appraisal, EngineError> {
        let line = AnyLine::of(place.start, place.moves);
        let limits = match self.effort {
            Effort::Nodes(nodes) => SearchLimits {
                nodes: Some(nodes),
                ..SearchLimits::default()
            },
            Effort::Time(time) => SearchLimits {
                move_time: Some(time),
                ..SearchLimits::default()
            },
        };
        let control = Control::new();
        let mut told: Vec<Move> = Vec::new();
        let mut report = |info: &SearchInfo| {
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
            EngineAction::Move(mv) => vec![mv],
            EngineAction::Declare | EngineAction::Resign => Vec::new(),
        };
        let mut best = answer.lines.into_iter().next().map_or(only, |info| info.pv);
        let is_cut = matches!(answer.score, SearchScore::Centipawns(_)) && best.len() <= SHORT;
        if is_cut && told.len() > best.len() && told.first() == best.first() {
            best = told;
        }
        Ok(Appraisal {
            score: Some(match answer.score {
                SearchScore::Centipawns(value) => UsiScore::Centipawns(value),
                SearchScore::Mate(_) if answer.action == EngineAction::Declare => {
                    UsiScore::MateIn(None)
                }
                SearchScore::Mate(plies) => UsiScore::MateIn(Some(plies)),
                SearchScore::Mated(plies) => UsiScore::MatedIn(Some(plies)),
            }),
            line: best,
            declares: answer.action == EngineAction::Declare,
            depth: Some(answer.depth),
            nodes: Some(answer.nodes),
        })
    }
}

/// An engine that speaks USI.
#[derive(Debug)]
pub struct UsiAnalyst {
    engine: EngineProcess,
    name: String,
    limit: Limit,
}

impl UsiAnalyst {
    /// Starts an engine and sets the variant.
    ///
    /// # Errors
    /// Returns an error if it does not start or does not answer.
    pub fn start(
        command: &EngineCommand,
        variant: Variant,
        effort: Effort,
        timeouts: Timeouts,
    ) -> Result<(UsiAnalyst, Understanding), EngineError> {
        let mut engine = EngineProcess::start(command, timeouts)?;
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

    /// Sends `quit` and kills the engine if it does not exit.
    pub fn quit(self) {
        self.engine.quit();
    }
}

impl Analyst for UsiAnalyst {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(&mut self, place: AnalysedPlace<'_>) -> Result<Appraisal, EngineError> {
        let line = PositionLine {
            start: place.start.to_setup(),
            moves: place.moves.to_vec(),
        };
        let thought = self.engine.go(&line, &self.limit, |_| ())?;
        let info = thought.info.unwrap_or_default();
        let chosen = match thought.best {
            BestMove::Move { mv, .. } => Some(mv),
            _ => None,
        };
        // The move played may differ from the last reported line.
        let said = match (chosen, info.pv.first()) {
            (Some(mv), first) if first != Some(&mv) => vec![mv],
            _ => info.pv,
        };
        Ok(Appraisal {
            score: match thought.best {
                BestMove::Win => Some(UsiScore::MateIn(None)),
                _ => info.score.map(|(score, _)| score),
            },
            line: legal_part(&said, *place.position),
            declares: thought.best == BestMove::Win,
            depth: info.depth,
            nodes: info.nodes,
        })
    }
}

/// The moves of a line up to the first illegal one; engines do report illegal moves.
pub(crate) fn legal_part(line: &[Move], mut position: AnyPosition) -> Vec<Move> {
    let legal = line.iter().take_while(|&&mv| position.play(mv).is_ok());
    legal.copied().collect()
}
