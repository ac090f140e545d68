//! A search in its own thread beside the loop.

use super::Output;
use crate::any_engine::{AnyEngine, AnyLine};
use komadai_core::Color;
use komadai_search::{
    Control, EngineAction, SearchAnswer, SearchClock, SearchInfo, SearchLimits, SearchScore,
};
use komadai_usi::{self as usi, BestMove, Bound, Go, Info, Message};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The input of a search.
pub(super) struct SearchTask {
    pub(super) engine: AnyEngine,
    pub(super) line: AnyLine,
    pub(super) limits: SearchLimits,
    pub(super) turn: Color,
    /// Whether the answer is held back until `stop` or `ponderhit`.
    pub(super) waits: bool,
    pub(super) resign_at: Option<i32>,
    pub(super) began: Instant,
    pub(super) output: Output,
}

/// A running search and its controls.
pub(super) struct RunningSearch {
    signals: Arc<Signals>,
    ends_by_itself: bool,
    /// The limits of a pondering search.
    ponders: Option<SearchLimits>,
    turn: Color,
    thread: JoinHandle<AnyEngine>,
}

#[derive(Default)]
struct Signals {
    control: Control,
    /// Control of the search that follows pondering if `ponderhit` brings new clocks.
    second: Control,
    /// Its limits, and when it was requested.
    follows: Mutex<Option<(SearchLimits, Instant)>>,
    released: Mutex<bool>,
    changed: Condvar,
}

impl Signals {
    /// Allows the answer to be sent.
    fn release(&self) {
        *self.released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn follows(&self) -> MutexGuard<'_, Option<(SearchLimits, Instant)>> {
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

impl RunningSearch {
    pub(super) fn start(task: SearchTask) -> RunningSearch {
        let signals = Arc::new(Signals::default());
        let ends_by_itself = !task.waits && is_bounded(&task.limits);
        let ponders = task.limits.ponder.then(|| task.limits.clone());
        let turn = task.turn;
        let shared = Arc::clone(&signals);
        let thread = std::thread::spawn(move || task.run(&shared));
        RunningSearch {
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

    /// Has no effect on a search that does not ponder. If new clocks are given, another search with that time
    /// follows the pondering and benefits from the hash table.
    pub(super) fn ponder_hit(&self, told: &usi::GoClock) {
        let Some(limits) = &self.ponders else { return };
        if told.is_empty() {
            self.signals.control.ponder_hit();
        } else {
            let follows = SearchLimits {
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

    /// Waits for the answer. A failed search loses its engine; the next search creates a new one.
    pub(super) fn join(self) -> Option<AnyEngine> {
        self.thread.join().ok()
    }
}

impl SearchTask {
    fn run(mut self, signals: &Signals) -> AnyEngine {
        let output = self.output.clone();
        let mut report = |found: &SearchInfo| output.say(&Message::Info(Box::new(info(found))));
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

    fn best_move(&self, answer: &SearchAnswer) -> BestMove {
        let hopeless = match (answer.score, self.resign_at) {
            (SearchScore::Centipawns(value), Some(limit)) => value <= -limit,
            (SearchScore::Mated(_), Some(_)) => true,
            _ => false,
        };
        match answer.action {
            EngineAction::Declare => BestMove::Win,
            EngineAction::Resign => BestMove::Resign,
            EngineAction::Move(_) if hopeless => BestMove::Resign,
            EngineAction::Move(mv) => BestMove::Move {
                mv,
                ponder: answer.ponder,
            },
        }
    }
}

fn is_bounded(limits: &SearchLimits) -> bool {
    limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some()
}

/// The limits of a search by the side to move.
pub(super) fn limits(go: &Go, turn: Color) -> SearchLimits {
    // YaneuraOu's randomised time is a time.
    let move_time = go.move_time.or(go.random_time);
    SearchLimits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: move_time.filter(|_| !go.infinite),
        clock: (!go.clock.is_empty() && !go.infinite).then(|| clock(&go.clock, turn)),
        max_time: None,
        search_moves: go.search_moves.clone(),
        ponder: go.ponder,
    }
}

fn clock(told: &usi::GoClock, turn: Color) -> SearchClock {
    let time = |time: Option<Duration>| time.unwrap_or_default();
    SearchClock {
        remaining: time(told.time[turn]),
        opponent_remaining: time(told.time[!turn]),
        increment: time(told.increment[turn]),
        byoyomi: time(told.byoyomi),
    }
}

fn info(found: &SearchInfo) -> Info {
    let score = match found.score {
        SearchScore::Centipawns(value) => usi::UsiScore::Centipawns(value),
        SearchScore::Mate(plies) => usi::UsiScore::MateIn(Some(plies)),
        SearchScore::Mated(plies) => usi::UsiScore::MatedIn(Some(plies)),
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
