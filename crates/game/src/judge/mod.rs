//! A whole record before the laws, by rules of one's choice: what breaks them, what becomes of it, and
//! whether the record's result is the one that follows.
//!
//! ```
//! use komadai_game::judge::{Fate, judge};
//! use komadai_game::{Preset, RuleSet};
//! use komadai_kifu::{ReadOptions, read};
//! // Black moves a pawn sideways, and White goes on playing.
//! let file = "startpos moves 7g7f 3c3d 2g3f 8c8d";
//! let record = &read(file.as_bytes(), &ReadOptions::default())?.records[0];
//! let fate = |preset| judge(record, RuleSet::preset(preset)).breaches[0].fate;
//! assert_eq!(fate(Preset::Fesa), Some(Fate::Lapsed { last: 3 }));
//! assert_eq!(fate(Preset::JsaPro), Some(Fate::Unclaimed));
//! assert_eq!(fate(Preset::Casual), Some(Fate::Blocked));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Times are not judged: records round them, and say little of clocks.

mod ending;
mod fault;
#[cfg(test)]
mod tests;

pub use fault::{Breach, Fate, Fault};

use crate::actor::Actor;
use crate::breach::Breach as MoveBreach;
use crate::command::{Act, Claim, Command};
use crate::decide::decide;
use crate::event::{Event, Fact};
use crate::opening::OpeningError;
use crate::outcome::{Cause, Outcome};
use crate::record::{Halt, Replay};
use crate::refusal::Why;
use crate::rules::{IllegalMoves, RuleSet};
use komadai_core::{Color, Illegal, Move, PieceKind};
use komadai_kifu::error::FaultList;
use komadai_kifu::judge::BreachKind;
use komadai_kifu::record::Record;

/// What is found in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Everything that breaks the rules, in order. The game ends with some breaches, and what comes
    /// after is not judged.
    pub breaches: Vec<Breach>,
    /// The first ply after which a position stood on the board for the fourth time, without perpetual
    /// check.
    pub repetition_ply: Option<u32>,
    /// The end that follows from the rules: by the moves, or by what the record says was done at the end.
    pub outcome: Option<Outcome>,
    /// Whether the record states that result.
    pub agreement: Agreement,
}

/// Whether a record's result is the one that follows from the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agreement {
    /// It is.
    Agrees,
    /// It is another.
    Differs,
    /// The record states none, or what it gives as a reason cannot be seen on the board.
    Open,
}

impl Judgement {
    fn of_start(faults: FaultList) -> Judgement {
        Judgement {
            breaches: vec![Breach {
                ply: 0,
                fault: Fault::Board(BreachKind::Start(faults)),
                fate: None,
            }],
            repetition_ply: None,
            outcome: None,
            agreement: Agreement::Open,
        }
    }
}

/// Judges the main line of a record.
pub fn judge(record: &Record, rules: RuleSet) -> Judgement {
    let replay = match Replay::new(record, rules, None) {
        Ok(replay) => replay,
        Err(OpeningError::Start(faults)) => return Judgement::of_start(FaultList(faults.0)),
        // Nothing else can be wrong with the start of a record.
        Err(_) => return Judgement::of_start(FaultList(Vec::new())),
    };
    let mut case = Case {
        replay,
        breaches: Vec::new(),
        open: Vec::new(),
        repetition_ply: None,
    };
    let followed = record.main_line().try_for_each(|(_, mv)| case.follow(mv));
    let agreement = match followed {
        Ok(()) => case.end(record.ending()),
        Err(Stop) => case.compare(record.ending()),
    };
    case.settle();
    Judgement {
        breaches: case.breaches,
        repetition_ply: case.repetition_ply,
        outcome: case.replay.game.outcome(),
        agreement,
    }
}

/// The game does not go on as the record does.
struct Stop;

/// A record while it is judged.
struct Case {
    replay: Replay,
    breaches: Vec<Breach>,
    /// Illegal moves that stand.
    open: Vec<Standing>,
    repetition_ply: Option<u32>,
}

/// An illegal move that stands until it is claimed.
struct Standing {
    /// Which breach it is.
    breach: usize,
    offender: Color,
    /// The last ply after which it could be claimed.
    last: u32,
}

impl Case {
    fn follow(&mut self, mv: Move) -> Result<(), Stop> {
        let ply = self.replay.game.ply() + 1;
        if let Some(outcome) = self.replay.game.outcome() {
            self.after_the_end(ply, outcome);
            return Err(Stop);
        }
        let played = Played::new(&self.replay, mv);
        if let Err(halt) = self.replay.play(mv, None) {
            self.refused(ply, &played, &halt);
            return Err(Stop);
        }
        self.look_at(ply, &played)?;
        self.watch(ply);
        Ok(())
    }

    fn breach(&mut self, ply: u32, fault: Fault, fate: Option<Fate>) {
        self.breaches.push(Breach { ply, fault, fate });
    }

    fn after_the_end(&mut self, ply: u32, outcome: Outcome) {
        let fault = match outcome.cause {
            Cause::Checkmate | Cause::NoLegalMove => Fault::Board(BreachKind::MoveAfterMate),
            // The breach that ended the game has been told.
            Cause::IllegalMove(_) => return,
            _ => Fault::AfterTheEnd { outcome },
        };
        self.breach(ply, fault, None);
    }

    fn refused(&mut self, ply: u32, played: &Played, halt: &Halt) {
        let Halt::Refused { refusal, .. } = halt else {
            return;
        };
        let (breach, fate) = match refusal.why {
            Why::Illegal(breach) => (Some(breach), Fate::Blocked),
            Why::Impossible(_) => (None, Fate::Impossible),
            _ => return self.breach(ply, Fault::Refused(refusal.clone()), None),
        };
        let fault = played.fault(breach);
        self.breach(ply, fault, Some(fate));
    }

    /// Looks at what came of a move.
    fn look_at(&mut self, ply: u32, played: &Played) -> Result<(), Stop> {
        let mut events = self.replay.events.iter().rev();
        let last = events.find_map(|event| match &event.fact {
            Fact::Moved(moved) => Some(moved),
            _ => None,
        });
        let breach = last.and_then(|moved| moved.breach);
        let game = &self.replay.game;
        if game.repeated && self.repetition_ply.is_none() {
            self.repetition_ply = Some(ply);
        }
        let (over, perpetual) = (game.outcome().is_some(), game.perpetual);
        let taken_back = game.ply() < ply;
        match breach {
            Some(breach) if over => {
                self.breach(ply, played.fault(Some(breach)), Some(Fate::Lost));
            }
            Some(breach) if taken_back => {
                self.breach(ply, played.fault(Some(breach)), Some(Fate::Forgiven));
                return Err(Stop);
            }
            Some(breach) => self.stands(ply, played.fault(Some(breach)), played.color),
            None => {
                if let Some(loser) = perpetual {
                    self.evaded(ply, loser, over);
                }
            }
        }
        Ok(())
    }

    fn stands(&mut self, ply: u32, fault: Fault, offender: Color) {
        self.open.push(Standing {
            breach: self.breaches.len(),
            offender,
            last: ply,
        });
        self.breach(ply, fault, None);
    }

    /// The fourth occurrence by the checks of a side, though the other side's move brought it about.
    fn evaded(&mut self, ply: u32, loser: Color, over: bool) {
        let kind = BreachKind::PerpetualCheck { loser };
        let fault = Fault::Board(kind);
        if self.breaches.iter().any(|breach| breach.fault == fault) {
            return;
        }
        match over {
            true => self.breach(ply, fault, Some(Fate::Lost)),
            false => self.stands(ply, fault, loser),
        }
    }

    /// Sees whether the last illegal move of each side can still be claimed.
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

    /// Says of every illegal move what has become of it.
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
            self.breaches[standing.breach].fate.get_or_insert(fate);
        }
    }
}

/// Would a claim against a side be right now?
fn can_be_claimed(replay: &Replay, offender: Color) -> bool {
    let claim = Act::Claim(Claim::IllegalMove { offender });
    let command = Command::new(Actor::Player(!offender), claim);
    let is_right = |event: &Event| {
        matches!(event.fact, Fact::Ended(outcome) if outcome.verdict.winner() == Some(!offender))
            || matches!(event.fact, Fact::TakenBack { .. })
    };
    decide(&replay.game, command, replay.game.now()).is_ok_and(|events| events.iter().any(is_right))
}

/// A move as it stands in the record.
struct Played {
    mv: Move,
    color: Color,
    reason: Option<Illegal>,
    piece: Option<PieceKind>,
}

impl Played {
    fn new(replay: &Replay, mv: Move) -> Played {
        let position = replay.game.position();
        Played {
            mv,
            color: position.turn(),
            reason: position.explain(mv).err(),
            piece: position.moving_piece(mv).map(|piece| piece.kind()),
        }
    }

    fn fault(&self, breach: Option<MoveBreach>) -> Fault {
        Fault::Board(match (self.reason, breach) {
            (Some(reason), _) => BreachKind::IllegalMove {
                mv: self.mv,
                reason,
                piece: self.piece,
            },
            // The one illegality that no single position shows.
            (None, _) => BreachKind::PerpetualCheck { loser: self.color },
        })
    }
}
