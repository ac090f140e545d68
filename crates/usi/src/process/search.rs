//! Searches of an engine: waiting for the answer, and not for ever.

use super::engine::{Engine, State};
use super::error::{Doing, EngineError};
use super::limit::{Limit, deadline};
use crate::bestmove::{BestMove, Checkmate};
use crate::command::Command;
use crate::info::Info;
use crate::message::Message;
use std::time::{Duration, Instant};

/// How often CPU time is looked at: at least and at most.
const CPU_LOOK: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];

/// So much CPU time may be left when a search is stopped: less is not worth another look.
const CPU_SLACK: Duration = Duration::from_millis(1);

/// What came of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The engine's choice.
    pub best: BestMove,
    /// Wall time from `go` (or `ponderhit`) to the answer.
    pub wall: Duration,
    /// CPU time of the process meanwhile, where the system tells it.
    pub cpu: Option<Duration>,
    /// The last thing it said about its best line.
    pub info: Option<Info>,
}

/// A search that runs.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) start: Instant,
    /// CPU time of the process when it began.
    pub(super) cpu: Option<Duration>,
    /// The last line with a score.
    pub(super) info: Option<Info>,
}

/// An answer to any kind of `go`.
pub(super) enum Answer {
    BestMove(BestMove),
    Checkmate(Checkmate),
}

/// When a search is stopped from outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) deadline: Instant,
    pub(super) cpu: Option<Duration>,
}

impl Engine {
    pub(super) fn wait_within(
        &mut self,
        limit: &Limit,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Thought, EngineError> {
        let pace = Pace {
            deadline: deadline(limit.patience(&self.timeouts)),
            cpu: limit.cpu(),
        };
        let (answer, at) = self.wait(pace, &mut on_info)?;
        match answer {
            Answer::BestMove(best) => self.thought(best, at),
            Answer::Checkmate(_) => Err(EngineError::Misuse("the engine answered with a mate")),
        }
    }

    /// Waits for the answer, tells the engine to stop when its pace is up, and gives up when that does
    /// not help.
    pub(super) fn wait(
        &mut self,
        pace: Pace,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<(Answer, Instant), EngineError> {
        loop {
            let now = Instant::now();
            let cpu_left = pace.cpu.map(|cpu| cpu.saturating_sub(self.cpu_spent()));
            let is_spent = cpu_left.is_some_and(|left| left <= CPU_SLACK);
            if now >= pace.deadline || is_spent {
                break;
            }
            let [shortest, longest] = CPU_LOOK;
            // Several threads may use several times as much as the clock shows.
            let look = cpu_left.map(|left| now + (left / 4).clamp(shortest, longest));
            let until = look.map_or(pace.deadline, |look| look.min(pace.deadline));
            if let Some(answer) = self.answer(until, Doing::Thinking, on_info)? {
                return Ok(answer);
            }
        }
        self.send(&Command::Stop);
        let deadline = deadline(self.timeouts.stop);
        match self.answer(deadline, Doing::Stopping, on_info)? {
            Some(answer) => Ok(answer),
            None => {
                let waited = self.searched();
                Err(self.hung(Doing::Stopping, waited))
            }
        }
    }

    /// Wall time of the search that runs.
    fn searched(&self) -> Duration {
        match &self.state {
            State::Thinking(search) => search.start.elapsed(),
            State::Idle | State::Dead => Duration::ZERO,
        }
    }

    /// CPU time of the search that runs; wall time where the system does not tell.
    fn cpu_spent(&self) -> Duration {
        self.cpu_used().unwrap_or_else(|| self.searched())
    }

    fn cpu_used(&self) -> Option<Duration> {
        match &self.state {
            State::Thinking(search) => Some(self.cpu_time()?.saturating_sub(search.cpu?)),
            State::Idle | State::Dead => None,
        }
    }

    /// The answer, if it comes in time. Everything else that the engine says is heard meanwhile.
    pub(super) fn answer(
        &mut self,
        until: Instant,
        doing: Doing,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Option<(Answer, Instant)>, EngineError> {
        if !matches!(self.state, State::Thinking(_)) {
            return Err(EngineError::Misuse("the engine is not thinking"));
        }
        while let Some((message, at)) = self.message(until, doing)? {
            match message {
                Message::Info(info) => {
                    on_info(&info);
                    self.remember(*info);
                }
                Message::BestMove(best) => return Ok(Some((Answer::BestMove(best), at))),
                Message::Checkmate(mate) => {
                    self.state = State::Idle;
                    return Ok(Some((Answer::Checkmate(mate), at)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn remember(&mut self, info: Info) {
        let is_best = info.multipv.is_none_or(|rank| rank == 1) && info.score.is_some();
        if let (State::Thinking(search), true) = (&mut self.state, is_best) {
            search.info = Some(info);
        }
    }

    /// Ends the search with its answer.
    pub(super) fn thought(&mut self, best: BestMove, at: Instant) -> Result<Thought, EngineError> {
        let cpu = self.cpu_used();
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Thinking(search) => Ok(Thought {
                best,
                wall: at.saturating_duration_since(search.start),
                cpu,
                info: search.info,
            }),
            State::Idle | State::Dead => Err(EngineError::Misuse("the engine is not thinking")),
        }
    }
}
