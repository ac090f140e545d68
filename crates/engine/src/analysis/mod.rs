//! Records with the eyes of an engine: what each move gave away, and what would have been better.
//!
//! ```
//! use komadai_engine::analysis::{Effort, OwnAnalyst, analyze};
//! use komadai_kifu::{ReadOptions, read};
//! let game = read("▲７六歩 △３四歩 ▲２二角成".as_bytes(), &ReadOptions::default())?;
//! let record = &game.records[0];
//! let mut analyst = OwnAnalyst::new(record.variant, Effort::Nodes(500));
//! let analysis = analyze(record, &mut analyst, &mut |_| ())?;
//! assert_eq!(analysis.moves.len(), 3);
//! let annotated = analysis.annotate(record);
//! // The start and every move.
//! assert_eq!(annotated.tree.commented_count(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A move's loss is the probability to win before it, as the analyst sees it, less the one after it; a
//! move that the analyst would play loses nothing. Positions are judged from the last to the first, so
//! that what a search has learnt about later positions helps it with earlier ones.

mod analyst;
mod annotate;
mod grade;
mod summary;

pub use crate::variant_option::Understanding;
pub use analyst::{Analyst, Effort, Judgement, OwnAnalyst, Place, UsiAnalyst};
pub use grade::{Grade, accuracy, win_probability};
pub use summary::PlayerSummary;

use komadai_core::{AnyPosition, ByColor, Color, Illegal, Move, Tolerance};
use komadai_kifu::Record;
use komadai_kifu::error::FaultList;
use komadai_kifu::names::{self, Found};
use komadai_kifu::record::NodeId;
use komadai_usi::Score;
use komadai_usi::process::EngineError;

/// Why a record cannot be analyzed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The start is no position in which games are played.
    #[error("the start position: {0}")]
    Start(FaultList),
    /// The analyst failed.
    #[error("{name}, asked about the position after move {ply}: {error}{}", tail_of(.error))]
    Analyst {
        /// Who.
        name: String,
        /// After how many moves.
        ply: usize,
        /// What is wrong.
        error: EngineError,
    },
}

fn tail_of(error: &EngineError) -> String {
    error.tail().map(ToString::to_string).unwrap_or_default()
}

/// How far an analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions that are judged.
    pub done: usize,
    /// Positions to judge.
    pub all: usize,
}

/// A move of the game in the analyst's eyes.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport {
    /// The node of the record.
    pub node: NodeId,
    /// The number of the move, from 1.
    pub ply: usize,
    /// Who played it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What was better, if the analyst would have played something else.
    pub better: Option<Better>,
    /// The mover's probability to win before and after the move, if the analyst told both scores.
    pub win: Option<[f64; 2]>,
    /// The move let a mate go that the analyst saw: its length in plies, if it is known.
    pub missed_mate: Option<Option<u32>>,
}

/// What was better than a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Better {
    /// This line.
    Line(Vec<Move>),
    /// To declare.
    Declaration,
}

impl MoveReport {
    /// What the move cost of the probability to win; `None` if the analyst did not tell.
    pub fn loss(&self) -> Option<f64> {
        let [before, after] = self.win?;
        Some(match self.better {
            Some(_) => (before - after).max(0.0),
            None => 0.0,
        })
    }

    /// What the move is called, if it is a mistake.
    pub fn grade(&self) -> Option<Grade> {
        Grade::of(self.loss()?)
    }
}

/// A record in the analyst's eyes.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// Who judged.
    pub analyst: String,
    /// What is said about each position, the start first.
    pub judgements: Vec<Judgement>,
    /// The moves.
    pub moves: Vec<MoveReport>,
    /// What each side did well and badly.
    pub players: ByColor<PlayerSummary>,
    /// The castles and openings of the game.
    pub names: Vec<Found>,
    /// The illegal move at which the analysis ended: its number and the rule it breaks.
    pub illegal: Option<(usize, Illegal)>,
    /// The node of the illegal move.
    illegal_node: Option<NodeId>,
    start: AnyPosition,
}

/// Judges every position of a record's main line, up to the first illegal move.
///
/// # Errors
/// If the game does not start from a position that can be played, or if the analyst fails.
pub fn analyze(
    record: &Record,
    analyst: &mut dyn Analyst,
    progress: &mut dyn FnMut(Progress),
) -> Result<Analysis, AnalysisError> {
    let game = Game::of(record)?;
    let mut judgements = game.judge(analyst, progress)?;
    judgements.reverse();
    let moves = game.reports(&judgements);
    Ok(Analysis {
        analyst: analyst.name().to_owned(),
        players: ByColor(Color::ALL.map(|color| PlayerSummary::of(color, &moves))),
        names: names::recognise(record),
        illegal: game.illegal.map(|(_, ply, breach)| (ply, breach)),
        illegal_node: game.illegal.map(|(node, ..)| node),
        start: game.positions[0],
        judgements,
        moves,
    })
}

/// The part of a game that can be judged.
struct Game {
    /// The start and what each move leads to.
    positions: Vec<AnyPosition>,
    nodes: Vec<NodeId>,
    moves: Vec<Move>,
    illegal: Option<(NodeId, usize, Illegal)>,
}

impl Game {
    fn of(record: &Record) -> Result<Game, AnalysisError> {
        let surplus = record.start.surplus();
        if !surplus.is_empty() {
            return Err(AnalysisError::Start(FaultList(surplus.faults())));
        }
        let setup = record.start.setup();
        let start = AnyPosition::from_setup(record.variant, &setup, Tolerance::MissingKing)
            .map_err(|faults| AnalysisError::Start(FaultList(faults.0)))?;
        let mut game = Game {
            positions: vec![start],
            nodes: Vec::new(),
            moves: Vec::new(),
            illegal: None,
        };
        let mut position = start;
        for (node, mv) in record.main_line() {
            if let Err(illegal) = position.play(mv) {
                game.illegal = Some((node.id(), game.moves.len() + 1, illegal.reason));
                break;
            }
            game.positions.push(position);
            game.nodes.push(node.id());
            game.moves.push(mv);
        }
        Ok(game)
    }

    /// What is said about each position, the last first.
    fn judge(
        &self,
        analyst: &mut dyn Analyst,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Judgement>, AnalysisError> {
        let all = self.positions.len();
        let mut judgements = Vec::with_capacity(all);
        for (ply, position) in self.positions.iter().enumerate().rev() {
            let place = Place {
                start: &self.positions[0],
                moves: &self.moves[..ply],
                position,
            };
            judgements.push(judge(analyst, place)?);
            let done = judgements.len();
            progress(Progress { done, all });
        }
        Ok(judgements)
    }

    fn reports(&self, judgements: &[Judgement]) -> Vec<MoveReport> {
        let pairs = judgements.windows(2).enumerate();
        let report = |(i, pair): (usize, &[Judgement])| {
            let [before, after] = pair else {
                unreachable!("windows of two hold two")
            };
            self.report(i, before, after)
        };
        pairs.map(report).collect()
    }

    fn report(&self, index: usize, before: &Judgement, after: &Judgement) -> MoveReport {
        let mv = self.moves[index];
        let better = match before.line.first() {
            _ if before.declares => Some(Better::Declaration),
            Some(&best) if best != mv => Some(Better::Line(before.line.clone())),
            Some(_) | None => None,
        };
        let after_move = after.score.map(Score::reversed);
        let missed = match (before.score, after_move) {
            (Some(Score::MateIn(_)), Some(Score::MateIn(_))) => None,
            (Some(Score::MateIn(plies)), Some(_)) if better.is_some() && !before.declares => {
                Some(plies)
            }
            _ => None,
        };
        MoveReport {
            node: self.nodes[index],
            ply: index + 1,
            color: self.positions[index].turn(),
            mv,
            better,
            win: before
                .score
                .zip(after_move)
                .map(|(before, after)| [before, after].map(win_probability)),
            missed_mate: missed,
        }
    }
}

/// Judges a position. Where there is no legal move the game is over, and nobody need be asked.
fn judge(analyst: &mut dyn Analyst, place: Place<'_>) -> Result<Judgement, AnalysisError> {
    if !place.position.has_legal_move() {
        return Ok(Judgement {
            score: Some(Score::MatedIn(Some(0))),
            ..Judgement::default()
        });
    }
    analyst
        .judge(place)
        .map_err(|error| AnalysisError::Analyst {
            name: analyst.name().to_owned(),
            ply: place.moves.len(),
            error,
        })
}
