//! A search beside the loop that reads lines.

use super::Output;
use crate::any_engine::{AnyEngine, AnyLine};
use komadai_core::Color;
use komadai_search::{Action, Answer, Clock, Control, Info as Found, Limits, Score};
use komadai_usi::{self as usi, BestMove, Bound, Go, Info, Message};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a search needs.
pub(super) struct Task {
    pub(super) engine: AnyEngine,
    pub(super) line: AnyLine,
    pub(super) limits: Limits,
    pub(super) turn: Color,
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
    /// The limits of a search that ponders.
    ponders: Option<Limits>,
    turn: Color,
    thread: JoinHandle<AnyEngine>,
}

#[derive(Default)]
struct Signals {
    control: Control,
    /// Of the search that follows the pondering, if new clocks come with `ponderhit`.
    second: Control,
    /// Its limits, and when it was asked for.
    follows: Mutex<Option<(Limits, Instant)>>,
    released: Mutex<bool>,
    changed: Condvar,
}

impl Signals {
    /// The answer may be given.
    fn release(&self) {
        *self.released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn follows(&self) -> MutexGuard<'_, Option<(Limits, Instant)>> {
        self.follows.lock().unwrap_or_else(PoisonError::into_inner)
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
        let ponders = task.limits.ponder.then(|| task.limits.clone());
        let turn = task.turn;
        let shared = Arc::clone(&signals);
        let thread = std::thread::spawn(move || task.run(&shared));
        Running {
            signals,
            ends_by_itself,
            ponders,
            turn,
            thread,
        }
    }

    pub(super) fn stop(&self) {
        self.signals.control.stop();
        self.signals.second.stop();
        self.signals.release();
    }

    /// Means nothing to a search that does not ponder. Where newer clocks are told, another search follows
    /// the pondering, with the time that they give; what was found is in the engine's memory.
    pub(super) fn ponder_hit(&self, told: &usi::Clock) {
        let Some(limits) = &self.ponders else { return };
        if told.is_empty() {
            self.signals.control.ponder_hit();
        } else {
            let follows = Limits {
                clock: Some(clock(told, self.turn)),
                move_time: None,
                ponder: false,
                ..limits.clone()
            };
            *self.signals.follows() = Some((follows, Instant::now()));
            self.signals.control.stop();
        }
        self.signals.release();
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
        let mut answer = self.engine.search(
            &self.line,
            &self.limits,
            &signals.control,
            &self.began,
            &mut report,
        );
        if self.waits {
            signals.wait();
        }
        let follows = signals.follows().take();
        if let Some((limits, began)) = follows {
            let second = &signals.second;
            answer = self
                .engine
                .search(&self.line, &limits, second, &began, &mut report);
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
    // YaneuraOu's randomised time is a time.
    let move_time = go.move_time.or(go.random_time);
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: move_time.filter(|_| !go.infinite),
        clock: (!go.clock.is_empty() && !go.infinite).then(|| clock(&go.clock, turn)),
        search_moves: go.search_moves.clone(),
        ponder: go.ponder,
    }
}

fn clock(told: &usi::Clock, turn: Color) -> Clock {
    let time = |time: Option<Duration>| time.unwrap_or_default();
    Clock {
        remaining: time(told.time[turn]),
        opponent_remaining: time(told.time[!turn]),
        increment: time(told.increment[turn]),
        byoyomi: time(told.byoyomi),
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
