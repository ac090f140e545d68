//! A whole record before the laws, by rules of one's choice or by the board alone: what breaks them, what
//! becomes of it, and whether the record's result is the one that follows.
//!
//! ```
//! use komadai_game::judge::{Fate, judge};
//! use komadai_game::{Preset, RuleSet};
//! use komadai_kifu::{ReadOptions, read};
//! // Black moves a pawn sideways, and White goes on playing.
//! let file = "startpos moves 7g7f 3c3d 2g3f 8c8d";
//! let record = &read(file.as_bytes(), &ReadOptions::default())?.records[0];
//! let fate = |preset| judge(record, Some(RuleSet::preset(preset))).findings[0].fate;
//! assert_eq!(fate(Preset::Fesa), Some(Fate::Lapsed { last: 3 }));
//! assert_eq!(fate(Preset::JsaPro), Some(Fate::Unclaimed));
//! assert_eq!(fate(Preset::Casual), Some(Fate::Blocked));
//! let board = judge(record, None);
//! assert_eq!(board.findings[0].objection.offence().name, "not-a-move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Times are not judged, because records round them and say little about clocks.

mod ending;
mod objection;
#[cfg(test)]
mod tests;

pub use objection::{Fate, Finding, Objection};

use crate::actor::Actor;
use crate::command::{Act, Claim, Command};
use crate::decide::decide;
use crate::event::{Event, Fact, Moved};
use crate::opening::OpeningError;
use crate::outcome::{Cause, Outcome};
use crate::record::{Halt, Replay};
use crate::refusal::Why;
use crate::rules::{IllegalMoves, RuleSet};
use komadai_core::{Color, Fault, Faults, Illegal, Move, PieceKind, Tolerance};
use komadai_kifu::record::Record;

/// The judgement of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// All breaches, in order. Some breaches end the game, and later moves are not judged.
    pub findings: Vec<Finding>,
    /// The first ply with a fourth occurrence of a position, without perpetual check.
    pub repetition_ply: Option<u32>,
    /// The outcome by the rules: from the moves, or from the final act in the record.
    pub outcome: Option<Outcome>,
    /// Whether the record states that result.
    pub agreement: ResultAgreement,
}

/// Whether a record's result agrees with the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultAgreement {
    /// It agrees.
    Agrees,
    /// It differs.
    Differs,
    /// The record states none, or its reason cannot be checked on the board.
    Open,
}

/// Judges the main line of a record: by a rule set, or by the board alone.
///
/// The board alone shows the start position, each move, repetition, and whether the ending fits; clocks,
/// claims and who may make them are not known to it. It stops at the first finding. Problems and other
/// diagrams without a king, from which no game is played, are always judged so.
pub fn judge(record: &Record, rules: Option<RuleSet>) -> Judgement {
    let strict = rules.map(|rules| Replay::new(record, rules, None, Tolerance::Strict));
    let (replay, by) = match strict {
        Some(Err(OpeningError::Start(faults))) if faults.0.iter().any(is_missing_king) => {
            (on_board(record), By::Board)
        }
        Some(replay) => (replay, By::Rules),
        None => (on_board(record), By::Board),
    };
    match replay {
        Ok(replay) => Case::new(replay, by).judge(record),
        Err(OpeningError::Start(faults)) => Judgement::of_start(faults),
        // Nothing else can be wrong with the start of a record.
        Err(_) => Judgement::of_start(Faults(Vec::new())),
    }
}

fn on_board(record: &Record) -> Result<Replay, OpeningError> {
    Replay::new(record, RuleSet::BOARD, None, Tolerance::MissingKing)
}

fn is_missing_king(fault: &Fault) -> bool {
    matches!(fault, Fault::MissingKing(_))
}

impl Judgement {
    fn of_start(faults: Faults) -> Judgement {
        Judgement {
            findings: vec![Finding {
                ply: 0,
                objection: Objection::Start(faults),
                fate: None,
            }],
            repetition_ply: None,
            outcome: None,
            agreement: ResultAgreement::Open,
        }
    }

    /// Without what the board alone cannot tell.
    fn of_board(mut self) -> Judgement {
        self.findings.truncate(1);
        for finding in &mut self.findings {
            finding.fate = None;
        }
        Judgement {
            outcome: None,
            agreement: ResultAgreement::Open,
            ..self
        }
    }
}

/// What a record is judged by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Board,
    Rules,
}

/// The game cannot follow the record any further.
struct Stop;

/// A record being judged.
struct Case {
    replay: Replay,
    by: By,
    findings: Vec<Finding>,
    /// Illegal moves that stand.
    open: Vec<Standing>,
    repetition_ply: Option<u32>,
}

/// An illegal move that stands until it is claimed.
struct Standing {
    /// Which finding it is.
    finding: usize,
    offender: Color,
    /// The last ply after which it could be claimed.
    last: u32,
}

impl Case {
    fn new(replay: Replay, by: By) -> Case {
        Case {
            replay,
            by,
            findings: Vec::new(),
            open: Vec::new(),
            repetition_ply: None,
        }
    }

    fn judge(mut self, record: &Record) -> Judgement {
        let followed = record.main_line().try_for_each(|(_, mv)| self.follow(mv));
        let agreement = match (followed, self.by) {
            (Ok(()), _) => self.end(record.ending()),
            (Err(Stop), By::Rules) => self.compare(record.ending()),
            (Err(Stop), By::Board) => ResultAgreement::Open,
        };
        self.settle();
        let judgement = Judgement {
            findings: self.findings,
            repetition_ply: self.repetition_ply,
            outcome: self.replay.game.outcome(),
            agreement,
        };
        match self.by {
            By::Board => judgement.of_board(),
            By::Rules => judgement,
        }
    }

    fn follow(&mut self, mv: Move) -> Result<(), Stop> {
        let ply = self.replay.game.ply() + 1;
        if let Some(outcome) = self.replay.game.outcome() {
            self.after_the_end(ply, outcome);
            return Err(Stop);
        }
        let played = JudgedMove::new(&self.replay, mv);
        if let Err(halt) = self.replay.play(mv, None) {
            self.refused(ply, &played, &halt);
            return Err(Stop);
        }
        self.look_at(ply, &played)?;
        self.watch(ply);
        Ok(())
    }

    fn object(&mut self, ply: u32, objection: Objection, fate: Option<Fate>) {
        self.findings.push(Finding {
            ply,
            objection,
            fate,
        });
    }

    fn after_the_end(&mut self, ply: u32, outcome: Outcome) {
        let objection = match outcome.cause {
            Cause::Checkmate | Cause::NoLegalMove => Objection::MoveAfterMate,
            // The breach that ended the game has already been reported.
            Cause::IllegalMove(_) => return,
            _ => Objection::AfterTheEnd { outcome },
        };
        self.object(ply, objection, None);
    }

    fn refused(&mut self, ply: u32, played: &JudgedMove, halt: &Halt) {
        let Halt::Refused { refusal, .. } = halt else {
            return;
        };
        let (objection, fate) = match refusal.why {
            // A diagram may begin with mate.
            _ if !self.replay.game.position().has_legal_move() => (Objection::MoveAfterMate, None),
            Why::Illegal(_) => (played.objection(), Some(Fate::Blocked)),
            Why::Impossible(_) => (played.objection(), Some(Fate::Impossible)),
            _ => (Objection::Refused(refusal.clone()), None),
        };
        self.object(ply, objection, fate);
    }

    /// Examines the effect of a move.
    fn look_at(&mut self, ply: u32, played: &JudgedMove) -> Result<(), Stop> {
        let mut events = self.replay.events.iter().rev();
        let last = events.find_map(|event| match &event.fact {
            Fact::Moved(moved) => Some(moved),
            _ => None,
        });
        let is_this = |moved: &Moved| moved.deed == played.mv.into() && moved.color == played.color;
        if !last.is_some_and(is_this) {
            // A king was taken, which is the claim; the move that left it in check is taken back.
            self.mark(!played.color, Fate::Forgiven);
            return Err(Stop);
        }
        let breach = last.and_then(|moved| moved.breach);
        let game = &self.replay.game;
        if game.repeated && self.repetition_ply.is_none() {
            self.repetition_ply = Some(ply);
        }
        let (over, perpetual) = (game.outcome().is_some(), game.perpetual);
        let taken_back = game.ply() < ply;
        match breach {
            Some(_) if over => self.object(ply, played.objection(), Some(Fate::Lost)),
            Some(_) if taken_back => {
                self.object(ply, played.objection(), Some(Fate::Forgiven));
                return Err(Stop);
            }
            Some(_) => self.stands(ply, played.objection(), played.color),
            None => {
                if let Some(loser) = perpetual {
                    self.evaded(ply, loser, over);
                }
            }
        }
        match self.by {
            By::Board if !self.findings.is_empty() => Err(Stop),
            _ => Ok(()),
        }
    }

    fn stands(&mut self, ply: u32, objection: Objection, offender: Color) {
        self.open.push(Standing {
            finding: self.findings.len(),
            offender,
            last: ply,
        });
        self.object(ply, objection, None);
    }

    /// A fourth occurrence by perpetual check of a side that was completed by the other side's move.
    fn evaded(&mut self, ply: u32, loser: Color, over: bool) {
        let objection = Objection::PerpetualCheck { loser };
        if self.has(&objection) {
            return;
        }
        match over {
            true => self.object(ply, objection, Some(Fate::Lost)),
            false => self.stands(ply, objection, loser),
        }
    }

    fn has(&self, objection: &Objection) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.objection == *objection)
    }

    /// Checks whether the last illegal move of each side can still be claimed.
    fn watch(&mut self, ply: u32) {
        for offender in Color::ALL {
            let mut open = self.open.iter_mut().rev();
            let last = open.find(|standing| standing.offender == offender);
            if let Some(standing) = last
                && can_be_claimed(&self.replay, offender)
            {
                standing.last = ply;
            }
        }
    }

    /// Records the fate of every illegal move.
    fn settle(&mut self) {
        if let Some(outcome) = self.replay.game.outcome()
            && let (Cause::KingTaken, Some(winner)) = (outcome.cause, outcome.verdict.winner())
        {
            self.mark(!winner, Fate::Claimed);
        }
        let ply = self.replay.game.ply();
        let lapses = self.replay.game.knobs().illegal_moves == IllegalMoves::Claim;
        for standing in &self.open {
            let last = standing.last;
            let fate = match lapses && last < ply {
                true => Fate::Lapsed { last },
                false => Fate::Unclaimed,
            };
            self.findings[standing.finding].fate.get_or_insert(fate);
        }
    }
}

/// Returns whether a claim against a side would be right now.
fn can_be_claimed(replay: &Replay, offender: Color) -> bool {
    let claim = Act::Claim(Claim::IllegalMove { offender });
    let command = Command::new(Actor::Player(!offender), claim);
    let is_right = |event: &Event| {
        matches!(event.fact, Fact::Ended(outcome) if outcome.verdict.winner() == Some(!offender))
            || matches!(event.fact, Fact::TakenBack { .. })
    };
    decide(&replay.game, command, replay.game.now()).is_ok_and(|events| events.iter().any(is_right))
}

/// A move of the record.
struct JudgedMove {
    mv: Move,
    color: Color,
    reason: Option<Illegal>,
    piece: Option<PieceKind>,
}

impl JudgedMove {
    fn new(replay: &Replay, mv: Move) -> JudgedMove {
        let position = replay.game.position();
        JudgedMove {
            mv,
            color: position.turn(),
            reason: position.explain(mv).err(),
            piece: position.moving_piece(mv).map(|piece| piece.kind()),
        }
    }

    fn objection(&self) -> Objection {
        match self.reason {
            Some(reason) => Objection::IllegalMove {
                mv: self.mv,
                reason,
                piece: self.piece,
            },
            // The only illegality that a single position does not show.
            None => Objection::PerpetualCheck { loser: self.color },
        }
    }
}
