//! Importing a record as a game: its main line, replayed by commands.

use super::ending::opening_of;
use crate::Millis;
use crate::actor::Actor;
use crate::clock::ClockSpec;
use crate::command::{Act, Claim, Command, Decision, Offer, Ruling};
use crate::decide::decide;
use crate::event::Event;
use crate::game::{Game, Phase, Suspension};
use crate::opening::OpeningError;
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Refusal;
use crate::rules::{Flag, RuleSet};
use komadai_core::{Color, Move, Tolerance};
use komadai_kifu::record::{Ending, Record, Termination};

/// A replayed record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The game.
    pub game: Game,
    /// Its log.
    pub events: Vec<Event>,
    /// Where the game could not follow the record.
    pub halt: Option<Halt>,
    /// How it ended.
    pub conclusion: Conclusion,
}

/// Why a game cannot follow a record to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// A move was refused.
    #[error("ply {ply}: {refusal}")]
    Refused {
        /// The number of the move.
        ply: u32,
        /// The reason.
        refusal: Refusal,
    },
    /// The game was over before under these rules.
    #[error("ply {ply}: the game was over")]
    Over {
        /// The number of the move.
        ply: u32,
        /// The outcome.
        outcome: Outcome,
    },
}

/// How the end of a game follows from its record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conclusion {
    /// The last move ended it.
    Moves,
    /// The record's ending is an act that ended it: a resignation, a claim, a declaration.
    Act,
    /// The rules do not lead to the record's result, so it was entered as a ruling.
    Ruling,
    /// The record has no ending.
    Open,
}

impl Game {
    /// Replays the main line of a record under a rule set, including illegal moves, and ends it like the
    /// record. With a clock, the times of the moves are spent on it.
    ///
    /// # Errors
    /// Returns an error if no game can start from the record's start.
    pub fn from_record(
        record: &Record,
        rules: RuleSet,
        clock: Option<ClockSpec>,
    ) -> Result<Import, OpeningError> {
        let mut replay = Replay::new(record, rules, clock, Tolerance::Strict)?;
        let mut halt = None;
        for (node, mv) in record.main_line() {
            if let Err(stop) = replay.play(mv, node.time().spent) {
                halt = Some(stop);
                break;
            }
        }
        let conclusion = match (&halt, record.ending(), replay.game.outcome()) {
            (_, _, Some(_)) => Conclusion::Moves,
            (None, Some(ending), None) => replay.conclude(ending),
            (_, _, None) => Conclusion::Open,
        };
        Ok(Import {
            game: replay.game,
            events: replay.events,
            halt,
            conclusion,
        })
    }
}

/// A record being replayed.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    pub(crate) game: Game,
    pub(crate) events: Vec<Event>,
    at: Millis,
}

impl Replay {
    pub(crate) fn new(
        record: &Record,
        rules: RuleSet,
        clock: Option<ClockSpec>,
        tolerance: Tolerance,
    ) -> Result<Replay, OpeningError> {
        let mut replay = Replay {
            game: Game::with_tolerance(opening_of(record, rules, clock)?, tolerance)?,
            events: Vec::new(),
            at: Millis::ZERO,
        };
        // The host may always start a game whose players are present.
        let _ = replay.act(Actor::Host, Act::Start);
        Ok(replay)
    }

    /// Executes a command.
    pub(crate) fn act(&mut self, by: Actor, act: Act) -> Result<(), Refusal> {
        for event in decide(&self.game, Command::new(by, act), self.at)? {
            self.game.apply(&event);
            self.events.push(event);
        }
        Ok(())
    }

    pub(crate) fn play(&mut self, mv: Move, spent: Option<Millis>) -> Result<(), Halt> {
        let ply = self.game.ply() + 1;
        if let Some(outcome) = self.game.outcome() {
            return Err(Halt::Over { ply, outcome });
        }
        self.at = self.at.plus(spent.unwrap_or(Millis::ZERO));
        let mover = Actor::Player(self.game.turn());
        let played = self.act(mover, Act::play(mv.into()));
        played.map_err(|refusal| Halt::Refused { ply, refusal })?;
        if self.game.ply() < ply {
            // The flag fell before the move.
            if let Some(outcome) = self.game.outcome() {
                return Err(Halt::Over { ply, outcome });
            }
        }
        if self.game.presses_apart() && self.game.is_running() {
            // Cannot be refused: the mover has moved and their clock runs.
            let _ = self.act(mover, Act::Press);
        }
        Ok(())
    }

    /// Ends the game like the record.
    fn conclude(&mut self, ending: &Ending) -> Conclusion {
        if self.end_by_act(ending) {
            return Conclusion::Act;
        }
        let Some(verdict) = stated_verdict(ending) else {
            return Conclusion::Open;
        };
        let reason = format!("as recorded: {}", ending.termination.word());
        let ruled = self.rule(Decision::Result(verdict), &reason);
        match ruled {
            Ok(()) => Conclusion::Ruling,
            Err(_) => Conclusion::Open,
        }
    }

    pub(crate) fn rule(&mut self, decision: Decision, reason: &str) -> Result<(), Refusal> {
        let reason = reason.into();
        self.act(Actor::Arbiter, Act::Rule(Ruling { decision, reason }))
    }

    /// Performs the final act of the record if it leads to the stated result.
    pub(crate) fn end_by_act(&mut self, ending: &Ending) -> bool {
        for attempt in self.attempts(ending) {
            let mut tried = self.clone();
            if tried.attempt(attempt).is_err() {
                continue;
            }
            let outcome = tried.game.outcome();
            if outcome.is_some_and(|outcome| outcome.verdict.winner() == ending.winner) {
                *self = tried;
                return true;
            }
        }
        false
    }

    /// The acts that may have ended the game in this way.
    fn attempts(&self, ending: &Ending) -> Vec<Attempt> {
        let turn = self.game.turn();
        let loser = ending.winner.map_or(turn, |winner| !winner);
        let claims = |claim: Claim| Color::ALL.map(|color| Attempt::By(color, Act::Claim(claim)));
        match ending.termination {
            Termination::Resignation => vec![Attempt::By(loser, Act::Resign)],
            // Where mate does not end the game, the loser resigns.
            Termination::Checkmate if !self.game.position().has_legal_move() => {
                vec![Attempt::By(turn, Act::Resign)]
            }
            Termination::IllegalMove => {
                let claim = Claim::IllegalMove { offender: loser };
                vec![Attempt::By(!loser, Act::Claim(claim))]
            }
            Termination::Repetition => {
                let mut all = claims(Claim::Repetition { next: None }).to_vec();
                all.extend(self.next_claims());
                all
            }
            Termination::Declaration => {
                let mut all = vec![Attempt::Agree(Offer::Count)];
                all.extend(claims(Claim::Count));
                // The declaring player has the move and does not intend to lose.
                let declares = ending.winner == Some(turn);
                let place = if declares { 0 } else { all.len() };
                all.insert(place, Attempt::By(turn, Act::Declare));
                all
            }
            Termination::Impasse => {
                let mut all = vec![Attempt::Agree(Offer::Count)];
                all.extend(claims(Claim::Count));
                all.push(Attempt::By(turn, Act::Declare));
                all
            }
            Termination::Draw => vec![Attempt::Agree(Offer::Draw)],
            Termination::TakeBack => vec![Attempt::By(loser, Act::TakeBack)],
            Termination::TimeUp => vec![Attempt::Flag(loser)],
            Termination::Default => vec![Attempt::NoShow(ending.winner.map(|winner| !winner))],
            Termination::Interruption => vec![Attempt::Abort],
            _ => Vec::new(),
        }
    }

    /// Claims that a position is about to occur for the fourth time, for each move.
    fn next_claims(&self) -> Vec<Attempt> {
        let moves = self.game.position().legal_moves();
        let claim = |&mv: &Move| Act::Claim(Claim::Repetition { next: Some(mv) });
        let repeats = |mv: &&Move| self.game.occurrences_after(**mv) >= Some(4);
        let repeating = moves.iter().filter(repeats).map(claim);
        repeating
            .map(|act| Attempt::By(self.game.turn(), act))
            .collect()
    }

    fn attempt(&mut self, attempt: Attempt) -> Result<(), Refusal> {
        match attempt {
            Attempt::By(color, act) => self.act(Actor::Player(color), act)?,
            Attempt::Agree(offer) => self.agree(offer)?,
            Attempt::Flag(loser) => self.drop_flag(loser)?,
            Attempt::NoShow(Some(color)) => self.rule(Decision::NoShow(color), "as recorded")?,
            Attempt::NoShow(None) => self.rule(Decision::BothNoShow, "as recorded")?,
            Attempt::Abort => self.rule(Decision::Abort, "as recorded")?,
        }
        self.judged()
    }

    /// Both players agree on something.
    pub(crate) fn agree(&mut self, offer: Offer) -> Result<(), Refusal> {
        let turn = self.game.turn();
        self.act(Actor::Player(turn), Act::Offer(offer))?;
        self.act(Actor::Player(!turn), Act::Accept(offer))
    }

    /// If the arbiter judges claims, the ruling follows the rules.
    pub(crate) fn judged(&mut self) -> Result<(), Refusal> {
        if self.game.phase() != Phase::Suspended(Suspension::Claim) {
            return Ok(());
        }
        let mut upheld = self.clone();
        upheld.rule(Decision::Uphold, "as the rules say")?;
        let by_rule = |outcome: Outcome| outcome.cause != Cause::Decision;
        if upheld.game.outcome().is_none_or(by_rule) {
            *self = upheld;
            return Ok(());
        }
        self.rule(Decision::Reject, "as the rules say")
    }

    /// Waits until a flag falls.
    fn drop_flag(&mut self, loser: Color) -> Result<(), Refusal> {
        let falls = self.game.clock.as_ref().and_then(|clock| clock.falls_at());
        if let Some((_, at)) = falls {
            self.at = self.at.max(at);
        }
        match self.game.knobs().flag {
            Flag::FallsByItself => self.act(Actor::Clock, Act::Tick),
            Flag::ByClaim => self.act(Actor::Player(!loser), Act::Claim(Claim::Flag)),
        }
    }
}

/// An act that may have ended a game.
#[derive(Clone, Debug)]
enum Attempt {
    By(Color, Act),
    Agree(Offer),
    Flag(Color),
    NoShow(Option<Color>),
    Abort,
}

/// The result stated by a record; `None` if its word leaves it open.
pub(crate) fn stated_verdict(ending: &Ending) -> Option<Verdict> {
    if let Some(winner) = ending.winner {
        return Some(Verdict::Wins(winner));
    }
    match ending.termination {
        Termination::Repetition
        | Termination::Impasse
        | Termination::Draw
        | Termination::MaxMoves => Some(Verdict::Draw),
        _ => None,
    }
}
