//! Searches of an engine: waiting for the answer with a timeout.

use super::engine::{EngineProcess, State};
use super::error::{Doing, EngineError};
use super::limit::{Limit, deadline};
use crate::bestmove::{BestMove, Checkmate};
use crate::command::UsiCommand;
use crate::info::Info;
use crate::message::Message;
use std::time::{Duration, Instant};

/// Shortest and longest interval between checks of CPU time.
const CPU_LOOK: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];

/// A search is stopped when at most this much CPU time is left.
const CPU_SLACK: Duration = Duration::from_millis(1);

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The engine's choice.
    pub best: BestMove,
    /// Wall time from `go` (or `ponderhit`) to the answer.
    pub wall: Duration,
    /// CPU time used during the search, if the system reports it.
    pub cpu: Option<Duration>,
    /// The last report about its best line.
    pub info: Option<Info>,
}

/// A running search.
#[derive(Clone, Debug)]
pub(super) struct EngineSearch {
    pub(super) start: Instant,
    /// CPU time of the process when it began.
    pub(super) cpu: Option<Duration>,
    /// The last line with a score.
    pub(super) info: Option<Info>,
}

/// An answer to any kind of `go`.
pub(super) enum GoAnswer {
    BestMove(BestMove),
    Checkmate(Checkmate),
}

/// When the caller stops a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct StopPace {
    pub(super) deadline: Instant,
    pub(super) cpu: Option<Duration>,
}

impl EngineProcess {
    pub(super) fn wait_within(
        &mut self,
        limit: &Limit,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Thought, EngineError> {
        let pace = StopPace {
            deadline: deadline(limit.patience(&self.timeouts)),
            cpu: limit.cpu(),
        };
        let (answer, at) = self.wait(pace, &mut on_info)?;
        match answer {
            GoAnswer::BestMove(best) => self.thought(best, at),
            GoAnswer::Checkmate(_) => Err(EngineError::Misuse("the engine answered with a mate")),
        }
    }

    /// Waits for the answer, sends `stop` when the limit is reached, and gives up if that does not help.
    pub(super) fn wait(
        &mut self,
        pace: StopPace,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<(GoAnswer, Instant), EngineError> {
        loop {
            let now = Instant::now();
            let cpu_left = pace.cpu.map(|cpu| cpu.saturating_sub(self.cpu_spent()));
            let is_spent = cpu_left.is_some_and(|left| left <= CPU_SLACK);
            if now >= pace.deadline || is_spent {
                break;
            }
            let [shortest, longest] = CPU_LOOK;
            // Several threads may use more CPU time than wall time passes.
            let look = cpu_left.map(|left| now + (left / 4).clamp(shortest, longest));
            let until = look.map_or(pace.deadline, |look| look.min(pace.deadline));
            if let Some(answer) = self.answer(until, Doing::Thinking, on_info)? {
                return Ok(answer);
            }
        }
        self.send(&UsiCommand::Stop);
        let deadline = deadline(self.timeouts.stop);
        match self.answer(deadline, Doing::Stopping, on_info)? {
            Some(answer) => Ok(answer),
            None => {
                let waited = self.searched();
                Err(self.hung(Doing::Stopping, waited))
            }
        }
    }

    /// Wall time of the running search.
    fn searched(&self) -> Duration {
        match &self.state {
            State::Thinking(search) => search.start.elapsed(),
            State::Idle | State::Dead => Duration::ZERO,
        }
    }

    /// CPU time of the running search; wall time if the system does not report it.
    fn cpu_spent(&self) -> Duration {
        self.cpu_used().unwrap_or_else(|| self.searched())
    }

    fn cpu_used(&self) -> Option<Duration> {
        match &self.state {
            State::Thinking(search) => Some(self.cpu_time()?.saturating_sub(search.cpu?)),
            State::Idle | State::Dead => None,
        }
    }

    /// The answer, if it arrives in time. Other messages are processed meanwhile.
    pub(super) fn answer(
        &mut self,
        until: Instant,
        doing: Doing,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Option<(GoAnswer, Instant)>, EngineError> {
        if !matches!(self.state, State::Thinking(_)) {
            return Err(EngineError::Misuse("the engine is not thinking"));
        }
        while let Some((message, at)) = self.message(until, doing)? {
            match message {
                Message::Info(info) => {
                    on_info(&info);
                    self.remember(*info);
                }
                Message::BestMove(best) => return Ok(Some((GoAnswer::BestMove(best), at))),
                Message::Checkmate(mate) => {
                    self.state = State::Idle;
                    return Ok(Some((GoAnswer::Checkmate(mate), at)));
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
