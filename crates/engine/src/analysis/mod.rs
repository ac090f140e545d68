//! Analysis of records: the loss of each move, and better alternatives.
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
//! A move's loss is the win probability before it minus the one after it; the analyst's own choice loses
//! nothing. Positions are searched from the last to the first, so that results for later positions help
//! with earlier ones.

mod analyst;
mod annotate;
mod grade;
mod summary;

pub use crate::variant_option::Understanding;
pub(crate) use analyst::legal_part;
pub use analyst::{AnalysedPlace, Analyst, Appraisal, Effort, OwnAnalyst, UsiAnalyst};
pub use grade::{MoveGrade, accuracy, win_probability};
pub use summary::PlayerSummary;

use komadai_core::{AnyPosition, ByColor, Color, Faults, Illegal, Move, Tolerance};
use komadai_kifu::Record;
use komadai_kifu::names::{self, Found};
use komadai_kifu::record::NodeId;
use komadai_usi::UsiScore;
use komadai_usi::process::EngineError;

/// Error of an analysis.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The start is not a position of a game.
    #[error("start position: {0}")]
    Start(Faults),
    /// The analyst failed.
    #[error("{name}, at the position after move {ply}: {error}{}", tail_of(.error))]
    Analyst {
        /// The analyst.
        name: String,
        /// The number of moves played.
        ply: usize,
        /// What is wrong.
        error: EngineError,
    },
}

fn tail_of(error: &EngineError) -> String {
    error.tail().map(ToString::to_string).unwrap_or_default()
}

/// The progress of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions done.
    pub done: usize,
    /// Positions in total.
    pub all: usize,
}

/// The analyst's report about a move.
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
    /// The better alternative, if the analyst would have played something else.
    pub better: Option<Better>,
    /// The mover's win probability before and after the move, if both scores are known.
    pub win: Option<[f64; 2]>,
    /// Set if the move missed a mate: the length of the mate in plies, if known.
    pub missed_mate: Option<Option<u32>>,
}

/// A better alternative to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Better {
    /// This line.
    Line(Vec<Move>),
    /// A declaration.
    Declaration,
}

impl MoveReport {
    /// The loss of win probability; `None` if unknown.
    pub fn loss(&self) -> Option<f64> {
        let [before, after] = self.win?;
        Some(match self.better {
            Some(_) => (before - after).max(0.0),
            None => 0.0,
        })
    }

    /// The grade of the move, if it is a mistake.
    pub fn grade(&self) -> Option<MoveGrade> {
        MoveGrade::of(self.loss()?)
    }
}

/// The analysis of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The analyst's name.
    pub analyst: String,
    /// The assessment of each position, the start first.
    pub judgements: Vec<Appraisal>,
    /// The moves.
    pub moves: Vec<MoveReport>,
    /// The summary of each player.
    pub players: ByColor<PlayerSummary>,
    /// The castles and openings of the game.
    pub names: Vec<Found>,
    /// The illegal move at which the analysis ended: its number and the rule it breaks.
    pub illegal: Option<(usize, Illegal)>,
    /// The node of the illegal move.
    illegal_node: Option<NodeId>,
    start: AnyPosition,
}

/// Analyses every position of a record's main line, up to the first illegal move.
///
/// # Errors
/// Returns an error if the start is not a playable position or the analyst fails.
pub fn analyze(
    record: &Record,
    analyst: &mut dyn Analyst,
    progress: &mut dyn FnMut(Progress),
) -> Result<Analysis, AnalysisError> {
    let game = AnalysedGame::of(record)?;
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

/// The part of a game that can be analysed.
struct AnalysedGame {
    /// The start and the position after each move.
    positions: Vec<AnyPosition>,
    nodes: Vec<NodeId>,
    moves: Vec<Move>,
    illegal: Option<(NodeId, usize, Illegal)>,
}

impl AnalysedGame {
    fn of(record: &Record) -> Result<AnalysedGame, AnalysisError> {
        let setup = record.start.setup();
        let start = AnyPosition::from_setup(record.variant, &setup, Tolerance::MissingKing)
            .map_err(AnalysisError::Start)?;
        let mut game = AnalysedGame {
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

    /// The assessment of each position, the last first.
    fn judge(
        &self,
        analyst: &mut dyn Analyst,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Appraisal>, AnalysisError> {
        let all = self.positions.len();
        let mut judgements = Vec::with_capacity(all);
        for (ply, position) in self.positions.iter().enumerate().rev() {
            let place = AnalysedPlace {
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

    fn reports(&self, judgements: &[Appraisal]) -> Vec<MoveReport> {
        let pairs = judgements.windows(2).enumerate();
        let report = |(i, pair): (usize, &[Appraisal])| {
            let [before, after] = pair else {
                unreachable!("windows of two hold two")
            };
            self.report(i, before, after)
        };
        pairs.map(report).collect()
    }

    fn report(&self, index: usize, before: &Appraisal, after: &Appraisal) -> MoveReport {
        let mv = self.moves[index];
        let better = match before.line.first() {
            _ if before.declares => Some(Better::Declaration),
            Some(&best) if best != mv => Some(Better::Line(before.line.clone())),
            Some(_) | None => None,
        };
        let after_move = after.score.map(UsiScore::reversed);
        let missed = match (before.score, after_move) {
            (Some(UsiScore::MateIn(_)), Some(UsiScore::MateIn(_))) => None,
            (Some(UsiScore::MateIn(plies)), Some(_)) if better.is_some() && !before.declares => {
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

/// Assesses a position. Without a legal move the game is over and no search is needed.
fn judge(analyst: &mut dyn Analyst, place: AnalysedPlace<'_>) -> Result<Appraisal, AnalysisError> {
    if !place.position.has_legal_move() {
        return Ok(Appraisal {
            score: Some(UsiScore::MatedIn(Some(0))),
            ..Appraisal::default()
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
