//! One thread of a search: its memory, its line, its limits.

use crate::control::{Control, Stopwatch};
use crate::eval::Evaluation;
use crate::features::{Feature, Features};
use crate::game_line::GameLine;
use crate::history::{Histories, NO_MOVE, PieceTo};
use crate::keys::Keys;
use crate::level::Weakness;
use crate::limits::{SearchLimits, SearchOptions};
use crate::movepick::{Arena, placed};
use crate::root::RootMove;
use crate::score::{EVAL_LIMIT, MAX_PLY};
use crate::time::Budget;
use crate::tt::HashTable;
use komadai_core::{Move, Position, Rules};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::time::Duration;

/// Nodes between two checks of the clock and the other threads.
const NODES_BETWEEN_LOOKS: u64 = 512;
/// Frames before the root's, so that "four plies ago" always exists.
pub(crate) const FRAMES_BEFORE: usize = 6;

/// The state shared by all threads of a search.
pub(crate) struct Shared<'s> {
    pub(crate) table: &'s HashTable,
    pub(crate) options: &'s SearchOptions,
    pub(crate) limits: &'s SearchLimits,
    pub(crate) control: &'s Control,
    pub(crate) stopwatch: &'s dyn Stopwatch,
    pub(crate) budget: Option<Budget>,
    pub(crate) weakness: Option<Weakness>,
    pub(crate) features: Features,
    /// Set when the first thread is done, or any thread has completed the requested depth.
    pub(crate) done: AtomicBool,
    /// How many threads have taken each depth.
    pub(crate) takers: Vec<AtomicU16>,
    /// The node count of each thread.
    pub(crate) nodes: Vec<AtomicU64>,
    /// When time began to count, in microseconds since the search was requested.
    pub(crate) timed_from: AtomicU64,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        let counts = self.nodes.iter();
        counts.map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// The time used of the budget; `None` while pondering, when time does not count.
    pub(crate) fn time_used(&self) -> Option<Duration> {
        let elapsed = self.stopwatch.elapsed();
        if !self.limits.ponder {
            return Some(elapsed);
        }
        if !self.control.is_ponder_hit() {
            return None;
        }
        let now = elapsed.as_micros() as u64;
        // The first thread to notice the ponder hit starts the clock; zero means that none has.
        let start =
            self.timed_from
                .compare_exchange(0, now.max(1), Ordering::Relaxed, Ordering::Relaxed);
        let start = start.err().unwrap_or(now);
        Some(Duration::from_micros(now.saturating_sub(start)))
    }
}

/// A thread's state at one ply of its line.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The move played from here.
    pub(crate) mv: Option<Move>,
    /// The piece and target, for continuation histories.
    pub(crate) placed: PieceTo,
    pub(crate) was_tactical: bool,
    pub(crate) static_eval: Option<i32>,
    pub(crate) killers: [Option<Move>; 2],
    /// The move excluded by a singular search.
    pub(crate) excluded: Option<Move>,
    /// Cutoffs among the children.
    pub(crate) cuts: i32,
    pub(crate) move_count: i32,
    pub(crate) pv: Vec<Move>,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            mv: None,
            placed: NO_MOVE,
            was_tactical: false,
            static_eval: None,
            killers: [None; 2],
            excluded: None,
            cuts: 0,
            move_count: 0,
            pv: Vec::new(),
        }
    }
}

/// A thread's memory that persists between searches.
#[derive(Debug)]
pub(crate) struct Memory<E> {
    pub(crate) histories: Histories,
    pub(crate) eval: E,
    arena: Arena,
    frames: Vec<Frame>,
    keys: Keys,
}

impl<E> Memory<E> {
    pub(crate) fn new(eval: E) -> Memory<E> {
        Memory {
            histories: Histories::new(),
            eval,
            arena: Arena::with_capacity(8192),
            frames: Vec::new(),
            keys: Keys::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.histories.clear();
    }
}

/// One thread of a search.
pub(crate) struct Worker<'s, R: Rules, E: Evaluation<R>> {
    pub(crate) shared: &'s Shared<'s>,
    pub(crate) index: usize,
    pub(crate) eval: &'s mut E,
    pub(crate) histories: &'s mut Histories,
    pub(crate) arena: &'s mut Arena,
    pub(crate) frames: &'s mut Vec<Frame>,
    pub(crate) keys: &'s mut Keys,
    pub(crate) root_moves: Vec<RootMove>,
    /// Index of the requested line that is being searched.
    pub(crate) pv_index: usize,
    pub(crate) root_depth: i32,
    pub(crate) completed_depth: i32,
    pub(crate) selective_depth: usize,
    pub(crate) nodes: u64,
    next_look: u64,
    pub(crate) stopped: bool,
    pub(crate) rules: std::marker::PhantomData<R>,
}

impl<'s, R: Rules, E: Evaluation<R>> Worker<'s, R, E> {
    pub(crate) fn new(
        shared: &'s Shared<'s>,
        index: usize,
        memory: &'s mut Memory<E>,
        game: &GameLine<R>,
        root_moves: Vec<RootMove>,
    ) -> Worker<'s, R, E> {
        memory.arena.clear();
        memory.keys.clear();
        for past in game.past() {
            memory.keys.push(past.key, past.turn, past.in_check);
        }
        memory.keys.set_root();
        memory.frames.clear();
        let frames = FRAMES_BEFORE + MAX_PLY + 4;
        memory.frames.resize_with(frames, Frame::new);
        memory.eval.set_features(shared.features);
        memory.eval.reset(game.position());
        let mut worker = Worker {
            shared,
            index,
            eval: &mut memory.eval,
            histories: &mut memory.histories,
            arena: &mut memory.arena,
            frames: &mut memory.frames,
            keys: &mut memory.keys,
            root_moves,
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            selective_depth: 0,
            nodes: 0,
            next_look: 0,
            stopped: false,
            rules: std::marker::PhantomData,
        };
        worker.schedule_look();
        worker
    }

    #[inline(always)]
    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.shared.features.has(feature)
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE + ply]
    }

    /// The frame `back` plies before `ply`.
    #[inline]
    pub(crate) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE + ply - back]
    }

    /// Plays a move into `next`.
    #[inline]
    pub(crate) fn play(
        &mut self,
        position: &Position<R>,
        mv: Move,
        next: &mut Position<R>,
        ply: usize,
        was_tactical: bool,
    ) {
        position.play_into(mv, next);
        self.shared.table.prefetch(next.key());
        self.eval.push(position, mv, next);
        self.nodes += 1;
        let placed = placed(position, position.turn(), mv);
        let frame = self.frame(ply);
        frame.mv = Some(mv);
        frame.placed = placed;
        frame.was_tactical = was_tactical;
    }

    /// The evaluation of the last position, including the level's noise.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let value = self.eval.evaluate(position);
        match &self.shared.weakness {
            None => value,
            Some(weakness) => {
                (value + weakness.noise(position.key())).clamp(-EVAL_LIMIT, EVAL_LIMIT)
            }
        }
    }

    /// Updates the line: a move followed by the line of the next ply.
    pub(crate) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.frames.split_at_mut(FRAMES_BEFORE + ply + 1);
        let pv = &mut before[FRAMES_BEFORE + ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&after[0].pv);
    }

    /// Returns whether the search must end. Called at every node, evaluated at few.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        self.stopped |= shared.done.load(Ordering::Relaxed) || shared.control.is_stopped();
        if self.index == 0 {
            self.stopped |= self.is_out_of_nodes() || self.is_out_of_time();
        }
        // The first iteration is short, and without it there is no answer.
        self.stopped &= self.completed_depth > 0;
        self.schedule_look();
    }

    fn is_out_of_nodes(&self) -> bool {
        self.shared
            .limits
            .nodes
            .is_some_and(|limit| self.shared.total_nodes() >= limit)
    }

    fn is_out_of_time(&self) -> bool {
        // There must be a move before time can run out.
        let (Some(budget), true) = (self.shared.budget, self.completed_depth > 0) else {
            return false;
        };
        let used = self.shared.time_used();
        used.is_some_and(|used| used >= budget.maximum)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.shared.stopwatch.elapsed()
    }

    /// With a node limit and one thread the last check is exactly at the limit.
    fn schedule_look(&mut self) {
        let mut nodes = NODES_BETWEEN_LOOKS;
        if let (Some(limit), 1) = (self.shared.limits.nodes, self.shared.nodes.len()) {
            nodes = nodes.min(limit.saturating_sub(self.nodes)).max(1);
        }
        self.next_look = self.nodes + nodes;
    }
}
