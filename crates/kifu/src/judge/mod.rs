//! A finished record before the laws of the board: the first breach of its main line.
//!
//! ```
//! use komadai_kifu::{ReadOptions, judge, read};
//! let file = "startpos moves 7g7f 3c3d 8h7g 4c4d 7g2b+";
//! let reading = read(file.as_bytes(), &ReadOptions::default())?;
//! let breach = judge::judge(&reading.records[0]).breach.expect("the bishop's way is barred");
//! assert_eq!((breach.ply, breach.article().number), (5, "3.5"));
//! # Ok::<(), komadai_kifu::error::ReadError>(())
//! ```
//!
//! Judged are the start position, each move, repetition, and whether the ending fits the board.
//! Clocks, claims and who may make them are not known here.

mod article;
#[cfg(test)]
mod tests;

pub use article::Article;

use crate::error::FaultList;
use crate::record::{Ending, Record, Start, Termination};
use komadai_core::{
    AnyPosition, ByColor, Color, Declaration, DeclarationRule, HandicapCredit, History, Illegal,
    IllegalMove, Move, PieceKind, REPETITION_LIMIT, Repetition, Tolerance, Unmet,
};
use std::collections::HashMap;
use std::fmt;

/// What is found in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The first breach; `None` if the record is legal.
    pub breach: Option<Breach>,
    /// The first ply after which a position stood on the board for the fourth time, without
    /// perpetual check: the players could have claimed a draw.
    pub repetition_ply: Option<u32>,
}

/// The first thing in a record that the laws do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// After how many moves: the number of the illegal move itself, 0 for the start position, the
    /// number of moves for the ending.
    pub ply: u32,
    /// What is wrong.
    pub kind: BreachKind,
}

impl Breach {
    /// The article that it offends.
    pub fn article(&self) -> Article {
        self.kind.article()
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}: {}, {}", self.ply, self.kind, self.article())
    }
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BreachKind {
    /// The game does not start from a position of a game.
    #[error("the start position has faults: {0}")]
    Start(FaultList),
    /// A move that the rules forbid.
    #[error("illegal move {mv}: {reason}")]
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        reason: Illegal,
        /// The piece that moves, if there is one.
        piece: Option<PieceKind>,
    },
    /// A move by a side that has no legal move and has lost.
    #[error("a move after mate")]
    MoveAfterMate,
    /// The position occurred four times under the checks of one side.
    #[error("perpetual check by {loser}")]
    PerpetualCheck {
        /// The side that gave check.
        loser: Color,
    },
    /// The record ends with mate, and there is none.
    #[error("the record ends with mate, but the side to move has a legal move")]
    NoMate,
    /// The side that is mated is said to win, or the game to be drawn.
    #[error("the side to move is mated, but the record does not say that it lost")]
    MatedSideWins,
    /// The record ends with a draw by repetition, and there is none.
    #[error("the record ends with repetition, but no position stood four times or was about to")]
    NoRepetition,
    /// The record ends with a win by declaration whose conditions are not met.
    #[error("the declaration fails: {}", Reasons(*.unmet))]
    FailedDeclaration {
        /// What is wanting.
        unmet: Unmet,
    },
}

impl BreachKind {
    /// The article that it offends.
    pub fn article(&self) -> Article {
        article::of(self)
    }

    /// A name for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            BreachKind::Start(_) => "start-position",
            BreachKind::IllegalMove { reason, .. } => illegal_name(*reason),
            BreachKind::MoveAfterMate => "move-after-mate",
            BreachKind::PerpetualCheck { .. } => "perpetual-check",
            BreachKind::NoMate => "no-mate",
            BreachKind::MatedSideWins => "mated-side-wins",
            BreachKind::NoRepetition => "no-repetition",
            BreachKind::FailedDeclaration { .. } => "failed-declaration",
        }
    }
}

const fn illegal_name(reason: Illegal) -> &'static str {
    match reason {
        Illegal::EmptySquare => "empty-square",
        Illegal::NotYourTurn => "not-your-turn",
        Illegal::OwnPieceOnTarget => "own-piece-on-target",
        Illegal::NotAMoveOfThePiece => "not-a-move-of-the-piece",
        Illegal::CannotPromote => "cannot-promote",
        Illegal::OutsidePromotionZone => "outside-promotion-zone",
        Illegal::MustPromote => "must-promote",
        Illegal::NotInHand => "not-in-hand",
        Illegal::SquareTaken => "square-taken",
        Illegal::DeadEnd => "dead-end",
        Illegal::TwoPawns => "nifu",
        Illegal::KingLeftInCheck => "king-left-in-check",
        Illegal::DropPawnMate => "drop-pawn-mate",
    }
}

/// What a declaration wants, in words.
struct Reasons(Unmet);

impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unmet {
            king_outside,
            in_check,
            missing_pieces,
            missing_points,
        } = self.0;
        let mut reasons = Vec::new();
        if king_outside {
            reasons.push("the king is not in the promotion zone".to_owned());
        }
        if in_check {
            reasons.push("the king is in check".to_owned());
        }
        if missing_pieces > 0 {
            reasons.push(format!("{missing_pieces} more pieces needed in the zone"));
        }
        if missing_points > 0 {
            reasons.push(format!("{missing_points} more points needed"));
        }
        f.write_str(&reasons.join("; "))
    }
}

/// Judges the main line of a record. Diagrams without a king, as problems have them, are accepted.
pub fn judge(record: &Record) -> Judgement {
    let mut judgement = Judgement {
        breach: None,
        repetition_ply: None,
    };
    judgement.breach = match Judge::new(record) {
        Err(faults) => Some(Breach {
            ply: 0,
            kind: BreachKind::Start(faults),
        }),
        Ok(mut judge) => {
            let kind = judge.follow(record).err();
            judgement.repetition_ply = judge.repetition_ply;
            kind.map(|kind| Breach {
                ply: judge.ply,
                kind,
            })
        }
    };
    judgement
}

/// A game while it is played again.
struct Judge {
    position: AnyPosition,
    history: History,
    /// How often each key was seen: the history compares position by position, which would take
    /// long in a game of a million moves if it were asked after each.
    seen: HashMap<u64, u32>,
    ply: u32,
    repetition_ply: Option<u32>,
    credit: HandicapCredit,
}

impl Judge {
    fn new(record: &Record) -> Result<Judge, FaultList> {
        if let Start::Crowded(crowd) = &record.start {
            return Err(FaultList(crowd.surplus.faults()));
        }
        let setup = record.start.setup();
        let position = AnyPosition::from_setup(record.variant, &setup, Tolerance::MissingKing)
            .map_err(|faults| FaultList(faults.0))?;
        let credit = match (record.start.handicap(), &position) {
            (None, _) => HandicapCredit(ByColor([0; 2])),
            (Some(_), AnyPosition::Shogi(start)) => HandicapCredit::of_start(start),
            (Some(_), AnyPosition::Seireigi(start)) => HandicapCredit::of_start(start),
        };
        Ok(Judge {
            history: History::new(&position),
            seen: HashMap::from([(position.key(), 1)]),
            position,
            ply: 0,
            repetition_ply: None,
            credit,
        })
    }

    fn follow(&mut self, record: &Record) -> Result<(), BreachKind> {
        for (_, mv) in record.main_line() {
            self.ply += 1;
            self.play(mv)?;
        }
        match record.ending() {
            Some(ending) => self.end(ending),
            None => Ok(()),
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), BreachKind> {
        if !self.position.has_legal_move() {
            return Err(BreachKind::MoveAfterMate);
        }
        let piece = self.position.moving_piece(mv);
        if let Err(IllegalMove { mv, reason }) = self.position.play(mv) {
            return Err(BreachKind::IllegalMove {
                mv,
                reason,
                piece: piece.map(|piece| piece.kind()),
            });
        }
        self.history.push(&self.position);
        let count = self.seen.entry(self.position.key()).or_default();
        *count += 1;
        if *count < REPETITION_LIMIT {
            return Ok(());
        }
        match self.history.repetition() {
            Repetition::None => {}
            Repetition::Draw => {
                self.repetition_ply.get_or_insert(self.ply);
            }
            Repetition::PerpetualCheck { loser } => {
                return Err(BreachKind::PerpetualCheck { loser });
            }
        }
        Ok(())
    }

    fn end(&self, ending: &Ending) -> Result<(), BreachKind> {
        let turn = self.position.turn();
        let is_lost = !self.position.has_legal_move();
        match ending.termination {
            Termination::Checkmate if !is_lost => Err(BreachKind::NoMate),
            Termination::Repetition if !is_lost && !self.may_claim_repetition() => {
                Err(BreachKind::NoRepetition)
            }
            // Whoever declares has the move; where the record gives the game to the other side, it
            // agrees that the declaration failed.
            Termination::Declaration if ending.winner != Some(!turn) => self.declare(),
            Termination::Interruption | Termination::SealedMove | Termination::Other(_) => Ok(()),
            _ if is_lost && self.position.is_in_check() && ending.winner != Some(!turn) => {
                Err(BreachKind::MatedSideWins)
            }
            _ => Ok(()),
        }
    }

    /// Did a position stand four times, or can the side to move bring that about?
    fn may_claim_repetition(&self) -> bool {
        let can_repeat = |mv: &Move| {
            let mut next = self.position;
            next.play(*mv).is_ok()
                && self
                    .seen
                    .get(&next.key())
                    .is_some_and(|count| *count + 1 >= REPETITION_LIMIT)
                && self.history.repetition_after(&next) == Repetition::Draw
        };
        self.repetition_ply.is_some() || self.position.legal_moves().iter().any(can_repeat)
    }

    fn declare(&self) -> Result<(), BreachKind> {
        match self
            .position
            .declare(DeclarationRule::Points27, self.credit)
        {
            Declaration::Win | Declaration::Draw => Ok(()),
            Declaration::Loses(unmet) => Err(BreachKind::FailedDeclaration { unmet }),
        }
    }
}
