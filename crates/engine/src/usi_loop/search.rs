//! A search beside the loop that reads lines.

use super::Output;
use crate::any_engine::{AnyEngine, AnyLine};
use komadai_core::Color;
use komadai_search::{Action, Answer, Clock, Control, Info as Found, Limits, Score};
use komadai_usi::{self as usi, BestMove, Bound, Go, Info, Message};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a search needs.
pub(super) struct Task {
    pub(super) engine: AnyEngine,
    pub(super) line: AnyLine,
    pub(super) limits: Limits,
    /// The answer waits for `stop` or `ponderhit`, even if it is found before.
    pub(super) waits: bool,
    pub(super) resign_at: Option<i32>,
    pub(super) began: Instant,
    pub(super) output: Output,
}

/// A search that runs, and how it is told to end.
pub(super) struct Running {
    signals: Arc<Signals>,
    ends_by_itself: bool,
    ponders: bool,
    thread: JoinHandle<AnyEngine>,
}

#[derive(Default)]
struct Signals {
    control: Control,
    released: Mutex<bool>,
    changed: Condvar,
}

impl Signals {
    /// The answer may be given.
    fn release(&self) {
        *self.released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let mut released = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        while !*released {
            released = self
                .changed
                .wait(released)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Running {
    pub(super) fn start(task: Task) -> Running {
        let signals = Arc::new(Signals::default());
        let ends_by_itself = !task.waits && is_bounded(&task.limits);
        let ponders = task.limits.ponder;
        let shared = Arc::clone(&signals);
        let thread = std::thread::spawn(move || task.run(&shared));
        Running {
            signals,
            ends_by_itself,
            ponders,
            thread,
        }
    }

    pub(super) fn stop(&self) {
        self.signals.control.stop();
        self.signals.release();
    }

    /// Means nothing to a search that does not ponder.
    pub(super) fn ponder_hit(&self) {
        if self.ponders {
            self.signals.control.ponder_hit();
            self.signals.release();
        }
    }

    pub(super) fn ends_by_itself(&self) -> bool {
        self.ends_by_itself
    }

    /// Waits for the answer. A search that failed takes its engine with it; the next makes a new one.
    pub(super) fn join(self) -> Option<AnyEngine> {
        self.thread.join().ok()
    }
}

impl Task {
    fn run(mut self, signals: &Signals) -> AnyEngine {
        let output = self.output.clone();
        let mut report = |found: &Found| output.say(&Message::Info(Box::new(info(found))));
        let answer = self.engine.search(
            &self.line,
            &self.limits,
            &signals.control,
            &self.began,
            &mut report,
        );
        if self.waits {
            signals.wait();
        }
        let best = answer.map_or(BestMove::Resign, |answer| self.best_move(&answer));
        self.output.say(&Message::BestMove(best));
        self.engine
    }

    fn best_move(&self, answer: &Answer) -> BestMove {
        let hopeless = match (answer.score, self.resign_at) {
            (Score::Centipawns(value), Some(limit)) => value <= -limit,
            (Score::Mated(_), Some(_)) => true,
            _ => false,
        };
        match answer.action {
            Action::Declare => BestMove::Win,
            Action::Resign => BestMove::Resign,
            Action::Move(_) if hopeless => BestMove::Resign,
            Action::Move(mv) => BestMove::Move {
                mv,
                ponder: answer.ponder,
            },
        }
    }
}

fn is_bounded(limits: &Limits) -> bool {
    limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some()
}

/// The limits of a search by the side to move.
pub(super) fn limits(go: &Go, turn: Color) -> Limits {
    let told = |time: Option<Duration>| time.unwrap_or_default();
    let clock = Clock {
        remaining: told(go.clock.time[turn]),
        opponent_remaining: told(go.clock.time[!turn]),
        increment: told(go.clock.increment[turn]),
        byoyomi: told(go.clock.byoyomi),
    };
    // YaneuraOu's randomised time is a time.
    let move_time = go.move_time.or(go.random_time);
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: move_time.filter(|_| !go.infinite),
        clock: (!go.clock.is_empty() && !go.infinite).then_some(clock),
        search_moves: go.search_moves.clone(),
        ponder: go.ponder,
    }
}

fn info(found: &Found) -> Info {
    let score = match found.score {
        Score::Centipawns(value) => usi::Score::Centipawns(value),
        Score::Mate(plies) => usi::Score::MateIn(Some(plies)),
        Score::Mated(plies) => usi::Score::MatedIn(Some(plies)),
    };
    Info {
        depth: Some(found.depth),
        seldepth: Some(found.selective_depth),
        time: Some(found.time),
        nodes: Some(found.nodes),
        nps: Some(found.nodes_per_second()),
        hashfull: Some(found.hash_full),
        multipv: u32::try_from(found.multi_pv).ok(),
        score: Some((score, Bound::Exact)),
        pv: found.pv.clone(),
        ..Info::default()
    }
}
