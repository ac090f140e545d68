//! The engine: threads and memory that outlive a search.

use crate::control::{Control, Stopwatch};
use crate::eval::{Evaluation, Evaluator};
use crate::features::Features;
use crate::game_line::GameLine;
use crate::info::{EngineAction, SearchAnswer, SearchInfo};
use crate::level::{Level, Weakness};
use crate::limits::{SearchLimits, SearchOptions};
use crate::root::RootMove;
use crate::score::{MAX_PLY, SearchScore};
use crate::time::Budget;
use crate::tt::HashTable;
use crate::worker::{Memory, Shared, Worker};
use crate::write_moves::is_foolish;
use komadai_core::{ImpasseClaim, Move, Position, Rules};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

/// A playing engine for one variant.
#[derive(Debug)]
pub struct Engine<R: Rules, E: Evaluation<R> = Evaluator> {
    options: SearchOptions,
    table: HashTable,
    memories: Vec<Memory<E>>,
    eval: E,
    level: Option<(Level, u64)>,
    features: Features,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Engine<R> {
    /// An engine with the evaluation that is shipped for its variant.
    pub fn new(options: SearchOptions) -> Engine<R> {
        Engine::with_evaluation(options, Evaluator::shipped(R::VARIANT))
    }
}

impl<R: Rules, E: Evaluation<R>> Engine<R, E> {
    /// An engine with a custom evaluation.
    pub fn with_evaluation(options: SearchOptions, eval: E) -> Engine<R, E> {
        Engine {
            table: HashTable::new(options.hash_mebibytes),
            memories: Vec::new(),
            options,
            eval,
            level: None,
            features: Features::ALL,
            rules: std::marker::PhantomData,
        }
    }

    /// The current options.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Changes options. The hash table is kept unless its size changes.
    pub fn set_options(&mut self, options: SearchOptions) {
        if options.hash_mebibytes != self.options.hash_mebibytes {
            self.table = HashTable::new(options.hash_mebibytes);
        }
        self.options = options;
    }

    /// Plays at a level; the same seed gives the same play. `None` is full strength.
    pub fn set_level(&mut self, level: Option<Level>, seed: u64) {
        self.level = level.map(|level| (level, seed));
    }

    /// Searches with only some features, to measure them.
    pub fn set_features(&mut self, features: Features) {
        self.features = features;
    }

    /// Clears all memory of earlier games.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches the current position of a game.
    ///
    /// Lines are reported by the calling thread as they are found. The search ends at its limits or when
    /// `control` stops it; `stopwatch` was started when the search was requested.
    pub fn search(
        &mut self,
        game: &GameLine<R>,
        limits: &SearchLimits,
        control: &Control,
        stopwatch: &dyn Stopwatch,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchAnswer {
        let position = game.position();
        let mut moves = root_moves(position, &limits.search_moves);
        if let Some(answer) = self.immediate(position, &moves) {
            return answer;
        }
        self.table.new_search();
        let threads = self.options.threads.get();
        while self.memories.len() < threads {
            self.memories.push(Memory::new(self.eval.clone()));
        }
        let mut limits = limits.clone();
        let weakness = self.level.and_then(|(level, seed)| {
            let weakness = level.weakness(seed);
            if let Some(nodes) = weakness.as_ref().map(Weakness::nodes) {
                limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
            }
            weakness
        });
        if let Some(index) = weakness.and_then(|weak| weak.careless(position, moves.len())) {
            moves = vec![moves.swap_remove(index)];
        }
        let shared = Shared {
            table: &self.table,
            options: &self.options,
            limits: &limits,
            control,
            stopwatch,
            budget: self.budget(&limits, position),
            weakness,
            features: self.features,
            done: AtomicBool::new(false),
            takers: (0..=MAX_PLY).map(|_| AtomicU16::new(0)).collect(),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            timed_from: AtomicU64::new(0),
        };
        let shared = &shared;
        let [first, helpers @ ..] = &mut self.memories[..threads] else {
            unreachable!("there is at least one thread")
        };
        std::thread::scope(|scope| {
            let handles: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                .map(|(index, memory)| {
                    let moves = moves.clone();
                    scope.spawn(move || {
                        let mut worker = Worker::new(shared, index + 1, memory, game, moves);
                        worker.deepen(game.position(), &mut |_| ());
                        ThreadResult::by(&worker)
                    })
                })
                .collect();
            let mut worker = Worker::new(shared, 0, first, game, moves);
            worker.deepen(position, report);
            shared.done.store(true, Ordering::Relaxed);
            shared.nodes[0].store(worker.nodes, Ordering::Relaxed);
            let mut found = ThreadResult::by(&worker);
            for handle in handles {
                if let Ok(other) = handle.join()
                    && other.depth > found.depth
                {
                    other.lines.iter().for_each(&mut *report);
                    found = other;
                }
            }
            found.answer(shared)
        })
    }

    /// The answer if no search is needed: no legal move, or a win that can be claimed.
    fn immediate(&self, position: &Position<R>, moves: &[RootMove]) -> Option<SearchAnswer> {
        let answer = |action, score| SearchAnswer {
            action,
            ponder: None,
            score,
            depth: 0,
            nodes: 0,
            lines: Vec::new(),
        };
        if moves.is_empty() {
            return Some(answer(EngineAction::Resign, SearchScore::Mated(0)));
        }
        let action = match self.options.entering_king.claim(position)? {
            ImpasseClaim::Declare => EngineAction::Declare,
            ImpasseClaim::Try(mv) => EngineAction::Move(mv),
        };
        Some(answer(action, SearchScore::Mate(1)))
    }

    fn budget(&self, limits: &SearchLimits, position: &Position<R>) -> Option<Budget> {
        let overhead = self.options.overhead;
        let budget = match (limits.move_time, &limits.clock) {
            (Some(time), _) => Some(Budget::fixed(time, overhead)),
            (None, Some(clock)) => {
                Some(Budget::from_clock(clock, position.move_number(), overhead))
            }
            (None, None) => None,
        };
        let longest = limits.max_time.map(|time| Budget::fixed(time, overhead));
        match (budget, longest) {
            (Some(budget), Some(longest)) => Some(budget.at_most(longest.maximum)),
            (budget, longest) => budget.or(longest),
        }
    }
}

/// The moves to consider: the requested ones, or all sensible ones.
fn root_moves<R: Rules>(position: &Position<R>, wanted: &[Move]) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let wanted: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|mv| wanted.contains(mv))
        .collect();
    let chosen = if wanted.is_empty() {
        let sensible = |mv: &Move| !is_foolish(position, *mv);
        legal.iter().copied().filter(sensible).collect()
    } else {
        wanted
    };
    chosen.into_iter().map(RootMove::new).collect()
}

/// The result of a thread.
struct ThreadResult {
    depth: i32,
    lines: Vec<SearchInfo>,
}

impl ThreadResult {
    fn by<R: Rules, E: Evaluation<R>>(worker: &Worker<'_, R, E>) -> ThreadResult {
        ThreadResult {
            depth: worker.completed_depth,
            lines: worker.lines(worker.shared.options.multi_pv.get()),
        }
    }

    fn answer(self, shared: &Shared<'_>) -> SearchAnswer {
        let best = &self.lines[0];
        SearchAnswer {
            action: EngineAction::Move(best.pv[0]),
            ponder: best.pv.get(1).copied(),
            score: best.score,
            depth: self.depth as u32,
            nodes: shared.total_nodes(),
            lines: self.lines,
        }
    }
}
